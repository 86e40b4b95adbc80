// The imported records in the database, each under its kind and id.
import type { Kysely } from 'kysely'
import { byKey } from '#provider'
import { invalidImport, type PublishedTables, publishRows, readPublished } from '#provider/import'
import type { Kind, RecordsTable, Tables } from '../../tables.ts'
import type { CharacterRecord, EpisodeRecord, LocationRecord, Records } from './record.ts'

type Db = Kysely<Tables>
/** A record without its import number. */
type Row = Omit<RecordsTable, 'import'>

/** The limit of records of all kinds together. The provider has about 1000. */
export const maxRecords = 10_000

const tables: PublishedTables<Row> = {
  records: 'characters_records',
  key: ['kind', 'id'],
  imports: 'characters_imports',
  state: 'characters_state',
}

/** Reads the records; undefined if nothing is imported. */
export async function readRecords(db: Db): Promise<Records | undefined> {
  const rows = (await readPublished(db, tables)).sort(byKey(({ id }) => id))
  if (rows.length === 0) return undefined
  // only `saveRecords` writes the column, from records of the same types
  const ofKind = (kind: Kind) => rows.filter((row) => row.kind === kind).map(({ data }) => JSON.parse(data))
  const characters: CharacterRecord[] = ofKind('character')
  const locations: LocationRecord[] = ofKind('location')
  const episodes: EpisodeRecord[] = ofKind('episode')
  return { characters, locations, episodes }
}

/**
 * Adds records, visible all at once; a record of the same kind and id is replaced. Throws `import.invalid` if there
 * would be too many.
 */
export async function saveRecords(
  db: Db,
  records: Records,
  onWritten: (percent: number) => void,
): Promise<{ added: number; changed: number }> {
  const plan = (storedRows: Row[]) => {
    const stored = new Map(storedRows.map((row) => [keyOf(row), row.data]))
    const rows = new Map(rowsOf(withRefs(records, stored)).map((row) => [keyOf(row), row]))
    const changes = [...rows].filter(([key, { data }]) => stored.get(key) !== data)
    const added = changes.filter(([key]) => !stored.has(key)).length
    const total = stored.size + added
    if (total > maxRecords) throw invalidImport(`there would be ${total} records, and ${maxRecords} is the most`)
    return { rows: changes.map(([, row]) => row), added, changed: changes.length - added }
  }
  const { added, changed } = await publishRows(db, tables, { plan, onWritten })
  return { added, changed }
}

const keyOf = ({ kind, id }: Pick<Row, 'kind' | 'id'>): string => `${kind} ${id}`

/** Keeps the document id of a location from a dump when a response replaces it: characters of that dump refer to it. */
function withRefs(records: Records, stored: ReadonlyMap<string, string>): Records {
  const locations = records.locations.map((location) => {
    const data = stored.get(keyOf({ kind: 'location', id: location.id }))
    const { ref }: LocationRecord = data === undefined ? location : JSON.parse(data)
    return ref === undefined ? location : { ...location, ref: location.ref ?? ref }
  })
  return { ...records, locations }
}

function rowsOf({ characters, locations, episodes }: Records): Row[] {
  const rows = (kind: Kind, records: readonly { readonly id: number }[]) =>
    records.map((record) => ({ kind, id: record.id, data: JSON.stringify(record) }))
  return [...rows('character', characters), ...rows('location', locations), ...rows('episode', episodes)]
}

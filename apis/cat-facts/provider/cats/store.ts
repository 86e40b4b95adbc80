// The imported facts and breeds in the database, each kind in its order.
import type { Kysely } from 'kysely'
import { byKey } from '#provider'
import { invalidImport, type PublishedTables, publishRows, readPublished } from '#provider/import'
import type { RecordsTable, Tables } from '../../tables.ts'
import type { Breed, CatRecords } from './cat-data.ts'

type Db = Kysely<Tables>
type Kind = RecordsTable['kind']
/** A record without its import number. */
type Row = Omit<RecordsTable, 'import'>

/** The limit of records of each kind. The provider has fewer than 500. */
export const maxRecords = 50_000

const tables: PublishedTables<Row> = {
  records: 'cat_facts_records',
  key: ['kind', 'place'],
  imports: 'cat_facts_imports',
  state: 'cat_facts_state',
}

export async function readRecords(db: Db): Promise<CatRecords> {
  return recordsOf(await readPublished(db, tables))
}

function recordsOf(unsorted: Row[]): CatRecords {
  const rows = unsorted.sort(byKey(({ place }) => place))
  const values = (kind: Kind): unknown[] => rows.filter((row) => row.kind === kind).map((row) => JSON.parse(row.data))
  return { facts: values('fact').map(String), breeds: values('breed').map(readBreed) }
}

/** Reads a breed. Only this file writes the column; even so, a missing member becomes empty. */
function readBreed(value: unknown): Breed {
  const members = new Map<string, unknown>(Object.entries(Object(value)))
  const member = (name: string) => String(members.get(name) ?? '')
  return {
    breed: member('breed'),
    country: member('country'),
    origin: member('origin'),
    coat: member('coat'),
    pattern: member('pattern'),
  }
}

interface Saved {
  readonly added: number
  readonly changed: number
}

/**
 * Appends facts and breeds, visible all at once. A stored fact stays unchanged; a stored breed is replaced. Throws
 * `import.invalid` if there would be too many.
 */
export async function saveRecords(db: Db, records: CatRecords, onWritten: (percent: number) => void): Promise<Saved> {
  const plan = (rows: Row[]) => {
    const stored = recordsOf(rows)
    const facts = merge('fact', { stored: stored.facts, imported: records.facts, keyOf: (fact) => fact })
    const breeds = merge('breed', { stored: stored.breeds, imported: records.breeds, keyOf: ({ breed }) => breed })
    for (const { total } of [facts, breeds])
      if (total > maxRecords) throw invalidImport(`there would be ${total} records, and ${maxRecords} is the most`)
    const [added, changed] = [facts.added + breeds.added, facts.changed + breeds.changed]
    return { rows: [...facts.rows, ...breeds.rows], added, changed }
  }
  const { added, changed } = await publishRows(db, tables, { plan, onWritten })
  return { added, changed }
}

interface Merge<T> {
  readonly stored: readonly T[]
  readonly imported: readonly T[]
  keyOf(record: T): string
}

/**
 * Returns the rows that are new or differ: stored records keep their position, new ones follow in the order of the
 * file.
 */
function merge<T>(kind: Kind, { stored, imported, keyOf }: Merge<T>): Saved & { rows: Row[]; total: number } {
  const known = new Map(stored.map((record, index) => [keyOf(record), { place: index, data: JSON.stringify(record) }]))
  const rows = new Map<number, Row>()
  for (const record of imported) {
    const previous = known.get(keyOf(record))
    const data = JSON.stringify(record)
    if (previous?.data === data) continue
    const place = previous?.place ?? known.size
    known.set(keyOf(record), { place, data })
    rows.set(place, { kind, place, data })
  }
  const added = known.size - stored.length
  return { rows: [...rows.values()], total: known.size, added, changed: rows.size - added }
}

// The imported facts and breeds in the database, each kind in its order.
import type { Kysely } from 'kysely'
import { bumpRevision, insertMany, invalidImport, percentOf } from '#provider'
import type { RecordsTable, Tables } from '../../tables.ts'
import type { Breed, CatRecords } from './cat-data.ts'

type Db = Kysely<Tables>
type Kind = RecordsTable['kind']

/** Of each kind. The provider has fewer than 500. */
export const maxRecords = 50_000

export async function readRecords(db: Db): Promise<CatRecords> {
  const rows = await db.selectFrom('cat_facts_records').select(['kind', 'data']).orderBy('place').execute()
  const values = (kind: Kind): unknown[] => rows.filter((row) => row.kind === kind).map((row) => JSON.parse(row.data))
  return { facts: values('fact').map(String), breeds: values('breed').map(readBreed) }
}

/** Only this file writes the column; even so, a missing member is read as empty. */
function readBreed(value: unknown): Breed {
  const member = (name: string) => String(Reflect.get(Object(value), name) ?? '')
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
 * Appends facts and breeds. A stored fact stays as it is; a stored breed is replaced. Throws
 * `import.invalid` when there would be too many.
 */
export function saveRecords(db: Db, records: CatRecords, onWritten: (percent: number) => void): Promise<Saved> {
  return db.transaction().execute(async (within) => {
    await bumpRevision(within, 'cat_facts_state')
    const stored = await readRecords(within)
    const facts = merge('fact', { stored: stored.facts, imported: records.facts, keyOf: (fact) => fact })
    const breeds = merge('breed', { stored: stored.breeds, imported: records.breeds, keyOf: ({ breed }) => breed })
    for (const { total } of [facts, breeds])
      if (total > maxRecords) throw invalidImport(`there would be ${total} records, and ${maxRecords} is the most`)
    const rows = [...facts.rows, ...breeds.rows]
    onWritten(0)
    const onStored = (count: number) => onWritten(percentOf(count, rows.length))
    await insertMany(within, 'cat_facts_records', rows, { replaceOn: ['kind', 'place'], onStored })
    return { added: facts.added + breeds.added, changed: facts.changed + breeds.changed }
  })
}

interface Merge<T> {
  readonly stored: readonly T[]
  readonly imported: readonly T[]
  keyOf(record: T): string
}

/** The rows that are new or differ: stored records keep their position, new ones follow in the order of the file. */
function merge<T>(kind: Kind, { stored, imported, keyOf }: Merge<T>): Saved & { rows: RecordsTable[]; total: number } {
  const known = new Map(stored.map((record, index) => [keyOf(record), { place: index, data: JSON.stringify(record) }]))
  const rows = new Map<number, RecordsTable>()
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

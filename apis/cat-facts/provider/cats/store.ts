// Reads and writes the imported records, and keeps what is made of them in memory. The revision of the one state row tells
// every process when its copy is out of date, whoever imported. Of a kind that was never imported the sample answers.
import type { ProviderKit } from '#define'
import type { RecordsTable, Tables } from '../../tables.ts'
import { refused } from '../import/cat-collector.ts'
import { type Breed, type CatData, type CatRecords, createCatData } from './cat-data.ts'

type Db = ProviderKit<Tables>['db']
type Kind = RecordsTable['kind']

/** How old the knowledge of the revision may be. Imports of this process are seen at once. */
const freshMs = 1000
const rowsPerStatement = 200
/** Of each kind. The provider has below 500. */
export const recordLimit = 50_000

export interface Saved {
  readonly added: number
  readonly changed: number
}
export interface CatStore {
  /** What is known now, at most a second behind imports of other processes. */
  data(kit: ProviderKit<Tables>): Promise<CatData>
  /** Adds facts and breeds behind those that are stored; a fact that is there stays, a breed that is there is replaced. */
  save(kit: ProviderKit<Tables>, records: CatRecords): Promise<Saved>
}

/** What is known of one database. A save drops it whole, so that a reading under way cannot bring old records back. */
interface Slot {
  known?: { readonly revision: number; readonly checkedMs: number; readonly data: CatData }
  reading?: Promise<CatData> | undefined
}

export function createCatStore(readSample: () => Promise<CatRecords>): CatStore {
  const slots = new WeakMap<Db, Slot>()

  async function read(slot: Slot, kit: ProviderKit<Tables>): Promise<CatData> {
    const checkedMs = kit.now()
    const revision = await readRevision(kit.db)
    // A change between the two readings is only loaded early: the older revision makes the next check load again.
    const data = slot.known?.revision === revision ? slot.known.data : await load(kit.db, readSample)
    slot.known = { revision, checkedMs, data }
    return data
  }

  return {
    async data(kit) {
      const slot = slots.get(kit.db) ?? {}
      slots.set(kit.db, slot)
      if (slot.known && Math.abs(kit.now() - slot.known.checkedMs) < freshMs) return slot.known.data
      slot.reading ??= read(slot, kit).finally(() => {
        slot.reading = undefined
      })
      return slot.reading
    },
    async save(kit, records) {
      const saved = await kit.db.transaction().execute((db) => saveLocked(db, records))
      slots.delete(kit.db)
      return saved
    },
  }
}

async function load(db: Db, readSample: () => Promise<CatRecords>): Promise<CatData> {
  const stored = await readRecords(db)
  const sample = { facts: stored.facts.length === 0, breeds: stored.breeds.length === 0 }
  const { facts, breeds } = sample.facts || sample.breeds ? await readSample() : stored
  const records = { facts: sample.facts ? facts : stored.facts, breeds: sample.breeds ? breeds : stored.breeds }
  return createCatData(records, sample)
}

async function readRecords(db: Db): Promise<CatRecords> {
  const rows = await db.selectFrom('cat_facts_records').select(['kind', 'data']).orderBy('place').execute()
  const values = (kind: Kind): unknown[] => rows.filter((row) => row.kind === kind).map((row) => JSON.parse(row.data))
  return { facts: values('fact').map(String), breeds: values('breed').map(readBreed) }
}

/** Nothing outside this file writes the column; a member that is missing is empty all the same. */
function readBreed(value: unknown): Breed {
  const text = (name: string) => String(Reflect.get(Object(value), name) ?? '')
  return {
    breed: text('breed'),
    country: text('country'),
    origin: text('origin'),
    coat: text('coat'),
    pattern: text('pattern'),
  }
}

async function readRevision(db: Db): Promise<number> {
  const row = await db.selectFrom('cat_facts_state').select('revision').where('id', '=', 1).executeTakeFirst()
  return row?.revision ?? 0
}

async function saveLocked(db: Db, records: CatRecords): Promise<Saved> {
  await bumpRevision(db)
  const stored = await readRecords(db)
  const facts = rowsFor('fact', { stored: stored.facts, given: records.facts, keyOf: (fact) => fact })
  const breeds = rowsFor('breed', { stored: stored.breeds, given: records.breeds, keyOf: ({ breed }) => breed })
  for (const { total } of [facts, breeds])
    if (total > recordLimit) throw refused([`there would be ${total} records, and ${recordLimit} is the most`])
  await write(db, [...facts.rows, ...breeds.rows])
  return { added: facts.added + breeds.added, changed: facts.changed + breeds.changed }
}

/** Also the lock: a second writer waits here until the first has ended its transaction. */
async function bumpRevision(db: Db): Promise<void> {
  await db
    .updateTable('cat_facts_state')
    .set((state) => ({ revision: state('revision', '+', 1) }))
    .where('id', '=', 1)
    .execute()
}

interface Join<T> {
  readonly stored: readonly T[]
  readonly given: readonly T[]
  keyOf(record: T): string
}

/** The rows that are new or differ: known records keep their place, new ones follow in the order given. */
function rowsFor<T>(kind: Kind, { stored, given, keyOf }: Join<T>): Saved & { rows: RecordsTable[]; total: number } {
  const known = new Map(stored.map((record, place) => [keyOf(record), { place, data: JSON.stringify(record) }]))
  const rows = new Map<number, RecordsTable>()
  for (const record of given) {
    const before = known.get(keyOf(record))
    const data = JSON.stringify(record)
    if (before?.data === data) continue
    const place = before?.place ?? known.size
    known.set(keyOf(record), { place, data })
    rows.set(place, { kind, place, data })
  }
  const added = known.size - stored.length
  return { rows: [...rows.values()], total: known.size, added, changed: rows.size - added }
}

async function write(db: Db, rows: readonly RecordsTable[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await db
      .insertInto('cat_facts_records')
      .values(rows.slice(start, start + rowsPerStatement))
      .onConflict((conflict) =>
        conflict.columns(['kind', 'place']).doUpdateSet((row) => ({ data: row.ref('excluded.data') })),
      )
      .execute()
  }
}

// Reads and writes the imported records, and keeps the world that is made of them in memory. The revision of the one state row
// tells every process when its world is out of date, whoever imported. While nothing is imported the sample answers.
import type { ProviderKit } from '#define'
import type { Kind, RecordsTable, Tables } from '../../tables.ts'
import { refused } from '../refused.ts'
import { createWorld, type World } from './linked-records.ts'
import type { CharacterRecord, EpisodeRecord, LocationRecord, Records } from './record.ts'

type Db = ProviderKit<Tables>['db']

/** How old the knowledge of the revision may be. Imports of this process are seen at once. */
const freshMs = 1000
const rowsPerStatement = 200
/** Of all kinds together. The provider has about 1000. */
export const recordLimit = 10_000

export interface Saved {
  readonly added: number
  readonly changed: number
}
export interface WorldStore {
  /** The world as it is known now, at most a second behind imports of other processes. */
  world(kit: ProviderKit<Tables>): Promise<World>
  /** Adds records; one of the same kind and id is replaced. */
  save(kit: ProviderKit<Tables>, records: Records): Promise<Saved>
}

/** What is known of one database. A save drops it whole, so that a reading under way cannot bring an old world back. */
interface Slot {
  known?: { readonly revision: number; readonly checkedMs: number; readonly world: World }
  reading?: Promise<World> | undefined
}

export function createWorldStore(readSample: () => Promise<Records>): WorldStore {
  const slots = new WeakMap<Db, Slot>()

  async function read(slot: Slot, kit: ProviderKit<Tables>): Promise<World> {
    const checkedMs = kit.now()
    const revision = await readRevision(kit.db)
    // A change between the two readings is only loaded early: the older revision makes the next check load again.
    const world = slot.known?.revision === revision ? slot.known.world : await load(kit.db, readSample)
    slot.known = { revision, checkedMs, world }
    return world
  }

  return {
    async world(kit) {
      const slot = slots.get(kit.db) ?? {}
      slots.set(kit.db, slot)
      if (slot.known && Math.abs(kit.now() - slot.known.checkedMs) < freshMs) return slot.known.world
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

async function load(db: Db, readSample: () => Promise<Records>): Promise<World> {
  const rows = await readRows(db)
  if (rows.length === 0) return createWorld(await readSample(), true)
  // only `saveLocked` writes the column, from records of the same types
  const ofKind = (kind: Kind) => rows.filter((row) => row.kind === kind).map(({ data }) => JSON.parse(data))
  const characters: CharacterRecord[] = ofKind('character')
  const locations: LocationRecord[] = ofKind('location')
  const episodes: EpisodeRecord[] = ofKind('episode')
  return createWorld({ characters, locations, episodes }, false)
}

function readRows(db: Db): Promise<RecordsTable[]> {
  return db.selectFrom('characters_records').selectAll().orderBy('kind').orderBy('id').execute()
}

async function readRevision(db: Db): Promise<number> {
  const row = await db.selectFrom('characters_state').select('revision').where('id', '=', 1).executeTakeFirst()
  return row?.revision ?? 0
}

async function saveLocked(db: Db, records: Records): Promise<Saved> {
  await bumpRevision(db)
  const stored = new Map((await readRows(db)).map(({ kind, id, data }) => [`${kind} ${id}`, data]))
  const rows = new Map<string, RecordsTable>()
  for (const row of rowsOf(withRefs(records, stored))) rows.set(`${row.kind} ${row.id}`, row)
  const changes = [...rows].filter(([key, { data }]) => stored.get(key) !== data)
  const added = changes.filter(([key]) => !stored.has(key)).length
  const total = stored.size + added
  if (total > recordLimit) throw refused([`there would be ${total} records, and ${recordLimit} is the most`])
  await write(
    db,
    changes.map(([, row]) => row),
  )
  return { added, changed: changes.length - added }
}

/** A location of an answer keeps what a dump knew it by, because characters of that dump name it so. */
function withRefs(records: Records, stored: ReadonlyMap<string, string>): Records {
  const locations = records.locations.map((location) => {
    const data = stored.get(`location ${location.id}`)
    const { ref }: LocationRecord = data === undefined ? location : JSON.parse(data)
    return ref === undefined ? location : { ...location, ref: location.ref ?? ref }
  })
  return { ...records, locations }
}

function rowsOf({ characters, locations, episodes }: Records): RecordsTable[] {
  const rows = (kind: Kind, records: readonly { readonly id: number }[]) =>
    records.map((record) => ({ kind, id: record.id, data: JSON.stringify(record) }))
  return [...rows('character', characters), ...rows('location', locations), ...rows('episode', episodes)]
}

/** Also the lock: a second writer waits here until the first has ended its transaction. */
async function bumpRevision(db: Db): Promise<void> {
  await db
    .updateTable('characters_state')
    .set((state) => ({ revision: state('revision', '+', 1) }))
    .where('id', '=', 1)
    .execute()
}

async function write(db: Db, rows: readonly RecordsTable[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await db
      .insertInto('characters_records')
      .values(rows.slice(start, start + rowsPerStatement))
      .onConflict((conflict) =>
        conflict.columns(['kind', 'id']).doUpdateSet((row) => ({ data: row.ref('excluded.data') })),
      )
      .execute()
  }
}

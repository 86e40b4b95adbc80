// Reads and writes the imported activities, and keeps the index of them in memory. The revision of the one state row tells
// every process when its index is out of date, whoever imported. While nothing is imported the sample answers.
import type { ProviderKit } from '#define'
import type { RecordsTable, Tables } from '../../tables.ts'
import { refused } from '../import/refused.ts'
import { type Activity, type Draft, makeKey, readActivity } from './activity.ts'
import { type ActivityIndex, createActivityIndex } from './activity-index.ts'

type Db = ProviderKit<Tables>['db']

/** How old the knowledge of the revision may be. Imports of this process are seen at once. */
const freshMs = 1000
const rowsPerStatement = 200
/** The provider has about 200. */
export const activityLimit = 50_000

export interface Saved {
  readonly added: number
  readonly changed: number
}
export interface ActivityStore {
  /** The index of what is known now, at most a second behind imports of other processes. */
  index(kit: ProviderKit<Tables>): Promise<ActivityIndex>
  /** Adds activities behind those that are stored; one whose key is there is replaced. Makes the keys that are missing. */
  save(kit: ProviderKit<Tables>, drafts: readonly Draft[]): Promise<Saved>
}

/** What is known of one database. A save drops it whole, so that a reading under way cannot bring old activities back. */
interface Slot {
  known?: { readonly revision: number; readonly checkedMs: number; readonly index: ActivityIndex }
  reading?: Promise<ActivityIndex> | undefined
}

export function createActivityStore(readSample: () => Promise<readonly Activity[]>): ActivityStore {
  const slots = new WeakMap<Db, Slot>()

  async function read(slot: Slot, kit: ProviderKit<Tables>): Promise<ActivityIndex> {
    const checkedMs = kit.now()
    const revision = await readRevision(kit.db)
    // A change between the two readings is only loaded early: the older revision makes the next check load again.
    const index = slot.known?.revision === revision ? slot.known.index : await load(kit.db, readSample)
    slot.known = { revision, checkedMs, index }
    return index
  }

  return {
    async index(kit) {
      const slot = slots.get(kit.db) ?? {}
      slots.set(kit.db, slot)
      if (slot.known && Math.abs(kit.now() - slot.known.checkedMs) < freshMs) return slot.known.index
      slot.reading ??= read(slot, kit).finally(() => {
        slot.reading = undefined
      })
      return slot.reading
    },
    async save(kit, drafts) {
      const saved = await kit.db.transaction().execute((db) => saveLocked(db, drafts))
      slots.delete(kit.db)
      return saved
    },
  }
}

async function load(db: Db, readSample: () => Promise<readonly Activity[]>): Promise<ActivityIndex> {
  const stored = await readStored(db)
  return stored.length > 0 ? createActivityIndex(stored, false) : createActivityIndex(await readSample(), true)
}

async function readStored(db: Db): Promise<Activity[]> {
  const rows = await db.selectFrom('activity_suggestions_records').select('data').orderBy('place').execute()
  return rows.map(({ data }) => {
    const activity = readActivity(JSON.parse(data))
    if (typeof activity === 'string' || activity.key === undefined)
      throw new Error(`a stored activity cannot be read: ${String(activity)}`)
    return { ...activity, key: activity.key }
  })
}

async function readRevision(db: Db): Promise<number> {
  const row = await db
    .selectFrom('activity_suggestions_state')
    .select('revision')
    .where('id', '=', 1)
    .executeTakeFirst()
  return row?.revision ?? 0
}

async function saveLocked(db: Db, drafts: readonly Draft[]): Promise<Saved> {
  await bumpRevision(db)
  const stored = await readStored(db)
  const { rows, total } = join(stored, drafts)
  if (total > activityLimit) throw refused([`there would be ${total} activities, and ${activityLimit} is the most`])
  await write(db, rows)
  const added = total - stored.length
  return { added, changed: rows.length - added }
}

/** Also the lock: a second writer waits here until the first has ended its transaction. */
async function bumpRevision(db: Db): Promise<void> {
  await db
    .updateTable('activity_suggestions_state')
    .set((state) => ({ revision: state('revision', '+', 1) }))
    .where('id', '=', 1)
    .execute()
}

/**
 * The rows that are new or differ: known activities keep their place, new ones follow in the order given. One without a key has
 * that of the same text.
 */
function join(stored: readonly Activity[], drafts: readonly Draft[]): { rows: RecordsTable[]; total: number } {
  const known = new Map(stored.map((one, place) => [one.key, { place, data: JSON.stringify(one) }]))
  const keys = new Map(stored.map(({ activity, key }) => [activity, key]))
  // keys that the file gives are not for those that are made
  const given = new Set(drafts.map(({ key }) => key))
  const isTaken = (key: string) => given.has(key) || known.has(key)
  const rows = new Map<number, RecordsTable>()
  for (const draft of drafts) {
    const key = draft.key ?? keys.get(draft.activity) ?? makeKey(draft.activity, isTaken)
    keys.set(draft.activity, key)
    const before = known.get(key)
    const data = JSON.stringify({ ...draft, key })
    if (before?.data === data) continue
    const place = before?.place ?? known.size
    known.set(key, { place, data })
    rows.set(place, { place, data })
  }
  return { rows: [...rows.values()], total: known.size }
}

async function write(db: Db, rows: readonly RecordsTable[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await db
      .insertInto('activity_suggestions_records')
      .values(rows.slice(start, start + rowsPerStatement))
      .onConflict((conflict) => conflict.column('place').doUpdateSet((row) => ({ data: row.ref('excluded.data') })))
      .execute()
  }
}

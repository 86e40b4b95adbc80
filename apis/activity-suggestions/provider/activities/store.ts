// The imported activities in the database, in the order of the data.
import type { Kysely } from 'kysely'
import { bumpRevision, insertMany, invalidImport, percentOf } from '#provider'
import type { RecordsTable, Tables } from '../../tables.ts'
import { type Activity, type Draft, makeKey } from './activity.ts'

type Db = Kysely<Tables>

/** The provider has about 200. */
export const maxActivities = 50_000

export async function readActivities(db: Db): Promise<Activity[]> {
  const rows = await db.selectFrom('activity_suggestions_records').select('data').orderBy('place').execute()
  // only `saveActivities` writes the column
  return rows.map(({ data }): Activity => JSON.parse(data))
}

/**
 * Appends activities; one with a stored key replaces that one. Generates missing keys. Throws
 * `import.invalid` when there would be too many.
 */
export function saveActivities(
  db: Db,
  drafts: readonly Draft[],
  onWritten: (percent: number) => void,
): Promise<{ added: number; changed: number }> {
  return db.transaction().execute(async (within) => {
    await bumpRevision(within, 'activity_suggestions_state')
    const stored = await readActivities(within)
    const { rows, total } = merge(stored, drafts)
    if (total > maxActivities)
      throw invalidImport(`there would be ${total} activities, and ${maxActivities} is the most`)
    onWritten(0)
    const onStored = (count: number) => onWritten(percentOf(count, rows.length))
    await insertMany(within, 'activity_suggestions_records', rows, { replaceOn: ['place'], onStored })
    const added = total - stored.length
    return { added, changed: rows.length - added }
  })
}

/**
 * The rows that are new or differ. Stored activities keep their position, new ones follow in the order of the file. An
 * activity without a key has the key of a stored one with the same name.
 */
function merge(stored: readonly Activity[], drafts: readonly Draft[]): { rows: RecordsTable[]; total: number } {
  const known = new Map(stored.map((one, index) => [one.key, { place: index, data: JSON.stringify(one) }]))
  const keys = new Map(stored.map(({ activity, key }) => [activity, key]))
  // keys in the file are not available to generated ones
  const reserved = new Set(drafts.map(({ key }) => key))
  const isTaken = (key: string) => reserved.has(key) || known.has(key)
  const rows = new Map<number, RecordsTable>()
  for (const draft of drafts) {
    const key = draft.key ?? keys.get(draft.activity) ?? makeKey(draft.activity, isTaken)
    keys.set(draft.activity, key)
    const previous = known.get(key)
    const data = JSON.stringify({ ...draft, key })
    if (previous?.data === data) continue
    const place = previous?.place ?? known.size
    known.set(key, { place, data })
    rows.set(place, { place, data })
  }
  return { rows: [...rows.values()], total: known.size }
}

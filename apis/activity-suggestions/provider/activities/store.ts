// The imported activities in the database, in the order of the data.
import type { Kysely } from 'kysely'
import { byKey } from '#provider'
import { invalidImport, type PublishedTables, publishRows, readPublished } from '#provider/import'
import type { RecordsTable, Tables } from '../../tables.ts'
import { type Activity, type Draft, makeKey } from './activity.ts'

type Db = Kysely<Tables>
/** A record without its import number. */
type Row = Omit<RecordsTable, 'import'>

/** The limit of activities. The provider has about 200. */
export const maxActivities = 50_000

const tables: PublishedTables<Row> = {
  records: 'activity_suggestions_records',
  key: ['place'],
  imports: 'activity_suggestions_imports',
  state: 'activity_suggestions_state',
}

export async function readActivities(db: Db): Promise<Activity[]> {
  return activitiesOf(await readPublished(db, tables))
}

function activitiesOf(unsorted: Row[]): Activity[] {
  const rows = unsorted.sort(byKey(({ place }) => place))
  // only `saveActivities` writes the column
  return rows.map(({ data }): Activity => JSON.parse(data))
}

/**
 * Appends activities, visible all at once; an activity with a stored key replaces the stored one. Generates missing
 * keys. Throws `import.invalid` if there would be too many.
 */
export async function saveActivities(
  db: Db,
  drafts: readonly Draft[],
  onWritten: (percent: number) => void,
): Promise<{ added: number; changed: number }> {
  const plan = (records: Row[]) => {
    const stored = activitiesOf(records)
    const { rows, total } = merge(stored, drafts)
    if (total > maxActivities)
      throw invalidImport(`there would be ${total} activities, and ${maxActivities} is the most`)
    const added = total - stored.length
    return { rows, added, changed: rows.length - added }
  }
  const { added, changed } = await publishRows(db, tables, { plan, onWritten })
  return { added, changed }
}

/**
 * Returns the rows that are new or differ. Stored activities keep their position, new ones follow in the order of the
 * file. An activity without a key takes the key of a stored one with the same name.
 */
function merge(stored: readonly Activity[], drafts: readonly Draft[]): { rows: Row[]; total: number } {
  const known = new Map(stored.map((one, index) => [one.key, { place: index, data: JSON.stringify(one) }]))
  const keys = new Map(stored.map(({ activity, key }) => [activity, key]))
  // keys in the file are not available to generated ones
  const reserved = new Set(drafts.map(({ key }) => key))
  const isTaken = (key: string) => reserved.has(key) || known.has(key)
  const rows = new Map<number, Row>()
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

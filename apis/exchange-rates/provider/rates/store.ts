// The stored days in the database: imported ones, or those of the sample.
import type { Kysely } from 'kysely'
import {
  byKey,
  descending,
  mapInSteps,
  type PublishedTables,
  publishRows,
  readPublished,
  readRevision,
} from '#provider'
import type { DaysTable, Tables } from '../../tables.ts'
import { type Day, maxDays } from './rate-index.ts'

type Db = Kysely<Tables>
/** A day without the number of its import. */
type Row = Omit<DaysTable, 'import'>

const tables: PublishedTables<Row> = {
  records: 'exchange_rates_days',
  key: ['day'],
  imports: 'exchange_rates_imports',
  state: 'exchange_rates_state',
}

/** The newest days, at most `maxDays`. */
export async function readDays(db: Db): Promise<{ days: Day[]; isSample: boolean }> {
  const stored = await readPublished(db, tables)
  const imported = withoutSample(stored)
  const isSample = imported.length === 0 && stored.length > 0
  const rows = (isSample ? stored : imported).sort(descending(byKey(({ day }) => day))).slice(0, maxDays)
  return { days: await mapInSteps(rows, ({ day, rates }) => ({ day, rates: readRates(rates) })), isSample }
}

function withoutSample(rows: readonly Row[]): Row[] {
  return rows.filter(({ sample }) => sample === 0)
}

/** Only this file writes the column; even so, a value that is not a number is skipped. */
function readRates(json: string): Record<string, number> {
  const parsed: unknown = JSON.parse(json)
  const rates: Record<string, number> = {}
  for (const [code, rate] of Object.entries(Object(parsed))) if (typeof rate === 'number') rates[code] = rate
  return rates
}

/** Stores the sample when nothing is stored. */
export async function seedSample(db: Db): Promise<void> {
  if (!(await isEmpty(db))) return
  const { sampleDays } = await import('../../seed/sample.ts')
  await publishRows(db, tables, {
    plan: (stored) => ({ rows: stored.length > 0 ? [] : sampleDays().map((day) => rowOf(day, 1)) }),
  })
}

/** No import has been published. */
async function isEmpty(db: Db): Promise<boolean> {
  return (await readRevision(db, 'exchange_rates_state')) === 0
}

/**
 * Adds days, all at once to readers; rates of a stored day are replaced or added to it. Removes the sample. Returns how
 * many days were new and how many changed.
 */
export async function saveDays(
  db: Db,
  days: readonly Day[],
  onWritten: (percent: number) => void = () => undefined,
): Promise<{ added: number; changed: number }> {
  const { added, changed } = await publishRows(db, tables, { plan: (stored) => merge(stored, days), onWritten })
  // hidden since the first imported day was published
  await db.deleteFrom('exchange_rates_days').where('sample', '=', 1).execute()
  return { added, changed }
}

/** The days that are new or differ. */
function merge(stored: readonly Row[], days: readonly Day[]) {
  const previousRates = new Map(withoutSample(stored).map(({ day, rates }) => [day, rates]))
  const rows: Row[] = []
  let added = 0
  for (const { day, rates } of days) {
    const json = previousRates.get(day)
    const previous = json === undefined ? undefined : readRates(json)
    if (previous && Object.keys(rates).every((code) => previous[code] === rates[code])) continue
    if (!previous) added += 1
    rows.push(rowOf({ day, rates: { ...previous, ...rates } }, 0))
  }
  return { rows, added, changed: rows.length - added }
}

function rowOf({ day, rates }: Day, sample: number): Row {
  return { day, rates: JSON.stringify(rates), sample }
}

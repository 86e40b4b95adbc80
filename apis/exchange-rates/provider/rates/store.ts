// The days stored in the database: imported ones, or those of the sample.
import type { Kysely } from 'kysely'
import { byKey, descending, mapInSteps } from '#provider'
import { type PublishedTables, publishRows, readPublished } from '#provider/import'
import { readRevision } from '#provider/sql'
import { firstDay } from '../../model/calendar.ts'
import type { Day } from '../../model/day.ts'
import type { DaysTable, Tables } from '../../tables.ts'
import { maxDays } from './rate-index.ts'

type Db = Kysely<Tables>
/** A day without the number of its import. */
type Row = Omit<DaysTable, 'import'>

const tables: PublishedTables<Row> = {
  records: 'exchange_rates_days',
  key: ['day'],
  imports: 'exchange_rates_imports',
  state: 'exchange_rates_state',
}

/** Returns the newest days, at most `maxDays`; from the sample only those up to today. */
export async function readDays(db: Db, today: string): Promise<{ days: Day[]; isSample: boolean }> {
  const stored = await readPublished(db, tables)
  const imported = withoutSample(stored)
  const isSample = imported.length === 0 && stored.length > 0
  if (isSample) return { days: (await import('../../seed/sample.ts')).sampleDays(today), isSample }
  const rows = imported.sort(descending(byKey(({ day }) => day))).slice(0, maxDays)
  return { days: await mapInSteps(rows, ({ day, rates }) => ({ day, rates: readRates(rates) })), isSample }
}

function withoutSample(rows: readonly Row[]): Row[] {
  return rows.filter(({ sample }) => sample === 0)
}

/** Parses the column, which only this file writes; values other than numbers are skipped. */
function readRates(json: string): Record<string, number> {
  const parsed: unknown = JSON.parse(json)
  const rates: Record<string, number> = {}
  for (const [code, rate] of Object.entries(Object(parsed))) if (typeof rate === 'number') rates[code] = rate
  return rates
}

/** Stores a row that represents the sample, if the table is empty. The figures follow the clock (`readDays`). */
export async function seedSample(db: Db): Promise<void> {
  if (!(await isEmpty(db))) return
  await publishRows(db, tables, {
    plan: (stored) => ({ rows: stored.length > 0 ? [] : [rowOf({ day: firstDay, rates: {} }, 1)] }),
  })
}

/** Reports whether no import has been published. */
async function isEmpty(db: Db): Promise<boolean> {
  return (await readRevision(db, 'exchange_rates_state')) === 0
}

/**
 * Adds days atomically for readers; rates of a stored day are replaced or added. Removes the sample. Returns the
 * numbers of new and of changed days.
 */
export async function saveDays(
  db: Db,
  days: readonly Day[],
  onWritten: (percent: number) => void = () => undefined,
): Promise<{ added: number; changed: number }> {
  const { added, changed } = await publishRows(db, tables, { plan: (stored) => merge(stored, days), onWritten })
  // invisible since the first imported day was published
  await db.deleteFrom('exchange_rates_days').where('sample', '=', 1).execute()
  return { added, changed }
}

/** Returns the days that are new or differ. */
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

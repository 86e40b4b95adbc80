// Reads and writes series of budget events with their exceptions. Writers run inside `withLock`.
import type { Selectable } from 'kysely'
import { type DayNumber, formatDay, parseStoredDay, type Span } from '../../days.ts'
import { conflict } from '../../errors.ts'
import { type Db, type Ledger, takeIds } from '../../ledger.ts'
import type { SeriesExceptionsTable, SeriesTable } from '../tables.ts'
import type { Exception, Series } from './series.ts'

/** A series with its ids. */
export interface StoredSeries extends Series {
  readonly id: number
  readonly scenarioId: number
  readonly categoryId: number
}
/** Selects the series that match every member. */
interface SeriesFilter {
  readonly ids?: readonly number[]
  readonly scenarioIds?: readonly number[] | undefined
  readonly categoryIds?: readonly number[] | undefined
  /** Selects the series that could have events within these days. */
  readonly running?: Span
}

/** Limit of series in a ledger, and a user's `available_budgets`. */
export const seriesLimit = 2000
/** Changed or removed occurrences of one series. */
const exceptionLimit = 1000
const rowsPerStatement = 100

/** Returns series by id. */
export async function readSeries(db: Db, owner: string, filter: SeriesFilter = {}): Promise<StoredSeries[]> {
  let query = db.selectFrom('personal_finance_series').selectAll().where('owner', '=', owner)
  if (filter.ids) query = query.where('id', 'in', [...filter.ids])
  if (filter.scenarioIds) query = query.where('scenario_id', 'in', [...filter.scenarioIds])
  if (filter.categoryIds) query = query.where('category_id', 'in', [...filter.categoryIds])
  const { running } = filter
  if (running) {
    const [first, last] = [formatDay(running.start), formatDay(running.end)]
    // days sort alike under every collation
    query = query
      .where('start_date', '<=', last)
      .where((row) => row.or([row('end_date', 'is', null), row('end_date', '>=', first)]))
  }
  const rows = await query.orderBy('id').execute()
  if (rows.length === 0) return []
  const exceptions = await readExceptions(db, owner, rows.length === 1 ? rows[0]?.id : undefined)
  return rows.map((row) => seriesIn(row, exceptions.get(row.id) ?? []))
}

/** Stores a new series under a new id. Throws 409 if there are too many. */
export async function addSeries(db: Db, ledger: Ledger, series: Omit<StoredSeries, 'id'>): Promise<StoredSeries> {
  const { count } = await db
    .selectFrom('personal_finance_series')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('owner', '=', ledger.owner)
    .executeTakeFirstOrThrow()
  if (count >= seriesLimit) throw conflict(`There are ${seriesLimit} series of events, and no more can be added`)
  const stored = { ...series, id: await takeIds(db, ledger.owner) }
  await insertSeries(db, { owner: ledger.owner, now: ledger.now }, stored)
  return stored
}

/** Stores a series under its existing id. */
export async function insertSeries(
  db: Db,
  { owner, now }: { owner: string; now: number },
  series: StoredSeries,
): Promise<void> {
  const { id, scenarioId, categoryId } = series
  await db
    .insertInto('personal_finance_series')
    .values({
      owner,
      id,
      scenario_id: scenarioId,
      category_id: categoryId,
      ...rowOf(series),
      created_at: now,
      updated_at: now,
    })
    .execute()
  await writeExceptions(db, owner, series)
}

/** Stores a changed series. */
export async function replaceSeries(db: Db, ledger: Ledger, series: StoredSeries): Promise<void> {
  const { owner, now } = ledger
  await db
    .updateTable('personal_finance_series')
    .set({ ...rowOf(series), updated_at: now })
    .where('owner', '=', owner)
    .where('id', '=', series.id)
    .execute()
  await db
    .deleteFrom('personal_finance_series_exceptions')
    .where('owner', '=', owner)
    .where('series_id', '=', series.id)
    .execute()
  await writeExceptions(db, owner, series)
}

/** Removes a series with its exceptions. */
export async function removeSeries(db: Db, owner: string, id: number): Promise<void> {
  await db.deleteFrom('personal_finance_series').where('owner', '=', owner).where('id', '=', id).execute()
}

async function readExceptions(
  db: Db,
  owner: string,
  seriesId: number | undefined,
): Promise<Map<number, Selectable<SeriesExceptionsTable>[]>> {
  let query = db.selectFrom('personal_finance_series_exceptions').selectAll().where('owner', '=', owner)
  if (seriesId !== undefined) query = query.where('series_id', '=', seriesId)
  return Map.groupBy(await query.execute(), (row) => row.series_id)
}

async function writeExceptions(db: Db, owner: string, { id, exceptions }: StoredSeries): Promise<void> {
  if (exceptions.size > exceptionLimit)
    throw conflict(`A series can have ${exceptionLimit} events that differ from it, and no more`)
  const rows = [...exceptions].map(([day, exception]) => ({
    owner,
    series_id: id,
    date: formatDay(day),
    removed: flag(exception.removed),
    amount: exception.amount ?? null,
    has_note: flag(exception.note !== undefined),
    note: exception.note ?? null,
  }))
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    await db
      .insertInto('personal_finance_series_exceptions')
      .values(rows.slice(start, start + rowsPerStatement))
      .execute()
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0
}

function rowOf({ rule, end, amount, note }: Series) {
  return {
    start_date: formatDay(rule.start),
    end_date: end === undefined ? null : formatDay(end),
    month_day: rule.monthDay,
    repeat_type: rule.type,
    repeat_interval: rule.interval,
    amount,
    note,
  }
}

function seriesIn(
  row: Selectable<SeriesTable>,
  exceptions: readonly Selectable<SeriesExceptionsTable>[],
): StoredSeries {
  return {
    id: row.id,
    scenarioId: row.scenario_id,
    categoryId: row.category_id,
    rule: {
      type: row.repeat_type,
      interval: row.repeat_interval,
      start: parseStoredDay(row.start_date),
      monthDay: row.month_day,
    },
    end: row.end_date === null ? undefined : parseStoredDay(row.end_date),
    amount: row.amount,
    note: row.note,
    exceptions: new Map(exceptions.map((own): [DayNumber, Exception] => [parseStoredDay(own.date), exceptionIn(own)])),
  }
}

function exceptionIn({ removed, amount, has_note, note }: Selectable<SeriesExceptionsTable>): Exception {
  return { removed: removed === 1, amount: amount ?? undefined, note: has_note === 1 ? note : undefined }
}

// Reads and writes series of budget events with their exceptions. Every function runs inside `readWorld` or `changeWorld`.
import type { Selectable } from 'kysely'
import { type DayNumber, dayText, type Span, storedDay } from '../../days.ts'
import { conflict } from '../../errors.ts'
import { type Db, takeIds, type World } from '../../ledger.ts'
import type { SeriesExceptionsTable, SeriesTable } from '../tables.ts'
import type { Exception, Series } from './series.ts'

/** A series and what it belongs to. */
export interface StoredSeries extends Series {
  readonly id: number
  readonly scenarioId: number
  readonly categoryId: number
}
/** Which series are wanted: those that have every property given. */
export interface SeriesWish {
  readonly ids?: readonly number[]
  readonly scenarioIds?: readonly number[] | undefined
  readonly categoryIds?: readonly number[] | undefined
  /** With a first day at or before its end and a last day not before its start. */
  readonly running?: Span
}

/** So many series in one world; also what a user is told to have in budgets. */
export const seriesLimit = 2000
/** So many single changes of one series. */
const exceptionLimit = 1000
const rowsPerStatement = 100

/** Series in order of their ids. */
export async function readSeries(db: Db, owner: string, wish: SeriesWish = {}): Promise<StoredSeries[]> {
  let query = db.selectFrom('personal_finance_series').selectAll().where('owner', '=', owner)
  if (wish.ids) query = query.where('id', 'in', [...wish.ids])
  if (wish.scenarioIds) query = query.where('scenario_id', 'in', [...wish.scenarioIds])
  if (wish.categoryIds) query = query.where('category_id', 'in', [...wish.categoryIds])
  const { running } = wish
  if (running) {
    const [first, last] = [dayText(running.start), dayText(running.end)]
    // Texts of this one form compare alike under every collation.
    query = query
      .where('start_date', '<=', last)
      .where((row) => row.or([row('end_date', 'is', null), row('end_date', '>=', first)]))
  }
  const rows = await query.orderBy('id').execute()
  if (rows.length === 0) return []
  const exceptions = await readExceptions(db, owner, rows.length === 1 ? rows[0]?.id : undefined)
  return rows.map((row) => seriesIn(row, exceptions.get(row.id) ?? []))
}

/** Stores a new series and gives it its id. Refuses one too many. */
export async function addSeries(db: Db, world: World, series: Omit<StoredSeries, 'id'>): Promise<StoredSeries> {
  const { count } = await db
    .selectFrom('personal_finance_series')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('owner', '=', world.owner)
    .executeTakeFirstOrThrow()
  if (count >= seriesLimit) throw conflict(`There are ${seriesLimit} series of events, and no more can be added`)
  const stored = { ...series, id: await takeIds(db, world.owner) }
  await insertSeries(db, { owner: world.owner, now: world.now }, stored)
  return stored
}

/** Stores a series under an id that is its own already. */
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

/** Stores what a series has become. */
export async function replaceSeries(db: Db, world: World, series: StoredSeries): Promise<void> {
  const { owner, now } = world
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
    date: dayText(day),
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
    start_date: dayText(rule.start),
    end_date: end === undefined ? null : dayText(end),
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
      start: storedDay(row.start_date),
      monthDay: row.month_day,
    },
    end: row.end_date === null ? undefined : storedDay(row.end_date),
    amount: row.amount,
    note: row.note,
    exceptions: new Map(exceptions.map((own): [DayNumber, Exception] => [storedDay(own.date), exceptionIn(own)])),
  }
}

function exceptionIn({ removed, amount, has_note, note }: Selectable<SeriesExceptionsTable>): Exception {
  return { removed: removed === 1, amount: amount ?? undefined, note: has_note === 1 ? note : undefined }
}

// Stores one reading of a source so that answers see either the former reading or the whole new one: rows are put down under a new
// number in small steps, and one short transaction makes that number the valid one and adds to the day's figures. What a killed
// process leaves is rows of a number that is never valid; the next complete reading removes them.

import { sql } from 'kysely'
import type { CurrentTable, Db } from '../../../tables.ts'
import { yieldToEventLoop } from '../../event-loop.ts'
import { dayOf } from '../../iso-time.ts'
import { insertRows, rowsAtOnce } from './bulk-insert.ts'

export type StagedRow = Pick<CurrentTable, 'item' | 'price' | 'quantity' | 'bid' | 'volume' | 'median' | 'odd'>

const itemsPerStatement = 2500
const columns = ['item', 'price', 'quantity', 'bid', 'volume', 'median', 'odd']

/** Notes that a reading begins, and gives it its number. */
export async function beginReading(db: Db, source: number, nowMs: number): Promise<number> {
  const row = await db
    .insertInto('item_market_sources')
    .values({ id: source, started: 1, attempted_ms: nowMs, snapshot: 0, revision: 0, items: 0 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        started: sql<number>`item_market_sources.started + 1`,
        attempted_ms: nowMs,
      }),
    )
    .returning('started')
    .executeTakeFirstOrThrow()
  return row.started
}

/** Notes why the reading failed; the sentence is shown to the operator and in the status. */
export async function failReading(db: Db, source: number, error: string): Promise<void> {
  await db.updateTable('item_market_sources').set({ error }).where('id', '=', source).execute()
}

/** The same of a source that is asked item by item. */
export async function failRow(
  db: Db,
  source: number,
  { nowMs, error }: { nowMs: number; error: string },
): Promise<void> {
  await db
    .insertInto('item_market_sources')
    .values({ id: source, started: 0, snapshot: 0, revision: 0, items: 0, attempted_ms: nowMs, error })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ attempted_ms: nowMs, error }))
    .execute()
}

/** Puts rows down under a number that is not valid yet. `rows` must be of different items; in their order they are put down soonest. */
export async function stageRows(
  db: Db,
  { source, snapshot, nowMs }: { source: number; snapshot: number; nowMs: number },
  rows: Iterable<StagedRow>,
): Promise<void> {
  const same = { source, snapshot, at_ms: nowMs }
  for (const some of tuplesOf(rows, rowsAtOnce(db))) {
    await insertRows(db, 'item_market_current', { same, columns, rows: some })
    await yieldToEventLoop()
  }
}

function* tuplesOf(rows: Iterable<StagedRow>, atOnce: number): Generator<(number | null)[][]> {
  let some: (number | null)[][] = []
  for (const { item, price, quantity, bid, volume, median, odd } of rows) {
    some.push([item, price, quantity, bid, volume, median, odd])
    if (some.length < atOnce) continue
    yield some
    some = []
  }
  yield some
}

/**
 * Makes the number the valid one. `rows` are the numbers of the items whose rows were put down, ascending, and `items` how many of them
 * are no phases. False when a reading begun later was complete before: then nothing changes.
 */
export async function completeReading(
  db: Db,
  { source, snapshot, nowMs }: { source: number; snapshot: number; nowMs: number },
  { rows, items }: { rows: readonly number[]; items: number },
): Promise<boolean> {
  const done = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('item_market_sources')
      .set({
        snapshot,
        revision: sql<number>`revision + 1`,
        succeeded_ms: nowMs,
        error: null,
        items,
      })
      .where('id', '=', source)
      .where('snapshot', '<', snapshot)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    for (let start = 0; start < rows.length; start += itemsPerStatement) {
      const from = rows[start] ?? 0
      const to = rows[Math.min(start + itemsPerStatement, rows.length) - 1] ?? from
      await addToDays(trx, { source, snapshot, day: dayOf(nowMs), from, to })
      await yieldToEventLoop()
    }
    return true
  })
  if (done) await removeOld(db, source, snapshot)
  return done
}

interface Range {
  readonly source: number
  readonly snapshot: number
  readonly day: number
  /** Numbers of items, both included. */
  readonly from: number
  readonly to: number
}

/** Adds what was read to the figures of the day. `case` stands for the lesser of two, which the databases call by different names. */
async function addToDays(db: Db, { source, snapshot, day, from, to }: Range): Promise<void> {
  await sql`
    insert into item_market_days (item, day, source, low, high, total, samples, volume)
    select item, cast(${day} as integer), source, price, price, price, 1, coalesce(volume, quantity, 0)
    from item_market_current
    where source = ${source} and snapshot = ${snapshot} and item between ${from} and ${to} and odd = 0
    on conflict (item, day, source) do update set
      low = case when excluded.low < item_market_days.low then excluded.low else item_market_days.low end,
      high = case when excluded.high > item_market_days.high then excluded.high else item_market_days.high end,
      total = item_market_days.total + excluded.total,
      samples = item_market_days.samples + 1,
      volume = excluded.volume
  `.execute(db)
}

/** Removes what is not valid any more, also what killed processes left, in steps that hold nobody up. */
async function removeOld(db: Db, source: number, snapshot: number): Promise<void> {
  const old = db.selectFrom('item_market_current').where('source', '=', source).where('snapshot', '<', snapshot)
  const { most } = await old.select((rows) => rows.fn.max('item').as('most')).executeTakeFirstOrThrow()
  // a lower bound, too: PostgreSQL would go through all that the steps before have removed
  for (let from = 0; from < (most ?? 0); from += itemsPerStatement) {
    await db
      .deleteFrom('item_market_current')
      .where('source', '=', source)
      .where('snapshot', '<', snapshot)
      .where('item', '>', from)
      .where('item', '<=', from + itemsPerStatement)
      .execute()
    await yieldToEventLoop()
  }
}

/** Stores one row of a source that is asked item by item, and adds it to the day. */
export async function saveRow(
  db: Db,
  { source, nowMs }: { source: number; nowMs: number },
  row: StagedRow,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const state = { snapshot: 0, attempted_ms: nowMs, succeeded_ms: nowMs, error: null }
    await trx
      .insertInto('item_market_sources')
      .values({ id: source, started: 0, revision: 1, items: 1, ...state })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ ...state, revision: sql<number>`item_market_sources.revision + 1` }),
      )
      .execute()
    const values = { ...row, source, snapshot: 0, at_ms: nowMs }
    await trx
      .insertInto('item_market_current')
      .values(values)
      .onConflict((conflict) => conflict.columns(['source', 'snapshot', 'item']).doUpdateSet(values))
      .execute()
    await addToDays(trx, { source, snapshot: 0, day: dayOf(nowMs), from: row.item, to: row.item })
  })
}

/** Turns a source on or off for every process, or back to its default with null. */
export async function setEnabled(db: Db, source: number, enabled: boolean | null): Promise<void> {
  const value = enabled === null ? null : Number(enabled)
  await db
    .insertInto('item_market_sources')
    .values({ id: source, enabled: value, started: 0, snapshot: 0, revision: 0, items: 0 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ enabled: value }))
    .execute()
}

/** Removes days before the given one, in steps. Returns how many rows went. */
export async function removeDaysBefore(db: Db, day: number): Promise<number> {
  const { most } = await db
    .selectFrom('item_market_names')
    .select((names) => names.fn.max('id').as('most'))
    .executeTakeFirstOrThrow()
  let removed = 0
  for (let from = 0; from <= (most ?? 0); from += itemsPerStatement) {
    const { numDeletedRows } = await db
      .deleteFrom('item_market_days')
      .where('item', '>', from)
      .where('item', '<=', from + itemsPerStatement)
      .where('day', '<', day)
      .executeTakeFirst()
    removed += Number(numDeletedRows)
    await yieldToEventLoop()
  }
  return removed
}

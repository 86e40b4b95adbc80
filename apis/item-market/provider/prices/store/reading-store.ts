// Stores one reading of a source so that readers see either the previous reading or the whole new one: rows are staged
// under a new number in small steps, and one short transaction publishes that number and adds to the figures of the
// day. A killed process leaves rows of a number that is never published; the next complete reading removes them.

import { sql } from 'kysely'
import { present } from '#define/present'
import { yieldToEventLoop } from '#provider'
import type { CurrentTable, Db } from '../../../tables.ts'
import { dayOf } from '../../iso-time.ts'
import { type BulkDatabase, insertRows, maxRowsPerInsert } from './bulk-insert.ts'

export type StagedRow = Pick<CurrentTable, 'item' | 'price' | 'quantity' | 'bid' | 'volume' | 'median' | 'odd'>

const itemsPerStatement = 2500
const columns = ['item', 'price', 'quantity', 'bid', 'volume', 'median', 'odd']

/** Records the start of a reading, and returns its number. */
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

/** Records the cause of a failed reading; the message is shown to the operator and in the status. */
export async function failReading(db: Db, source: number, error: string): Promise<void> {
  await db.updateTable('item_market_sources').set({ error }).where('id', '=', source).execute()
}

/** Records a failure of a source read item by item. */
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

/** Stages rows under an unpublished number. The rows must be of different items; ascending ids are fastest. */
export async function stageRows(
  database: BulkDatabase,
  { source, snapshot, nowMs }: { source: number; snapshot: number; nowMs: number },
  rows: Iterable<StagedRow>,
): Promise<void> {
  const same = { source, snapshot, at_ms: nowMs }
  for (const some of tuplesOf(rows, maxRowsPerInsert(database))) {
    await insertRows(database, 'item_market_current', { same, columns, rows: some })
    await yieldToEventLoop()
  }
}

function* tuplesOf(rows: Iterable<StagedRow>, size: number): Generator<(number | null)[][]> {
  let some: (number | null)[][] = []
  for (const { item, price, quantity, bid, volume, median, odd } of rows) {
    some.push([item, price, quantity, bid, volume, median, odd])
    if (some.length < size) continue
    yield some
    some = []
  }
  yield some
}

/**
 * Publishes the reading. `rows` are the ids of the staged rows, ascending; `items` is the number of items, without
 * phases. Returns false, without a change, if a reading that began later was completed first.
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
      const from = present(rows[start])
      const to = present(rows[Math.min(start + itemsPerStatement, rows.length) - 1])
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
  /** Range of item ids, both ends included. */
  readonly from: number
  readonly to: number
}

/**
 * Adds the reading to the figures of the day. `case` selects the lesser value, because the databases have different
 * functions for it.
 */
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

/** Removes unpublished and replaced rows, also those of killed processes, in small steps. */
async function removeOld(db: Db, source: number, snapshot: number): Promise<void> {
  const old = db.selectFrom('item_market_current').where('source', '=', source).where('snapshot', '<', snapshot)
  const { most } = await old.select((rows) => rows.fn.max('item').as('most')).executeTakeFirstOrThrow()
  // the lower bound keeps PostgreSQL from scanning rows removed by earlier steps
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

/** Stores one row of a source read item by item, and adds it to the day. */
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

/** Enables or disables a source for all processes; null restores its default. */
export async function setEnabled(db: Db, source: number, enabled: boolean | null): Promise<void> {
  const value = enabled === null ? null : Number(enabled)
  await db
    .insertInto('item_market_sources')
    .values({ id: source, enabled: value, started: 0, snapshot: 0, revision: 0, items: 0 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ enabled: value }))
    .execute()
}

/** Removes the days before `day`, in steps. Returns the number of removed rows. */
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

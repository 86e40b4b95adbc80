// Stores daily values of requested inventories. Bounded: an inventory without requests is recorded for one more month,
// days are kept as long as they can be requested, and at most `maxTracked` inventories are tracked.
import { addDays, dayMs, utcDay } from '#provider'
import type { Db } from '../../tables.ts'

/** The longest history that can be requested, plus a margin. */
const keptDays = 370
const trackedMs = 30 * dayMs
const maxTracked = 500

interface Inventory {
  readonly steamId: string
  readonly game: string
}
interface DayValue {
  readonly day: string
  /** Value in 1/100 US cent. */
  readonly units: number
  readonly items: number
}

/** Records today's value, and the time of the last request for the inventory. */
export async function recordDay(
  db: Db,
  { steamId, game }: Inventory,
  { day, units, items, nowMs, requested }: DayValue & { nowMs: number; requested: boolean },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = { steam_id: steamId, game, since: day, asked_at: nowMs }
    const tracked = trx.insertInto('item_market_tracked').values(row)
    await tracked
      .onConflict((conflict) => {
        const same = conflict.columns(['steam_id', 'game'])
        return requested ? same.doUpdateSet({ asked_at: nowMs }) : same.doNothing()
      })
      .execute()
    await trx
      .insertInto('item_market_inventory_days')
      .values({ steam_id: steamId, game, day, units, items })
      .onConflict((conflict) => conflict.columns(['steam_id', 'game', 'day']).doUpdateSet({ units, items }))
      .execute()
  })
}

/** Returns the start of an inventory's tracking; undefined if it is not tracked. */
export async function trackedSince(db: Db, { steamId, game }: Inventory): Promise<string | undefined> {
  const row = await db
    .selectFrom('item_market_tracked')
    .select('since')
    .where('steam_id', '=', steamId)
    .where('game', '=', game)
    .executeTakeFirst()
  return row?.since
}

/** Returns the recorded days from a day on, ascending. */
export async function daysFrom(db: Db, { steamId, game }: Inventory, from: string): Promise<DayValue[]> {
  const rows = await db
    .selectFrom('item_market_inventory_days')
    .select(['day', 'units', 'items'])
    .where('steam_id', '=', steamId)
    .where('game', '=', game)
    .where('day', '>=', from)
    .orderBy('day')
    .limit(keptDays)
    .execute()
  return rows.map(({ day, units, items }) => ({ day, units: Number(units), items: Number(items) }))
}

/** Returns the inventories without a value for a day, the most recently requested first. */
export async function missingOn(db: Db, day: string): Promise<Inventory[]> {
  const rows = await db
    .selectFrom('item_market_tracked as tracked')
    .leftJoin('item_market_inventory_days as recorded', (join) =>
      join
        .onRef('recorded.steam_id', '=', 'tracked.steam_id')
        .onRef('recorded.game', '=', 'tracked.game')
        .on('recorded.day', '=', day),
    )
    .select(['tracked.steam_id as steamId', 'tracked.game as game'])
    .where('recorded.day', 'is', null)
    .orderBy('tracked.asked_at', 'desc')
    .orderBy('tracked.steam_id')
    .limit(maxTracked)
    .execute()
  return rows
}

/** Stops tracking inventories without requests for a month or beyond the bound, and removes expired days. */
export async function pruneTracked(db: Db, nowMs: number): Promise<void> {
  const oldest = addDays(utcDay(nowMs), -keptDays)
  await db.deleteFrom('item_market_inventory_days').where('day', '<', oldest).execute()
  await db
    .deleteFrom('item_market_tracked')
    .where('asked_at', '<', nowMs - trackedMs)
    .execute()
  const beyond = await db
    .selectFrom('item_market_tracked')
    .select('asked_at')
    .orderBy('asked_at', 'desc')
    .offset(maxTracked)
    .limit(1)
    .executeTakeFirst()
  if (beyond) await db.deleteFrom('item_market_tracked').where('asked_at', '<=', beyond.asked_at).execute()
}

// The daily values of inventories that were asked for. Bounded: an inventory that nobody asks for is noted for a month more, days are
// kept for as long as they can be asked for, and no more inventories are tracked than a day has room for.
import type { Db } from '../../tables.ts'

const dayMs = 86_400_000
/** Days that can be asked for, and a few more. */
const keptDays = 370
const forgottenAfterMs = 30 * dayMs
export const mostTracked = 500

export interface Inventory {
  readonly steamId: string
  readonly game: string
}
export interface DayValue {
  readonly day: string
  /** In 1/100 US cent. */
  readonly units: number
  readonly items: number
}

/** Notes the value of today, and that it was asked for when `asked`. */
export async function noteDay(
  db: Db,
  { steamId, game }: Inventory,
  { day, units, items, nowMs, asked }: DayValue & { nowMs: number; asked: boolean },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = { steam_id: steamId, game, since: day, asked_at: nowMs }
    const tracked = trx.insertInto('item_market_tracked').values(row)
    await tracked
      .onConflict((conflict) => {
        const same = conflict.columns(['steam_id', 'game'])
        return asked ? same.doUpdateSet({ asked_at: nowMs }) : same.doNothing()
      })
      .execute()
    await trx
      .insertInto('item_market_inventory_days')
      .values({ steam_id: steamId, game, day, units, items })
      .onConflict((conflict) => conflict.columns(['steam_id', 'game', 'day']).doUpdateSet({ units, items }))
      .execute()
  })
}

/** Since when an inventory is tracked; undefined when it is not. */
export async function trackedSince(db: Db, { steamId, game }: Inventory): Promise<string | undefined> {
  const row = await db
    .selectFrom('item_market_tracked')
    .select('since')
    .where('steam_id', '=', steamId)
    .where('game', '=', game)
    .executeTakeFirst()
  return row?.since
}

/** The noted days from a day on, ascending. */
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

/** The inventories whose value of a day is missing, those asked for last first. */
export async function missingOn(db: Db, day: string): Promise<Inventory[]> {
  const rows = await db
    .selectFrom('item_market_tracked as tracked')
    .leftJoin('item_market_inventory_days as noted', (join) =>
      join
        .onRef('noted.steam_id', '=', 'tracked.steam_id')
        .onRef('noted.game', '=', 'tracked.game')
        .on('noted.day', '=', day),
    )
    .select(['tracked.steam_id as steamId', 'tracked.game as game'])
    .where('noted.day', 'is', null)
    .orderBy('tracked.asked_at', 'desc')
    .orderBy('tracked.steam_id')
    .limit(mostTracked)
    .execute()
  return rows
}

/** Ends the tracking of what nobody has asked for in a month or what is beyond the bound, and drops days beyond reach. */
export async function pruneTracked(db: Db, nowMs: number): Promise<void> {
  const oldest = new Date(nowMs - keptDays * dayMs).toISOString().slice(0, 10)
  await db.deleteFrom('item_market_inventory_days').where('day', '<', oldest).execute()
  await db
    .deleteFrom('item_market_tracked')
    .where('asked_at', '<', nowMs - forgottenAfterMs)
    .execute()
  const beyond = await db
    .selectFrom('item_market_tracked')
    .select('asked_at')
    .orderBy('asked_at', 'desc')
    .offset(mostTracked)
    .limit(1)
    .executeTakeFirst()
  if (beyond) await db.deleteFrom('item_market_tracked').where('asked_at', '<=', beyond.asked_at).execute()
}

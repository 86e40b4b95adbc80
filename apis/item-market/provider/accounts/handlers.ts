// The account endpoints: inventories and their history, profiles, friends.
import { type Kit, Refusal } from '#define'
import type { Tables } from '../../tables.ts'
import type { AreaFacts, AreaHandlers } from '../area.ts'
import { readGame } from '../games.ts'
import { createPrices } from '../prices/book/prices.ts'
import { friendsOf } from './friends.ts'
import { holdingsOf, steamIdOf } from './holdings.ts'
import { inventoryOf } from './inventory-view.ts'
import { profileOf } from './profiles.ts'
import { noteValue, trackingJob } from './tracking.ts'
import { daysFrom, trackedSince } from './tracking-store.ts'

type CallKit = Kit<Tables>
const dayMs = 86_400_000

export const peopleHandlers: AreaHandlers<
  'inventory' | 'inventoryBatch' | 'inventoryHistory' | 'profile' | 'friendlist'
> = {
  inventory: ({ account_id, ...wanted }, kit) => readInventory(account_id, { ...wanted, field: 'account_id' }, kit),
  async inventoryBatch({ body: { account_ids, ...wanted } }, kit) {
    // what is wrong with all of them is told once, and not as ten errors
    readGame(wanted.game)
    await createPrices(kit).currencyOf(wanted.currency)
    const inventories = []
    // one after the other, because Steam is asked no faster than that
    for (const [place, account] of account_ids.entries())
      inventories.push(await readOrTell(account, { ...wanted, field: `account_ids[${place}]` }, kit))
    return { count: inventories.length, inventories }
  },
  async inventoryHistory({ account_id, days, ...wanted }, kit) {
    const steamId = await steamIdOf(kit, account_id, 'account_id')
    const game = readGame(wanted.game).key
    const currency = await createPrices(kit).currencyOf(wanted.currency)
    const from = new Date(Date.parse(kit.today()) - (days - 1) * dayMs).toISOString().slice(0, 10)
    const noted = await daysFrom(kit.db, { steamId, game }, from)
    return {
      steam_id: steamId,
      game,
      currency: currency.code,
      days,
      tracked_since: (await trackedSince(kit.db, { steamId, game })) ?? null,
      history: noted.map(({ day, units, items }) => ({
        date: day,
        total_value: currency.amount(units),
        item_count: items,
      })),
    }
  },
  profile: async ({ id }, kit) => profileOf(kit, await steamIdOf(kit, id, 'id')),
  friendlist: async ({ account_id }, kit) => friendsOf(kit, await steamIdOf(kit, account_id, 'account_id')),
}
export const peopleFacts: AreaFacts = { jobs: [trackingJob] }

interface Wanted {
  readonly game: string
  readonly currency: string
  readonly prices: boolean
  /** Where the account was named. */
  readonly field: string
}

async function readInventory(account: string, { field, ...wanted }: Wanted, kit: CallKit) {
  const game = readGame(wanted.game)
  const prices = createPrices(kit)
  await prices.currencyOf(wanted.currency)
  const holdings = await holdingsOf(kit, await steamIdOf(kit, account, field), game)
  const inventory = await inventoryOf(holdings, prices, { ...wanted, game: game.key })
  if (wanted.prices) {
    const dollars = { game: game.key, currency: 'USD', prices: true }
    const valued = inventory.currency === 'USD' ? inventory : await inventoryOf(holdings, prices, dollars)
    await noteValue(kit, valued, true)
  }
  return inventory
}

/** The inventory, or the error that a call for it alone would have got. */
async function readOrTell(account: string, wanted: Wanted, kit: CallKit) {
  try {
    return await readInventory(account, wanted, kit)
  } catch (error) {
    const told = error instanceof Refusal ? errorOf(error.body) : undefined
    if (!told) throw error
    return { account_id: account, error: told }
  }
}

function errorOf(body: unknown): { code: string; message: string } | undefined {
  const error: unknown = Reflect.get(Object(body), 'error')
  const [code, message]: unknown[] = [Reflect.get(Object(error), 'code'), Reflect.get(Object(error), 'message')]
  return typeof code === 'string' && typeof message === 'string' ? { code, message } : undefined
}

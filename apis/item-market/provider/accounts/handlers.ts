// The handlers of the account endpoints: inventories and their history, profiles, friends.
import { type Call, type Handlers, type HandlersFor, type ProviderKit, Refusal } from '#define'
import { addDays } from '#provider'
import type { endpoints } from '../../endpoints.ts'
import type { operatorEndpoints } from '../../operator.ts'
import type { Tables } from '../../tables.ts'
import { readGame } from '../games.ts'
import type { Prices } from '../prices/book/prices.ts'
import { currencyMembers } from '../prices/feeds/currency.ts'
import { fieldOf } from '../prices/feeds/source.ts'
import { friendsOf } from './friends.ts'
import type { HoldingsReader } from './holdings.ts'
import { type InventoryQuery, inventoryView } from './inventory-view.ts'
import { profileOf } from './profiles.ts'
import { type SteamClient, webKeyName } from './steam-client.ts'
import { recordValue } from './tracking.ts'
import { daysFrom, trackedSince } from './tracking-store.ts'

interface AccountHandlersDeps {
  readonly kit: ProviderKit<Tables>
  readonly prices: Prices
  readonly holdings: HoldingsReader
  readonly steam: SteamClient
}
type AccountHandlers = HandlersFor<
  typeof endpoints,
  'inventory' | 'inventoryBatch' | 'inventoryHistory' | 'profile' | 'friendlist'
>

export function createAccountHandlers(deps: AccountHandlersDeps): AccountHandlers {
  const { kit, prices, holdings } = deps
  const { steamIdOf } = holdings

  /** Reads an inventory; `field` is the parameter or member that names the account. */
  async function readInventory(account: string, field: string, query: InventoryQuery) {
    const game = readGame(query.game)
    await prices.currencyOf(query.currency)
    const held = await holdings.holdingsOf(await steamIdOf(account, field), game)
    const inventory = await inventoryView(held, prices, { ...query, game: game.key })
    if (query.prices) {
      const dollars = { game: game.key, currency: 'USD', prices: true }
      const valued = inventory.currency === 'USD' ? inventory : await inventoryView(held, prices, dollars)
      await recordValue(kit, valued, true)
    }
    return inventory
  }

  return {
    inventory: ({ account_id, ...query }) => readInventory(account_id, 'account_id', query),
    async inventoryBatch({ body: { account_ids, ...query } }) {
      // an error shared by all of them is reported once, not ten times
      readGame(query.game)
      await prices.currencyOf(query.currency)
      const inventories = []
      // sequential, because Steam accepts requests no faster
      for (const [index, account] of account_ids.entries())
        inventories.push(await orError(account, () => readInventory(account, `account_ids[${index}]`, query)))
      return { count: inventories.length, inventories }
    },
    async inventoryHistory({ account_id, days, ...query }) {
      const steamId = await steamIdOf(account_id, 'account_id')
      const game = readGame(query.game).key
      const currency = await prices.currencyOf(query.currency)
      const recorded = await daysFrom(kit.db, { steamId, game }, addDays(kit.today(), 1 - days))
      return {
        steam_id: steamId,
        game,
        ...currencyMembers(currency),
        days,
        tracked_since: (await trackedSince(kit.db, { steamId, game })) ?? null,
        history: recorded.map(({ day, units, items }) => ({
          date: day,
          total_value: currency.amount(units),
          item_count: items,
        })),
      }
    },
    profile: async ({ id }, call) => profileOf(deps, await steamIdOf(id, 'id'), requesterOf(call)),
    friendlist: async ({ account_id }, call) =>
      friendsOf(deps, await steamIdOf(account_id, 'account_id'), requesterOf(call)),
  }
}

/** Handlers of the operator's account endpoints: the key of the Steam Web API. */
export function createAccountOperatorHandlers({
  secrets,
}: Pick<ProviderKit, 'secrets'>): Pick<Handlers<typeof operatorEndpoints>, 'storeWebKey' | 'forgetWebKey'> {
  return {
    async storeWebKey({ body }) {
      await secrets.put(webKeyName, body.key)
      return { web_key_stored: true }
    },
    async forgetWebKey() {
      await secrets.remove(webKeyName)
      return { web_key_stored: false }
    },
  }
}

const requesterOf = ({ signal }: Call) => ({ signal })

/** Returns the result, or the error that a call for this account alone would receive. */
async function orError<T>(account: string, read: () => Promise<T>) {
  try {
    return await read()
  } catch (error) {
    const details = error instanceof Refusal ? errorIn(error.body) : undefined
    if (!details) throw error
    return { account_id: account, error: details }
  }
}

function errorIn(body: unknown): { code: string; message: string } | undefined {
  const error = fieldOf(body, 'error')
  const [code, message] = [fieldOf(error, 'code'), fieldOf(error, 'message')]
  return typeof code === 'string' && typeof message === 'string' ? { code, message } : undefined
}

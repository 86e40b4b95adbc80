// An inventory with its prices and totals. Sums are computed in whole cents, so they are exact.
import { primaryGame } from '../games.ts'
import { marketOf } from '../markets.ts'
import type { PhaseOf, Prices, Valuation } from '../prices/book/prices.ts'
import { currencyMembers } from '../prices/feeds/currency.ts'
import type { Holding, Holdings } from './holding.ts'

export interface InventoryQuery {
  readonly game: string
  readonly currency: string
  /** False for a response without prices. */
  readonly prices: boolean
}
const maxTopItems = 5

/** Returns the body of an inventory response. Throws the errors of the prices: 400 for an unknown currency. */
export async function inventoryView(holdings: Holdings, prices: Prices, query: InventoryQuery) {
  const currency = await prices.currencyOf(query.currency)
  const { code } = currency
  const valued = query.prices ? await valuesOf(holdings, prices, { ...query, currency: code }) : noValue
  const values = holdings.items.map(valued)
  const items = holdings.items.map((holding, index) => itemView(holding, values[index]))
  const priced = items.filter(({ price }) => price !== null)
  const cents = priced.reduce((sum, { price, amount }) => sum + centsOf(price) * amount, 0)
  const count = (is: (item: (typeof items)[number]) => boolean) => pieces(items.filter(is))
  return {
    steam_id: holdings.steamId,
    game: query.game,
    ...currencyMembers(currency),
    total_items: pieces(items),
    total_value: query.prices ? cents / 100 : null,
    items,
    summary: {
      rarities: raritiesOf(items),
      tradable_count: count(({ tradable }) => tradable),
      marketable_count: count(({ marketable }) => marketable),
      priced_count: pieces(priced),
      unpriced_count: pieces(items) - pieces(priced),
      top_items: priced.toSorted((a, b) => (b.price ?? 0) - (a.price ?? 0)).slice(0, maxTopItems),
    },
    fetched_at: new Date(holdings.readAt).toISOString(),
    truncated: holdings.truncated,
    ...(holdings.simulated || values.some((value) => value?.source === 'simulated') ? { simulated: true } : {}),
  }
}

type Value = Valuation & { readonly ofPhase: boolean }
type ValueOf = (holding: Holding) => Value | undefined
const noValue: ValueOf = () => undefined

/** Returns prices by name, and by phase if it is known: a Ruby is worth several times the price of its name. */
async function valuesOf({ items }: Holdings, prices: Prices, { game, currency }: InventoryQuery): Promise<ValueOf> {
  const names = new Set(items.map(({ marketHashName }) => marketHashName))
  const byName = await prices.priceOf([...names], currency, game)
  const phased = game === primaryGame ? items.flatMap((item) => phaseIn(item) ?? []) : []
  const phaseValues = await prices.priceOfPhases(phased, currency)
  const byPhase = new Map(phased.map((one, index) => [keyOf(one), phaseValues[index]]))
  return (holding) => {
    const phase = phaseIn(holding)
    const ofPhase = phase && byPhase.get(keyOf(phase))
    if (ofPhase) return { ...ofPhase, ofPhase: true }
    const value = byName.get(holding.marketHashName)
    return value && { ...value, ofPhase: false }
  }
}

const phaseIn = ({ marketHashName: name, phase }: Holding) => (phase === undefined ? undefined : { name, phase })
const keyOf = ({ name, phase }: PhaseOf) => `${phase} ${name}`

const centsOf = (price: number | null) => Math.round((price ?? 0) * 100)
const pieces = (items: readonly { readonly amount: number }[]) => items.reduce((sum, { amount }) => sum + amount, 0)

function raritiesOf(items: readonly { rarity: string | null; amount: number }[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const { rarity, amount } of items)
    counts.set(rarity ?? 'Unknown', (counts.get(rarity ?? 'Unknown') ?? 0) + amount)
  return Object.fromEntries(counts)
}

function itemView(holding: Holding, value: Value | undefined) {
  return {
    asset_id: holding.assetId,
    class_id: holding.classId,
    instance_id: holding.instanceId,
    amount: holding.amount,
    market_hash_name: holding.marketHashName,
    name: holding.name,
    type: holding.type,
    rarity: holding.rarity,
    wear_name: holding.wearName,
    image: holding.image,
    tradable: holding.tradable,
    marketable: holding.marketable,
    ...(holding.wear === undefined ? {} : { float_value: holding.wear }),
    ...(holding.seed === undefined ? {} : { paint_seed: holding.seed }),
    ...(holding.phase === undefined ? {} : { phase: holding.phase }),
    ...(holding.phase === undefined || !value ? {} : { price_of_phase: value.ofPhase }),
    stickers: holding.stickers.map((sticker) => ({ ...sticker })),
    ...(holding.inspectLink === undefined ? {} : { inspect_link: holding.inspectLink }),
    price: value?.price ?? null,
    price_source: value === undefined ? null : (marketOf(value.market)?.key ?? value.market),
  }
}

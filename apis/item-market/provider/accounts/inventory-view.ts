// Puts prices on what an account holds, and adds up. Sums are whole cents, so that they are exact.
import { primaryGame } from '../games.ts'
import { marketOf } from '../markets.ts'
import type { PhaseOf, Prices, Valued } from '../prices/book/prices.ts'
import type { Holding, Holdings } from './holding.ts'

export interface Wanted {
  readonly game: string
  readonly currency: string
  /** False leaves prices out. */
  readonly prices: boolean
}
const mostTopItems = 5

/** The body of an inventory answer. Throws what the prices throw: 400 for an unknown currency. */
export async function inventoryOf(holdings: Holdings, prices: Prices, wanted: Wanted) {
  const { code } = await prices.currencyOf(wanted.currency)
  const valued = wanted.prices ? await valuesOf(holdings, prices, { ...wanted, currency: code }) : noValue
  const values = holdings.items.map(valued)
  const items = holdings.items.map((holding, place) => itemOf(holding, values[place]))
  const priced = items.filter(({ price }) => price !== null)
  const cents = priced.reduce((sum, { price, amount }) => sum + centsOf(price) * amount, 0)
  const count = (is: (item: (typeof items)[number]) => boolean) => pieces(items.filter(is))
  return {
    steam_id: holdings.steamId,
    game: wanted.game,
    currency: code,
    total_items: pieces(items),
    total_value: wanted.prices ? cents / 100 : null,
    items,
    summary: {
      rarities: raritiesOf(items),
      tradable_count: count(({ tradable }) => tradable),
      marketable_count: count(({ marketable }) => marketable),
      priced_count: pieces(priced),
      unpriced_count: pieces(items) - pieces(priced),
      top_items: priced.toSorted((a, b) => (b.price ?? 0) - (a.price ?? 0)).slice(0, mostTopItems),
    },
    fetched_at: new Date(holdings.readAt).toISOString(),
    truncated: holdings.truncated,
    ...(holdings.simulated || values.some((value) => value?.source === 'simulated') ? { simulated: true } : {}),
  }
}

type Value = Valued & { readonly ofPhase: boolean }
type ValueOf = (holding: Holding) => Value | undefined
const noValue: ValueOf = () => undefined

/** Prices by name, and those of phases where the phase of an item is known: a ruby is worth several times what its name is. */
async function valuesOf({ items }: Holdings, prices: Prices, { game, currency }: Wanted): Promise<ValueOf> {
  const names = new Set(items.map(({ marketHashName }) => marketHashName))
  const byName = await prices.priceOf([...names], currency, game)
  const phased = game === primaryGame ? items.flatMap((item) => phaseIn(item) ?? []) : []
  const found = await prices.priceOfPhases(phased, currency)
  const byPhase = new Map(phased.map((one, place) => [keyOf(one), found[place]]))
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

function itemOf(holding: Holding, value: Value | undefined) {
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

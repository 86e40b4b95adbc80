// Phases on the simulated market: the offer of an item on a marketplace is that of its cheapest phase there, along with
// offers of more expensive phases. As in reality, the primary marketplace does not distinguish phases.
import { drawn, seedOf, wave } from './noise.ts'
import type { SimulatedItem, SimulatedOffer } from './simulated-market.ts'

interface Kind {
  readonly seed: number
  /** Typical price relative to the cheapest phase. Invented, in the order of collectors' preferences. */
  readonly level: number
  /** Share of the phase in 100 copies on offer. */
  readonly share: number
}

const kind = (phase: string, level: number, share: number): readonly [string, Kind] => [
  phase,
  { seed: seedOf(phase, 5), level, share },
]
const kinds = new Map([
  kind('Phase 1', 1.05, 21),
  kind('Phase 2', 1.22, 20),
  kind('Phase 3', 1.02, 22),
  kind('Phase 4', 1.08, 21),
  kind('Black Pearl', 2.6, 6),
  kind('Ruby', 3.4, 6),
  kind('Sapphire', 4.1, 5),
  kind('Emerald', 3.8, 8),
])
const primary = 'steam'
const dayMs = 86_400_000

/**
 * Returns offers of one phase of an item, derived from the item's offers at the same time, by marketplace; one without
 * the phase is absent. Of all `phases` the cheapest has the price of the item, and their quantities add up to its
 * quantity.
 */
export function phaseOffers(
  item: SimulatedItem,
  offers: readonly SimulatedOffer[],
  { phase, phases }: { phase: string; phases: readonly string[] },
): SimulatedOffer[] {
  return offers.flatMap((offer) => (offer.market === primary ? [] : (split(item, offer, phases).get(phase) ?? [])))
}

function split(item: SimulatedItem, offer: SimulatedOffer, phases: readonly string[]): Map<string, SimulatedOffer> {
  const days = offer.atMs / dayMs
  const offered = phases.flatMap((phase) => {
    const known = kinds.get(phase)
    if (!known) return []
    const seed = item.seed ^ known.seed ^ seedOf(offer.market, 31)
    const level = known.level * Math.exp(0.04 * wave(seed, days / 9))
    return [{ phase, level, quota: (known.share / 100) * offer.quantity, draw: drawn(seed ^ 1, Math.floor(days / 4)) }]
  })
  offered.sort((a, b) => a.level - b.level)
  const lowest = offered[0]?.level ?? 1
  let left = offer.quantity
  const split = new Map<string, SimulatedOffer>()
  // the cheapest phase gets the remainder
  for (const [index, { phase, level, quota, draw }] of [...offered.entries()].reverse()) {
    const quantity = index === 0 ? left : Math.min(left - 1, Math.floor(quota + draw))
    if (quantity < 1) continue
    left -= quantity
    const price = Math.round((offer.price * level) / lowest / 100) * 100
    split.set(phase, { ...offer, price, quantity, volume: Math.floor((offer.volume * quantity) / offer.quantity) })
  }
  return split
}

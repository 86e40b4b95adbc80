// The market used until an operator ingests prices: invented offers of every item on seven marketplaces, at any time.
// Each number is computed from the name and the time on demand. The alternative was measured: storing a year at first
// start (2,000 items x 365 days x 7 marketplaces are 5.1 million rows: 7 s and 146 MB on SQLite, 80 s and 772 MB on
// PostgreSQL). Computed, a start waits for nothing, all 15 thousand items have a history, no job is needed, and a year
// of one item takes 0.3 ms.
import { drawn, seedOf, wave } from './noise.ts'

/** One offer, or one day's numbers, of an item on a marketplace. */
export interface SimulatedOffer {
  readonly market: string
  /** Units of 1/100 US cent. */
  readonly price: number
  readonly quantity: number
  /** Sales of a day. */
  readonly volume: number
  /** Time of the simulated marketplace's last reading. */
  readonly atMs: number
}
interface MarketProfile {
  readonly key: string
  readonly seed: number
  /** Typical price relative to the primary marketplace. */
  readonly level: number
  /** Typical number of offers and sales relative to the primary marketplace. */
  readonly size: number
}

const profile = (key: string, level: number, size: number): MarketProfile => ({
  key,
  seed: seedOf(key, 77),
  level,
  size,
})
/** Profiles, the primary one first. Its prices include a fee that others lack, so theirs are lower. */
const marketProfiles: readonly MarketProfile[] = [
  profile('steam', 1, 1),
  profile('skinport', 0.83, 0.25),
  profile('csfloat', 0.79, 0.35),
  profile('market_csgo', 0.8, 0.3),
  profile('waxpeer', 0.81, 0.15),
  profile('bitskins', 0.84, 0.1),
  profile('dmarket', 0.82, 0.2),
]
export const simulatedMarkets: readonly string[] = marketProfiles.map(({ key }) => key)

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Highest price on the primary marketplace, 2,000 dollars. */
const primaryLimit = 20_000_000
const leastPrice = 300
/** Factor of offers for each phase of a finish, compared with others of equal worth. */
const sellersPerPhase = 3
/** Number of offers in 1,000 that are far above the rest for some days. */
const oddPerThousand = 4

/** An item of the simulation. */
export interface SimulatedItem {
  readonly seed: number
  /** Units before the influence of time and marketplace. */
  readonly worth: number
  /** Number of phases that share its name; 1 by default. */
  readonly phases?: number | undefined
}

/** Returns the whole hour up to which the simulated marketplaces have been read at a time. */
export function simulatedHour(nowMs: number): number {
  return Math.floor(nowMs / hourMs) * hourMs
}

/** Returns offers of an item at a time; a marketplace without one is absent. */
export function offersAt(item: SimulatedItem, nowMs: number): SimulatedOffer[] {
  const offers: SimulatedOffer[] = []
  for (const market of marketProfiles) {
    const atMs = lastRead(market, nowMs)
    const offer = offerOf(item, market, { atMs, level: levelAt(item.seed, atMs / dayMs), odd: true })
    if (offer) offers.push(offer)
  }
  return offers
}

/** Returns numbers of the current day: each marketplace at the hour, without those whose offer is odd. */
export function offersNow(item: SimulatedItem, nowMs: number): SimulatedOffer[] {
  return offersAmong(item, simulatedHour(nowMs))
}

/** Returns numbers of a UTC day, counted from 1970: each marketplace at noon, without those whose offer is odd. */
export function offersOnDay(item: SimulatedItem, day: number): SimulatedOffer[] {
  return offersAmong(item, day * dayMs + dayMs / 2)
}

function offersAmong(item: SimulatedItem, atMs: number): SimulatedOffer[] {
  const level = levelAt(item.seed, atMs / dayMs)
  const offers: SimulatedOffer[] = []
  for (const market of marketProfiles) {
    const offer = offerOf(item, market, { atMs, level, odd: false })
    if (offer) offers.push(offer)
  }
  return offers
}

/**
 * Returns the last reading. Marketplaces are read every hour; occasionally one is unavailable for half a day, and its
 * rows grow stale.
 */
function lastRead(market: MarketProfile, nowMs: number): number {
  const hour = simulatedHour(nowMs)
  const half = Math.floor(hour / (dayMs / 2))
  const silent = market.key !== 'steam' && drawn(market.seed, half) < 0.015
  return silent ? half * (dayMs / 2) - hourMs : hour
}

/** Returns the logarithm of the price at a time relative to the worth: months, weeks, days, and cheaper weekends. */
function levelAt(seed: number, days: number): number {
  const weekday = (Math.floor(days) + 4) % 7
  const weekend = weekday === 0 || weekday === 6 ? -0.012 : 0
  return 0.2 * wave(seed, days / 90) + 0.08 * wave(seed ^ 1, days / 23) + 0.025 * wave(seed ^ 2, days / 5) + weekend
}

function offerOf(
  item: SimulatedItem,
  market: MarketProfile,
  { atMs, level, odd }: { atMs: number; level: number; odd: boolean },
): SimulatedOffer | undefined {
  const seed = item.seed ^ market.seed
  const days = atMs / dayMs
  const primary = market.size === 1
  // expensive items are not always on offer everywhere
  const rarity = Math.min(0.35, item.worth / 40_000_000)
  if (!primary && drawn(seed ^ 3, Math.floor(days / 6)) < 0.02 + rarity) return undefined
  let price =
    item.worth * market.level * Math.exp(level + 0.03 * wave(seed, days / 11) + 0.012 * wave(seed ^ 4, days * 3))
  price *= reduction(seed, days)
  if (!primary && drawn(seed ^ 6, Math.floor(days / 5)) * 1000 < oddPerThousand) {
    if (!odd) return undefined
    price *= 4 + 5 * drawn(seed ^ 7, Math.floor(days / 5))
  }
  if (primary && price > primaryLimit) return undefined
  const phases = item.phases ?? 1
  const crowd = phases === 1 ? 1 : phases * sellersPerPhase
  const depth = (crowd * market.size * 9000) / (1 + item.worth / 4000)
  const busy = 1 + 0.25 * wave(seed ^ 8, days / 2) + (level < 0 ? 0.1 : 0)
  return {
    market: market.key,
    // prices have no fractions of a cent, and are at least the minimum of the primary marketplace
    price: Math.max(leastPrice, Math.round(price / 100) * 100),
    quantity: 1 + Math.floor(depth * busy),
    volume: Math.floor(0.35 * depth * busy * weekendFactor(days)),
    atMs,
  }
}

/** Returns a reduction: occasionally a seller undercuts the market for three days. */
function reduction(seed: number, days: number): number {
  const window = Math.floor(days / 3 + drawn(seed, 9))
  if (drawn(seed ^ 5, window) >= 0.025) return 1
  return 0.65 + 0.27 * drawn(seed ^ 10, window)
}

function weekendFactor(days: number): number {
  const weekday = (Math.floor(days) + 4) % 7
  return weekday === 0 || weekday === 6 ? 1.3 : 0.9
}

// Requests one item from the primary marketplace and stores its price, for a waiting caller or the scheduled round.
import type { ProviderKit } from '#define'
import type { Tables } from '../../../tables.ts'
import type { Game } from '../../games.ts'
import { primaryMarket } from '../../markets.ts'
import { FeedError, type FeedErrorReason } from '../feeds/feed-error.ts'
import type { HostRateLimiters, RequestPriority } from '../feeds/host-rate-limiter.ts'
import { requestSteamPrice, steamSource } from '../feeds/steam-price.ts'
import type { LatestPricesStore } from '../store/latest-prices.ts'
import type { PriceRow } from '../store/price-row.ts'
import { failRow, saveRow } from '../store/reading-store.ts'
import { sourceStates } from './source-state.ts'

interface PrimaryReading {
  readonly row?: PriceRow
  /**
   * Reason for a missing row. `missed`: the item was unknown there within the last hour, and was not requested again.
   */
  readonly reason?: FeedErrorReason | 'disabled' | 'missed'
}
/** Reads one item. Never throws for failures of the marketplace. */
export type ReadPrimary = (game: Game, name: string, priority: RequestPriority) => Promise<PrimaryReading>

interface PrimaryReadingDeps {
  readonly kit: ProviderKit<Tables>
  readonly limiters: HostRateLimiters
  readonly latestPrices: LatestPricesStore
}

const missMs = 3_600_000
const maxMisses = 50_000

export function createPrimaryReader({ kit, limiters, latestPrices }: PrimaryReadingDeps): ReadPrimary {
  const misses = new Map<string, number>()

  return async (game, name, priority) => {
    const missKey = `${game.key} ${name}`
    const latest = await latestPrices.read()
    if (!sourceStates(latest).some(({ source, enabled }) => source.id === steamSource.id && enabled))
      return { reason: 'disabled' }
    const missedMs = misses.get(missKey)
    if (missedMs !== undefined && Math.abs(kit.now() - missedMs) < missMs) return { reason: 'missed' }
    try {
      const { lowest, median, volume } = await requestSteamPrice({ kit, limiters }, game, name, priority)
      const price = lowest ?? median
      const item = (await latest.ids.assign(kit, game.key, [name])).get(name)
      if (price === undefined || item === undefined) return { reason: 'unknown' }
      const atMs = kit.now()
      const details = { price, quantity: null, bid: null, volume: volume ?? null, median: median ?? null, odd: 0 }
      await saveRow(kit.db, { source: steamSource.id, nowMs: atMs }, { item, ...details })
      await latestPrices.refresh()
      return { row: { market: primaryMarket, price, quantity: null, volume, median, atMs, simulated: false } }
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
      if (error.reason === 'unknown') {
        if (misses.size >= maxMisses) misses.clear()
        misses.set(missKey, kit.now())
      } else if (!error.isOurs) {
        const cause = `${error.reason}: ${error.message}`
        await failRow(kit.db, steamSource.id, { nowMs: kit.now(), error: cause })
        await latestPrices.refresh()
        kit.log.warn('the primary marketplace could not be asked', { cause })
      }
      return { reason: error.reason }
    }
  }
}

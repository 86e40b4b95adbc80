// Asks the primary marketplace for one item and stores what it says, for a caller who waits or for the scheduled round.
import type { ProviderKit } from '#define'
import type { Tables } from '../../../tables.ts'
import type { Game } from '../../games.ts'
import { primaryMarket } from '../../markets.ts'
import { FeedFailure, type FeedReason } from '../feeds/feed-error.ts'
import type { Turn } from '../feeds/host-rate-limiter.ts'
import { askSteam, steamSource } from '../feeds/steam-price.ts'
import { boardOf, refreshBoard } from '../store/latest-prices.ts'
import type { PriceRow } from '../store/price-row.ts'
import { failRow, saveRow } from '../store/reading-store.ts'
import { sourceStates } from './source-state.ts'

type Kit = ProviderKit<Tables>

export interface PrimaryReading {
  readonly row?: PriceRow
  /** Why there is no row. `missed`: the name was not there within the last hour, and was not asked for again. */
  readonly reason?: FeedReason | 'disabled' | 'missed'
}

const missMs = 3_600_000
const mostMisses = 50_000
const missesByDb = new WeakMap<object, Map<string, number>>()

/** Never throws for what the marketplace does. */
export async function readPrimary(kit: Kit, game: Game, name: string, turn: Turn): Promise<PrimaryReading> {
  const misses = missesByDb.get(kit.db) ?? new Map<string, number>()
  missesByDb.set(kit.db, misses)
  const missKey = `${game.key} ${name}`
  const board = await boardOf(kit)
  if (!sourceStates(board).some(({ source, enabled }) => source.id === steamSource.id && enabled))
    return { reason: 'disabled' }
  const missed = misses.get(missKey)
  if (missed !== undefined && Math.abs(kit.now() - missed) < missMs) return { reason: 'missed' }
  try {
    const { lowest, median, volume } = await askSteam(kit, game, name, turn)
    const price = lowest ?? median
    const item = (await board.names.number(kit.db, game.key, [name])).get(name)
    if (price === undefined || item === undefined) return { reason: 'unknown' }
    const atMs = kit.now()
    const facts = { price, quantity: null, bid: null, volume: volume ?? null, median: median ?? null, odd: 0 }
    await saveRow(kit.db, { source: steamSource.id, nowMs: atMs }, { item, ...facts })
    await refreshBoard(kit)
    return { row: { market: primaryMarket, price, quantity: null, volume, median, atMs, simulated: false } }
  } catch (error) {
    if (!(error instanceof FeedFailure)) throw error
    if (error.reason === 'unknown') {
      if (misses.size >= mostMisses) misses.clear()
      misses.set(missKey, kit.now())
    } else if (!error.ours) {
      const told = `${error.reason}: ${error.message}`
      await failRow(kit.db, steamSource.id, { nowMs: kit.now(), error: told })
      await refreshBoard(kit)
      kit.log.warn('the primary marketplace could not be asked', { cause: told })
    }
    return { reason: error.reason }
  }
}

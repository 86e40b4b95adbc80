// The current health of prices: the database itself, the last attempts of the sources, and the age of the prices in
// use.
import type { Of, ProviderKit } from '#define'
import type { status } from '../../schemas/prices.ts'
import type { Tables } from '../../tables.ts'
import { primaryGame, readGame } from '../games.ts'
import { isoTime } from '../iso-time.ts'
import { primaryMarket } from '../markets.ts'
import type { PriceBooks } from './book/price-book.ts'
import { steamSource } from './feeds/steam-price.ts'
import { type SourceState, sourceStates } from './ingest/source-state.ts'
import type { LatestPricesStore } from './store/latest-prices.ts'

interface StatusDeps {
  readonly kit: ProviderKit<Tables>
  readonly latestPrices: LatestPricesStore
  readonly books: PriceBooks
}
type Status = Of<typeof status>

const version = '1.0.0'
/** Age at which prices as a whole are stale: every feed but the slow ones is read at least every half hour. */
const staleMs = 2 * 3_600_000

export async function statusView(deps: StatusDeps): Promise<Status> {
  const { kit } = deps
  const checked_at = isoTime(kit.now())
  try {
    const latency_ms = await latencyOf(kit)
    const database = { status: 'ok' as const, latency_ms }
    return { ...(await pricesOf(deps)), version, database, checked_at }
  } catch (error) {
    kit.log.error('the database of prices does not respond', { cause: String(error) })
    const prices = { last_ingest: null, age_seconds: null, is_stale: true, items: 0 }
    const database = { status: 'down' as const, latency_ms: null }
    return { status: 'down', version, database, prices, secondary_source: null, sources: [], checked_at }
  }
}

/** Returns the milliseconds of a minimal query. */
async function latencyOf({ db }: StatusDeps['kit']): Promise<number> {
  const startedMs = performance.now()
  await db.selectFrom('item_market_sources').select('id').limit(1).execute()
  return Math.round((performance.now() - startedMs) * 100) / 100
}

async function pricesOf(deps: StatusDeps): Promise<Pick<Status, 'status' | 'prices' | 'secondary_source' | 'sources'>> {
  const { kit, latestPrices, books } = deps
  const nowMs = kit.now()
  const latest = await latestPrices.read()
  const book = await books.open(readGame(primaryGame))
  const states = sourceStates(latest)
  // single prices are not a reading of the market
  const feeds = states.filter(({ source }) => source.game === primaryGame && source.id !== steamSource.id)
  const lastMs = latestSuccess(feeds)
  const simulated = book.simulated ? { simulated: true } : {}
  const stale = !book.simulated && (lastMs === null || nowMs - lastMs > staleMs)
  const failing = states.some(
    (state) => state.enabled && (state.error !== null || (kit.mayCallOut && isLate(state, nowMs))),
  )
  return {
    status: stale || failing ? 'degraded' : 'ok',
    prices: {
      last_ingest: lastMs === null ? null : isoTime(lastMs),
      age_seconds: lastMs === null ? null : secondsSince(lastMs, nowMs),
      is_stale: stale,
      items: book.names().length,
      ...simulated,
    },
    secondary_source: secondaryOf(feeds),
    sources: states.map((state) => sourceView(state, nowMs)),
  }
}

/** Reports whether a feed that has been read before is overdue by twice its interval without an error. */
function isLate({ source, succeededMs }: SourceState, nowMs: number): boolean {
  if (source.id === steamSource.id || succeededMs === null) return false
  return nowMs - succeededMs > 2 * source.everyMs + staleMs
}

/** Returns the first source of a marketplace other than the primary one. */
function secondaryOf(states: readonly SourceState[]): Status['secondary_source'] {
  const second = states.find(({ source }) => source.market !== primaryMarket)
  if (!second) return null
  const { source, succeededMs } = second
  return {
    name: source.key,
    status: statusWord(second),
    last_success: succeededMs === null ? null : isoTime(succeededMs),
  }
}

function statusWord({ enabled, error, succeededMs }: SourceState): string {
  if (!enabled) return 'disabled'
  if (error !== null) return 'failing'
  return succeededMs === null ? 'never read' : 'ok'
}

function sourceView(state: SourceState, nowMs: number): Status['sources'][number] {
  const { source, enabled, succeededMs, error, items, reachable } = state
  return {
    source: source.key,
    market: source.market,
    game: source.game,
    reachable,
    enabled,
    last_success: succeededMs === null ? null : isoTime(succeededMs),
    last_error: error,
    delay_seconds: succeededMs === null ? null : secondsSince(succeededMs, nowMs),
    items,
  }
}

function latestSuccess(states: readonly SourceState[]): number | null {
  const times = states.flatMap(({ succeededMs }) => (succeededMs === null ? [] : [succeededMs]))
  return times.length === 0 ? null : Math.max(...times)
}

const secondsSince = (ms: number, nowMs: number) => Math.max(0, Math.floor((nowMs - ms) / 1000))

// The health of prices: what is true now, from the database itself, the last attempts of the sources, and the age of what is answered.
import type { Of, ProviderKit } from '#define'
import type { status } from '../../schemas/prices.ts'
import type { Tables } from '../../tables.ts'
import { primaryGame, readGame } from '../games.ts'
import { isoTime } from '../iso-time.ts'
import { primaryMarket } from '../markets.ts'
import { bookOf } from './book/price-book.ts'
import { steamSource } from './feeds/steam-price.ts'
import { type SourceState, sourceStates } from './ingest/source-state.ts'
import { boardOf } from './store/latest-prices.ts'

type Kit = ProviderKit<Tables>
type Status = Of<typeof status>

const version = '1.0.0'
/** From then on the prices as a whole are stale: every feed but the slow ones is read at least each half hour. */
const staleMs = 2 * 3_600_000

export async function statusAnswer(kit: Kit): Promise<Status> {
  const checked_at = isoTime(kit.now())
  try {
    const latency_ms = await latencyOf(kit)
    const database = { status: 'ok' as const, latency_ms }
    return { ...(await pricesOf(kit)), version, database, checked_at }
  } catch (error) {
    kit.log.error('the database of prices does not answer', { cause: String(error) })
    const prices = { last_ingest: null, age_seconds: null, is_stale: true, items: 0 }
    const database = { status: 'down' as const, latency_ms: null }
    return { status: 'down', version, database, prices, secondary_source: null, sources: [], checked_at }
  }
}

/** Milliseconds that a smallest question takes. */
async function latencyOf({ db }: Kit): Promise<number> {
  const startedMs = performance.now()
  await db.selectFrom('item_market_sources').select('id').limit(1).execute()
  return Math.round((performance.now() - startedMs) * 100) / 100
}

async function pricesOf(kit: Kit): Promise<Pick<Status, 'status' | 'prices' | 'secondary_source' | 'sources'>> {
  const nowMs = kit.now()
  const board = await boardOf(kit)
  const book = await bookOf(kit, readGame(primaryGame))
  const states = sourceStates(board)
  // Single prices are no reading of the market.
  const feeds = states.filter(({ source }) => source.game === primaryGame && source.id !== steamSource.id)
  const lastMs = latest(feeds)
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
    sources: states.map((state) => sourceAnswer(state, nowMs)),
  }
}

/** Whether a feed that has been read before should have been read again, twice over, and nothing says why it was not. */
function isLate({ source, succeededMs }: SourceState, nowMs: number): boolean {
  if (source.id === steamSource.id || succeededMs === null) return false
  return nowMs - succeededMs > 2 * source.everyMs + staleMs
}

/** The first source of another marketplace than the primary one. */
function secondaryOf(states: readonly SourceState[]): Status['secondary_source'] {
  const second = states.find(({ source }) => source.market !== primaryMarket)
  if (!second) return null
  const { source, succeededMs } = second
  return { name: source.key, status: wordFor(second), last_success: succeededMs === null ? null : isoTime(succeededMs) }
}

function wordFor({ enabled, error, succeededMs }: SourceState): string {
  if (!enabled) return 'disabled'
  if (error !== null) return 'failing'
  return succeededMs === null ? 'never read' : 'ok'
}

function sourceAnswer(state: SourceState, nowMs: number): Status['sources'][number] {
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

function latest(states: readonly SourceState[]): number | null {
  const times = states.flatMap(({ succeededMs }) => (succeededMs === null ? [] : [succeededMs]))
  return times.length === 0 ? null : Math.max(...times)
}

const secondsSince = (ms: number, nowMs: number) => Math.max(0, Math.floor((nowMs - ms) / 1000))

// The quota of the gateway: connects the counter (lease-counter.ts), the reservations (call-blocks.ts) and the pool
// that processes share (redis-pool.ts), and maintains their state.
import type { Log } from '#define'
import { systemTimers, type Timers, withTimeout } from '#provider'
import { readReserved, type Store } from '#store'
import { type Counter, dayName } from './admission.ts'
import { createCallBlocks } from './call-blocks.ts'
import { createLeaseCounter } from './lease-counter.ts'
import { createQuotaEntries, setBackWindows } from './quota-entries.ts'
import type { RedisLink } from './redis-link.ts'
import { createRedisPool } from './redis-pool.ts'
import { createWindowClock } from './window-clock.ts'

/** Dependencies of the quota. The store and the Redis link stay open when it is closed. */
export interface QuotaDeps {
  readonly store: Pick<Store, 'db' | 'ping'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly redis?: RedisLink | undefined
  /** Returns the number of gateway processes that share the database, at least 1, including this one. */
  readonly liveProcesses: () => number
  /**
   * Reports whether no other process is registered, not even one that has not answered for a while; derived from
   * `liveProcesses` by default.
   */
  readonly isAlone?: () => boolean
  readonly timers?: Timers
  /** Milliseconds since any fixed moment; never goes back. */
  readonly monotonic?: () => number
  readonly log: Pick<Log, 'info' | 'warn'>
  /** The limit of remembered subjects. */
  readonly maxEntries?: number
}

/** Statistics for metrics. */
interface QuotaStats {
  /** The number of remembered subjects. */
  readonly entries: number
  /** Null without Redis. */
  readonly redisAvailable: boolean | null
  /** The average round trip to Redis; 0 without Redis. */
  readonly redisLatencyMs: number
  readonly databaseAvailable: boolean
  /** The reason why the database is unavailable. */
  readonly databaseFailure: unknown
  /** The number of calls granted without a reservation since the start, because the database was down. */
  readonly offlineCalls: number
  /** The number of those calls that are not written to the database yet. */
  readonly unwrittenCalls: number
}

export interface Quota extends Counter {
  /** Returns the reserved, unused calls. Calls can go on meanwhile. */
  flush(): Promise<void>
  /**
   * Follows the clock back; must be called when it was set back for good. A subject with calls in a minute that never
   * came may be refused until the next minute begins.
   */
  setBack(): void
  /** Stops the timer and flushes, for at most 5 s. Calls that could not be written by then are logged and lost. */
  close(): Promise<void>
  stats(): QuotaStats
}

const defaultMaxEntries = 100_000
const recoveryIntervalMs = 1000
/** The timeout of closing: a hung database must not keep the process from ending. */
const closeTimeoutMs = 5000
/** The number of rows returned concurrently. */
const concurrentReturns = 50

/**
 * Creates the quota, with fixed windows: the minute and the UTC day of `clock`. Processes that share the database never
 * admit a call too many together, whatever their number and whatever happens to them or to Redis.
 */
export function createQuota(deps: QuotaDeps): Quota {
  const { store, log, redis: link, liveProcesses, maxEntries = defaultMaxEntries, timers = systemTimers } = deps
  const { isAlone = () => liveProcesses() <= 1, monotonic = () => performance.now() } = deps
  const windows = createWindowClock(deps.clock)
  const pool = link && createRedisPool(link, windows)
  const blocks = createCallBlocks({ store, windows, log, pool, timers, monotonic, liveProcesses, isAlone })
  const entries = createQuotaEntries(windows, { maxEntries, onEvict: (entry) => void blocks.returnUnused(entry) })
  const counter = createLeaseCounter({
    windows,
    entries,
    blocks,
    liveProcesses,
    readReserved: (subject) => {
      const { minute, day } = windows
      return readReserved(store.db, { subject, day: dayName(day), minute })
    },
  })
  const timer = timers
    .every(recoveryIntervalMs, () => {
      windows.tick()
      void blocks.recover()
      if (liveProcesses() > 1) returnIdle()
    })
    .unref()

  /** Returns idle leases: calls that a process holds and does not use keep others from admitting calls. */
  function returnIdle(): void {
    for (const entry of entries.all()) {
      if (!entry.isActive) blocks.returnIdle(entry)
      entry.isActive = false
    }
  }

  async function flush(): Promise<void> {
    const all = [...entries.all()]
    await Promise.all(all.map((entry) => entry.topUp?.catch(() => undefined)))
    for (let start = 0; start < all.length; start += concurrentReturns)
      await Promise.all(all.slice(start, start + concurrentReturns).map((entry) => blocks.returnUnused(entry)))
    const unwritten = await blocks.settle()
    if (unwritten > 0) log.warn('calls of quotas are not written to the database yet', { calls: unwritten })
  }

  return {
    admit: counter.admit,
    takeBack: counter.takeBack,
    state: counter.state,
    flush,
    setBack() {
      windows.setBack()
      for (const entry of entries.all()) setBackWindows(entry, windows)
    },
    async close() {
      timer.cancel()
      const timeout = new Error('the database did not accept the quotas in time')
      await withTimeout(flush(), closeTimeoutMs, () => timeout, timers).catch((error: unknown) => {
        if (error !== timeout) throw error
        log.warn(timeout.message, { calls: blocks.stats().unwrittenCalls })
      })
    },
    stats: () => ({
      entries: entries.size,
      redisAvailable: link ? link.ready() : null,
      redisLatencyMs: link?.latencyMs() ?? 0,
      ...blocks.stats(),
    }),
  }
}

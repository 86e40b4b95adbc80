// The quota of the gateway: connects what decides about calls (lease-counter.ts), what reserves them (call-blocks.ts)
// and where processes share what is reserved (redis-pool.ts), and maintains their state.
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

/** The store and the Redis link stay open when the quota is closed. */
export interface QuotaDeps {
  readonly store: Pick<Store, 'db' | 'ping'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly redis?: RedisLink | undefined
  /** How many gateway processes share the database, this one included; 1 when it is alone. */
  readonly liveProcesses: () => number
  /** Whether no other is registered, not even one that has not answered for a while; default: by `liveProcesses`. */
  readonly isAlone?: () => boolean
  readonly timers?: Timers
  /** Milliseconds since any fixed moment; never goes back. */
  readonly monotonic?: () => number
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Subjects remembered at once. */
  readonly maxEntries?: number
}

/** For metrics. */
export interface QuotaStats {
  /** Subjects remembered. */
  readonly entries: number
  /** Null without Redis. */
  readonly redisAvailable: boolean | null
  /** What a round trip to Redis takes on average; 0 without Redis. */
  readonly redisLatencyMs: number
  readonly databaseAvailable: boolean
  /** Why it is not. */
  readonly databaseFailure: unknown
  /** Calls granted without a reservation since the start, because the database was down. */
  readonly offlineCalls: number
  /** Of those, the calls that are not written to the database yet. */
  readonly unwrittenCalls: number
}

export interface Quota extends Counter {
  /** Returns the reserved calls that are not used. Calls may go on meanwhile. */
  flush(): Promise<void>
  /**
   * To be called when the clock was set back for good. A subject with calls in a minute that never was may be refused
   * until the next one begins.
   */
  setBack(): void
  /** Stops the timer and flushes, for at most 5 s. Calls that could not be written by then are logged and lost. */
  close(): Promise<void>
  stats(): QuotaStats
}

const defaultMaxEntries = 100_000
const recoveryIntervalMs = 1000
/** A database that hangs must not keep the process from ending. */
const closeTimeoutMs = 5000
/** Rows returned concurrently. */
const concurrentReturns = 50

/**
 * Makes the quota. Fixed windows: the minute and the UTC day of `clock`. However many processes share the database, and
 * whatever happens to them or to Redis, they never admit a call too many together.
 */
export function createQuota(deps: QuotaDeps): Quota {
  const { store, log, redis: link, liveProcesses, maxEntries = defaultMaxEntries, timers = systemTimers } = deps
  const { isAlone = () => liveProcesses() <= 1, monotonic = () => performance.now() } = deps
  const windows = createWindowClock(deps.clock)
  const pool = link && createRedisPool(link, windows)
  const blocks = createCallBlocks({ store, windows, log, pool, timers, monotonic, liveProcesses, isAlone })
  const entries = createQuotaEntries(windows, { maxEntries, onEvict: (entry) => void blocks.returnUnused(entry) })
  const counter = createLeaseCounter({
    ...{ windows, entries, blocks, liveProcesses },
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

  /** What a process holds and does not use keeps others from admitting calls. */
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

// The quota of the gateway: combines the counters and maintains their state. How calls are counted is in
// memory-counter.ts, redis-counter.ts and day-blocks.ts.
import type { Log } from '#define'
import { withTimeout } from '#provider'
import { readReserved, type Store } from '#store'
import { type Counter, dayName } from './admission.ts'
import { createDayBlocks } from './day-blocks.ts'
import { createMemoryCounter } from './memory-counter.ts'
import { createQuotaEntries, setBackWindows } from './quota-entries.ts'
import { createRedisCounter } from './redis-counter.ts'
import type { RedisLink } from './redis-link.ts'
import { createWindowClock } from './window-clock.ts'

/** The store and the Redis link stay open when the quota is closed. */
export interface QuotaDeps {
  readonly store: Pick<Store, 'db' | 'ping'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly redis?: RedisLink | undefined
  /** How many gateway processes share the database, this one included; 1 when it is alone. */
  readonly liveProcesses: () => number
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
  /** The part of each minute quota that this process admits by itself: 1, or less while several share without Redis. */
  readonly leasedShare: number
  /** Calls granted without a reservation since the start, because the database was down. */
  readonly offlineCalls: number
  /** Of those, the calls that are not written to the database yet. */
  readonly unwrittenCalls: number
}

export interface Quota extends Counter {
  /** Returns the reserved calls that are not used. Calls may go on meanwhile. */
  flush(): Promise<void>
  /**
   * To be called when the clock was set back for good. Subjects with calls in a minute that never was are refused until
   * the next one begins.
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
 * Makes the quota. Fixed windows: the minute and the UTC day of `clock`. One process never admits a call too many, nor
 * do several with Redis. Without Redis, several never exceed a day, and divide the minute among them.
 */
export function createQuota(deps: QuotaDeps): Quota {
  const { store, log, redis: link, liveProcesses, maxEntries = defaultMaxEntries } = deps
  const windows = createWindowClock(deps.clock)
  const blocks = createDayBlocks({ store, windows, log, liveProcesses })
  const entries = createQuotaEntries(windows, { maxEntries, onEvict: (entry) => void blocks.returnUnused(entry) })
  const counterDeps = {
    ...{ windows, entries, blocks, liveProcesses },
    async readReserved(subject: string) {
      return readReserved(store.db, { subject, day: dayName(windows.day) })
    },
  }
  const memory = createMemoryCounter(counterDeps)
  const shared = link ? createRedisCounter({ ...counterDeps, link, memory }) : null
  const counter = shared ?? memory
  const timer = setInterval(() => {
    windows.tick()
    void blocks.recover()
  }, recoveryIntervalMs).unref()

  async function flush(): Promise<void> {
    const all = [...entries.all()]
    await Promise.all(all.map((entry) => entry.topUp))
    for (let start = 0; start < all.length; start += concurrentReturns)
      await Promise.all(all.slice(start, start + concurrentReturns).map((entry) => blocks.returnUnused(entry)))
    const unwritten = await blocks.settle()
    if (unwritten > 0) log.warn('calls of day quotas are not written to the database yet', { calls: unwritten })
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
      clearInterval(timer)
      const timeout = new Error('the database did not accept the day quotas in time')
      await withTimeout(flush(), closeTimeoutMs, () => timeout).catch((error: unknown) => {
        if (error !== timeout) throw error
        log.warn(timeout.message, { calls: blocks.stats().unwrittenCalls })
      })
    },
    stats: () => ({
      entries: entries.size,
      redisAvailable: link ? link.ready() : null,
      redisLatencyMs: link?.latencyMs() ?? 0,
      leasedShare: shared?.usesRedis() ? 1 : 1 / Math.max(1, liveProcesses()),
      ...blocks.stats(),
    }),
  }
}

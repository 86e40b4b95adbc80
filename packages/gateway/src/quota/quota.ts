// The quota of the gateway: puts the counters together and looks after what they leave behind. How calls are counted
// is in memory-counter.ts, redis-counter.ts and day-blocks.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#define'
import { readReserved, type Store } from '#store'
import { type Counter, dayName } from './admission.ts'
import { createDayBlocks } from './day-blocks.ts'
import { createMemoryCounter } from './memory-counter.ts'
import { createRedisCounter } from './redis-counter.ts'
import type { RedisLink } from './redis-link.ts'
import { createSubjects } from './subjects.ts'
import { createWindowClock } from './window-clock.ts'

/** What a quota is made of. The store and the link stay open when the quota is closed. */
export interface QuotaOptions {
  readonly store: Pick<Store, 'db' | 'ping'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly redis?: RedisLink | undefined
  /** How many gateway processes share the database, this one included; 1 when it is alone. */
  readonly liveProcesses: () => number
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Subjects that are remembered at once. */
  readonly maxSubjects?: number
}

/** For metrics. */
export interface QuotaStats {
  readonly subjects: number
  /** Null without Redis. */
  readonly redisAvailable: boolean | null
  readonly databaseAvailable: boolean
  /** The part of each minute quota that this process admits by itself: 1, or less while several share without Redis. */
  readonly leasedShare: number
  /** Calls admitted, or set aside to be, without the database since the start. */
  readonly sharedCalls: number
  /** Of those, the calls that are still to be written. */
  readonly unwrittenCalls: number
}

export interface Quota extends Counter {
  /** Gives back the reserved calls that are not used. Calls may go on during it. */
  flush(): Promise<void>
  /** Ends the timer and flushes, for at most 5 s. Calls that could not be written by then are told in the log and lost. */
  close(): Promise<void>
  stats(): QuotaStats
}

const defaultMaxSubjects = 100_000
const recoveryIntervalMs = 1000
/** A database that hangs must not keep the process from ending. */
const closeTimeoutMs = 5000
/** Rows given back side by side. */
const returnsAtOnce = 50

/**
 * Makes the quota. Fixed windows: the minute and the UTC day of `clock`. One process never admits a call too many, nor
 * do several with Redis; without it, several never admit too many of a day and divide the minute among them.
 */
export function createQuota(options: QuotaOptions): Quota {
  const { store, log, redis: link, liveProcesses, maxSubjects = defaultMaxSubjects } = options
  const windows = createWindowClock(options.clock)
  const blocks = createDayBlocks({ store, windows, log, liveProcesses })
  const subjects = createSubjects(windows, { maxSubjects, onDrop: (count) => void blocks.giveBack(count) })
  const parts = {
    ...{ windows, subjects, blocks, liveProcesses },
    async readReserved(subject: string) {
      return readReserved(store.db, { subject, day: dayName(windows.day) })
    },
  }
  const memory = createMemoryCounter(parts)
  const shared = link ? createRedisCounter({ ...parts, link, memory }) : null
  const counter = shared ?? memory
  const timer = setInterval(() => {
    windows.tick()
    void blocks.recover()
  }, recoveryIntervalMs).unref()

  async function flush(): Promise<void> {
    const held = [...subjects.all()]
    await Promise.all(held.map((count) => count.topUp))
    for (let start = 0; start < held.length; start += returnsAtOnce)
      await Promise.all(held.slice(start, start + returnsAtOnce).map((count) => blocks.giveBack(count)))
    const unwritten = await blocks.settle()
    if (unwritten > 0) log.warn('calls of the day quotas are not written to the database yet', { calls: unwritten })
  }

  return {
    admit: counter.admit,
    state: counter.state,
    flush,
    async close() {
      clearInterval(timer)
      const tooLong = sleep(closeTimeoutMs, true, { ref: false })
      if (await Promise.race([flush(), tooLong]))
        log.warn('the database did not take the day quotas in time', { ...blocks.stats() })
    },
    stats: () => ({
      subjects: subjects.size,
      redisAvailable: link ? link.ready() : null,
      leasedShare: shared?.counts() ? 1 : 1 / Math.max(1, liveProcesses()),
      ...blocks.stats(),
    }),
  }
}

// Counts every call once. Calls are added up in memory and written twice a second, so kill -9 loses at most one
// second of them; each batch carries an id that is written with it, so that none is counted twice when a commit whose
// outcome is unknown is tried again. What is counted is in tally.ts, the tables are in the store.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#define'
import {
  pruneUsage,
  pruneUsageBatches,
  type Store,
  sumUsage,
  type UsageBatch,
  type UsageRow,
  writeUsageBatch,
} from '#store'
import { type CallTotal, createTally, type MeteredCall } from './tally.ts'

/** `keptDays` is how long counted calls can be reported; `maxEntries` bounds the rows that wait in memory while the database is away. */
export interface MeterOptions {
  readonly store: Pick<Store, 'db'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly keptDays: number
  readonly maxEntries?: number
}

/** Which calls to report: `from` (moved back to the start of its step) up to and without `to`, in milliseconds. */
export interface UsageReportQuery {
  readonly accountId?: string | undefined
  readonly listing?: string | undefined
  readonly from: number
  readonly to: number
  readonly by: 'hour' | 'day'
}

/** Calls of one hour or UTC day that begins at `at`, of one listing and provider. `failed`: status 400 and above. */
export interface UsageReportRow {
  readonly at: number
  readonly listing: string
  readonly provider: string
  readonly calls: number
  readonly failed: number
  readonly bytesIn: number
  readonly bytesOut: number
  readonly ms: number
}

export interface Meter {
  /** Counts a call. Synchronous, no I/O. */
  record(call: MeteredCall): void
  /** Writes what was recorded up to now. Never rejects: what cannot be written is kept for the next time. */
  flush(): Promise<void>
  /** Begins to flush every 500 ms; does not keep the process alive. */
  start(): void
  /** Ends the timer and flushes a last time, for at most 5 s. What is not written by then is told in the log and lost. */
  close(): Promise<void>
  /** For metrics: calls since the start, and calls that had to be dropped because the database was away too long. */
  totals(): { readonly calls: CallTotal[]; readonly dropped: number; readonly waitingRows: number }
  /**
   * Sums, oldest first; calls of this process up to now are included. Rejects with a RangeError when the time makes no
   * sense or holds more than 20,000 rows, and with the database's error when it is away.
   */
  report(query: UsageReportQuery): Promise<UsageReportRow[]>
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const flushIntervalMs = 500
const closeTimeoutMs = 5000
const defaultMaxEntries = 50_000
/** Keeps one transaction, and on SQLite the pause it makes, short. */
const rowsPerBatch = 2000
const maxReportRows = 20_000
const pruneIntervalMs = hourMs
/** Ids that killed processes left behind. A batch is not retried for nearly as long as this. */
const batchIdRetentionMs = 7 * dayMs

export function createMeter({ store, clock, log, keptDays, maxEntries = defaultMaxEntries }: MeterOptions): Meter {
  const writer = randomUUID()
  /** Batches that were begun: their rows and ids are fixed, because a failed attempt may have been committed. */
  const batches: UsageBatch[] = []
  const tally = createTally(() => maxEntries - waitingInBatches())
  let batchNumber = 0
  let writtenId: string | undefined
  let dropped = 0
  let droppedUntold = 0
  let away = false
  let prunedAtMs = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  function waitingInBatches(): number {
    return batches.reduce((sum, { rows }) => sum + rows.length, 0)
  }

  function beginBatches(): void {
    const rows = tally.take()
    for (let start = 0; start < rows.length; start += rowsPerBatch) {
      const id = `${writer}:${++batchNumber}`
      const previousId = batches.at(-1)?.id ?? writtenId
      batches.push({ id, previousId, flushedAt: clock(), rows: rows.slice(start, start + rowsPerBatch) })
    }
  }

  async function writeBatches(): Promise<void> {
    for (let batch = batches[0]; batch; batch = batches[0]) {
      await writeUsageBatch(store.db, batch)
      writtenId = batch.id
      batches.shift()
    }
  }

  async function flushNow(): Promise<void> {
    tellDropped()
    try {
      // First what was begun before: as long as the database is away, new rows go on adding up in the tally.
      await writeBatches()
      beginBatches()
      await writeBatches()
      await prune(clock())
      if (away) log.info('the database is back: counted calls are written again')
      away = false
    } catch (error) {
      if (!away) log.warn('counted calls could not be written and are kept until they can', { err: error })
      away = true
    }
  }

  async function prune(nowMs: number): Promise<void> {
    if (nowMs - prunedAtMs < pruneIntervalMs) return
    await pruneUsageBatches(store.db, nowMs - batchIdRetentionMs)
    await pruneUsage(store.db, nowMs - keptDays * dayMs)
    prunedAtMs = nowMs
  }

  function tellDropped(): void {
    if (droppedUntold > 0)
      log.warn('calls were not counted: too many rows wait to be written', { calls: droppedUntold })
    droppedUntold = 0
  }

  function run(): Promise<void> {
    running = flushNow().finally(() => {
      running = null
    })
    return running
  }

  function flush(): Promise<void> {
    if (!running) return run()
    // The one under way may have begun before the newest calls; everyone who asks meanwhile shares the one after it.
    next ??= running.then(() => {
      next = null
      return run()
    })
    return next
  }

  return {
    record(call) {
      if (tally.add(call, Math.floor(clock() / hourMs) * hourMs)) return
      dropped++
      droppedUntold++
    },
    flush,
    start() {
      timer ??= setInterval(() => {
        if (!running) void run()
      }, flushIntervalMs).unref()
    },
    async close() {
      clearInterval(timer)
      await Promise.race([flush(), sleep(closeTimeoutMs, undefined, { ref: false })])
      tellDropped()
      const left = [...batches.flatMap(({ rows }) => rows), ...tally.take()]
      if (left.length > 0) log.warn('counted calls are lost: the database did not take them', { calls: callsOf(left) })
    },
    totals: () => ({ calls: tally.totals(), dropped, waitingRows: waitingInBatches() + tally.size }),
    async report(query) {
      await flush()
      return report(store, query)
    },
  }
}

async function report(
  store: Pick<Store, 'db'>,
  { from, to, by, ...which }: UsageReportQuery,
): Promise<UsageReportRow[]> {
  const stepMs = by === 'hour' ? hourMs : dayMs
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from >= to || from < 0)
    throw new RangeError('The time to report must begin before it ends.')
  const range = { from: Math.floor(from / stepMs) * stepMs, to, stepMs, maxRows: maxReportRows + 1 }
  const sums = await sumUsage(store.db, { ...which, ...range })
  if (sums.length > maxReportRows) throw new RangeError('The time to report holds too many rows; ask for less of it.')
  return sums.map(({ bytes_in: bytesIn, bytes_out: bytesOut, ms_total: ms, ...sum }) => ({
    ...sum,
    bytesIn,
    bytesOut,
    ms,
  }))
}

function callsOf(rows: readonly UsageRow[]): number {
  return rows.reduce((sum, { calls }) => sum + calls, 0)
}

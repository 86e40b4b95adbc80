// Counts every call once. Calls are added up in memory and written twice a second, so kill -9 loses at most one second
// of them. Each batch is written together with an id, so that none is counted twice when a commit whose outcome is
// unknown is retried. What is counted is in tally.ts, reports are in report.ts, the tables are in the store.
import { randomUUID } from 'node:crypto'
import type { Log } from '#define'
import { withTimeout } from '#provider'
import { pruneUsage, pruneUsageBatches, type Store, type UsageBatch, type UsageRow, writeUsageBatch } from '#store'
import { readReport, type UsageReport, type UsageReportQuery } from './report.ts'
import { type CallTotal, createTally, type MeteredCall } from './tally.ts'

export interface MeterDeps {
  readonly store: Pick<Store, 'db'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly log: Pick<Log, 'info' | 'warn'>
  /** How many days back counted calls can be reported. */
  readonly keptDays: number
  /** Bounds the rows that wait in memory while the database is down. */
  readonly maxEntries?: number
}

export interface Meter {
  /** Counts a call. Synchronous, no I/O. */
  record(call: MeteredCall): void
  /** Writes what was recorded so far. Never rejects: what cannot be written is kept for the next time. */
  flush(): Promise<void>
  /** Begins to flush every 500 ms; does not keep the process alive. */
  start(): void
  /** Stops the timer and flushes a last time, for at most 5 s. What is not written by then is logged and lost. */
  close(): Promise<void>
  /** What the last attempt to write failed with; undefined when it succeeded. */
  failure(): unknown
  /** For metrics: calls since the start, and calls dropped because the database was down for too long. */
  totals(): { readonly calls: CallTotal[]; readonly dropped: number; readonly waitingRows: number }
  /**
   * Sums, oldest first, including the calls of this process so far. Rejects with a RangeError when the period is
   * invalid or holds more than 20,000 rows, and with the database's error when it is down.
   */
  report(query: UsageReportQuery): Promise<UsageReport>
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const flushIntervalMs = 500
const closeTimeoutMs = 5000
const defaultMaxEntries = 50_000
/** Keeps a transaction, and the pause it causes on SQLite, short. */
const rowsPerBatch = 2000
const pruneIntervalMs = hourMs
/** How long ids that killed processes left behind are kept; no batch is retried for nearly as long. */
const batchIdRetentionMs = 7 * dayMs

export function createMeter({ store, clock, log, keptDays, maxEntries = defaultMaxEntries }: MeterDeps): Meter {
  const writer = randomUUID()
  /** Batches in progress. Their rows and ids are fixed, because a failed attempt may have been committed. */
  const batches: UsageBatch[] = []
  const tally = createTally(() => maxEntries - waitingInBatches())
  let batchNumber = 0
  let writtenId: string | undefined
  let dropped = 0
  let droppedUnreported = 0
  let failure: unknown
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
    reportDropped()
    try {
      // Batches in progress come first: while the database is down, new calls keep adding up in the tally.
      await writeBatches()
      beginBatches()
      await writeBatches()
      await prune(clock())
      if (failure !== undefined) log.info('the database is back: counted calls are written again')
      failure = undefined
    } catch (error) {
      if (failure === undefined)
        log.warn('counted calls could not be written and are kept until they can', { err: error })
      failure = error
    }
  }

  async function prune(nowMs: number): Promise<void> {
    if (nowMs - prunedAtMs < pruneIntervalMs) return
    await pruneUsageBatches(store.db, nowMs - batchIdRetentionMs)
    await pruneUsage(store.db, nowMs - keptDays * dayMs)
    prunedAtMs = nowMs
  }

  function reportDropped(): void {
    if (droppedUnreported > 0)
      log.warn('calls were not counted: too many rows are waiting to be written', { calls: droppedUnreported })
    droppedUnreported = 0
  }

  function run(): Promise<void> {
    running = flushNow().finally(() => {
      running = null
    })
    return running
  }

  function flush(): Promise<void> {
    if (!running) return run()
    // The flush in progress may have begun before the newest calls; everyone who asks meanwhile shares the next one.
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
      droppedUnreported++
    },
    flush,
    start() {
      timer ??= setInterval(() => {
        if (!running) void run()
      }, flushIntervalMs).unref()
    },
    async close() {
      clearInterval(timer)
      const timeout = new Error('the database did not accept the counted calls in time')
      await withTimeout(flush(), closeTimeoutMs, () => timeout).catch((error: unknown) => {
        if (error !== timeout) throw error
      })
      reportDropped()
      const unwritten = [...batches.flatMap(({ rows }) => rows), ...tally.take()]
      if (unwritten.length > 0)
        log.warn('counted calls are lost: the database did not accept them', { calls: callsOf(unwritten) })
    },
    failure: () => failure,
    totals: () => ({ calls: tally.totals(), dropped, waitingRows: waitingInBatches() + tally.size }),
    async report(query) {
      await flush()
      return readReport(store, query)
    },
  }
}

function callsOf(rows: readonly UsageRow[]): number {
  return rows.reduce((sum, { calls }) => sum + calls, 0)
}

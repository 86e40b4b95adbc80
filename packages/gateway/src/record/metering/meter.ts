// Counts every call once, and keeps the record of calls. Both are collected in memory and written twice a second: kill
// -9 loses at most one second of calls. Each batch is written together with an id, so that no call is counted twice
// when a commit with an unknown outcome is retried. The sums are in tally.ts, reports in report.ts, the tables in the
// store.
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Log } from '#define'
import { systemTimers, type Timer, type Timers, withTimeout } from '#provider'
import {
  prepareChunkDays,
  pruneAgentCalls,
  pruneCalls,
  pruneUsage,
  pruneUsageBatches,
  type Store,
  sumNextPiece,
  type UsageBatch,
  type UsageRow,
  writeUsageBatch,
} from '#store'
import type { EndedCall } from '../calls/recorded-call.ts'
import { type CollectedCalls, createRecorder } from '../calls/recorder.ts'
import { readReport, type UsageReport, type UsageReportQuery } from './report.ts'
import { type CallTotal, createTally } from './tally.ts'

export interface MeterDeps {
  readonly store: Pick<Store, 'db' | 'dialect'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly timers?: Timers
  readonly randomBytes: (count: number) => Buffer
  readonly log: Pick<Log, 'info' | 'warn'>
  /** The number of days for which counted calls can be reported. */
  readonly keptDays: number
  /** The number of days for which single calls are kept; 0 keeps no calls. */
  readonly recordedDays: number
  /** The limit of rows that wait in memory while the database is down. */
  readonly maxEntries?: number
  /** The limit of single calls that wait in memory. */
  readonly maxCalls?: number
}

export interface Meter {
  /** Counts a call. Synchronous, no I/O. */
  record(call: EndedCall): void
  /** Writes the calls recorded so far. Never rejects: rows that cannot be written are kept for the next time. */
  flush(): Promise<void>
  /** Begins to flush every 500 ms; does not keep the process alive. */
  start(): void
  /** Stops the timer and flushes a last time, for at most 5 s. Rows not written by then are logged and lost. */
  close(): Promise<void>
  /** Returns the error of the last attempt to write; undefined if it succeeded. */
  failure(): unknown
  /**
   * Returns totals for metrics: calls since the start, and calls dropped because the database was down for too long.
   */
  totals(): MeterTotals
  /**
   * Returns sums, oldest first, including the calls of this process so far. Rejects with a RangeError if the period is
   * invalid or has more than 20,000 rows, and with the database's error if it is down.
   */
  report(query: UsageReportQuery): Promise<UsageReport>
}

interface MeterTotals {
  readonly calls: CallTotal[]
  readonly dropped: number
  readonly waitingRows: number
  /**
   * The number of calls that are counted but not in the record, because too many were waiting or a key was refused too
   * often.
   */
  readonly unrecorded: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const flushIntervalMs = 500
/** The limit of pieces between two flushes, in which sums of days are made; a piece takes a few milliseconds. */
const piecesPerInterval = 10
/** The pause after there was nothing to sum: an hour ends only once an hour. */
const idleSumMs = 30_000
const closeTimeoutMs = 5000
const defaultMaxEntries = 50_000
/** Limits of a batch, which keep a transaction, and the pause it causes on SQLite, short. */
const rowsPerBatch = 2000
const chunksPerBatch = 100
const errorsPerBatch = 1000
/** The default limit of waiting calls, about 10 MB. */
const defaultMaxCalls = 100_000
const pruneIntervalMs = hourMs
/** The retention of batch ids left by killed processes; no batch is retried for nearly as long. */
const batchIdRetentionMs = 7 * dayMs

export function createMeter(deps: MeterDeps): Meter {
  const { store, clock, log, keptDays, recordedDays, maxEntries = defaultMaxEntries, timers = systemTimers } = deps
  const writer = randomUUID()
  /** Batches in progress. Their rows and ids are fixed, because a failed attempt may have been committed. */
  const batches: UsageBatch[] = []
  const tally = createTally(() => maxEntries - waitingInBatches())
  const maxCalls = deps.maxCalls ?? defaultMaxCalls
  const recorder = createRecorder({ ...deps, room: () => maxCalls - callsInBatches() })
  /** Days that have a table for chunks in the database. */
  const preparedDays = new Set<number>()
  let batchNumber = 0
  let writtenId: string | undefined
  let dropped = 0
  let droppedUnreported = 0
  let unrecorded = 0
  let failure: unknown
  let prunedAtMs = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let timer: Timer | undefined
  let summing: Promise<void> | null = null
  let sumAtMs = Number.NEGATIVE_INFINITY
  let isClosed = false

  function waitingInBatches(): number {
    return batches.reduce((sum, { rows }) => sum + rows.length, 0)
  }
  function callsInBatches(): number {
    return batches.reduce((sum, { chunks }) => sum + chunks.reduce((calls, chunk) => calls + chunk.calls, 0), 0)
  }

  function beginBatches(): void {
    for (const part of partsOf(tally.take(), recorder.take())) {
      const id = `${writer}:${++batchNumber}`
      const previousId = batches.at(-1)?.id ?? writtenId
      batches.push({ id, previousId, flushedAt: clock(), ...part })
    }
  }

  async function writeBatches(): Promise<void> {
    for (let batch = batches[0]; batch; batch = batches[0]) {
      const recordedFrom = clock() - recordedDays * dayMs
      await prepareDays(batch.chunks.map(({ last_at }) => last_at).filter((at) => at >= recordedFrom))
      await writeUsageBatch(store.db, { ...batch, recordedFrom })
      writtenId = batch.id
      batches.shift()
    }
  }

  async function prepareDays(times: readonly number[]): Promise<void> {
    const missing = times.filter((at) => !preparedDays.has(Math.floor(at / dayMs)))
    if (missing.length === 0) return
    await prepareChunkDays(store.db, store.dialect, missing)
    for (const at of missing) preparedDays.add(Math.floor(at / dayMs))
  }

  async function flushNow(): Promise<void> {
    reportDropped()
    try {
      // batches in progress come first: while the database is down, new calls keep adding up in the tally
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
    await pruneAgentCalls(store.db, nowMs)
    await pruneUsageBatches(store.db, nowMs - batchIdRetentionMs)
    await pruneUsage(store.db, nowMs - keptDays * dayMs)
    await pruneCalls(store.db, store.dialect, nowMs - recordedDays * dayMs)
    preparedDays.clear()
    prunedAtMs = nowMs
  }

  /** Sums finished days. Never rejects: without sums, reports read the hours. */
  async function sumDays(): Promise<void> {
    const nowMs = clock()
    if (Math.abs(nowMs - sumAtMs) < idleSumMs || isClosed) return
    try {
      for (let piece = 0; piece < piecesPerInterval && !isClosed; piece++) {
        if (!(await sumNextPiece(store.db, { holder: writer, nowMs }))) sumAtMs = nowMs
        if (sumAtMs === nowMs) return
        await setImmediate()
      }
    } catch (error) {
      sumAtMs = nowMs
      // the flush already reports a database that is down
      if (failure === undefined) log.warn('usage could not be added up by day', { err: error })
    }
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
    // the flush in progress may have begun before the newest calls; all later requests share the next one
    next ??= running.then(() => {
      next = null
      return run()
    })
    return next
  }

  return {
    record(call) {
      const now = clock()
      if (recordedDays > 0 && !recorder.add(call, now)) unrecorded++
      if (tally.add(call, Math.floor(now / hourMs) * hourMs)) return
      dropped++
      droppedUnreported++
    },
    flush,
    start() {
      timer ??= timers
        .every(flushIntervalMs, () => {
          if (!running) void run()
          summing ??= sumDays().finally(() => {
            summing = null
          })
        })
        .unref()
    },
    async close() {
      timer?.cancel()
      isClosed = true
      const timeout = new Error('the database did not accept the counted calls in time')
      await withTimeout(Promise.all([flush(), summing]), closeTimeoutMs, () => timeout, timers).catch(
        (error: unknown) => {
          if (error !== timeout) throw error
        },
      )
      reportDropped()
      const unwritten = [...batches.flatMap(({ rows }) => rows), ...tally.take()]
      if (unwritten.length > 0)
        log.warn('counted calls are lost: the database did not accept them', { calls: callsOf(unwritten) })
    },
    failure: () => failure,
    totals: () => ({
      calls: tally.totals(),
      dropped,
      unrecorded,
      waitingRows: waitingInBatches() + tally.size,
    }),
    async report(query) {
      await flush()
      return readReport(store, query)
    },
  }
}

/** Splits rows into parts of one transaction each. Chunks and counts need not share a transaction. */
function partsOf(rows: readonly UsageRow[], { chunks, ids, errors }: CollectedCalls) {
  const parts = []
  const longest = Math.max(rows.length / rowsPerBatch, chunks.length / chunksPerBatch, errors.length / errorsPerBatch)
  for (let part = 0; part < Math.max(longest, ids.length / rowsPerBatch); part++) {
    const of = <T>(list: readonly T[], size: number) => list.slice(part * size, (part + 1) * size)
    parts.push({
      rows: of(rows, rowsPerBatch),
      chunks: of(chunks, chunksPerBatch),
      ids: of(ids, rowsPerBatch),
      errors: of(errors, errorsPerBatch),
    })
  }
  return parts
}

function callsOf(rows: readonly UsageRow[]): number {
  return rows.reduce((sum, { calls }) => sum + calls, 0)
}

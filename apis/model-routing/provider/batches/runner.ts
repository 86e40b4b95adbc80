// Works on batches until none is left: a few at a time, with a few calls each, so that one account's batches hold up
// neither its other calls nor other accounts.
import { hash } from 'node:crypto'
import type { CalledTasks, Log } from '#define'
import { keyedMutex } from '#provider'
import { dropFiles } from '../models/stored/file-store.ts'
import type { Batch, BatchEnd, BatchFiles } from './batch.ts'
import { batchLimits } from './batch.ts'
import { keepResults, postpone, requestOf, type WaitingLine, waitingLines } from './batch-lines.ts'
import { type BatchStore, leaseMs } from './batch-store.ts'
import type { BatchTasks } from './batch-tasks.ts'
import { type BatchedHandlers, callLine, callOf, tooLong } from './line-calls.ts'
import { lineForms } from './result-lines.ts'
import { createResultWriter, type ResultWriter } from './result-writer.ts'
import type { BatchDb } from './tables.ts'

export interface RunnerDeps {
  readonly db: BatchDb
  readonly store: BatchStore
  readonly tasks: CalledTasks<BatchTasks>
  readonly handlers: BatchedHandlers
  readonly now: () => number
  readonly newId: () => string
  /** Whether a key may still spend. */
  readonly keyWorks: (id: string) => Promise<boolean>
  readonly log: Log
}
export interface BatchRunner {
  /** By which the store knows this process. */
  readonly id: string
  /** Looks for batches soon; returns at once. */
  wake(): void
  /** No further call of the batch is made. */
  stop(batch: string): void
  /** Resolves when there is no batch left that could be worked on now. */
  runAll(): Promise<void>
  /** Ends the calls under way, and leaves the batches to other processes. */
  close(): Promise<void>
}

/** At once, by this process. */
const batchesAtOnce = 4
const batchesOfAccount = 2
const callsOfBatch = 4
const renewMs = 5000
const linesRead = 100
const longestPauseS = 300

/** A batch that this process works on. */
interface Run {
  readonly batch: Batch
  readonly ended: AbortController
  /** No further call is made, because it was cancelled. */
  stopped: boolean
  /** A provider has asked to wait so long. */
  pauseS: number
  /** Size of the results so far. */
  resultBytes: number
  done: Promise<void>
}

/**
 * An id that what it is of determines: random draws of the background would change those of the calls beside it, which
 * tests repeat.
 */
const idFrom = (...parts: readonly (string | number)[]): string => hash('sha256', parts.join(' ')).slice(0, 24)

export function createBatchRunner(deps: RunnerDeps): BatchRunner {
  const { db, store, tasks, handlers, now, log } = deps
  const id = deps.newId()
  const runs = new Map<string, Run>()
  const mutex = keyedMutex<'claim'>()
  let timer: NodeJS.Timeout | undefined
  /** Work goes on here between calls. */
  let isAwake = false
  let isClosed = false

  function busyAccounts(): string[] {
    const accounts = [...runs.values()].map(({ batch }) => batch.account)
    return accounts.filter((account) => accounts.filter((other) => other === account).length >= batchesOfAccount)
  }
  async function claim(): Promise<void> {
    while (!isClosed && runs.size < batchesAtOnce) {
      const batch = await store.claim(id, { busy: busyAccounts(), running: [...runs.keys()] })
      if (!batch) return
      begin(batch)
    }
  }
  function look(): void {
    void mutex.run('claim', claim).catch((error: unknown) => warn('batches could not be looked up', error))
  }
  function wakeAfter(ms: number): void {
    // a thread that only runs jobs may end in the meantime; there the next job looks
    if (!isAwake) return
    clearTimeout(timer)
    timer = setTimeout(look, ms)
    timer.unref()
  }
  const warn = (message: string, error: unknown) => log.warn(message, { cause: String(error) })

  function begin(batch: Batch): void {
    const run: Run = {
      batch,
      ended: new AbortController(),
      stopped: false,
      pauseS: 0,
      resultBytes: batch.resultBytes,
      done: Promise.resolve(),
    }
    runs.set(batch.id, run)
    const renewal = setInterval(() => void renew(run), renewMs)
    renewal.unref()
    run.done = work(run)
      .catch(async (error: unknown) => {
        if (isClosed) await store.release(batch.id, id, 0)
        else if (!run.ended.signal.aborted) {
          warn('a batch was interrupted', error)
          wakeAfter(leaseMs)
        }
      })
      .catch((error: unknown) => warn('a batch could not be left', error))
      .finally(() => {
        clearInterval(renewal)
        runs.delete(batch.id)
        if (isAwake) look()
      })
  }

  async function renew(run: Run): Promise<void> {
    try {
      const batch = await store.renew(run.batch.id, id)
      if (!batch) run.ended.abort()
      else if (batch.cancellingMs !== null || !(await mayGoOn(batch))) run.stopped = true
    } catch (error) {
      warn('the lease of a batch could not be renewed', error)
    }
  }

  /** A batch ends with the key that pays for it, as if its owner had cancelled it. */
  async function mayGoOn({ id: batch, facts }: Batch): Promise<boolean> {
    if (await deps.keyWorks(facts.key)) return true
    await store.cancel(batch)
    return false
  }

  async function work(run: Run): Promise<void> {
    const { batch } = run
    run.stopped = batch.cancellingMs !== null || !(await mayGoOn(batch))
    if (batch.state === 'validating' && !run.stopped && !(await load(run))) return
    if (batch.state !== 'finalizing') await callAll(run)
    run.ended.signal.throwIfAborted()
    if (run.pauseS > 0 && !run.stopped && !isExpired(batch)) {
      const ms = Math.min(run.pauseS, longestPauseS) * 1000
      await store.release(batch.id, id, now() + ms)
      wakeAfter(ms)
      return
    }
    await finish(run)
  }

  /** False when there is nothing to call. */
  async function load({ batch, ended }: Run): Promise<boolean> {
    if (batch.wire === 'anthropic') {
      // its caller never learned of it
      await store.remove([batch.id])
      return false
    }
    const loaded = await tasks.loadBatchFile({ id: batch.id }, callOf(batch, ended.signal))
    if ('problems' in loaded) {
      await store.end(batch.id, id, { state: 'failed', problems: loaded.problems })
      return false
    }
    await store.start(batch.id, id, loaded.total)
    return true
  }

  const isExpired = ({ expiresMs }: Batch) => now() >= expiresMs
  const goesOn = (run: Run) => !run.stopped && !run.ended.signal.aborted && run.pauseS === 0 && !isExpired(run.batch)

  async function callAll(run: Run): Promise<void> {
    const { batch } = run
    const reading = keyedMutex<'lines'>()
    /** Of calls whose results are not stored yet. */
    const underWay = new Set<number>()
    const results = createResultWriter({
      store: (group) => keepResults(db, batch.id, group),
      stored: (group) => {
        for (const { place } of group) underWay.delete(place)
      },
    })
    let waiting: WaitingLine[] = []
    const next = () =>
      reading.run('lines', async () => {
        if (!goesOn(run)) return undefined
        if (waiting.length === 0)
          waiting = await waitingLines(db, batch.id, { underWay: [...underWay], limit: linesRead })
        const line = waiting.shift()
        if (line) underWay.add(line.place)
        return line
      })
    const callInTurn = async () => {
      for (let line = await next(); line; line = await next()) {
        if (!(await callOne(run, line, results))) underWay.delete(line.place)
      }
    }
    const all = await Promise.allSettled(Array.from({ length: callsOfBatch }, callInTurn))
    await results.flush()
    for (const one of all) if (one.status === 'rejected') throw one.reason
  }

  /** False when there is no result. */
  async function callOne(run: Run, { place, customId }: WaitingLine, results: ResultWriter): Promise<boolean> {
    const { batch, ended } = run
    const request = await requestOf(db, batch.id, place)
    if (request === undefined) return false
    const answer =
      run.resultBytes < batchLimits.resultsBytes
        ? await callLine(handlers, batch, { request, signal: ended.signal })
        : tooLong(batch)
    if ('retryAfterS' in answer) {
      run.pauseS = Math.max(run.pauseS, answer.retryAfterS)
      await postpone(db, batch.id, place)
      return false
    }
    const written = lineForms[batch.wire].written(customId, answer, idFrom(batch.id, place))
    run.resultBytes += written.result.length
    const storing = results.add({ place, ...written })
    if (storing) await storing
    return true
  }

  async function finish({ batch: { id: batchId }, ended }: Run): Promise<void> {
    const batch = await store.renew(batchId, id)
    if (!batch) return
    const { total, succeeded, failed, cancellingMs } = batch
    const isWhole = succeeded + failed === total
    const end: BatchEnd = cancellingMs !== null ? 'cancelled' : isWhole ? 'completed' : 'expired'
    if (batch.state !== 'finalizing') await store.finalize(batchId, id)
    // files of this attempt alone: a process that was taken for dead may be writing its own at the same time
    const files = filesOf(batch)
    await tasks.finishBatch({ id: batchId, end, ...files }, callOf(batch, ended.signal))
    if (await store.end(batchId, id, { state: end, ...files })) return
    await dropFiles(
      db,
      Object.values(files).filter((file) => file !== null),
    )
  }

  /** Messages have one file of all results. */
  function filesOf({ id: batchId, wire, total, succeeded, leaseMs: until }: Batch): BatchFiles {
    const isOne = wire === 'anthropic'
    const fileId = (kind: string) => `file-${idFrom(batchId, id, until, kind)}`
    return {
      outputFile: (isOne ? total : succeeded) > 0 ? fileId('output') : null,
      errorFile: !isOne && total > succeeded ? fileId('error') : null,
    }
  }

  return {
    id,
    wake() {
      isAwake = true
      look()
    },
    stop(batch) {
      const run = runs.get(batch)
      if (run) run.stopped = true
      else this.wake()
    },
    async runAll() {
      await mutex.run('claim', claim)
      while (runs.size > 0) {
        await Promise.race([...runs.values()].map(({ done }) => done))
        await mutex.run('claim', claim)
      }
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      for (const { ended } of runs.values()) ended.abort()
      await Promise.all([...runs.values()].map(({ done }) => done))
    },
  }
}

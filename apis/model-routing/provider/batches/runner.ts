// Works on batches until none is left: a few at a time, with a few calls each, so that one account's batches hold up
// neither its other calls nor other accounts.
import type { Log } from '#define'
import { keyedMutex } from '#provider'
import type { Batch } from './batch.ts'
import { leaseMs } from './batch-rows.ts'
import { workOn } from './batch-work.ts'
import { mayGoOn, type Run, type RunnerDeps } from './run.ts'

export interface BatchRunner {
  /** The id by which the store knows this process. */
  readonly id: string
  /** Looks for batches soon; returns at once. */
  wake(): void
  /** Makes no further call of the batch. */
  stop(batch: string): void
  /** Resolves when no batch is left that could be worked on now. */
  runAll(): Promise<void>
  /** Ends the calls under way, and leaves the batches to other processes. */
  close(): Promise<void>
}

/** Batches that this process works on concurrently. */
const batchesAtOnce = 4
const batchesOfAccount = 2
const renewMs = 5000

export function createBatchRunner(deps: RunnerDeps): BatchRunner {
  const { store, log } = deps
  const id = deps.newId()
  const runs = new Map<string, Run>()
  const mutex = keyedMutex<'claim'>()
  let timer: NodeJS.Timeout | undefined
  /** True in a process that works between calls. */
  let isAwake = false
  let isClosed = false

  async function claim(): Promise<void> {
    while (!isClosed && runs.size < batchesAtOnce) {
      const batch = await store.claim(id, { busy: busyAccounts([...runs.values()]), running: [...runs.keys()] })
      if (!batch) return
      begin(batch)
    }
  }
  function look(): void {
    void mutex.run('claim', claim).catch((error: unknown) => warn(log, 'batches could not be looked up', error))
  }
  function wakeAfter(ms: number): void {
    // a thread that only runs jobs may end in the meantime; there the next job looks
    if (!isAwake) return
    clearTimeout(timer)
    timer = setTimeout(look, ms)
    timer.unref()
  }

  function begin(batch: Batch): void {
    const run = newRun(batch, id)
    runs.set(batch.id, run)
    const renewal = setInterval(() => void renew(deps, run), renewMs)
    renewal.unref()
    run.done = workOn(deps, run)
      .then((pauseMs) => {
        if (pauseMs !== undefined) wakeAfter(pauseMs)
      })
      .catch(async (error: unknown) => {
        if (isClosed) await store.release(batch.id, id, 0)
        else if (!run.ended.signal.aborted) {
          warn(log, 'a batch was interrupted', error)
          wakeAfter(leaseMs)
        }
      })
      .catch((error: unknown) => warn(log, 'a batch could not be left', error))
      .finally(() => {
        clearInterval(renewal)
        runs.delete(batch.id)
        if (isAwake) look()
      })
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

const newRun = (batch: Batch, runner: string): Run => ({
  runner,
  batch,
  ended: new AbortController(),
  stopped: false,
  pauseS: 0,
  resultBytes: batch.resultBytes,
  done: Promise.resolve(),
})

/** Returns the accounts that have their limit of batches under way. */
function busyAccounts(runs: readonly Run[]): string[] {
  const accounts = runs.map(({ batch }) => batch.account)
  return accounts.filter((account) => accounts.filter((other) => other === account).length >= batchesOfAccount)
}

/** Extends the lease. A batch that another process holds is left, and a cancelled one is stopped. */
async function renew(deps: RunnerDeps, run: Run): Promise<void> {
  try {
    const batch = await deps.store.renew(run.batch.id, run.runner)
    if (!batch) run.ended.abort()
    else if (batch.cancellingMs !== null || !(await mayGoOn(deps, batch))) run.stopped = true
  } catch (error) {
    warn(deps.log, 'the lease of a batch could not be renewed', error)
  }
}

const warn = (log: Log, message: string, error: unknown) => log.warn(message, { cause: String(error) })

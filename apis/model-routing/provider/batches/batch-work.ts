// Works on one batch, from its input to the files of its results.
import { Failure } from '#define'
import { dropFiles } from '../models/stored/file-store.ts'
import type { Batch, BatchEnd, BatchFiles } from './batch.ts'
import { callAll } from './batch-calls.ts'
import type { LoadedLines } from './batch-tasks.ts'
import { callOf } from './line-calls.ts'
import { idFrom, isExpired, mayGoOn, type Run, type RunnerDeps } from './run.ts'

const longestPauseS = 300

/**
 * Loads the calls of a batch, makes them and writes the files of their results. Returns the milliseconds that its
 * provider asked to wait before the rest; undefined when nothing is left to do.
 */
export async function workOn(deps: RunnerDeps, run: Run): Promise<number | undefined> {
  const { batch } = run
  run.stopped = batch.cancellingMs !== null || !(await mayGoOn(deps, batch))
  if (batch.state === 'validating' && !run.stopped && !(await load(deps, run))) return undefined
  if (batch.state !== 'finalizing') await callAll(deps, run)
  run.ended.signal.throwIfAborted()
  if (run.pauseS > 0 && !run.stopped && !isExpired(deps, batch)) {
    const ms = Math.min(run.pauseS, longestPauseS) * 1000
    await deps.store.release(batch.id, run.runner, deps.now() + ms)
    return ms
  }
  await finish(deps, run)
  return undefined
}

/** Reads the calls of a batch. Returns false if the batch has none. */
async function load({ store, tasks }: RunnerDeps, { batch, runner, ended }: Run): Promise<boolean> {
  if (batch.wire === 'anthropic') {
    // its caller never learned of it
    await store.remove([batch.id])
    return false
  }
  const loaded = await tasks.loadBatchFile({ id: batch.id }, callOf(batch, ended.signal)).catch(interruptedLoad)
  if ('problems' in loaded) {
    await store.end(batch.id, runner, { state: 'failed', problems: loaded.problems })
    return false
  }
  await store.start(batch.id, runner, loaded.total)
  return true
}

/** Returns the problem of a file that ended the thread that read it, or took too long; it is not read again. */
function interruptedLoad(error: unknown): LoadedLines {
  if (!(error instanceof Failure && ['provider.restarted', 'provider.deadline'].includes(error.code))) throw error
  const message =
    'The gateway was interrupted while it read the input file, and does not try again. Send smaller files.'
  return { problems: [{ code: 'interrupted', param: 'input_file_id', line: null, message }] }
}

async function finish({ db, store, tasks }: RunnerDeps, { batch: { id }, runner, ended }: Run): Promise<void> {
  const batch = await store.renew(id, runner)
  if (!batch) return
  const { total, succeeded, failed, cancellingMs } = batch
  const isWhole = succeeded + failed === total
  const end: BatchEnd = cancellingMs !== null ? 'cancelled' : isWhole ? 'completed' : 'expired'
  if (batch.state !== 'finalizing') await store.finalize(id, runner)
  // files of this attempt alone: a process that was taken for dead may be writing its own at the same time
  const files = filesOf(batch, runner)
  await tasks.finishBatch({ id, end, ...files }, callOf(batch, ended.signal))
  if (await store.end(id, runner, { state: end, ...files })) return
  await dropFiles(
    db,
    Object.values(files).filter((file) => file !== null),
  )
}

/** Returns the ids of the files of results; messages have one file of them all. */
function filesOf({ id, wire, total, succeeded, leaseMs: until }: Batch, runner: string): BatchFiles {
  const isOne = wire === 'anthropic'
  const fileId = (kind: string) => `file-${idFrom(id, runner, until, kind)}`
  return {
    outputFile: (isOne ? total : succeeded) > 0 ? fileId('output') : null,
    errorFile: !isOne && total > succeeded ? fileId('error') : null,
  }
}

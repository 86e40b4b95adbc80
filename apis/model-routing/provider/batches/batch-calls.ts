// Makes the calls of a batch.
import { keyedMutex } from '#provider'
import { batchLimits } from './batch.ts'
import { keepResults, postpone, requestOf, type WaitingLine, waitingLines } from './batch-lines.ts'
import { callLine, tooLong } from './line-calls.ts'
import { lineForms } from './result-lines.ts'
import { createResultWriter, type ResultWriter } from './result-writer.ts'
import { idFrom, isExpired, type Run, type RunnerDeps } from './run.ts'

const callsOfBatch = 4
const linesRead = 100

/** Makes the calls of a batch, a few at a time, until all are made or the run ends. */
export async function callAll(deps: RunnerDeps, run: Run): Promise<void> {
  const { db } = deps
  const { batch } = run
  const reading = keyedMutex<'lines'>()
  /** Places of the calls whose results are not stored yet. */
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
      if (!goesOn(deps, run)) return undefined
      if (waiting.length === 0)
        waiting = await waitingLines(db, batch.id, { underWay: [...underWay], limit: linesRead })
      const line = waiting.shift()
      if (line) underWay.add(line.place)
      return line
    })
  const callInTurn = async () => {
    for (let line = await next(); line; line = await next()) {
      if (!(await callOne(deps, run, { line, results }))) underWay.delete(line.place)
    }
  }
  const all = await Promise.allSettled(Array.from({ length: callsOfBatch }, callInTurn))
  await results.flush()
  for (const one of all) if (one.status === 'rejected') throw one.reason
}

interface LineOfRun {
  readonly line: WaitingLine
  readonly results: ResultWriter
}
/** Makes one call. Returns false without a result to store. */
async function callOne({ db, handlers }: RunnerDeps, run: Run, { line, results }: LineOfRun): Promise<boolean> {
  const { place, customId } = line
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

const goesOn = (deps: RunnerDeps, run: Run): boolean =>
  !run.stopped && !run.ended.signal.aborted && run.pauseS === 0 && !isExpired(deps, run.batch)

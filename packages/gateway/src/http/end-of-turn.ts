// Work that is put off to the end of the turn of the event loop in which it came up. Writes that follow one another wake a sleeping
// reader once, and waking it costs more than the write (decision 0009); a call alone loses a few microseconds.

/**
 * Calls are begun when all that came in with the turn has been read. Whole answers are written after that, those of the calls just
 * begun among them, so that nothing but the writing stands between two writes.
 */
export type Stage = 'calls' | 'answers'

const waiting: Record<Stage, (() => void)[]> = { calls: [], answers: [] }
let isComing = false

/** Does the work of a stage in the order in which it came. It must not throw. */
export function atEndOfTurn(stage: Stage, work: () => void): void {
  waiting[stage].push(work)
  if (isComing) return
  isComing = true
  setImmediate(endTurn)
}

function endTurn(): void {
  doAll('calls')
  doAll('answers')
  // what a stage put off to itself, or to the one before, is for the next turn: others are not kept waiting
  isComing = waiting.calls.length + waiting.answers.length > 0
  if (isComing) setImmediate(endTurn)
}

function doAll(stage: Stage): void {
  const now = waiting[stage]
  waiting[stage] = []
  for (const work of now) work()
}

// Work that is put off to the end of the turn of the event loop in which it came up. Writes that follow one another wake a sleeping
// reader once, and waking it costs more than the write (decision 0009); a call alone loses a few microseconds.

/**
 * Calls are begun when all that came in with the turn has been read. Whole answers are written after that, those of the calls just
 * begun among them, so that nothing but the writing stands between two writes.
 */
export type Stage = 'calls' | 'answers'

const due: Record<Stage, (() => void)[]> = { calls: [], answers: [] }
let isComing = false

/**
 * Makes a place to put items of one kind off; `work` is done with them in the order in which they came, and must not throw. One
 * function for all items, because a closure for each would be the most that a short answer leaves to the collector.
 */
export function createEndOfTurn<T>(stage: Stage, work: (item: T) => void): (item: T) => void {
  let waiting: T[] = []
  const doAll = () => {
    const now = waiting
    waiting = []
    for (const item of now) work(item)
  }
  return (item) => {
    if (waiting.push(item) > 1) return
    due[stage].push(doAll)
    if (isComing) return
    isComing = true
    setImmediate(endTurn)
  }
}

function endTurn(): void {
  doStage('calls')
  doStage('answers')
  // what a stage put off to itself, or to the one before, is for the next turn: others are not kept waiting
  isComing = due.calls.length + due.answers.length > 0
  if (isComing) setImmediate(endTurn)
}

function doStage(stage: Stage): void {
  const now = due[stage]
  due[stage] = []
  for (const doAll of now) doAll()
}

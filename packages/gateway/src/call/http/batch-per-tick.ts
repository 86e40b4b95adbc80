// Batches work per event-loop tick. Consecutive writes wake a sleeping reader once, and waking it costs more than the
// write (docs/decisions/0009); a lone call loses a few microseconds.

/**
 * Stages of a tick. Calls begin once everything that arrived in the tick has been read. Complete responses are written
 * after that, including those of the calls just begun, so that nothing but writing happens between two writes.
 */
type Stage = 'calls' | 'responses'

const pending: Record<Stage, (() => void)[]> = { calls: [], responses: [] }
let isScheduled = false

/**
 * Returns a function that defers an item to the end of the tick, where `work` handles all items in order; `work` must
 * not throw. One function serves all items: a closure per item would be the largest share of a short response's
 * garbage.
 */
export function createBatchPerTick<T>(stage: Stage, work: (item: T) => void): (item: T) => void {
  let items: T[] = []
  const runBatch = () => {
    const batch = items
    items = []
    for (const item of batch) work(item)
  }
  return (item) => {
    if (items.push(item) > 1) return
    pending[stage].push(runBatch)
    if (isScheduled) return
    isScheduled = true
    setImmediate(runStages)
  }
}

function runStages(): void {
  runStage('calls')
  runStage('responses')
  // work that a stage defers to itself or to the previous stage waits for the next tick, so that others get their turn
  isScheduled = pending.calls.length + pending.responses.length > 0
  if (isScheduled) setImmediate(runStages)
}

function runStage(stage: Stage): void {
  const batches = pending[stage]
  pending[stage] = []
  for (const runBatch of batches) runBatch()
}

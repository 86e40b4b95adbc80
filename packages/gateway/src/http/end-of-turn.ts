// Work that is put off to the end of the turn of the event loop in which it came up. Writes that follow one another wake a sleeping
// reader once, and waking it costs more than the write (decision 0009); a call alone loses a few microseconds.

/** Makes a place to put such work; what is put there in one turn is done in the order in which it came. `work` must not throw. */
export function createEndOfTurn<T>(work: (item: T) => void): (item: T) => void {
  let waiting: T[] = []
  const doAll = () => {
    const now = waiting
    waiting = []
    for (const item of now) work(item)
  }
  return (item) => {
    if (waiting.push(item) === 1) setImmediate(doAll)
  }
}

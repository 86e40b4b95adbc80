// Stores the results of a batch in groups: a commit that is synced holds up its thread on SQLite, and calls of fast
// models end by the hundred. What has not been stored for a tenth of a second can be lost when the process is killed,
// as with the ledger of calls.
import type { PlacedResult } from './batch-lines.ts'

export interface ResultWriter {
  /** Adds a result. Returns a promise while earlier results have to be waited for. */
  add(result: PlacedResult): Promise<void> | undefined
  /** Resolves when everything added before is stored; rejects when something could not be. */
  flush(): Promise<void>
}
interface ResultWriterDeps {
  readonly store: (results: readonly PlacedResult[]) => Promise<void>
  /** Called with the results that are stored. */
  readonly stored: (results: readonly PlacedResult[]) => void
}

const longestWaitMs = 100
const mostWaiting = 50
const mostWaitingLength = 1024 * 1024

export function createResultWriter({ store, stored }: ResultWriterDeps): ResultWriter {
  let waiting: PlacedResult[] = []
  let length = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const results = waiting
    waiting = []
    length = 0
    if (results.length > 0)
      writing = writing.then(async () => {
        await store(results)
        stored(results)
      })
    return writing
  }
  return {
    flush,
    add(result) {
      waiting.push(result)
      length += result.result.length
      if (waiting.length >= mostWaiting || length >= mostWaitingLength) return flush()
      // the next call of add or flush reports the failure
      timer ??= setTimeout(() => void flush().catch(() => undefined), longestWaitMs)
      return undefined
    },
  }
}

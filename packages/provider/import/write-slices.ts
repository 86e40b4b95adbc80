// Writes a large import in transactions of a few dozen milliseconds with pauses between them: SQLite has one writer at
// a time, and other writers (keys, usage, other imports) get their turn in the pauses.
import { setTimeout as sleep } from 'node:timers/promises'

export interface WriteSlices {
  /** Number of items for the next transaction. */
  readonly size: number
  /** Runs a transaction over `count` items, and pauses after it. */
  run<T>(count: number, write: () => Promise<T>): Promise<T>
}
interface WriteSlicesOptions {
  /** Items in the first transaction; later sizes follow from the duration of earlier ones. */
  readonly first?: number
  readonly most?: number
  /** Minimum number of items: if transactions have a fixed cost, small ones take longer in all. */
  readonly least?: number
  /** Clock in milliseconds; monotonic by default. */
  readonly now?: () => number
}

const targetMs = 40
/** A waiting writer retries at least every 8 ms, so it hits the next pause. */
const pauseMs = 10

export function createWriteSlices(options: WriteSlicesOptions = {}): WriteSlices {
  const { first = 100, most = 5000, least = 10, now = () => performance.now() } = options
  let size = first
  return {
    get size() {
      return size
    },
    async run(count, write) {
      const startedMs = now()
      const result = await write()
      const perItem = Math.max(0.001, now() - startedMs) / Math.max(1, count)
      // at most double, in case the next items are slower
      size = Math.round(Math.min(most, 2 * size, Math.max(least, targetMs / perItem)))
      await sleep(pauseMs)
      return result
    },
  }
}

/** Splits the items in order, each part with the size for the next transaction. */
export function* inSlices<T>(items: readonly T[], slices: Pick<WriteSlices, 'size'>): Generator<T[]> {
  for (let at = 0; at < items.length; ) {
    const { size } = slices
    yield items.slice(at, at + size)
    at += size
  }
}

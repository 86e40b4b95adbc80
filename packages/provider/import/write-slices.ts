// Writes a large import in transactions of a few dozen milliseconds with pauses between them: SQLite has one writer at
// a time, and others (keys, usage, other imports) get their turn in the pauses.
import { setTimeout as sleep } from 'node:timers/promises'

export interface WriteSlices {
  /** How many items the next transaction should take. */
  readonly size: number
  /** Runs a transaction over `count` items, and pauses after it. */
  run<T>(count: number, write: () => Promise<T>): Promise<T>
}
export interface WriteSlicesOptions {
  /** Items of the first transaction; later ones follow from how long the ones before took. */
  readonly first?: number
  readonly most?: number
  /** Never fewer: where each transaction has work of its own, small ones take longer in all. */
  readonly least?: number
  /** Milliseconds; the default is a steady clock. */
  readonly now?: () => number
}

const targetMs = 40
/** A waiting writer tries again every 8 ms or sooner, so it meets the next pause. */
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
      // at most twice as many: the next items may be slower
      size = Math.round(Math.min(most, 2 * size, Math.max(least, targetMs / perItem)))
      await sleep(pauseMs)
      return result
    },
  }
}

/** The items in order, each part with the size that the next transaction should have. */
export function* inSlices<T>(items: readonly T[], slices: Pick<WriteSlices, 'size'>): Generator<T[]> {
  for (let at = 0; at < items.length; ) {
    const { size } = slices
    yield items.slice(at, at + size)
    at += size
  }
}

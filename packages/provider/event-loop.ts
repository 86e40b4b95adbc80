// Lets long-running work share its thread with calls by yielding between steps.
import { setImmediate } from 'node:timers/promises'

/**
 * Resolves after pending I/O and due timers have run, so that other calls are answered between two steps of long work.
 */
export function yieldToEventLoop(): Promise<void> {
  return setImmediate()
}

/** Duration of a slice of work between two yields. */
const sliceMs = 5

/** Awaiting this costs a tenth of a microsecond. */
const nothingDue = Promise.resolve()

/** Returns a function to await after each short step; it yields once 5 ms have passed since the last yield. */
export function createPacer(now: () => number = () => performance.now()): () => Promise<void> {
  let yieldedMs = now()
  return () => {
    if (now() - yieldedMs < sliceMs) return nothingDue
    return yieldToEventLoop().then(() => {
      yieldedMs = now()
    })
  }
}

/** Like `Array.from`, but yields every 5 ms. */
export async function mapInSteps<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const pause = createPacer()
  const mapped: R[] = []
  for (const item of items) {
    mapped.push(map(item))
    await pause()
  }
  return mapped
}

/** Length of a chunk that `paced` sends; shorter chunks would cost more than their content. */
const batchLength = 32 * 1024

/** Joins the short strings of a long response into chunks, and yields to the event loop every 5 ms. */
export async function* paced(pieces: Iterable<string>): AsyncGenerator<string> {
  const pause = createPacer()
  let batch = ''
  for (const piece of pieces) {
    batch += piece
    if (batch.length >= batchLength) {
      yield batch
      batch = ''
    }
    await pause()
  }
  if (batch !== '') yield batch
}

/** Strings joined at once: a million short ones take 100 ms. */
const joinedAtOnce = 1000

/** Joins the texts of all items with the separator, yielding every 5 ms. */
export async function joinInSteps<T>(items: Iterable<T>, write: (item: T) => string, separator = ''): Promise<string> {
  const pause = createPacer()
  const joined: string[] = []
  let texts: string[] = []
  for (const item of items) {
    texts.push(write(item))
    if (texts.length === joinedAtOnce) {
      joined.push(texts.join(separator))
      texts = []
    }
    await pause()
  }
  if (texts.length > 0) joined.push(texts.join(separator))
  return joined.join(separator)
}

/**
 * Like `Buffer.concat`, but yields every 5 ms: copying tens of megabytes into untouched memory at once would block the
 * thread for a tenth of a second.
 */
export async function joinInTurns(pieces: readonly Uint8Array[]): Promise<Buffer> {
  const pause = createPacer()
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
    await pause()
  }
  return whole
}

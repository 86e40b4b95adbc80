// Long-running work shares its thread with calls: it yields between steps.
import { setImmediate } from 'node:timers/promises'

/**
 * Resolves after I/O and timers that are due have run, so that other calls are answered between two steps of long work.
 */
export function yieldToEventLoop(): Promise<void> {
  return setImmediate()
}

/** How long work runs before it yields. */
const sliceMs = 5

/**
 * Returns a function to call after each short step: a promise that yields once 5 ms have passed since the last yield,
 * undefined before. Steps are awaited only when there is a promise, because an await costs more than most of them.
 */
export function createPacer(now: () => number = () => performance.now()): () => Promise<void> | undefined {
  let yieldedMs = now()
  return () => {
    if (now() - yieldedMs < sliceMs) return undefined
    return yieldToEventLoop().then(() => {
      yieldedMs = now()
    })
  }
}

/** As `Array.from`, yielding every 5 ms. */
export async function mapInSteps<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const pause = createPacer()
  const mapped: R[] = []
  for (const item of items) {
    mapped.push(map(item))
    const pausing = pause()
    if (pausing) await pausing
  }
  return mapped
}

/** Texts that are joined at once: a million short ones take 100 ms. */
const joinedAtOnce = 1000

/** The texts of all items with the separator between them, yielding every 5 ms. */
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
    const pausing = pause()
    if (pausing) await pausing
  }
  if (texts.length > 0) joined.push(texts.join(separator))
  return joined.join(separator)
}

/**
 * As `Buffer.concat`, yielding every 5 ms: in one piece, tens of megabytes into memory that was never touched would
 * hold the thread for a tenth of a second.
 */
export async function joinInTurns(pieces: readonly Uint8Array[]): Promise<Buffer> {
  const pause = createPacer()
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
    const pausing = pause()
    if (pausing) await pausing
  }
  return whole
}

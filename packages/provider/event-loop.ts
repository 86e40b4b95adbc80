// Long-running work shares its thread with calls: it yields between steps.
import { setImmediate } from 'node:timers/promises'

/**
 * Resolves after I/O and timers that are due have run, so that other calls are answered between two steps of long work.
 */
export function yieldToEventLoop(): Promise<void> {
  return setImmediate()
}

/** How long work runs before it yields. */
const sliceMs = 10

/**
 * Returns a function to call after each short step: a promise that yields once 10 ms have passed since the last yield,
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

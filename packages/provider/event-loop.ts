// Long work shares the one thread: it yields between its steps.
import { setImmediate } from 'node:timers/promises'

/**
 * Resolves after I/O and timers that are due have run, so that other calls are answered between two steps of long work.
 */
export function yieldToEventLoop(): Promise<void> {
  return setImmediate()
}

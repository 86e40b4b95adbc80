// A promise with a deadline; the only implementation in the project.
import { systemTimers, type Timer, type Timers } from './timers.ts'

/** Longest delay of a timer; Node fires longer ones immediately. */
const longestTimerMs = 2 ** 31 - 1

/**
 * Resolves or rejects as `work` does, or rejects with `makeError()` after `ms` milliseconds. The work itself is not
 * stopped, and its later outcome is ignored, even a rejection. Work that settles first leaves no timer behind.
 */
export async function withTimeout<T>(
  work: Promise<T>,
  ms: number,
  makeError: () => unknown,
  timers: Timers = systemTimers,
): Promise<T> {
  if (ms > longestTimerMs) return work
  let timer: Timer | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = timers.after(Math.max(0, ms), () => reject(makeError()))
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    timer?.cancel()
  }
}

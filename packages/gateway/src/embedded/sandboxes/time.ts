// The clock of an open sandbox.
import type { SandboxClock } from '#store'

/** Returns the time of a clock, in milliseconds since the epoch. */
export function timeOf(clock: SandboxClock, real: () => number): number {
  return 'at' in clock ? clock.at : real() + clock.aheadMs
}

/** Creates the clock, which shows another time while a job runs. */
export function createSandboxTime(real: () => number, initial: SandboxClock) {
  let clock = initial
  let ofJob: number | undefined
  return {
    now: () => ofJob ?? timeOf(clock, real),
    set(next: SandboxClock) {
      clock = next
    },
    /** Runs work at a time. */
    async during(at: number, work: () => Promise<void>): Promise<void> {
      ofJob = at
      try {
        await work()
      } finally {
        ofJob = undefined
      }
    },
  }
}

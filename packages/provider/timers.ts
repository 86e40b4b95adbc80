// Timers, injected so that a test or the simulation can control the passing of time.

/** A running timer. */
export interface Timer {
  cancel(): void
  /** Allows the process to end while the timer is running. */
  unref(): Timer
}

export interface Timers {
  /** Runs `work` once, after `ms` milliseconds. */
  after(ms: number, work: () => void): Timer
  /** Runs `work` every `ms` milliseconds until it is cancelled. */
  every(ms: number, work: () => void): Timer
}

/** The timers of this process. */
export const systemTimers: Timers = {
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return timerOf(timer, () => clearTimeout(timer))
  },
  every(ms, work) {
    const timer = setInterval(work, ms)
    return timerOf(timer, () => clearInterval(timer))
  },
}

/** Resolves after `ms` milliseconds. */
export function pause(ms: number, timers: Timers = systemTimers): Promise<void> {
  return new Promise((resolve) => void timers.after(ms, resolve))
}

function timerOf(nodeTimer: NodeJS.Timeout, cancel: () => void): Timer {
  const timer: Timer = {
    cancel,
    unref() {
      nodeTimer.unref()
      return timer
    },
  }
  return timer
}

// A clock whose windows never go back: returning to an earlier window would admit its calls a second time.
import { dayOf, minuteOf, type Windows } from './admission.ts'

/** Windows of a clock: `minute` and `day` are the latest that `tick` has seen. */
export interface WindowClock extends Windows {
  /** Advances the windows that have ended, and returns the time by the clock, which can go back. */
  tick(): number
  /** Reports whether it is still that minute. */
  isPresent(minute: number): boolean
  /** Follows the clock back; the counter must handle calls counted in later windows. */
  setBack(): void
}

/**
 * Follows `clock` forward. After the clock was set back, the windows stay until it has caught up, or until `setBack`.
 */
export function createWindowClock(clock: () => number): WindowClock {
  let latestMs = clock()
  const windows = {
    minute: minuteOf(latestMs),
    day: dayOf(latestMs),
    tick() {
      const nowMs = clock()
      if (nowMs > latestMs) {
        latestMs = nowMs
        windows.minute = minuteOf(nowMs)
        windows.day = dayOf(nowMs)
      }
      return nowMs
    },
    isPresent(minute: number) {
      windows.tick()
      return windows.minute === minute
    },
    setBack() {
      latestMs = clock()
      windows.minute = minuteOf(latestMs)
      windows.day = dayOf(latestMs)
    },
  }
  return windows
}

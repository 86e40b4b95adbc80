// A clock whose windows never go back: moving to an older window would admit the calls of that window a second time.
import { dayOf, minuteOf, type Windows } from './admission.ts'

/** `minute` and `day` are the newest there have been up to the last `tick`. */
export interface WindowClock extends Windows {
  /** Moves the windows on where they are over, and returns the time as the clock tells it, which may go back. */
  tick(): number
}

/** Follows `clock` forward. After it was set back, the windows stand still until it has caught up. */
export function createWindowClock(clock: () => number): WindowClock {
  let newestMs = clock()
  const windows = {
    minute: minuteOf(newestMs),
    day: dayOf(newestMs),
    tick() {
      const nowMs = clock()
      if (nowMs > newestMs) {
        newestMs = nowMs
        windows.minute = minuteOf(nowMs)
        windows.day = dayOf(nowMs)
      }
      return nowMs
    },
  }
  return windows
}

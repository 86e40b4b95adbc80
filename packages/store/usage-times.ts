// Durations of calls: a histogram whose slots are columns, so that sums of rows are sums of columns.

/** Upper bounds of the slots in milliseconds, inclusive; the last slot holds all longer times. */
export const slotBoundsMs = [
  0.25, 0.5, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 2000, 5000, 10_000, 30_000,
] as const

/** The columns of the histogram, in order of time. */
export const timeSlots = [
  ...(['t0', 't1', 't2', 't3', 't4', 't5', 't6', 't7', 't8', 't9', 't10', 't11', 't12', 't13', 't14'] as const),
  ...(['t15', 't16', 't17', 't18', 't19', 't20', 't21', 't22', 't23', 't24'] as const),
] as const

/** Numbers of calls by duration. */
export type TimeColumns = Record<(typeof timeSlots)[number], number>

/** Returns a histogram without calls. */
export function noTimes(): TimeColumns {
  return {
    t0: 0,
    t1: 0,
    t2: 0,
    t3: 0,
    t4: 0,
    t5: 0,
    t6: 0,
    t7: 0,
    t8: 0,
    t9: 0,
    t10: 0,
    t11: 0,
    t12: 0,
    t13: 0,
    t14: 0,
    t15: 0,
    t16: 0,
    t17: 0,
    t18: 0,
    t19: 0,
    t20: 0,
    t21: 0,
    t22: 0,
    t23: 0,
    t24: 0,
  }
}

/** Returns the slot of a duration, searched from the beginning: most calls are short. */
export function slotOf(ms: number): number {
  let at = 0
  for (const bound of slotBoundsMs) {
    if (ms <= bound) break
    at++
  }
  return at
}

/**
 * Returns the time that `share` (0 to 1) of the calls did not exceed, in milliseconds, interpolated within its slot:
 * exact to the width of a slot, which is at most a factor of two and a half up to 5 s. It is null if nothing was
 * measured, as for hours before the histogram existed.
 */
export function percentileOf(times: Readonly<TimeColumns>, share: number): number | null {
  let calls = 0
  for (const slot of timeSlots) calls += times[slot]
  if (calls === 0) return null
  const rank = share * calls
  let below = 0
  for (const [at, slot] of timeSlots.entries()) {
    const within = times[slot]
    if (within > 0 && below + within >= rank) {
      const from = slotBoundsMs.slice(0, at).at(-1) ?? 0
      // the last slot has no upper bound
      const to = slotBoundsMs[at] ?? from
      return rounded(from + ((to - from) * Math.max(0, rank - below)) / within)
    }
    below += within
  }
  return null
}

/** Rounds to three significant digits: more would exceed the accuracy of a histogram. */
function rounded(ms: number): number {
  return Number(ms.toPrecision(3))
}

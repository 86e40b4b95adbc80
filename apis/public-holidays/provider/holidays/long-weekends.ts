// Runs of free days around holidays: weekends, holidays, and working days taken off to join them (SOURCES 3).
import { type Day, isoDate, weekdayOf } from '../language/days.ts'

/** A long weekend in the provider's form. */
interface LongWeekend {
  startDate: string
  endDate: string
  dayCount: number
  needBridgeDay: boolean
  /** Bridge days before the holiday in reverse order, then those after it. */
  bridgeDays: string[]
}
interface Run {
  readonly first: Day
  readonly last: Day
  readonly bridges: readonly Day[]
}
/** Extent of free days from a holiday in one direction. */
interface Reach {
  readonly days: number
  readonly bridges: readonly Day[]
}
interface FreeDays {
  readonly isFree: (day: Day) => boolean
  readonly bridgeDays: number
}

// weekdays as in weekdayOf
const sunday = 0
const friday = 5
const saturday = 6
const usualWeekend = [saturday, sunday]
const weekends: ReadonlyMap<readonly number[], string> = new Map([
  [[friday, saturday], 'AE AF BD BH DZ EG IL IQ JO KW LY MV OM PS QA SA SD SY YE'],
  [[friday], 'DJ IR SO'],
  [[sunday], 'GQ HK MX PH UG'],
  [[saturday], 'NP'],
  [[friday, sunday], 'BN'],
])

/** Returns the weekdays (0 is Sunday) that are not working days in a country. */
export function weekendOf(code: string): readonly number[] {
  for (const [days, codes] of weekends) if (codes.split(' ').includes(code)) return days
  return usualWeekend
}

/**
 * Returns the long weekends around holidays, in the order of the holidays. Each spans weekends, holidays and up to
 * `bridgeDays` working days that lead to another free day; if both directions together need more, each counts
 * separately. A run that is shorter than a weekend or within another is omitted.
 */
export function longWeekends(
  holidays: readonly Day[],
  { weekend, bridgeDays }: { weekend: readonly number[]; bridgeDays: number },
): LongWeekend[] {
  const free = new Set(holidays)
  const isFree = (day: Day) => free.has(day) || weekend.includes(weekdayOf(day))
  const runs: Run[] = []
  for (const holiday of holidays)
    for (const run of runsAround(holiday, { isFree, bridgeDays }, weekend.length))
      if (!runs.some((known) => run.first >= known.first && run.last <= known.last)) runs.push(run)
  return runs.map(viewOf)
}

function runsAround(holiday: Day, free: FreeDays, weekendLength: number): Run[] {
  const before = reach(holiday, -1, free)
  const after = reach(holiday, 1, free)
  const days = before.days + after.days
  if (days < weekendLength) return []
  const first = holiday - before.days
  const last = holiday + after.days
  if (before.bridges.length + after.bridges.length <= free.bridgeDays)
    return [{ first, last, bridges: [...before.bridges, ...after.bridges] }]
  return [
    { first, last: holiday, bridges: before.bridges },
    { first: holiday, last, bridges: after.bridges },
  ]
}

function reach(holiday: Day, step: 1 | -1, { isFree, bridgeDays }: FreeDays): Reach {
  const bridges: Day[] = []
  let day = holiday + step
  for (;;) {
    if (isFree(day)) {
      day += step
      continue
    }
    const needed = bridgesTo(day, step, { isFree, bridgeDays: bridgeDays - bridges.length })
    if (needed === 0) return { days: Math.abs(day - holiday) - 1, bridges }
    for (let taken = 0; taken < needed; taken++) bridges.push(day + step * taken)
    day += step * needed
  }
}

/** Counts the working days, from this one on, before the next free day; 0 if they exceed `bridgeDays`. */
function bridgesTo(day: Day, step: 1 | -1, { isFree, bridgeDays }: FreeDays): number {
  for (let taken = 1; taken <= bridgeDays; taken++) if (isFree(day + step * taken)) return taken
  return 0
}

function viewOf({ first, last, bridges }: Run): LongWeekend {
  return {
    startDate: isoDate(first),
    endDate: isoDate(last),
    dayCount: last - first + 1,
    needBridgeDay: bridges.length > 0,
    bridgeDays: bridges.map(isoDate),
  }
}

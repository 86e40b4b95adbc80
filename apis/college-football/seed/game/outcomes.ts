// Outcomes of snaps and kicks. All constants are set so that averages of many games match SOURCES 4.2.
import { fieldGoalChance } from '../../model/metrics/field-goals.ts'
import type { Random } from '../draws.ts'

/** The situation of a snap: yards, seconds, points for the team with the ball. */
interface Situation {
  readonly down: number
  readonly distance: number
  readonly toGoal: number
  readonly margin: number
  readonly secondsLeft: number
  readonly isOvertime: boolean
}
type Decision = 'run' | 'pass' | 'punt' | 'kick'

export function decide(random: Random, situation: Situation): Decision {
  const { down, distance, toGoal, margin, secondsLeft, isOvertime } = situation
  const isLate = secondsLeft < 300 && !isOvertime
  const mustScore = isLate && margin < 0
  if (down === 4) {
    const mustGo = mustScore && (margin < -3 || toGoal > 40) && (margin >= -16 || secondsLeft < 200)
    const isShort = distance <= 2 && toGoal < 62 && random.chance(toGoal < 45 ? 0.5 : 0.2)
    const isOutOfRange = toGoal >= 34 && toGoal <= 42 && distance <= 6 && random.chance(0.6)
    if (isOvertime && margin < -3) return 'pass'
    const isBrave = distance <= 4 && (margin < 0 || toGoal <= 12) && random.chance(0.45)
    if (toGoal <= 36 && !(mustScore && margin < -3) && !isBrave) return 'kick'
    if (mustGo || isShort || isOutOfRange || isBrave) return random.chance(distance <= 2 ? 0.4 : 0.75) ? 'pass' : 'run'
    return 'punt'
  }
  // the last seconds of a half within range
  const isLastSnap = secondsLeft < 8 && toGoal <= 34 && margin <= 0 && margin >= -3
  if (isLastSnap) return 'kick'
  return random.chance(passShare(situation, isLate)) ? 'pass' : 'run'
}

function passShare({ down, distance, margin }: Situation, isLate: boolean): number {
  const usual =
    down === 1 ? 0.41 : down === 2 ? 0.27 + 0.026 * distance : distance <= 2 ? 0.38 : 0.72 + 0.012 * distance
  if (isLate && margin > 0) return usual * 0.4
  if (isLate && margin < 0) return Math.min(0.92, usual + 0.3)
  return Math.min(0.9, usual - 0.004 * Math.max(-21, Math.min(21, margin)))
}

export interface Snap {
  readonly kind: 'run' | 'sack' | 'incomplete' | 'complete' | 'intercepted'
  readonly yards: number
  /** Yards of the return after an interception. */
  readonly returned: number
}

/** Draws a run; `edge` is the advantage of the offense, in points per game. */
export function run(random: Random, edge: number): Snap {
  if (random.chance(0.19 * Math.exp(-0.0118 * edge)))
    return { kind: 'run', yards: -Math.floor(random.exponential(1.6)), returned: 0 }
  const long = random.chance(0.035) ? random.exponential(15) : 0
  const yards = 1 + (random.exponential(5.35) + long) * Math.exp(0.0197 * edge)
  return { kind: 'run', yards: Math.floor(Math.min(98, yards)), returned: 0 }
}

export function pass(random: Random, edge: number, distance: number): Snap {
  const sacked = 0.064 * Math.exp(-0.0187 * edge)
  const drawn = random.next()
  if (drawn < sacked) return { kind: 'sack', yards: -2 - Math.floor(random.exponential(4.6)), returned: 0 }
  if (drawn < sacked + 0.026 * Math.exp(-0.0187 * edge)) {
    const isReturned = random.chance(0.6)
    return { kind: 'intercepted', yards: 0, returned: isReturned ? Math.floor(random.exponential(16)) : 0 }
  }
  if (random.chance(0.367 - 0.0042 * edge)) return { kind: 'incomplete', yards: 0, returned: 0 }
  const isLong = random.chance(0.25)
  const caught = isLong ? 10.5 + random.exponential(12.5) : 7.6 + 0.16 * Math.min(distance, 15) + 4.4 * random.normal()
  return {
    kind: 'complete',
    yards: Math.floor(Math.max(-4, Math.min(98, caught * Math.exp(0.0142 * edge)))),
    returned: 0,
  }
}

/** Draws a penalty: yards for the offense, possibly negative, and whether it gives an automatic first down. */
export function penalty(random: Random): { yards: number; isFirstDown: boolean } {
  const drawn = random.next()
  if (drawn < 0.38) return { yards: -5, isFirstDown: false }
  if (drawn < 0.62) return { yards: -10, isFirstDown: false }
  if (drawn < 0.82) return { yards: 5, isFirstDown: false }
  return { yards: random.chance(0.6) ? 15 : 10, isFirstDown: true }
}

export function isFieldGoalGood(random: Random, yards: number): boolean {
  return random.chance(fieldGoalChance(yards))
}

interface Kick {
  readonly length: number
  readonly returned: number
  readonly isTouchback: boolean
}

export function kickoff(random: Random): Kick {
  if (random.chance(0.6)) return { length: 65, returned: 0, isTouchback: true }
  return {
    length: random.int(55, 65),
    returned: random.chance(0.004) ? 99 : Math.floor(Math.min(75, 6 + random.exponential(15))),
    isTouchback: false,
  }
}

export function punt(random: Random, toGoal: number): Kick {
  const flight = Math.max(20, Math.round(44 + 6.5 * random.normal()))
  const aimed = toGoal < 62 ? Math.min(flight, toGoal - random.int(3, 14)) : flight
  if (aimed >= toGoal) return { length: toGoal, returned: 0, isTouchback: true }
  if (random.chance(0.55)) return { length: aimed, returned: 0, isTouchback: false }
  const returned = random.chance(0.012) ? 99 : Math.floor(random.exponential(7.5))
  return { length: aimed, returned, isTouchback: false }
}

// Sums over the plays of one offense; all advanced metrics are quotients of them (SOURCES 3.2 to 3.5).

import { nobody, type Play } from '../plays/columns.ts'
import type { Drive } from '../plays/drives.ts'
import { drivePoints, isCutShort } from '../plays/drives.ts'
import { isCountable, isPass, isPassingDown, isRush, isSuccess, types } from '../plays/kinds.ts'
import { expectedPoints } from './expected-points.ts'

/** Countable plays of one kind. */
export interface Part {
  plays: number
  ppa: number
  successes: number
  /** Points added by the successful plays. */
  successPpa: number
}
export const emptyPart = (): Part => ({ plays: 0, ppa: 0, successes: 0, successPpa: 0 })

export function addTo(part: Part, ppa: number, isSuccessful: boolean): void {
  part.plays++
  part.ppa += ppa
  if (!isSuccessful) return
  part.successes++
  part.successPpa += ppa
}

export interface Tally {
  readonly all: Part
  readonly pass: Part
  readonly rush: Part
  /** Parts by down, from the first. */
  readonly downs: readonly [Part, Part, Part, Part]
  readonly standardDowns: Part
  readonly passingDowns: Part
  rushes: number
  lineYards: number
  secondLevel: number
  openField: number
  stuffed: number
  powerTries: number
  powerWins: number
  /** Tackles for loss by the opposing defense. */
  tacklesForLoss: number
  forcedFumbles: number
  passesBroken: number
  interceptions: number
  drives: number
  opportunities: number
  opportunityPoints: number
  starts: number
  startYards: number
  startPoints: number
}

export function emptyTally(): Tally {
  return {
    all: emptyPart(),
    pass: emptyPart(),
    rush: emptyPart(),
    downs: [emptyPart(), emptyPart(), emptyPart(), emptyPart()],
    standardDowns: emptyPart(),
    passingDowns: emptyPart(),
    rushes: 0,
    lineYards: 0,
    secondLevel: 0,
    openField: 0,
    stuffed: 0,
    powerTries: 0,
    powerWins: 0,
    tacklesForLoss: 0,
    forcedFumbles: 0,
    passesBroken: 0,
    interceptions: 0,
    drives: 0,
    opportunities: 0,
    opportunityPoints: 0,
    starts: 0,
    startYards: 0,
    startPoints: 0,
  }
}

/** Adds a play if it is countable. */
export function addPlay(tally: Tally, play: Play): void {
  if (!isCountable(play)) return
  const { ppa } = play
  const isSuccessful = isSuccess(play)
  addTo(tally.all, ppa, isSuccessful)
  const down = tally.downs[play.down - 1]
  if (down) addTo(down, ppa, isSuccessful)
  addTo(isPassingDown(play) ? tally.passingDowns : tally.standardDowns, ppa, isSuccessful)
  if (isPass(play)) addTo(tally.pass, ppa, isSuccessful)
  else if (isRush(play)) addRush(tally, play, isSuccessful)
  addHavoc(tally, play)
}

function addRush(tally: Tally, play: Play, isSuccessful: boolean): void {
  const { yards } = play
  addTo(tally.rush, play.ppa, isSuccessful)
  tally.rushes++
  tally.lineYards += lineYards(yards)
  tally.secondLevel += Math.max(0, Math.min(yards, 10) - 5)
  tally.openField += Math.max(0, yards - 10)
  if (yards <= 0) tally.stuffed++
  if (play.distance > 2) return
  tally.powerTries++
  if (isSuccessful) tally.powerWins++
}

/** Returns the yards of a run that are credited to the line. */
function lineYards(yards: number): number {
  if (yards <= 0) return 1.2 * yards
  if (yards <= 4) return yards
  return yards <= 10 ? 4 + (yards - 4) / 2 : 7
}

function addHavoc(tally: Tally, play: Play): void {
  const { type } = play
  if (play.yards < 0 && play.defender !== nobody) tally.tacklesForLoss++
  if (type === types.fumbleOwn || type === types.fumbleLost || type === types.fumbleTouchdown) tally.forcedFumbles++
  if (type === types.incompletion && play.defender !== nobody) tally.passesBroken++
  if (type === types.interception || type === types.interceptionTouchdown) tally.interceptions++
}

export function addDrive(tally: Tally, drive: Drive): void {
  tally.drives++
  const isRegulation = drive.first.period <= 4
  if (isRegulation && drive.closest <= 40) {
    tally.opportunities++
    tally.opportunityPoints += drivePoints(drive.result)
  }
  if (!isRegulation || isCutShort(drive.result) || drive.first.down === 0) return
  tally.starts++
  tally.startYards += drive.first.toGoal
  tally.startPoints += expectedPoints(1, Math.min(10, drive.first.toGoal), drive.first.toGoal)
}

/** Returns the rounded quotient; null for a count of 0. */
export function ratio(sum: number, count: number, digits = 3): number | null {
  return count === 0 ? null : round(sum / count, digits)
}

export function round(value: number, digits: number): number {
  // adding 0 turns a negative zero into zero
  return Number(value.toFixed(digits)) + 0
}

export const meanPpa = (part: Part): number | null => ratio(part.ppa, part.plays)
export const successRate = (part: Part): number | null => ratio(part.successes, part.plays)
export const explosiveness = (part: Part): number | null => ratio(part.successPpa, part.successes)

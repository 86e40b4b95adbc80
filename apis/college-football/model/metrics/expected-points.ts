// Expected points by down, distance and yards to the goal line, and the points that each play adds (SOURCES 3.5).
import { emptyPlay, type Play, type PlayColumns } from '../plays/columns.ts'
import { isFromScrimmage, isOffenseTouchdown, isReturnTouchdown, types } from '../plays/kinds.ts'

/** Chance of a new series by down, decreasing with the distance. */
const conversions = [
  { at: 1, fall: 0 },
  { at: 1, fall: 0.0386 },
  { at: 0.95, fall: 0.055 },
  { at: 0.78, fall: 0.115 },
  { at: 0.66, fall: 0.115 },
] as const

/** Returns the average points of the next score for the offense; smooth, and monotone in each argument. */
export function expectedPoints(down: number, distance: number, toGoal: number): number {
  const yards = Math.min(99, Math.max(1, toGoal))
  const firstDown = 5.6 - 0.0605 * yards + 0.9 * Math.exp(-yards / 4) - 0.8 * Math.exp(-(99 - yards) / 3)
  const lost = conversion(1, Math.min(10, yards)) - conversion(down, Math.min(distance, yards))
  const stake = 3.4 + 0.6 * Math.exp(-(((yards - 35) / 25) ** 2))
  return firstDown - stake * lost
}

function conversion(down: number, distance: number): number {
  const { at, fall } = conversions[down] ?? conversions[1]
  return at * Math.exp(-fall * Math.max(1, distance))
}

/** Returns the points of a play for the team with the ball; undefined if the play does not score. */
export function pointsOf(play: Play): number | undefined {
  if (isOffenseTouchdown(play) || play.type === types.kickoffTouchdown) return 7
  if (isReturnTouchdown(play)) return -7
  if (play.type === types.fieldGoal) return 3
  return play.type === types.safety ? -2 : undefined
}

/**
 * Computes the predicted points added by each play of a game: the difference to the next play from scrimmage of the
 * same half, or to the points scored.
 */
export function addPpa(plays: PlayColumns, first: number, end: number): void {
  const play = emptyPlay()
  const next = emptyPlay()
  for (let row = first; row < end; row++) {
    plays.read(row, play)
    const hasPpa = play.down > 0 && isFromScrimmage(play) && play.type !== types.safety
    if (!hasPpa) {
      plays.setPpa(row, Number.NaN)
      continue
    }
    const before = expectedPoints(play.down, play.distance, play.toGoal)
    plays.setPpa(row, (pointsOf(play) ?? valueAfter(plays, row, end, play, next)) - before)
  }
}

/** Returns the value of the situation after a play for the team that had the ball. */
function valueAfter(plays: PlayColumns, row: number, end: number, play: Play, next: Play): number {
  for (let later = row + 1; later < end; later++) {
    plays.read(later, next)
    if (halfOf(next) !== halfOf(play) || next.type === types.kickoff) return 0
    if (next.down === 0) continue
    const value = expectedPoints(next.down, next.distance, next.toGoal)
    return next.homeBall === play.homeBall ? value : -value
  }
  return 0
}

function halfOf({ period }: Play): number {
  return period <= 2 ? 1 : period <= 4 ? 2 : period
}

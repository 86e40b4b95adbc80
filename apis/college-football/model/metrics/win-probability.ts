// Win probability: before a game from the spread, and during it (SOURCES 3.6).
import { emptyPlay, type Play, type PlayColumns } from '../plays/columns.ts'
import { types } from '../plays/kinds.ts'
import type { Fixture } from '../records.ts'
import { expectedPoints } from './expected-points.ts'

/** Deviation of the final margin from the spread. */
export const marginDeviation = 14.5
/** Deviation during a game, for its remaining time. */
const restDeviation = 16
const periodSeconds = 900
const gameSeconds = 4 * periodSeconds

/** Returns the normal distribution (Abramowitz and Stegun 7.1.26; its error is below 1.5e-7). */
export function normalShare(value: number): number {
  const t = 1 / (1 + 0.3275911 * (Math.abs(value) / Math.SQRT2))
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const half = 0.5 * series * Math.exp(-(value * value) / 2)
  return value < 0 ? half : 1 - half
}

/** Returns the home team's spread by the consensus, or by any book; undefined without a line. */
export function spreadOf({ lines }: Pick<Fixture, 'lines'>): number | undefined {
  const known = lines.filter(({ spread }) => spread !== null)
  return (known.find(({ provider }) => provider === 'consensus') ?? known[0])?.spread ?? undefined
}

/** Returns the chance that the home team wins, from its spread. */
export function pregameWin(spread: number): number {
  return normalShare(-spread / marginDeviation)
}

/** Returns the seconds left in the four periods; 0 in overtime. */
export function secondsLeft({ period, clock }: Pick<Play, 'period' | 'clock'>): number {
  return period > 4 ? 0 : (4 - period) * periodSeconds + clock
}

/** Returns the chance in a situation: `margin` and `possession` are points for the home team. */
function chanceOf(margin: number, possession: number, left: number, spread: number): number {
  const rest = left / gameSeconds
  const expected = margin + possession * Math.min(1, 0.35 + rest * 4) - spread * rest
  // the remaining deviation, with a minimum so that a point in overtime does not decide at once
  return normalShare(expected / Math.sqrt(restDeviation ** 2 * rest + 6))
}

/** Computes the win probability after each play of a game. */
export function addWinProbability(plays: PlayColumns, first: number, end: number, spread: number): void {
  const play = emptyPlay()
  let possession = 0
  let left = 0
  // backwards, because the situation after a play is that before the next one
  for (let row = end - 1; row >= first; row--) {
    plays.read(row, play)
    const margin = play.homeScore - play.awayScore
    const isOver = row === end - 1 && play.type === types.endOfGame
    plays.setHomeWin(row, isOver ? Number(margin > 0) : chanceOf(margin, possession, left, spread))
    left = secondsLeft(play)
    if (play.type === types.kickoff || play.type === types.kickoffTouchdown) possession = play.homeBall === 1 ? 1 : -1
    else if (play.down > 0) {
      const value = expectedPoints(play.down, play.distance, play.toGoal)
      possession = play.homeBall === 1 ? value : -value
    }
  }
}

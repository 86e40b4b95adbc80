// The result of a game, computed from its plays.
import { present } from '#define/present'
import { emptyPlay, type PlayColumns } from '../plays/columns.ts'
import { isCountable } from '../plays/kinds.ts'
import type { Result } from '../records.ts'
import { normalShare } from './win-probability.ts'

/** Deviation of the margin around the difference between the points added by both teams' plays. */
const luck = 9

/** Returns the result of the plays from `firstPlay` to `endPlay`, which have win probabilities already. */
export function resultOf(plays: PlayColumns, firstPlay: number, endPlay: number): Omit<Result, 'attendance'> {
  const play = emptyPlay()
  let [added, excitement] = [0, 0]
  let homeWin = Number.NaN
  for (let row = firstPlay; row < endPlay; row++) {
    plays.read(row, play)
    if (isCountable(play)) added += play.homeBall === 1 ? play.ppa : -play.ppa
    if (!Number.isNaN(homeWin)) excitement += Math.abs(play.homeWin - homeWin)
    homeWin = play.homeWin
  }
  return {
    ...pointsByPeriod(plays, firstPlay, endPlay),
    firstPlay,
    endPlay,
    excitement,
    homePostgameWin: normalShare(added / luck),
  }
}

/** Returns both teams' points after some plays of a game from its first one, in total and by period. */
export function pointsByPeriod(
  plays: PlayColumns,
  from: number,
  to: number,
): Pick<Result, 'homePoints' | 'awayPoints' | 'homeByPeriod' | 'awayByPeriod'> {
  const play = emptyPlay()
  const [homeByPeriod, awayByPeriod]: [number[], number[]] = [[], []]
  let [homePoints, awayPoints] = [0, 0]
  for (let row = from; row < to; row++) {
    plays.read(row, play)
    while (homeByPeriod.length < play.period) {
      homeByPeriod.push(0)
      awayByPeriod.push(0)
    }
    const at = play.period - 1
    homeByPeriod[at] = present(homeByPeriod[at]) + play.homeScore - homePoints
    awayByPeriod[at] = present(awayByPeriod[at]) + play.awayScore - awayPoints
    homePoints = play.homeScore
    awayPoints = play.awayScore
  }
  return { homePoints, awayPoints, homeByPeriod, awayByPeriod }
}

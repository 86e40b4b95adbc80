// What a game ended with, from its plays.

import type { Result } from '../league/records.ts'
import { emptyPlay, type PlayColumns } from '../plays/columns.ts'
import { isCountable } from '../plays/kinds.ts'
import { normalShare } from './win-probability.ts'

/** Deviation of the margin around the difference of what both teams' plays have added. */
const luck = 9

/** The result of the plays from `firstPlay` to `endPlay`, which have their win probabilities. */
export function resultOf(plays: PlayColumns, firstPlay: number, endPlay: number): Omit<Result, 'attendance'> {
  const play = emptyPlay()
  const [homeByPeriod, awayByPeriod]: [number[], number[]] = [[], []]
  let [homePoints, awayPoints, added, excitement] = [0, 0, 0, 0]
  let homeWin = Number.NaN
  for (let row = firstPlay; row < endPlay; row++) {
    plays.read(row, play)
    while (homeByPeriod.length < play.period) {
      homeByPeriod.push(0)
      awayByPeriod.push(0)
    }
    const at = play.period - 1
    homeByPeriod[at] = (homeByPeriod[at] ?? 0) + play.homeScore - homePoints
    awayByPeriod[at] = (awayByPeriod[at] ?? 0) + play.awayScore - awayPoints
    homePoints = play.homeScore
    awayPoints = play.awayScore
    if (isCountable(play)) added += play.homeBall === 1 ? play.ppa : -play.ppa
    if (!Number.isNaN(homeWin)) excitement += Math.abs(play.homeWin - homeWin)
    homeWin = play.homeWin
  }
  return {
    ...{ homePoints, awayPoints, homeByPeriod, awayByPeriod, firstPlay, endPlay, excitement },
    homePostgameWin: normalShare(added / luck),
  }
}

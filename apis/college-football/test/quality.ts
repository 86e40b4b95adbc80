// Measures simulated seasons: what the plays add up to, what teams average, and how well probabilities are calibrated.

import { createEloTable } from '../model/metrics/elo.ts'
import { addPlayerTotals, type TotalsByPlayer } from '../model/metrics/player-totals.ts'
import { cappedMargin, srsRatings } from '../model/metrics/srs.ts'
import { addTotals, emptyTeamTotals, type TeamTotals, teamTotals } from '../model/metrics/team-totals.ts'
import { pregameWin } from '../model/metrics/win-probability.ts'
import { emptyPlay, tries } from '../model/plays/columns.ts'
import { type Drive, drivesOf } from '../model/plays/drives.ts'
import {
  isFromScrimmage,
  isOffenseTouchdown,
  isReturnTouchdown,
  showsWinProbability,
  types,
} from '../model/plays/kinds.ts'
import type { Game, Result, Season } from '../model/records.ts'
import { createSampleSeason } from '../seed/season.ts'

/** A share of cases that a probability forecast, and the share that came true. */
interface Bin {
  readonly count: number
  readonly forecast: number
  readonly actual: number
}

interface Quality {
  readonly games: number
  readonly plays: number
  /** Differences between plays, drives, boxes, player statistics and results; each should be 0. */
  readonly differences: Readonly<Record<string, number>>
  /** Averages of a team of the higher division in a game against another one. */
  readonly averages: Readonly<Record<string, number>>
  readonly thirdDowns: number
  readonly homeMargin: number
  readonly pregame: readonly Bin[]
  readonly pregameBrier: number
  readonly inGame: readonly Bin[]
  readonly srsResidual: number
}

/** Seasons that have ended, one after another. */
export function playSeasons(from: number, to: number): Season[] {
  const elo = createEloTable()
  return Array.from({ length: to - from + 1 }, (_none, at) => {
    const year = from + at
    return createSampleSeason(year).at(Date.UTC(year + 1, 6), elo).season
  })
}

export function measure(seasons: readonly Season[]): Quality {
  const sums = emptyTeamTotals()
  const differences = { points: 0, drivePlays: 0, driveYards: 0, playerYards: 0, elo: 0 }
  const pregame = createBins()
  const inGame = createBins()
  let [plays, upperGames, points, touchdowns, scrimmage, margins, homeGames, games] = [0, 0, 0, 0, 0, 0, 0, 0]
  let srsResidual = 0
  const play = emptyPlay()
  for (const season of seasons) {
    srsResidual = Math.max(srsResidual, residualOf(season))
    for (const game of season.games) {
      const { result } = game
      if (!result) continue
      games++
      plays += result.endPlay - result.firstPlay
      const totals = teamTotals(season.plays, result.firstPlay, result.endPlay)
      const drives = [...drivesOf(season.plays, result.firstPlay, result.endPlay)]
      compareGame(differences, season, game, { result, totals, drives })
      if (!isUpper(game)) continue
      upperGames++
      for (const own of totals) addTotals(sums, own)
      points += result.homePoints + result.awayPoints
      const margin = result.homePoints - result.awayPoints
      if (!game.neutral) {
        homeGames++
        margins += margin
      }
      const spread = game.lines.find(({ provider }) => provider === 'consensus')?.spread
      if (typeof spread === 'number') pregame.add(pregameWin(spread), margin > 0)
      for (let row = result.firstPlay; row < result.endPlay; row++) {
        season.plays.read(row, play)
        if (isOffenseTouchdown(play) || isReturnTouchdown(play) || play.type === types.kickoffTouchdown) touchdowns++
        if (isFromScrimmage(play)) scrimmage++
        if (showsWinProbability(play)) inGame.add(play.homeWin, margin > 0)
      }
    }
  }
  const teams = 2 * upperGames
  const yards = sums.rushingYards + sums.netPassingYards
  return {
    ...{ games, plays, differences, srsResidual },
    averages: {
      points: points / teams,
      yards: yards / teams,
      passingYards: sums.netPassingYards / teams,
      rushingYards: sums.rushingYards / teams,
      touchdowns: touchdowns / teams,
      yardsPerPlay: yards / scrimmage,
    },
    thirdDowns: sums.thirdDownConversions / sums.thirdDowns,
    homeMargin: margins / homeGames,
    pregame: pregame.bins(),
    pregameBrier: pregame.brier(),
    inGame: inGame.bins(),
  }
}

/** Counts every difference between the ways to get at a number. */
function compareGame(
  differences: Record<'points' | 'drivePlays' | 'driveYards' | 'playerYards' | 'elo', number>,
  season: Season,
  { homeElo, awayElo }: Game,
  { result, totals, drives }: { result: Result; totals: [TeamTotals, TeamTotals]; drives: readonly Drive[] },
): void {
  const [away, home] = totals
  const { firstPlay, endPlay } = result
  const scored = pointsOf(season, firstPlay, endPlay)
  differences.points += Math.abs(scored[1] - result.homePoints) + Math.abs(scored[0] - result.awayPoints)
  const yards = away.rushingYards + away.netPassingYards + home.rushingYards + home.netPassingYards
  const attempts = away.rushingAttempts + away.passAttempts + home.rushingAttempts + home.passAttempts
  differences.driveYards += Math.abs(sum(drives, (drive) => drive.yards) - yards)
  differences.drivePlays += Math.abs(sum(drives, (drive) => drive.plays) - attempts)
  const players: TotalsByPlayer = new Map()
  addPlayerTotals(players, season.plays, firstPlay, endPlay)
  const gained = sum([...players.values()], (own) => own.rushingYards + own.passingYards)
  differences.playerYards += Math.abs(gained - yards)
  const change = (elo: Game['homeElo']) => (elo?.after ?? 0) - (elo?.before ?? 0)
  differences.elo += Math.abs(change(homeElo) + change(awayElo))
}

/** Points of the away team and of the home team, counted from what scored rather than from the score. */
function pointsOf({ plays }: Season, from: number, to: number): [number, number] {
  const points: [number, number] = [0, 0]
  const followed = { [tries.kickGood]: 1, [tries.twoGood]: 2 } as Readonly<Record<number, number>>
  for (let row = from; row < to; row++) {
    const play = plays.at(row)
    const own = play.homeBall === 1 ? 1 : 0
    const other = own === 1 ? 0 : 1
    const touchdown = 6 + (followed[play.try] ?? 0)
    if (isOffenseTouchdown(play) || play.type === types.kickoffTouchdown) points[own] += touchdown
    else if (isReturnTouchdown(play)) points[other] += touchdown
    else if (play.type === types.fieldGoal) points[own] += 3
    else if (play.type === types.safety) points[other] += 2
  }
  return points
}

/** Returns the distance of the ratings from the equations that define them. */
function residualOf({ games }: Season): number {
  const ratings = new Map(srsRatings(games).map(({ school, rating }) => [school, rating]))
  const faced = new Map([...ratings.keys()].map((school) => [school, { count: 0, sum: 0 }]))
  for (const game of games) {
    if (!game.result || !isUpper(game)) continue
    const margin = cappedMargin(game)
    for (const [school, opponent, points] of [
      [game.home, game.away, margin],
      [game.away, game.home, -margin],
    ] as const) {
      const own = faced.get(school)
      if (!own) continue
      own.count++
      own.sum += points + (ratings.get(opponent) ?? 0)
    }
  }
  return Math.max(
    0,
    ...[...faced].map(([school, { count, sum: total }]) => Math.abs((ratings.get(school) ?? 0) - total / count)),
  )
}

function createBins() {
  const bins = Array.from({ length: 10 }, () => ({ count: 0, forecast: 0, actual: 0 }))
  let squares = 0
  return {
    add(forecast: number, isTrue: boolean): void {
      const bin = bins[Math.min(9, Math.floor(forecast * 10))]
      if (!bin) return
      bin.count++
      bin.forecast += forecast
      bin.actual += Number(isTrue)
      squares += (forecast - Number(isTrue)) ** 2
    },
    bins: (): Bin[] =>
      bins.map(({ count, forecast, actual }) => ({ count, forecast: forecast / count, actual: actual / count })),
    brier: () => squares / sum(bins, ({ count }) => count),
  }
}

function isUpper({ home, away }: Game): boolean {
  return home.conference.classification === 'fbs' && away.conference.classification === 'fbs'
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}

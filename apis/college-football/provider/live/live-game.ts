// A game drive by drive with both teams' metrics, during the game and after it.
import type { Of } from '#define'
import { expectedPoints, pointsOf } from '../../model/metrics/expected-points.ts'
import { pointsByPeriod } from '../../model/metrics/results.ts'
import { addDrive, addPlay, emptyTally, ratio, round, type Tally } from '../../model/metrics/tally.ts'
import { emptyPlay, type Play, type PlayColumns } from '../../model/plays/columns.ts'
import { type Drive, drivePoints, drivesOf } from '../../model/plays/drives.ts'
import {
  isCountable,
  isGarbage,
  isPass,
  isPassingDown,
  isRush,
  isSuccess,
  statsGarbage,
  typeNames,
} from '../../model/plays/kinds.ts'
import type { Game, League, School, Season } from '../../model/records.ts'
import type { LivePlayByPlay } from '../../schemas/live-game.ts'
import { driveId, sidesOf, timeAfter } from '../games/game-parts.ts'
import { playId, textOfPlay } from '../games/play-text.ts'
import { type Found, playsSoFar } from '../query.ts'

type Live = Of<typeof LivePlayByPlay>
type LiveDrive = Live['drives'][number]

export function liveGameOf({ season, game }: Found, league: League): Live {
  const running = league.playsNow(game)
  const { plays, from, to } = playsSoFar(season, game, league)
  const drives = [...drivesOf(plays, from, to)]
  const last = to > from ? plays.at(to - 1) : undefined
  const next = running && to < running.end ? plays.at(to) : undefined
  return {
    id: game.id,
    status: game.result ? 'Final' : running ? 'In Progress' : 'Scheduled',
    period: last?.period ?? null,
    clock: last ? clockText(last.clock) : null,
    possession: next ? sidesOf(game, next.homeBall).offense.name : null,
    down: next?.down ?? null,
    distance: next?.distance ?? null,
    yardsToGoal: next?.toGoal ?? null,
    teams: teamsOf(game, { plays, from, to, drives }),
    drives: drives.map((drive, at) => {
      const isOver = at + 1 < drives.length || game.result !== null
      return { ...viewDrive(season, game, drive, isOver), plays: playsOf({ season, game }, plays, { from, drive }) }
    }),
  }
}

interface Shown {
  readonly plays: PlayColumns
  readonly from: number
  readonly to: number
  readonly drives: readonly Drive[]
}

function teamsOf(game: Game, { plays, from, to, drives }: Shown): Live['teams'] {
  const tallies = [emptyTally(), emptyTally()]
  const play = emptyPlay()
  for (let row = from; row < to; row++) {
    plays.read(row, play)
    const tally = tallies[play.homeBall]
    if (tally) addPlay(tally, play)
  }
  for (const drive of drives) {
    const tally = tallies[drive.homeBall]
    if (tally) addDrive(tally, drive)
  }
  const [awayTally = emptyTally(), homeTally = emptyTally()] = tallies
  const { homePoints, awayPoints, homeByPeriod, awayByPeriod } = pointsByPeriod(plays, from, to)
  return [
    { ...teamOf(game.home, homeTally), homeAway: 'home', lineScores: [...homeByPeriod], points: homePoints },
    { ...teamOf(game.away, awayTally), homeAway: 'away', lineScores: [...awayByPeriod], points: awayPoints },
  ]
}

function teamOf({ id, name }: School, tally: Tally) {
  const { all, pass, rush, standardDowns, passingDowns, rushes } = tally
  const mean = (sum: number, count: number, digits = 3) => ratio(sum, count, digits) ?? 0
  return {
    teamId: id,
    team: name,
    drives: tally.drives,
    scoringOpportunities: tally.opportunities,
    averageStartYardLine: ratio(tally.startYards, tally.starts, 1),
    pointsPerOpportunity: mean(tally.opportunityPoints, tally.opportunities, 1),
    plays: all.plays,
    lineYards: round(tally.lineYards, 1),
    lineYardsPerRush: mean(tally.lineYards, rushes, 1),
    secondLevelYards: tally.secondLevel,
    secondLevelYardsPerRush: mean(tally.secondLevel, rushes, 1),
    openFieldYards: tally.openField,
    openFieldYardsPerRush: mean(tally.openField, rushes, 1),
    epaPerPlay: mean(all.ppa, all.plays),
    totalEpa: round(all.ppa, 1),
    passingEpa: round(pass.ppa, 1),
    epaPerPass: mean(pass.ppa, pass.plays),
    rushingEpa: round(rush.ppa, 1),
    epaPerRush: mean(rush.ppa, rush.plays),
    successRate: mean(all.successes, all.plays),
    standardDownSuccessRate: mean(standardDowns.successes, standardDowns.plays),
    passingDownSuccessRate: mean(passingDowns.successes, passingDowns.plays),
    explosiveness: mean(all.successPpa, all.successes),
  }
}

function viewDrive(season: Season, game: Game, drive: Drive, isOver: boolean): Omit<LiveDrive, 'plays'> {
  const { offense, defense } = sidesOf(game, drive.homeBall)
  const { first } = drive
  return {
    id: driveId(season, game, drive.number),
    offenseId: offense.id,
    offense: offense.name,
    defenseId: defense.id,
    defense: defense.name,
    playCount: drive.plays,
    yards: drive.yards,
    startPeriod: first.period,
    startClock: clockText(first.clock),
    startYardsToGoal: first.toGoal,
    endPeriod: isOver ? drive.endPeriod : null,
    endClock: isOver ? clockText(drive.endClock) : null,
    endYardsToGoal: isOver ? drive.endToGoal : null,
    duration: null,
    scoringOpportunity: drive.closest <= 40,
    result: isOver ? drive.result : null,
    pointsGained: isOver ? drivePoints(drive.result) : 0,
  }
}

/** Returns the plays of a drive; `from` is the first play of the game. */
function playsOf(
  { season, game }: Found,
  plays: PlayColumns,
  { from, drive }: { readonly from: number; readonly drive: Drive },
): LiveDrive['plays'] {
  const [first, end] = drive.rows
  return Array.from({ length: end - first }, (_none, at) =>
    viewPlay(season, game, plays.at(first + at), first + at - from),
  )
}

function viewPlay(season: Season, game: Game, play: Play, number: number): LiveDrive['plays'][number] {
  const { offense } = sidesOf(game, play.homeBall)
  const isFromScrimmage = play.down > 0
  return {
    id: playId(season, game, number),
    homeScore: play.homeScore,
    awayScore: play.awayScore,
    period: play.period,
    clock: clockText(play.clock),
    wallclock: timeAfter(game, play.wall),
    teamId: offense.id,
    team: offense.name,
    down: isFromScrimmage ? play.down : null,
    distance: isFromScrimmage ? play.distance : null,
    yardsToGoal: isFromScrimmage ? play.toGoal : null,
    yardsGained: isFromScrimmage ? play.yards : null,
    playTypeId: play.type,
    playType: typeNames.get(play.type)?.text ?? 'Uncategorized',
    epa: isCountable(play) ? round(epaOf(play), 3) : null,
    garbageTime: isGarbage(play, statsGarbage),
    success: isFromScrimmage && isSuccess(play),
    rushPass: isRush(play) ? 'rush' : isPass(play) ? 'pass' : 'other',
    downType: isPassingDown(play) || (play.down === 2 && play.distance >= 7) ? 'passing' : 'standard',
    playText: textOfPlay(season, game, play, number),
  }
}

/** Returns the points added. A touchdown counts 6 here, without the try (SOURCES 3.5). */
function epaOf(play: Play): number {
  const points = pointsOf(play)
  if (points === undefined || Math.abs(points) !== 7) return play.ppa
  return Math.sign(points) * 6 - expectedPoints(play.down, play.distance, play.toGoal)
}

function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

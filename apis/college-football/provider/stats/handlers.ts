// Statistics of teams and players, by game and by season.
import type { HandlersFor, Of } from '#define'
import type { teamEndpoints } from '../../endpoints/teams.ts'
import { addPlayerTotals, type TotalsByPlayer } from '../../model/metrics/player-totals.ts'
import { explosiveness, meanPpa, type Part, ratio, round, successRate, type Tally } from '../../model/metrics/tally.ts'
import { addTotals, emptyTeamTotals, type TeamTotals, teamTotals } from '../../model/metrics/team-totals.ts'
import type { League, School } from '../../model/records.ts'
import type { AdvancedGameStat, AdvancedSeasonStat } from '../../schemas/stats.ts'
import { gamesOfPlayers, wantedPlayers } from '../player-filter.ts'
import { findPlayed, findPlayedInWeeks, type GameFilter, isNamed, isOf, type Played, seasonsOf } from '../query.ts'
import { requireYearOrTeam } from '../required.ts'
import type { Answers } from '../streamed.ts'
import { seasonRows } from './player-stats.ts'
import { countedOf, gameTallies, type SeasonTally, seasonTallies } from './tallies.ts'
import { seasonStats, statCategories } from './team-stats.ts'

type Ids = 'statCategories' | 'advancedGameStats' | 'playerSeasonStats' | 'teamSeasonStats' | 'advancedSeasonStats'

export function statHandlers({ list }: Answers): HandlersFor<typeof teamEndpoints, Ids> {
  return {
    statCategories: list(() => statCategories),
    teamSeasonStats: list(function* (league, input) {
      requireYearOrTeam(input)
      for (const { year, school, totals, games } of teamSeasons(league, input))
        for (const [statName, statValue] of seasonStats(totals, games))
          yield { season: year, team: school.name, conference: school.conference.name, statName, statValue }
    }),
    playerSeasonStats: list(function* (league, { category, seasonType, startWeek, endWeek, ...filter }) {
      for (const season of seasonsOf(league, filter.year)) {
        const isWanted = wantedPlayers(season, filter)
        const totals: TotalsByPlayer = new Map()
        for (const { from, to } of gamesOfPlayers(season, filter, { seasonType, startWeek, endWeek }))
          addPlayerTotals(totals, season.plays, from, to)
        for (const [entry, own] of totals) if (isWanted(entry)) yield* seasonRows(season, entry, own, category)
      }
    }),
    advancedSeasonStats: list(function* (league, input) {
      requireYearOrTeam(input)
      const counted = countedOf(input.excludeGarbageTime, 'undecided')
      for (const sum of seasonTallies(league, input, counted)) yield viewSeason(sum)
    }),
    advancedGameStats: list(function* (league, input) {
      requireYearOrTeam(input)
      const counted = countedOf(input.excludeGarbageTime, 'undecided')
      for (const played of gamesOf(league, input)) {
        const { id: gameId, season, seasonType, week } = played.game
        for (const { school, opponent, offense, defense } of gameTallies(played, counted)) {
          if (!isNamed(school, input.team) || !isNamed(opponent, input.opponent)) continue
          const row: Of<typeof AdvancedGameStat> = {
            gameId,
            season,
            seasonType,
            week,
            team: school.name,
            opponent: opponent.name,
            offense: gameSide(offense),
            defense: gameSide(defense),
          }
          yield row
        }
      }
    }),
  }
}

interface TeamSeason {
  readonly year: number
  readonly school: School
  readonly totals: TeamTotals
  games: number
}

/** Returns each higher-division team's sums by season, in the order of their first games. */
function teamSeasons(league: League, filter: GameFilter): Iterable<TeamSeason> {
  const sums = new Map<string, TeamSeason>()
  for (const { season, game, from, to } of findPlayedInWeeks(league, filter)) {
    const [away, home] = teamTotals(season.plays, from, to)
    for (const [school, totals] of [
      [game.away, away],
      [game.home, home],
    ] as const) {
      if (school.conference.classification !== 'fbs') continue
      if (!isNamed(school, filter.team) || !isOf(school.conference, filter.conference)) continue
      const key = `${season.year}/${school.index}`
      const sum = sums.get(key) ?? { year: season.year, school, totals: emptyTeamTotals(), games: 0 }
      sums.set(key, sum)
      addTotals(sum.totals, totals)
      sum.games++
    }
  }
  return sums.values()
}

function gamesOf(league: League, { opponent, ...filter }: GameFilter & { opponent?: string | undefined }): Played[] {
  return findPlayed(league, filter).filter(({ game }) => isNamed(game.home, opponent) || isNamed(game.away, opponent))
}

function viewSeason({ year, school, offense, defense }: SeasonTally): Of<typeof AdvancedSeasonStat> {
  return {
    season: year,
    team: school.name,
    conference: school.conference.name,
    offense: seasonSide(offense, 1),
    defense: seasonSide(defense, -1),
  }
}

function lineOf(tally: Tally) {
  const { all, rushes } = tally
  return {
    plays: all.plays,
    drives: tally.drives,
    ppa: meanPpa(all),
    totalPPA: round(all.ppa, 1),
    successRate: successRate(all),
    explosiveness: explosiveness(all),
    powerSuccess: ratio(tally.powerWins, tally.powerTries),
    stuffRate: ratio(tally.stuffed, rushes),
    lineYards: ratio(tally.lineYards, rushes, 1),
    lineYardsTotal: Math.round(tally.lineYards),
    secondLevelYards: ratio(tally.secondLevel, rushes, 1),
    secondLevelYardsTotal: tally.secondLevel,
    openFieldYards: ratio(tally.openField, rushes, 1),
    openFieldYardsTotal: tally.openField,
  }
}

const downs = (part: Part) => ({
  ppa: meanPpa(part),
  successRate: successRate(part),
  explosiveness: explosiveness(part),
})
const kind = (part: Part) => ({ ...downs(part), totalPPA: round(part.ppa, 1) })

/** Returns a side; `sign` is -1 for a defense, because points of field position count against it. */
function seasonSide(tally: Tally, sign: number) {
  const { all } = tally
  const share = (part: Part) => ({ rate: ratio(part.plays, all.plays) })
  const front = tally.tacklesForLoss + tally.forcedFumbles
  const backs = tally.passesBroken + tally.interceptions
  return {
    ...lineOf(tally),
    totalOpportunies: tally.opportunities,
    pointsPerOpportunity: ratio(tally.opportunityPoints, tally.opportunities, 2),
    fieldPosition: {
      averageStart: ratio(tally.startYards, tally.starts, 1),
      averagePredictedPoints: ratio(sign * tally.startPoints, tally.starts),
    },
    havoc: { total: ratio(front + backs, all.plays), frontSeven: ratio(front, all.plays), db: ratio(backs, all.plays) },
    standardDowns: { ...share(tally.standardDowns), ...downs(tally.standardDowns) },
    passingDowns: { ...share(tally.passingDowns), ...kind(tally.passingDowns) },
    rushingPlays: { ...share(tally.rush), ...kind(tally.rush) },
    passingPlays: { ...share(tally.pass), ...kind(tally.pass) },
  }
}

function gameSide(tally: Tally) {
  return {
    ...lineOf(tally),
    standardDowns: downs(tally.standardDowns),
    passingDowns: downs(tally.passingDowns),
    rushingPlays: kind(tally.rush),
    passingPlays: kind(tally.pass),
  }
}

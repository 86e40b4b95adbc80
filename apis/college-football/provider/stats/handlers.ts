// Statistics of teams and players, by game and by season.
import type { HandlersFor, Of } from '#define'
import type { teamEndpoints } from '../../endpoints/teams.ts'
import type { AdvancedGameStat, AdvancedSeasonStat, PlayerSeasonStat } from '../../schemas/stats.ts'
import type { createAnswers, Rows } from '../answers/answers.ts'
import { named } from '../answers/kept-lists.ts'
import { badRequest } from '../errors.ts'
import type { League, School, Season } from '../league/records.ts'
import { addPlayerTotals, type TotalsByPlayer } from '../metrics/player-totals.ts'
import { explosiveness, meanPpa, type Part, ratio, round, successRate, type Tally } from '../metrics/tally.ts'
import { gameTallies, garbageOf, type SeasonTally, seasonTallies } from '../metrics/team-tallies.ts'
import { addTotals, emptyTeamTotals, type TeamTotals, teamTotals } from '../metrics/team-totals.ts'
import { statsGarbage } from '../plays/kinds.ts'
import { createPerSeason, findPlayed, type GameFilter, isNamed, isOf, type Played, seasonsOf } from '../query.ts'
import { categories } from './player-stats.ts'
import { seasonStats, statCategories } from './team-stats.ts'

type Ids = 'statCategories' | 'advancedGameStats' | 'playerSeasonStats' | 'teamSeasonStats' | 'advancedSeasonStats'

export function statHandlers({
  list,
  listOfGames,
  listOfSeasons,
}: ReturnType<typeof createAnswers>): HandlersFor<typeof teamEndpoints, Ids> {
  const totalsOf = createPerSeason((season: Season) => ({
    season,
    byGame: new Map<number, [TeamTotals, TeamTotals]>(),
  }))
  const wholeSeasons = new WeakMap<Season, TotalsByPlayer>()
  return {
    statCategories: list(() => statCategories),
    teamSeasonStats: list(function* ({ league }, input) {
      requireYearOrTeam(input)
      const sums = new Map<string, { year: number; school: School; totals: TeamTotals; games: number }>()
      for (const played of findPlayed(league, input)) {
        const { season, game, from, to } = played
        const { byGame } = totalsOf(season)
        const known = byGame.get(game.id) ?? teamTotals(season.plays, from, to)
        byGame.set(game.id, known)
        for (const [side, school] of [game.away, game.home].entries()) {
          if (!isWanted(school, input)) continue
          const key = `${season.year}/${school.index}`
          const sum = sums.get(key) ?? { year: season.year, school, totals: emptyTeamTotals(), games: 0 }
          sums.set(key, sum)
          addTotals(sum.totals, known[side === 1 ? 1 : 0])
          sum.games++
        }
        yield undefined
      }
      for (const { year, school, totals, games } of sums.values())
        for (const stat of seasonStats(totals, games))
          yield { season: year, team: school.name, conference: school.conference.name, ...stat }
    }),
    playerSeasonStats: listOfSeasons({
      keptAs: (input) => (isWhole(input) ? `player seasons ${categoryOf(input.category) ?? 'all'}` : undefined),
      seasons: ({ league }, input) => seasonsOf(league, input.year),
      *rows(season, input) {
        let totals = isWhole(input) ? wholeSeasons.get(season) : undefined
        if (!totals) {
          totals = new Map()
          for (const { from, to } of findPlayed({ seasons: [season] }, input)) {
            addPlayerTotals(totals, season.plays, from, to)
            yield undefined
          }
          if (isWhole(input)) wholeSeasons.set(season, totals)
        }
        yield* playerRows(season, totals, input)
      },
    }),
    advancedSeasonStats: list(function* ({ league }, input) {
      requireYearOrTeam(input)
      const options = { garbage: garbageOf(input.excludeGarbageTime, statsGarbage), withDrives: true }
      for (const sum of seasonTallies(league, input, options)) yield sum === undefined ? undefined : viewSeason(sum)
    }),
    advancedGameStats: listOfGames({
      keptAs: (input) => (input.team || input.opponent ? undefined : named('advanced games', input)),
      games({ league }, input) {
        requireYearOrTeam(input)
        return gamesOf(league, input)
      },
      *rows(played, input) {
        const options = { garbage: garbageOf(input.excludeGarbageTime, statsGarbage), withDrives: true }
        for (const { school, opponent, offense, defense } of gameTallies([played], options)) {
          if (!isNamed(school, input.team) || !isNamed(opponent, input.opponent)) continue
          const { id, season, week } = played.game
          const sides = { offense: gameSide(offense), defense: gameSide(defense) }
          const row: Of<typeof AdvancedGameStat> = {
            ...{ gameId: id, season, week, team: school.name, opponent: opponent.name },
            ...sides,
          }
          yield row
        }
      },
    }),
  }
}

interface PlayerFilter extends Pick<GameFilter, 'seasonType' | 'startWeek' | 'endWeek' | 'team' | 'conference'> {
  readonly category?: string | undefined
}

/** Whether it is of all games of a season. */
function isWhole({ seasonType, startWeek, endWeek, team, conference }: PlayerFilter): boolean {
  return !seasonType && startWeek === undefined && endWeek === undefined && !team && !conference
}

/** The name of a category; undefined where none is wanted, empty for one that does not exist. */
function categoryOf(wanted: string | undefined): string | undefined {
  if (!wanted) return undefined
  return categories.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())?.name ?? ''
}

export function requireYearOrTeam({ year, team }: { year?: number | undefined; team?: string | undefined }): void {
  if (year === undefined && !team) throw badRequest('Must specify a year or team.')
}

function gamesOf(league: League, { opponent, ...filter }: GameFilter & { opponent?: string | undefined }): Played[] {
  return findPlayed(league, filter).filter(({ game }) => isNamed(game.home, opponent) || isNamed(game.away, opponent))
}

function isWanted(school: School, filter: { team?: string | undefined; conference?: string | undefined }): boolean {
  const { conference } = school
  return conference.classification === 'fbs' && isNamed(school, filter.team) && isOf(conference, filter.conference)
}

function* playerRows(
  { year, players }: Season,
  totals: TotalsByPlayer,
  filter: { category?: string | undefined; team?: string | undefined; conference?: string | undefined },
): Rows<Of<typeof PlayerSeasonStat>> {
  const category = filter.category?.toLowerCase()
  for (const [entry, own] of totals) {
    const player = players.at(entry)
    if (!player || !isNamed(player.school, filter.team) || !isOf(player.school.conference, filter.conference)) continue
    const head = { season: year, playerId: player.id, player: `${player.first} ${player.last}` }
    const where = { team: player.school.name, conference: player.school.conference.name }
    for (const { name, has, season } of categories) {
      if ((category && name.toLowerCase() !== category) || !has(own)) continue
      for (const [statType, stat] of Object.entries(season))
        yield { ...head, ...where, category: name, statType, stat: stat(own) }
    }
    yield undefined
  }
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

/** `sign` is -1 for a defense, for which the points of a field position count against it. */
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
    passingDowns: { ...share(tally.passingDowns), ...downs(tally.passingDowns) },
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

// Statistics of teams and players, by game and by season.
import type { HandlersFor, Of } from '#define'
import type { teamEndpoints } from '../../endpoints/teams.ts'
import type { AdvancedGameStat, AdvancedSeasonStat } from '../../schemas/stats.ts'
import type { createAnswers, IsShown } from '../answers/answers.ts'
import { bothKinds, named } from '../answers/kept-lists.ts'
import { createRowBytes } from '../answers/row-bytes.ts'
import { badRequest } from '../errors.ts'
import type { Figures } from '../figures/figures.ts'
import { countedOf, gameTallies, type SeasonTally, seasonTallies } from '../figures/team-tallies.ts'
import { totalCount, totalsIn } from '../figures/total-figures.ts'
import type { League, School, Season } from '../league/records.ts'
import { explosiveness, meanPpa, type Part, ratio, round, successRate, type Tally } from '../metrics/tally.ts'
import { wantedPlayers } from '../player-filter.ts'
import { findPlayed, type GameFilter, isNamed, isOf, type Played, seasonsOf } from '../query.ts'
import { categories, createStatRows } from './player-stats.ts'
import { statCategories, writeSeasonStats } from './team-stats.ts'

type Ids = 'statCategories' | 'advancedGameStats' | 'playerSeasonStats' | 'teamSeasonStats' | 'advancedSeasonStats'

export function statHandlers(
  { list, listOfGames, listOfSeasons, listInBytes }: ReturnType<typeof createAnswers>,
  figures: Figures,
): HandlersFor<typeof teamEndpoints, Ids> {
  function* playerTotals(season: Season, filter: GameFilter, isShown: IsShown | undefined) {
    const players = yield* figures.players.of(season)
    const games = findPlayed({ seasons: [season] }, filter).map(({ game }) => game)
    return players.sumOf(games, isShown)
  }
  const wholeSeasons = listOfSeasons<PlayerFilter>({
    keptAs: (input) => `player seasons ${categoryOf(input.category) ?? 'all'}`,
    kinds: (year) => [{ year }, ...categories.map(({ name }) => ({ year, category: name }))],
    seasons: ({ league }, input) => seasonsOf(league, input.year),
    *parts(season, { category }, isShown) {
      const out = createRowBytes()
      const write = createStatRows(season, category, out)
      for (const [entry, own] of yield* playerTotals(season, {}, isShown)) {
        const rows = () => {
          write(entry, own)
          return [Buffer.from(out.take().buffer).toString()]
        }
        yield { id: entry, rows }
      }
    },
    isShown: wantedPlayers,
  })
  const partsOfSeasons = listInBytes<PlayerFilter>(function* ({ league }, input, out) {
    for (const season of seasonsOf(league, input.year)) {
      const write = createStatRows(season, input.category, out)
      for (const [entry, own] of yield* playerTotals(season, input, wantedPlayers(season, input))) {
        write(entry, own)
        yield
      }
    }
  })
  return {
    statCategories: list(() => statCategories),
    teamSeasonStats: listInBytes(function* ({ league }, input, out) {
      requireYearOrTeam(input)
      const sums = new Map<string, { year: number; school: School; totals: Int32Array; games: number }>()
      for (const { season, game } of findPlayed(league, input)) {
        const own = yield* figures.totals.of(season)
        for (const side of [0, 1] as const) {
          const school = side === 0 ? game.away : game.home
          if (!isWanted(school, input)) continue
          const key = `${season.year}/${school.index}`
          const sum = sums.get(key) ?? { year: season.year, school, totals: new Int32Array(totalCount), games: 0 }
          sums.set(key, sum)
          own.add(sum.totals, game, side)
          sum.games++
        }
        yield
      }
      for (const { year, school, totals, games } of sums.values()) {
        writeSeasonStats(out, year, school, totalsIn(totals), games)
        yield
      }
    }),
    playerSeasonStats: (input) => (isWhole(input) ? wholeSeasons(input) : partsOfSeasons(input)),
    advancedSeasonStats: list(function* ({ league }, input) {
      requireYearOrTeam(input)
      const counted = countedOf(input.excludeGarbageTime, 'undecided')
      for (const sum of seasonTallies(league, input, (season) => figures.teams.of(season, counted)))
        yield sum === undefined ? undefined : viewSeason(sum)
    }),
    advancedGameStats: listOfGames({
      keptAs: (input) => (input.team || input.opponent ? undefined : named('advanced games', input)),
      kinds: bothKinds,
      games({ league }, input) {
        requireYearOrTeam(input)
        return gamesOf(league, input)
      },
      *rows(played, input) {
        const own = yield* figures.teams.of(played.season, countedOf(input.excludeGarbageTime, 'undecided'))
        for (const { school, opponent, offense, defense } of gameTallies(played, own)) {
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

interface PlayerFilter
  extends Pick<GameFilter, 'year' | 'seasonType' | 'startWeek' | 'endWeek' | 'team' | 'conference'> {
  readonly category?: string | undefined
}

/** Whether it is of all games of a season. */
function isWhole({ seasonType, startWeek, endWeek }: PlayerFilter): boolean {
  return (!seasonType || seasonType === 'both') && startWeek === undefined && endWeek === undefined
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

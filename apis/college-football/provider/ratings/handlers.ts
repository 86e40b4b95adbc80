// Predicted points added, ratings, polls and records.
import type { HandlersFor, Of } from '#define'
import type { ratingEndpoints } from '../../endpoints/ratings.ts'
import type { TeamRecord } from '../../schemas/games.ts'
import type * as shapes from '../../schemas/ratings.ts'
import type { createAnswers } from '../answers/answers.ts'
import { bothKinds, named } from '../answers/kept-lists.ts'
import { badRating, badRequest } from '../errors.ts'
import type { Figures } from '../figures/figures.ts'
import { countedOf, gameTallies, type SeasonTally, seasonTallies } from '../figures/team-tallies.ts'
import { finished } from '../kept/kept-figures.ts'
import type { Game, School, Season } from '../league/records.ts'
import { expectedPoints } from '../metrics/expected-points.ts'
import { type PlayerParts, skillPositions } from '../metrics/player-parts.ts'
import { meanPpa, type Part, ratio, round, type Tally } from '../metrics/tally.ts'
import { isOfFew, type PlayerFilter, wantedPlayers } from '../player-filter.ts'
import { createPerSeason, findPlayed, isNamed, isOf, seasonsOf } from '../query.ts'
import { requireYearOrTeam } from '../stats/handlers.ts'
import { ratingsOf } from './season-ratings.ts'
import { type SpRow, spHavoc, spSide } from './sp.ts'

type Handlers = HandlersFor<typeof ratingEndpoints, keyof typeof ratingEndpoints>

export function ratingHandlers(
  { list, listOfGames, listOfSeasons }: ReturnType<typeof createAnswers>,
  figures: Figures,
): Handlers {
  return {
    predictedPoints: list((_data, { down, distance }) => {
      if (down === 0 || distance === 0) throw badRequest('Down and distance must be specified and must be numbers.')
      const yards = Array.from({ length: 99 }, (_none, at) => at + 1).filter((yardLine) => yardLine >= distance)
      return yards.map((yardLine) => ({
        yardLine,
        predictedPoints: round(expectedPoints(down, distance, yardLine), 3),
      }))
    }),
    ppaByTeam: list(function* ({ league }, input) {
      requireYearOrTeam(input)
      const counted = countedOf(input.excludeGarbageTime, 'undecided regulation')
      for (const sum of seasonTallies(league, input, (season) => figures.teams.of(season, counted)))
        yield sum === undefined ? undefined : viewTeamPpa(sum)
    }),
    ppaByGame: listOfGames({
      keptAs: (input) => (input.team || input.conference ? undefined : named('ppa games', input)),
      kinds: bothKinds,
      games: ({ league }, input) => findPlayed(league, input),
      *rows(played, input) {
        const counted = countedOf(input.excludeGarbageTime, 'undecided regulation')
        const own = yield* figures.teams.of(played.season, counted)
        for (const { school, opponent, offense, defense } of gameTallies(played, own)) {
          const { id, season, week } = played.game
          if (!isNamed(school, input.team) || !isOf(school.conference, input.conference)) continue
          yield {
            ...{ gameId: id, season, week, team: school.name, conference: school.conference.name },
            ...{ opponent: opponent.name, offense: split(offense), defense: split(defense) },
          }
        }
      },
    }),
    ppaByPlayerGame: listOfGames({
      keptAs: (input) => (hasPlayerFilter(input) ? undefined : named('ppa player games', input)),
      kinds: bothKinds,
      games({ league }, input) {
        if (input.week === undefined && !input.team) throw badRequest('A week or team must be specified.')
        return findPlayed(league, input)
      },
      *rows({ season, game }, input) {
        const { players } = season
        const own = yield* figures.gameParts.of(season, input.excludeGarbageTime === true)
        const isWanted = wantedPlayers(season, input)
        const least = leastPlays(input)
        for (const { player, all, pass, rush } of own.of(game)) {
          if (all.plays < least || (isWanted && !isWanted(player))) continue
          const school = players.schoolOf(player)
          if (!school) continue
          const opponent = school === game.home ? game.away : game.home
          yield {
            season: season.year,
            week: game.week,
            id: players.idOf(player) ?? 0,
            name: players.nameOf(player),
            position: players.positionOf(player) ?? '',
            team: school.name,
            opponent: opponent.name,
            averagePPA: { all: meanPpa(all), pass: meanPpa(pass), rush: meanPpa(rush) },
          }
        }
      },
    }),
    ppaByPlayerSeason: listOfSeasons({
      keptAs: (input) => named('ppa players', input),
      kinds: bothKinds,
      seasons: ({ league }, input) => seasonsOf(league, input.year),
      *parts(season, input, isShown) {
        const own = yield* figures.parts.of(season, input.excludeGarbageTime === true)
        const rows: { id: number; mean: number; view: () => PlayerSeason }[] = []
        for (let row = 0; row < own.length; row++) {
          const id = own.playerOf(row)
          if (isShown && !isShown(id)) continue
          if (!skillPositions.has(season.players.positionOf(id) ?? '')) continue
          const mean = ratio(own.ppaOf(row), own.playsOf(row)) ?? 0
          rows.push({ id, mean, view: () => viewPlayerSeason(season, id, own.partsOf(row)) })
        }
        yield undefined
        rows.sort((one, other) => one.mean - other.mean)
        for (const { id, view } of rows) yield { id, rows: () => [view()] }
      },
      async isShown(season, input) {
        const isWanted = wantedPlayers(season, input)
        const least = leastPlays(input)
        if (least <= 0) return isWanted
        const own = await finished(figures.parts.of(season, input.excludeGarbageTime === true))
        const enough = new Set<number>()
        for (let row = 0; row < own.length; row++) if (own.playsOf(row) >= least) enough.add(own.playerOf(row))
        return (entry) => enough.has(entry) && (isWanted?.(entry) ?? true)
      },
      showsFew: (input) => isOfFew(input) || leastPlays(input) >= manyPlays,
    }),
    rankings: list(({ league }, { year, week, seasonType }) =>
      seasonsOf(league, year).flatMap((season) =>
        ratingsOf(season)
          .polls.filter((poll) => seasonType === 'both' || !seasonType || poll.seasonType === seasonType)
          .filter((poll) => week === undefined || poll.week === week)
          .map(({ seasonType: part, week: number, polls }) => ({
            ...{ season: season.year, seasonType: part, week: number },
            polls: polls.map(({ poll, ranks }) => ({
              poll,
              ranks: ranks.map(({ school, ...rank }) => ({
                ...rank,
                school: school.name,
                conference: school.conference.name,
              })),
            })),
          })),
      ),
    ),
    eloRatings: list(({ league }, { year, week, team, conference }) =>
      seasonsOf(league, year).flatMap((season) => {
        const ratings = new Map<School, number>()
        for (const { seasonType, week: played, home, away, homeElo, awayElo } of season.games) {
          if (week !== undefined && (played > week || seasonType !== 'regular')) continue
          if (homeElo && homeElo.after !== null) ratings.set(home, homeElo.after)
          if (awayElo && awayElo.after !== null) ratings.set(away, awayElo.after)
        }
        return [...ratings]
          .filter(([school]) => isNamed(school, team) && isOf(school.conference, conference))
          .sort(([, one], [, other]) => other - one)
          .map(([school, elo]) => ({ year: season.year, team: school.name, conference: school.conference.name, elo }))
      }),
    ),
    srsRatings: list(({ league }, { year, team, conference }) => {
      if (year === undefined && !team) throw badRating('A year or team must be specified.')
      return seasonsOf(league, year).flatMap((season) =>
        ratingsOf(season)
          .srs.map(({ school, rating }, at) => ({
            school,
            row: { ...srsMembers(school), rating: round(rating, 1), ranking: at + 1 },
          }))
          .filter(({ school }) => isNamed(school, team) && isOf(school.conference, conference))
          .map(({ row }) => ({ year: season.year, ...row })),
      )
    }),
    spRatings: list(({ league }, { year, team }) => {
      if (year === undefined && !team) throw badRating('A year or team must be specified.')
      return seasonsOf(league, year).flatMap((season) => {
        const { viewed, means } = viewedSp(season)
        const shown = viewed.filter(({ school }) => isNamed(school, team)).map(({ view }) => view)
        return [...shown, { year: season.year, team: 'nationalAverages', ...means }]
      })
    }),
    conferenceSpRatings: list(({ league }, { year, conference }) =>
      seasonsOf(league, year).flatMap((season) => {
        const { viewed } = viewedSp(season)
        return league.conferences
          .filter((one) => one.classification === 'fbs' && isOf(one, conference))
          .map((one) => {
            const members = viewed.filter(({ school }) => school.conference === one)
            return { year: season.year, conference: one.name, ...spMeans(members.map(({ view }) => view)) }
          })
      }),
    ),
    records: list(({ league }, input) => {
      requireYearOrTeam(input)
      return seasonsOf(league, input.year).flatMap((season) =>
        season.schools
          .filter((school) => isNamed(school, input.team) && isOf(school.conference, input.conference))
          .map((school) => recordOf(season, school))
          .filter(({ total }) => total.games > 0),
      )
    }),
  }
}

function split({ all, pass, rush, downs: [first, second, third] }: Tally) {
  return {
    overall: meanPpa(all),
    passing: meanPpa(pass),
    rushing: meanPpa(rush),
    firstDown: meanPpa(first),
    secondDown: meanPpa(second),
    thirdDown: meanPpa(third),
  }
}

function viewTeamPpa({ year, school, offense, defense }: SeasonTally): Of<typeof shapes.TeamPpa> {
  const side = (tally: Tally) => ({
    ...split(tally),
    cumulative: {
      total: round(tally.all.ppa, 1),
      passing: round(tally.pass.ppa, 1),
      rushing: round(tally.rush.ppa, 1),
    },
  })
  return {
    season: year,
    team: school.name,
    conference: school.conference.name,
    offense: side(offense),
    defense: side(defense),
  }
}

type PlayerSeason = Of<typeof shapes.PlayerSeasonPpa>

function viewPlayerSeason(season: Season, entry: number, own: PlayerParts): PlayerSeason {
  const { players } = season
  const school = players.schoolOf(entry)
  return {
    ...{ season: season.year, id: players.idOf(entry) ?? 0, name: players.nameOf(entry) },
    ...{
      position: players.positionOf(entry) ?? '',
      team: school?.name ?? '',
      conference: school?.conference.name ?? '',
    },
    countablePlays: own.all.plays,
    averagePPA: playerSplit(own, meanPpa),
    totalPPA: playerSplit(own, ({ plays, ppa }) => (plays === 0 ? null : round(ppa, 3))),
  }
}

interface PlayFilter extends PlayerFilter {
  /** Text that should be a number. */
  readonly threshold?: string | undefined
}

/** Fewer than a quarter of the players take part in so many plays of a season. */
const manyPlays = 100

function leastPlays({ threshold }: PlayFilter): number {
  return Number(threshold ?? 0) || 0
}

/** Whether it shows some players only. */
function hasPlayerFilter({ playerId, team, conference, position, threshold }: PlayFilter): boolean {
  return playerId !== undefined || Boolean(team || conference || position || threshold)
}

function playerSplit(
  { all, pass, rush, downs, standardDowns, passingDowns }: PlayerParts,
  of: (part: Part) => number | null,
) {
  const [first, second, third] = downs
  return {
    ...{ all: of(all), pass: of(pass), rush: of(rush) },
    ...{ firstDown: of(first), secondDown: of(second), thirdDown: of(third) },
    ...{ standardDowns: of(standardDowns), passingDowns: of(passingDowns) },
  }
}

function srsMembers({ name, conference, division }: School) {
  return { team: name, conference: conference.name, division }
}

/** The ratings of a season as they are shown. */
const viewedSp = createPerSeason((season) => {
  const rows = ratingsOf(season).sp
  const viewed = rows.map((row) => ({ school: row.school, view: viewSp(season, row, rows) }))
  return { viewed, means: spMeans(viewed.map(({ view }) => view)) }
})

function viewSp(season: Season, row: SpRow, rows: readonly SpRow[]): Of<typeof shapes.SpRating> {
  const { school, tally } = row
  const rank = (isBetter: (other: SpRow) => boolean) => 1 + rows.filter(isBetter).length
  const { rush, all } = tally.offense
  return {
    year: season.year,
    team: school.name,
    conference: school.conference.name,
    ranking: rank(({ rating }) => rating > row.rating),
    rating: round(row.rating, 1),
    secondOrderWins: round(ratingsOf(season).expectedWins(school), 1),
    sos: round(row.sos, 2),
    offense: {
      ranking: rank(({ offense }) => offense > row.offense),
      rating: round(row.offense, 1),
      ...spSide(tally.offense),
      runRate: all.plays === 0 ? null : round(rush.plays / all.plays, 3),
      pace: tally.games === 0 ? null : round(all.plays / tally.games, 1),
    },
    defense: {
      ranking: rank(({ defense }) => defense < row.defense),
      rating: round(row.defense, 1),
      ...spSide(tally.defense),
      havoc: spHavoc(tally.defense),
    },
    specialTeams: { rating: round(row.specialTeams, 1) },
  }
}

type Means = Omit<Of<typeof shapes.ConferenceSpRating>, 'year' | 'conference'>

/** Means of every number of the ratings. */
function spMeans(ratings: readonly Of<typeof shapes.SpRating>[]): Means {
  const mean = (of: (rating: Of<typeof shapes.SpRating>) => number | null) => {
    const known = ratings.flatMap((rating) => of(rating) ?? [])
    return known.length === 0 ? null : round(known.reduce((sum, value) => sum + value, 0) / known.length, 3)
  }
  const side = (part: 'offense' | 'defense') => ({
    rating: mean((rating) => rating[part].rating),
    success: mean((rating) => rating[part].success),
    explosiveness: mean((rating) => rating[part].explosiveness),
    rushing: mean((rating) => rating[part].rushing),
    passing: mean((rating) => rating[part].passing),
    standardDowns: mean((rating) => rating[part].standardDowns),
    passingDowns: mean((rating) => rating[part].passingDowns),
  })
  return {
    rating: mean(({ rating }) => rating),
    secondOrderWins: mean(({ secondOrderWins }) => secondOrderWins),
    sos: mean(({ sos }) => sos),
    offense: {
      ...side('offense'),
      runRate: mean(({ offense }) => offense.runRate),
      pace: mean(({ offense }) => offense.pace),
    },
    defense: {
      ...side('defense'),
      havoc: {
        total: mean(({ defense }) => defense.havoc.total),
        frontSeven: mean(({ defense }) => defense.havoc.frontSeven),
        db: mean(({ defense }) => defense.havoc.db),
      },
    },
    specialTeams: { rating: mean(({ specialTeams }) => specialTeams.rating) },
  }
}

function recordOf(season: Season, school: School): Of<typeof TeamRecord> {
  const own = season.games.filter(({ home, away, result }) => result !== null && (home === school || away === school))
  const count = (isCounted: (game: Game) => boolean) => {
    const games = own.filter(isCounted)
    const margins = games.map(({ home, result }) => {
      const margin = (result?.homePoints ?? 0) - (result?.awayPoints ?? 0)
      return home === school ? margin : -margin
    })
    return {
      games: games.length,
      wins: margins.filter((margin) => margin > 0).length,
      losses: margins.filter((margin) => margin < 0).length,
      ties: margins.filter((margin) => margin === 0).length,
    }
  }
  return {
    year: season.year,
    teamId: school.id,
    team: school.name,
    conference: school.conference.name,
    division: school.division ?? '',
    expectedWins: round(ratingsOf(season).expectedWins(school), 1),
    total: count(() => true),
    conferenceGames: count(({ conferenceGame }) => conferenceGame),
    homeGames: count(({ neutral, home }) => !neutral && home === school),
    awayGames: count(({ neutral, away }) => !neutral && away === school),
  }
}

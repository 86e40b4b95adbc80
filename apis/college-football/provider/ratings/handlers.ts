// Predicted points added, ratings, polls and records.
import type { HandlersFor } from '#define'
import type { ratingEndpoints } from '../../endpoints/ratings.ts'
import { expectedPoints } from '../../model/metrics/expected-points.ts'
import { round } from '../../model/metrics/tally.ts'
import type { School } from '../../model/records.ts'
import { badRating, badRequest } from '../errors.ts'
import { findPlayed, isNamed, isOf, seasonsOf } from '../query.ts'
import { requireYearOrTeam } from '../required.ts'
import { countedOf, gameTallies, seasonTallies } from '../stats/tallies.ts'
import type { Answers } from '../streamed.ts'
import { playerGames, playerSeasons, split, viewTeamPpa } from './ppa.ts'
import { recordOf } from './records.ts'
import { ratingsOf } from './season-ratings.ts'
import { spMeans, viewedSp } from './sp-view.ts'

type Handlers = HandlersFor<typeof ratingEndpoints, keyof typeof ratingEndpoints>

export function ratingHandlers(answers: Answers): Handlers {
  return { ...pointHandlers(answers), ...seasonHandlers(answers) }
}

type PointIds = 'predictedPoints' | 'ppaByTeam' | 'ppaByGame' | 'ppaByPlayerGame' | 'ppaByPlayerSeason'

function pointHandlers({ list }: Answers): Pick<Handlers, PointIds> {
  return {
    predictedPoints: list((_league, { down, distance }) => {
      if (down === 0 || distance === 0) throw badRequest('Down and distance must be specified and must be numbers.')
      if (down < 1 || down > 4 || distance < 1) return []
      const yards = Array.from({ length: 99 }, (_none, at) => at + 1).filter((yardLine) => yardLine >= distance)
      return yards.map((yardLine) => ({
        yardLine,
        predictedPoints: round(expectedPoints(down, distance, yardLine), 3),
      }))
    }),
    ppaByTeam: list(function* (league, input) {
      requireYearOrTeam(input)
      const counted = countedOf(input.excludeGarbageTime, 'undecided regulation')
      for (const sum of seasonTallies(league, input, counted)) yield viewTeamPpa(sum)
    }),
    ppaByGame: list(function* (league, input) {
      const counted = countedOf(input.excludeGarbageTime, 'undecided regulation')
      for (const played of findPlayed(league, input)) {
        const { id: gameId, season, seasonType, week } = played.game
        for (const { school, opponent, offense, defense } of gameTallies(played, counted)) {
          if (!isNamed(school, input.team) || !isOf(school.conference, input.conference)) continue
          const team = { team: school.name, conference: school.conference.name, opponent: opponent.name }
          yield { gameId, season, seasonType, week, ...team, offense: split(offense), defense: split(defense) }
        }
      }
    }),
    ppaByPlayerGame: list(function* (league, input) {
      if (input.week === undefined && !input.team) throw badRequest('A week or team must be specified.')
      for (const played of findPlayed(league, input)) yield* playerGames(played, input)
    }),
    ppaByPlayerSeason: list(function* (league, input) {
      for (const season of seasonsOf(league, input.year)) {
        yield* playerSeasons(season, input)
      }
    }),
  }
}

function seasonHandlers({ list }: Answers): Omit<Handlers, PointIds> {
  return {
    rankings: list((league, { year, week, seasonType }) =>
      seasonsOf(league, year).flatMap((season) =>
        ratingsOf(season)
          .polls.filter((poll) => seasonType === 'both' || !seasonType || poll.seasonType === seasonType)
          .filter((poll) => week === undefined || poll.week === week)
          .map(({ seasonType: part, week: number, polls }) => ({
            season: season.year,
            seasonType: part,
            week: number,
            polls: polls.map(({ poll, ranks }) => ({
              poll,
              ranks: ranks.map(({ school, ...rank }) => ({
                ...rank,
                teamId: school.id,
                school: school.name,
                conference: school.conference.name,
              })),
            })),
          })),
      ),
    ),
    eloRatings: list((league, { year, week, seasonType: part, team, conference }) =>
      seasonsOf(league, year).flatMap((season) => {
        const ratings = new Map<School, number>()
        for (const { seasonType, week: played, home, away, homeElo, awayElo } of season.games) {
          if (week !== undefined && (played > week || seasonType !== 'regular')) continue
          if (part === 'regular' && seasonType !== 'regular') continue
          if (homeElo && homeElo.after !== null) ratings.set(home, homeElo.after)
          if (awayElo && awayElo.after !== null) ratings.set(away, awayElo.after)
        }
        return [...ratings]
          .filter(([school]) => isNamed(school, team) && isOf(school.conference, conference))
          .sort(([, one], [, other]) => other - one)
          .map(([school, elo]) => ({ year: season.year, team: school.name, conference: school.conference.name, elo }))
      }),
    ),
    srsRatings: list((league, { year, team, conference }) => {
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
    spRatings: list((league, { year, team }) => {
      if (year === undefined && !team) throw badRating('A year or team must be specified.')
      return seasonsOf(league, year).flatMap((season) => {
        const { viewed, means } = viewedSp(season)
        const shown = viewed.filter(({ school }) => isNamed(school, team)).map(({ view }) => view)
        return [...shown, { year: season.year, team: 'nationalAverages', ...means }]
      })
    }),
    conferenceSpRatings: list((league, { year, conference }) =>
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
    records: list((league, input) => {
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

function srsMembers({ name, conference, division }: School) {
  return { team: name, conference: conference.name, division }
}

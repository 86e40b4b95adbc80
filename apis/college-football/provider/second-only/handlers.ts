// Handlers that only version 2 has: the power index, records against the spread, havoc by game, and adjusted metrics.
import type { HandlersFor, Of } from '#define'
import type { secondOnly } from '../../endpoints/second-only.ts'
import { fieldGoalDistance, fieldGoalPoints } from '../../model/metrics/field-goals.ts'
import { ratio, round, type Tally } from '../../model/metrics/tally.ts'
import { spreadOf } from '../../model/metrics/win-probability.ts'
import type { School, Season } from '../../model/records.ts'
import type { GameHavoc, TeamAts } from '../../schemas/second-only.ts'
import { incompleteParameters, invalidParameters } from '../errors.ts'
import { findPlayed, isNamed, isOf, seasonsOf } from '../query.ts'
import { gameTallies } from '../stats/tallies.ts'
import type { Answers } from '../streamed.ts'
import { adjustmentOf, viewAdjusted } from './adjusted-teams.ts'
import { adjustedPlayers, kickers } from './players.ts'
import { powerIndexOf } from './power-index.ts'

type Handlers = HandlersFor<typeof secondOnly, keyof typeof secondOnly>

/** Maximum yards to the goal line; the kick from there is 62 yards long. */
const farthest = 45
const account = { patronLevel: 3, remainingCalls: 75_000 }

export function secondOnlyHandlers({ list, value }: Answers): Handlers {
  return {
    fieldGoalPointsV2: list(() =>
      Array.from({ length: farthest }, (_none, at) => {
        const distance = fieldGoalDistance(at + 1)
        return { yardsToGoal: at + 1, distance, expectedPoints: round(fieldGoalPoints(distance), 3) }
      }),
    ),
    fpiRatingsV2: list((league, { year, team, conference }) => {
      requireYearOrTeam(year, team)
      return seasonsOf(league, year).flatMap((season) =>
        powerIndexOf(season)
          .filter(({ school }) => isNamed(school, team) && isOf(school.conference, conference))
          .map(({ view }) => view),
      )
    }),
    gameHavocV2: list(function* (league, input) {
      requireYearOrTeam(input.year, input.team)
      for (const played of findPlayed(league, input)) {
        const { id: gameId, season, seasonType, week } = played.game
        for (const { school, opponent, offense, defense } of gameTallies(played, 'all')) {
          if (!isNamed(school, input.team) || !isNamed(opponent, input.opponent)) continue
          yield {
            gameId,
            season,
            seasonType,
            week,
            team: school.name,
            conference: school.conference.name,
            opponent: opponent.name,
            opponentConference: opponent.conference.name,
            offense: havocOf(offense),
            defense: havocOf(defense),
          }
        }
      }
    }),
    teamsAtsV2: list((league, { year, team, conference }) => {
      if (year === undefined) throw invalidParameters('year')
      return seasonsOf(league, year).flatMap((season) =>
        season.schools
          .filter((school) => isNamed(school, team) && isOf(school.conference, conference))
          .map((school) => againstTheSpread(season, school))
          .filter(({ games }) => games > 0),
      )
    }),
    adjustedTeamsV2: list(function* (league, { year, team, conference }) {
      for (const season of seasonsOf(league, year)) {
        const adjustment = adjustmentOf(season)
        for (const sum of adjustment.sums)
          if (isNamed(sum.school, team) && isOf(sum.school.conference, conference)) yield viewAdjusted(sum, adjustment)
      }
    }),
    adjustedPassersV2: list((league, { year, ...filter }) =>
      seasonsOf(league, year).flatMap((season) => adjustedPlayers(season, filter, 'passing')),
    ),
    adjustedRunnersV2: list((league, { year, ...filter }) =>
      seasonsOf(league, year).flatMap((season) => adjustedPlayers(season, filter, 'rushing')),
    ),
    kickersV2: list((league, { year, ...filter }) =>
      seasonsOf(league, year).flatMap((season) => kickers(season, filter)),
    ),
    accountV2: value(() => account),
  }
}

function requireYearOrTeam(year: number | undefined, team: string | undefined): void {
  if (year === undefined && !team) throw incompleteParameters('Must specify a year or team.')
}

function havocOf(tally: Tally): Of<typeof GameHavoc>['offense'] {
  const front = tally.tacklesForLoss + tally.forcedFumbles
  const backs = tally.passesBroken + tally.interceptions
  const { plays } = tally.all
  return {
    totalPlays: plays,
    totalHavocEvents: front + backs,
    frontSevenHavocEvents: front,
    dbHavocEvents: backs,
    havocRate: ratio(front + backs, plays),
    frontSevenHavocRate: ratio(front, plays),
    dbHavocRate: ratio(backs, plays),
  }
}

function againstTheSpread({ year, games }: Season, school: School): Of<typeof TeamAts> {
  const margins = games.flatMap((game) => {
    const { home, away, result } = game
    const spread = spreadOf(game)
    if (!result || spread === undefined || (home !== school && away !== school)) return []
    const covered = result.homePoints - result.awayPoints + spread
    return home === school ? covered : -covered
  })
  return {
    year,
    teamId: school.id,
    team: school.name,
    conference: school.conference.name,
    games: margins.length,
    atsWins: margins.filter((margin) => margin > 0).length,
    atsLosses: margins.filter((margin) => margin < 0).length,
    atsPushes: margins.filter((margin) => margin === 0).length,
    avgCoverMargin: ratio(
      margins.reduce((sum, margin) => sum + margin, 0),
      margins.length,
      1,
    ),
  }
}

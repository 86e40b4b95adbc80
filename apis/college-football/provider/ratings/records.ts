// Records: games won, lost and drawn.
import type { Of } from '#define'
import { round } from '../../model/metrics/tally.ts'
import type { Game, School, Season } from '../../model/records.ts'
import type { TeamRecord } from '../../schemas/games.ts'
import { ratingsOf } from './season-ratings.ts'

export function recordOf(season: Season, school: School): Of<typeof TeamRecord> {
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
    classification: school.conference.classification,
    conference: school.conference.name,
    division: school.division ?? '',
    expectedWins: round(ratingsOf(season).expectedWins(school), 1),
    total: count(() => true),
    conferenceGames: count(({ conferenceGame }) => conferenceGame),
    homeGames: count(({ neutral, home }) => !neutral && home === school),
    awayGames: count(({ neutral, away }) => !neutral && away === school),
    neutralSiteGames: count(({ neutral }) => neutral),
    regularSeason: count(({ seasonType }) => seasonType === 'regular'),
    postseason: count(({ seasonType }) => seasonType === 'postseason'),
  }
}

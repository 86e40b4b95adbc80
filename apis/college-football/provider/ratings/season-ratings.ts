// Ratings of a season, shared by several endpoints.
import { pollsOf } from '../../model/metrics/polls.ts'
import { type SrsRating, srsRatings } from '../../model/metrics/srs.ts'
import type { Game, Poll, PollWeek, School, Season } from '../../model/records.ts'
import { createPerSeason, findPlayed } from '../query.ts'
import { sumsOf } from '../stats/tallies.ts'
import { type SpRow, spRatings } from './sp.ts'

interface SeasonRatings {
  readonly srs: readonly SrsRating[]
  readonly polls: readonly PollWeek[]
  readonly sp: readonly SpRow[]
  /** Returns the wins that the plays of the games would usually bring. */
  expectedWins(school: School): number
}

export const ratingsOf = createPerSeason((season: Season): SeasonRatings => {
  const wins = new Map<School, number>()
  const opponents = new Map<School, School[]>()
  for (const { home, away, result } of season.games) {
    if (!result) continue
    if (result.homePostgameWin !== null) {
      add(wins, home, result.homePostgameWin)
      add(wins, away, 1 - result.homePostgameWin)
    }
    opponents.set(home, [...(opponents.get(home) ?? []), away])
    opponents.set(away, [...(opponents.get(away) ?? []), home])
  }
  const srs = srsRatings(season.games)
  const rated = new Map(srs.map(({ school, rating }) => [school, rating]))
  const sosOf = (school: School) => {
    const known = (opponents.get(school) ?? []).flatMap((other) => rated.get(other) ?? [])
    return known.reduce((sum, rating) => sum + rating, 0) / Math.max(1, known.length)
  }
  const games = findPlayed({ seasons: [season] }, {}).filter(({ game }) => isUpper(game))
  return {
    srs,
    polls: season.polls ?? pollsOf(season),
    sp: spRatings(sumsOf(season, games, 'all'), srs, sosOf),
    expectedWins: (school) => wins.get(school) ?? 0,
  }
})

/** Returns the rank in the first or last poll of writers; null for a school without a rank. */
export function pollRank(polls: readonly PollWeek[], at: 0 | -1, school: School): number | null {
  const poll: Poll | undefined = polls.at(at)?.polls[0]
  const isMissing = at === -1 && polls.at(at)?.seasonType !== 'postseason'
  return isMissing ? null : (poll?.ranks.find((ranked) => ranked.school === school)?.rank ?? null)
}

function add(sums: Map<School, number>, school: School, value: number): void {
  sums.set(school, (sums.get(school) ?? 0) + value)
}

function isUpper({ home, away }: Game): boolean {
  return home.conference.classification === 'fbs' && away.conference.classification === 'fbs'
}

// Ratings of a season that several endpoints show, computed once.

import type { Figures } from '../figures/figures.ts'
import { type SeasonTally, sumsOf } from '../figures/team-tallies.ts'
import { finished } from '../kept/kept-figures.ts'
import type { Game, Poll, PollWeek, School, Season } from '../league/records.ts'
import { pollsOf } from '../metrics/polls.ts'
import { type SrsRating, srsRatings } from '../metrics/srs.ts'
import { findPlayed } from '../query.ts'
import { type SpRow, spRatings } from './sp.ts'

export interface SeasonRatings {
  readonly srs: readonly SrsRating[]
  readonly polls: readonly PollWeek[]
  readonly sp: readonly SpRow[]
  /** Wins that the plays of the games would usually bring. */
  expectedWins(school: School): number
}

type Pause = () => Promise<void> | undefined
const known = new WeakMap<Season, SeasonRatings>()

/** Of a season that was prepared. */
export function ratingsOf(season: Season): SeasonRatings {
  const ratings = known.get(season)
  if (!ratings) throw new Error(`the ratings of ${season.year} have not been prepared`)
  return ratings
}

/** Computes the ratings of a season, unless they are known; awaits `pause` between games. */
export async function prepareRatings(season: Season, figures: Figures, pause: Pause): Promise<void> {
  if (!known.has(season)) known.set(season, await compute(season, figures, pause))
}

/** The rank in the first or last poll of writers; null for whom they left out. */
export function pollRank(polls: readonly PollWeek[], at: 0 | -1, school: School): number | null {
  const poll: Poll | undefined = polls.at(at)?.polls[0]
  const isMissing = at === -1 && polls.at(at)?.seasonType !== 'postseason'
  return isMissing ? null : (poll?.ranks.find((ranked) => ranked.school === school)?.rank ?? null)
}

async function compute(season: Season, figures: Figures, pause: Pause): Promise<SeasonRatings> {
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
  await pause()
  const srs = srsRatings(season.games)
  await pause()
  const rated = new Map(srs.map(({ school, rating }) => [school, rating]))
  const sosOf = (school: School) => {
    const known = (opponents.get(school) ?? []).flatMap((other) => rated.get(other) ?? [])
    return known.reduce((sum, rating) => sum + rating, 0) / Math.max(1, known.length)
  }
  const polls = season.polls ?? pollsOf(season)
  await pause()
  return {
    srs,
    polls,
    sp: spRatings(await talliesOf(season, figures, pause), srs, sosOf),
    expectedWins: (school) => wins.get(school) ?? 0,
  }
}

function add(sums: Map<School, number>, school: School, value: number): void {
  sums.set(school, (sums.get(school) ?? 0) + value)
}

async function talliesOf(season: Season, { teams }: Figures, pause: Pause): Promise<readonly SeasonTally[]> {
  const games = findPlayed({ seasons: [season] }, {}).filter(({ game }) => isUpper(game))
  const figures = await finished(teams.of(season, 'all'), pause)
  return finished(sumsOf(season, games, figures), pause)
}

function isUpper({ home, away }: Game): boolean {
  return home.conference.classification === 'fbs' && away.conference.classification === 'fbs'
}

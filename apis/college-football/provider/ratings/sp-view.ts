// Rows of our stand-in for SP+: of teams, and their means.
import type { Of } from '#define'
import { round } from '../../model/metrics/tally.ts'
import type { Season } from '../../model/records.ts'
import type * as shapes from '../../schemas/ratings.ts'
import { createPerSeason } from '../query.ts'
import { ratingsOf } from './season-ratings.ts'
import { type SpRow, spHavoc, spSide } from './sp.ts'

/** The rows of a season's ratings. */
export const viewedSp = createPerSeason((season) => {
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

/** Returns the means of all numbers of the ratings. */
export function spMeans(ratings: readonly Of<typeof shapes.SpRating>[]): Means {
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

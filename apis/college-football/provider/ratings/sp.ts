// Our stand-in for SP+, whose formula is unpublished (SOURCES 3.10): points added per play and success, adjusted by the
// schedule.

import type { SrsRating } from '../../model/metrics/srs.ts'
import { explosiveness, meanPpa, type Part, ratio, successRate } from '../../model/metrics/tally.ts'
import type { School } from '../../model/records.ts'
import type { SeasonTally } from '../stats/tallies.ts'

const usualPoints = 27.5
/** Plays of an offense in an average game. */
const usualPlays = 66

export interface SpRow {
  readonly school: School
  readonly rating: number
  readonly offense: number
  readonly defense: number
  readonly specialTeams: number
  readonly sos: number
  readonly tally: SeasonTally
}

/** Returns the ratings, the best first. `sosOf` returns the mean rating of a school's opponents. */
export function spRatings(
  tallies: readonly SeasonTally[],
  srs: readonly SrsRating[],
  sosOf: (school: School) => number,
): SpRow[] {
  const rated = new Map(srs.map(({ school, rating }) => [school, rating]))
  const usual = mean(tallies.map(({ offense }) => meanPpa(offense.all) ?? 0))
  const rows = tallies.map((tally) => {
    const { school } = tally
    const sos = sosOf(school)
    const points = (part: Part) => usualPlays * ((meanPpa(part) ?? usual) - usual)
    const attack = points(tally.offense.all) + sos / 2
    const stop = -points(tally.defense.all) + sos / 2
    const rest = (rated.get(school) ?? attack + stop) - attack - stop
    return { school, tally, sos, offense: usualPoints + attack, defense: usualPoints - stop, specialTeams: rest / 10 }
  })
  return rows
    .map((row) => ({ ...row, rating: row.offense - row.defense + row.specialTeams }))
    .sort((one, other) => other.rating - one.rating)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

/** Returns the parts of a side that are shown unadjusted. */
export function spSide({ all, rush, pass, standardDowns, passingDowns }: SeasonTally['offense']) {
  return {
    success: successRate(all),
    explosiveness: explosiveness(all),
    rushing: meanPpa(rush),
    passing: meanPpa(pass),
    standardDowns: successRate(standardDowns),
    passingDowns: successRate(passingDowns),
  }
}

export function spHavoc(tally: SeasonTally['defense']) {
  const front = tally.tacklesForLoss + tally.forcedFumbles
  const backs = tally.passesBroken + tally.interceptions
  const { plays } = tally.all
  return { total: ratio(front + backs, plays), frontSeven: ratio(front, plays), db: ratio(backs, plays) }
}

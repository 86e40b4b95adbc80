// Talent of rosters and strength of recruiting classes, from the ratings of recruits (SOURCES 3.11).
import type { School, Season } from '../records.ts'

const leastRating = 0.75
/** Deviation of the curve by which further recruits of a class count less, in recruits. */
const classDeviation = 9

interface Talent {
  readonly school: School
  readonly talent: number
}

/** Returns the talent of all rosters, the highest first. */
export function talentOf({ players }: Season): Talent[] {
  const sums = new Map<School, number>()
  // 0 means that the rating is unknown
  for (const { school, rating } of players)
    if (rating > 0) sums.set(school, (sums.get(school) ?? 0) + 100 * Math.max(0, rating - leastRating))
  return [...sums].map(([school, talent]) => ({ school, talent })).sort((one, other) => other.talent - one.talent)
}

/** Returns the points of a class: further recruits count less, by a normal curve. */
export function classPoints(ratings: readonly number[]): number {
  return ratings
    .toSorted((one, other) => other - one)
    .reduce((sum, rating, at) => sum + 100 * Math.max(0, rating - 0.7) * Math.exp(-((at / classDeviation) ** 2) / 2), 0)
}

export function starsOf(rating: number): number {
  if (rating >= 0.98) return 5
  if (rating >= 0.89) return 4
  return rating >= 0.8 ? 3 : 2
}

// Classes of recruits, and their sums by school and position group.
import { byKey, descending } from '#provider'
import { classPoints } from '../../model/metrics/talent.ts'
import type { League, Recruit, School } from '../../model/records.ts'
import { createPerSeason } from '../query.ts'

const recruitsOf = createPerSeason((season) => season.recruits())

/** Returns recruits by year of enrolment, the best first. */
export function recruitClasses({ seasons, importedClasses }: League): Map<number, readonly Recruit[]> {
  const entered = new Map<number, Map<number, Recruit>>()
  for (const season of seasons)
    for (const recruit of recruitsOf(season)) {
      const own = entered.get(recruit.year) ?? new Map<number, Recruit>()
      entered.set(recruit.year, own)
      if (!own.has(recruit.id)) own.set(recruit.id, recruit)
    }
  const classes = new Map<number, readonly Recruit[]>(
    [...entered].map(([year, own]) => [year, inOrder([...own.values()])]),
  )
  for (const [year, recruits] of importedClasses) classes.set(year, recruits)
  return new Map([...classes].sort(([one], [other]) => one - other))
}

/** Sorts recruits by rank if they have one, and by rating. */
export function inOrder(recruits: readonly Recruit[]): Recruit[] {
  return recruits.toSorted(
    (one, other) => (one.ranking ?? 0) - (other.ranking ?? 0) || other.rating - one.rating || one.id - other.id,
  )
}

/** Returns the recruits of a class by the school of the higher division they committed to. */
export function recruitsBySchool(recruits: readonly Recruit[]): ReadonlyMap<School, readonly Recruit[]> {
  const schools = new Map<School, Recruit[]>()
  for (const recruit of recruits) {
    const { committedTo } = recruit
    if (committedTo?.conference.classification !== 'fbs') continue
    const own = schools.get(committedTo)
    if (own) own.push(recruit)
    else schools.set(committedTo, [recruit])
  }
  return schools
}

/** Returns the schools by the points of a class, the best first. */
export function rankedSchools(recruits: readonly Recruit[]): { readonly school: School; readonly points: number }[] {
  return [...recruitsBySchool(recruits)]
    .map(([school, own]) => ({ school, points: classPoints(own.map(({ rating }) => rating)) }))
    .sort(descending(byKey(({ points }) => points)))
}

export const groups: readonly (readonly [string, readonly string[]])[] = [
  ['Defensive Back', ['CB', 'S', 'DB']],
  ['Defensive Line', ['DE', 'DT', 'DL', 'SDE', 'WDE', 'EDGE', 'NT']],
  ['Linebacker', ['LB', 'ILB', 'OLB']],
  ['Offensive Line', ['OT', 'OG', 'C', 'OC', 'OL', 'IOL']],
  ['Quarterback', ['QB', 'PRO', 'DUAL']],
  ['Receiver', ['WR', 'TE']],
  ['Running Back', ['RB', 'FB', 'APB']],
  ['Special Teams', ['PK', 'K', 'P', 'LS']],
]
export interface GroupSum {
  commits: number
  rating: number
  stars: number
}
const emptySum = (): GroupSum => ({ commits: 0, rating: 0, stars: 0 })
/** Sums of a school's recruits, and of its groups in the order of `groups`. */
export interface GroupSums {
  readonly all: GroupSum
  readonly byGroup: readonly GroupSum[]
}
export const emptySums = (): GroupSums => ({ all: emptySum(), byGroup: groups.map(emptySum) })
const groupOf = new Map(groups.flatMap(([, positions], at) => positions.map((position) => [position, at])))

export function addRecruit({ all, byGroup }: GroupSums, { position, rating, stars }: Recruit): void {
  const group = byGroup[groupOf.get(position) ?? -1]
  for (const sum of group ? [all, group] : [all]) {
    sum.commits++
    sum.rating += rating
    sum.stars += stars
  }
}

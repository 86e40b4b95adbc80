// Classes of recruits, and what they sum up to by school and group of positions.
import { byKey, descending } from '#provider'
import type { League, Recruit, School } from '../league/records.ts'
import { classPoints } from '../metrics/talent.ts'
import { createPerObject } from '../query.ts'

type Classes = ReadonlyMap<number, readonly Recruit[]>
/** By the classes that were imported, which are another object after each import; with what else they come from. */
const known = new WeakMap<League['importedClasses'], { readonly seasons: string; readonly classes: Classes }>()

/** Recruits by the year in which they enrolled, the best first; may be interrupted. */
export function* recruitClasses(league: League): Generator<undefined, Classes> {
  const seasons = league.seasons.map(({ year, key }) => `${year} ${key}`).join()
  const made = known.get(league.importedClasses)
  if (made?.seasons === seasons) return made.classes
  const classes = yield* collectClasses(league)
  known.set(league.importedClasses, { seasons, classes })
  return classes
}

function* collectClasses({ seasons, importedClasses }: League): Generator<undefined, Classes> {
  const classes = new Map<number, Recruit[]>()
  const seen = new Set<number>()
  for (const season of seasons)
    for (const recruit of season.recruits()) {
      if (recruit === undefined) yield undefined
      if (recruit === undefined || seen.has(recruit.id)) continue
      seen.add(recruit.id)
      const entered = classes.get(recruit.year)
      if (entered) entered.push(recruit)
      else classes.set(recruit.year, [recruit])
    }
  for (const [year, recruits] of importedClasses) classes.set(year, [...recruits])
  for (const recruits of classes.values()) {
    recruits.sort(
      (one, other) => (one.ranking ?? 0) - (other.ranking ?? 0) || other.rating - one.rating || one.id - other.id,
    )
    yield undefined
  }
  return new Map([...classes].sort(([one], [other]) => one - other))
}

/** The recruits of a class by the school they committed to, in the order of its first. */
export const recruitsBySchool = createPerObject(
  (recruits: readonly Recruit[]): ReadonlyMap<School, readonly Recruit[]> => {
    const schools = new Map<School, Recruit[]>()
    for (const recruit of recruits) {
      if (!recruit.committedTo) continue
      const own = schools.get(recruit.committedTo)
      if (own) own.push(recruit)
      else schools.set(recruit.committedTo, [recruit])
    }
    return schools
  },
)

/** The schools of the higher division by the points of a class, the best first. */
export const rankedSchools = createPerObject((recruits: readonly Recruit[]) =>
  [...recruitsBySchool(recruits)]
    .filter(([school]) => school.conference.classification === 'fbs')
    .map(([school, own]) => ({ school, points: classPoints(own) }))
    .sort(descending(byKey(({ points }) => points))),
)

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
export const emptySum = (): GroupSum => ({ commits: 0, rating: 0, stars: 0 })
/** Of the recruits of a school: of all of them, and in the order of `groups`. */
export interface GroupSums {
  readonly all: GroupSum
  readonly byGroup: readonly GroupSum[]
}
const groupOf = new Map(groups.flatMap(([, positions], at) => positions.map((position) => [position, at])))

/** Adds recruits in their order, which decides how sums of ratings are rounded. */
export function addRecruits(sums: Map<School, GroupSums>, school: School, recruits: readonly Recruit[]): void {
  const { all, byGroup } = sums.get(school) ?? { all: emptySum(), byGroup: groups.map(emptySum) }
  sums.set(school, { all, byGroup })
  for (const { position, rating, stars } of recruits) {
    add(all, rating, stars)
    const group = byGroup[groupOf.get(position) ?? -1]
    if (group) add(group, rating, stars)
  }
}

function add(sum: GroupSum, rating: number, stars: number): void {
  sum.commits++
  sum.rating += rating
  sum.stars += stars
}

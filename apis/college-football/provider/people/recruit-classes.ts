// Classes of recruits, and what they sum up to by school and group of positions.
import { byKey, descending } from '#provider'
import type { League, Recruit, School } from '../league/records.ts'
import { classPoints } from '../metrics/talent.ts'
import { createPerObject } from '../query.ts'
import { createRecruitList, type RecruitList } from './recruit-list.ts'

type Classes = ReadonlyMap<number, RecruitList>
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
  const lists = new Map<number, RecruitList>()
  for (const [year, recruits] of [...classes].sort(([one], [other]) => one - other)) {
    recruits.sort(
      (one, other) => (one.ranking ?? 0) - (other.ranking ?? 0) || other.rating - one.rating || one.id - other.id,
    )
    yield undefined
    lists.set(year, createRecruitList(recruits))
    yield undefined
  }
  return lists
}

/** The recruits of a class, by entry, of each school that they committed to, in the order of its first. */
export const recruitsBySchool = createPerObject((recruits: RecruitList): ReadonlyMap<School, Uint32Array> => {
  const schools = new Map<School, number[]>()
  for (let entry = 0; entry < recruits.length; entry++) {
    const school = recruits.schoolOf(entry)
    if (!school) continue
    const own = schools.get(school)
    if (own) own.push(entry)
    else schools.set(school, [entry])
  }
  return new Map([...schools].map(([school, own]) => [school, Uint32Array.from(own)]))
})

/** The schools of the higher division by the points of a class, the best first. */
export const rankedSchools = createPerObject((recruits: RecruitList) =>
  [...recruitsBySchool(recruits)]
    .filter(([school]) => school.conference.classification === 'fbs')
    .map(([school, own]) => ({ school, points: classPoints(Array.from(own, recruits.ratingOf)) }))
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
export function addRecruits(
  sums: Map<School, GroupSums>,
  school: School,
  { recruits, entries }: { readonly recruits: RecruitList; readonly entries: Iterable<number> },
): void {
  const { all, byGroup } = sums.get(school) ?? { all: emptySum(), byGroup: groups.map(emptySum) }
  sums.set(school, { all, byGroup })
  for (const entry of entries) {
    const [rating, stars] = [recruits.ratingOf(entry), recruits.starsOf(entry)]
    add(all, rating, stars)
    const group = byGroup[groupOf.get(recruits.positionOf(entry)) ?? -1]
    if (group) add(group, rating, stars)
  }
}

function add(sum: GroupSum, rating: number, stars: number): void {
  sum.commits++
  sum.rating += rating
  sum.stars += stars
}

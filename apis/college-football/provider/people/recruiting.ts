// Rosters, recruits and the scoreboard.
import type { HandlersFor, Of } from '#define'
import { byKey } from '#provider'
import type { recruitingEndpoints } from '../../endpoints/recruiting.ts'
import type * as shapes from '../../schemas/players.ts'
import type { createAnswers } from '../answers/answers.ts'
import { usesSampleClasses } from '../answers/sample-seasons.ts'
import { badRequest } from '../errors.ts'
import { scoreboard } from '../games/scoreboard.ts'
import type { League, Player, Recruit, School } from '../league/records.ts'
import { classPoints } from '../metrics/talent.ts'
import { round } from '../metrics/tally.ts'
import { wantedPlayers } from '../player-filter.ts'
import { createMemo, currentSeason, isNamed, isOf, seasonsOf } from '../query.ts'

type Handlers = HandlersFor<typeof recruitingEndpoints, keyof typeof recruitingEndpoints>

const groups: readonly (readonly [string, readonly string[]])[] = [
  ['Defensive Back', ['CB', 'S', 'DB']],
  ['Defensive Line', ['DE', 'DT', 'DL', 'SDE', 'WDE', 'EDGE', 'NT']],
  ['Linebacker', ['LB', 'ILB', 'OLB']],
  ['Offensive Line', ['OT', 'OG', 'C', 'OC', 'OL', 'IOL']],
  ['Quarterback', ['QB', 'PRO', 'DUAL']],
  ['Receiver', ['WR', 'TE']],
  ['Running Back', ['RB', 'FB', 'APB']],
  ['Special Teams', ['PK', 'K', 'P', 'LS']],
]
const firstClass = 2000

export function recruitingHandlers({ list, listOfSeasons }: ReturnType<typeof createAnswers>): Handlers {
  return {
    roster: listOfSeasons({
      keptAs: () => 'roster',
      kinds: (year) => [{ year }],
      seasons: ({ league }, { year }) => seasonsOf(league, year ?? currentSeason(league)?.year).slice(0, 1),
      *parts({ players }) {
        for (let entry = 0; entry < players.length; entry++) {
          const rows = () => {
            const player = players.at(entry)
            return player ? [viewPlayer(player)] : []
          }
          yield { id: entry, rows }
        }
      },
      isShown: (season, input) => wantedPlayers(season, input),
    }),
    recruits: list(function* ({ league }, { year, classification, position, state, team }) {
      if (year === undefined && !team) throw badRequest('Must specify a year or team.')
      for (const [entry, recruits] of yield* recruitClasses(league)) {
        if (year !== undefined && entry !== year) continue
        const ranked = recruits.filter(({ type }) => type === classification)
        for (const [at, recruit] of ranked.entries())
          if (
            (!team || (recruit.committedTo !== null && isNamed(recruit.committedTo, team))) &&
            (!position || recruit.position.toLowerCase() === position.toLowerCase()) &&
            (!state || recruit.state?.toLowerCase() === state.toLowerCase())
          )
            yield viewRecruit(recruit, at + 1)
      }
    }, usesSampleClasses),
    teamRecruitingRankings: list(function* ({ league }, { year, team }) {
      yield* [...(yield* recruitClasses(league))]
        .filter(([entry]) => year === undefined || entry === year)
        .flatMap(([entry, recruits]) =>
          [...bySchool(recruits)]
            .filter(([school]) => school.conference.classification === 'fbs')
            .map(([school, own]) => ({ school, points: classPoints(own) }))
            .sort((one, other) => other.points - one.points)
            .map(({ school, points }, at) => ({
              school,
              row: { year: entry, rank: at + 1, points: round(points, 2) },
            }))
            .filter(({ school }) => isNamed(school, team))
            .map(({ school, row }) => ({ ...row, team: school.name })),
        )
    }, usesSampleClasses),
    recruitingGroups: list(function* ({ league, nowMs }, { startYear, endYear, team, conference }) {
      const [from, to] = [startYear ?? firstClass, endYear ?? new Date(nowMs).getUTCFullYear()]
      const isWanted = createMemo(
        (school: School) =>
          school.conference.classification === 'fbs' && isNamed(school, team) && isOf(school.conference, conference),
      )
      const sums = new Map<School, GroupSums>()
      for (const [entry, recruits] of yield* recruitClasses(league)) {
        if (entry < from || entry > to) continue
        for (const recruit of recruits)
          if (recruit.committedTo && isWanted(recruit.committedTo)) addRecruit(sums, recruit.committedTo, recruit)
      }
      const schools = [...sums].sort(byKey(([school]) => school.name))
      yield undefined
      yield* schools.flatMap(([school, own]) =>
        groups.flatMap(([name], at) => viewGroup(school, name, own.byGroup[at] ?? emptySum())),
      )
      yield* schools.flatMap(([school, { all }]) => viewGroup(school, 'All Positions', all))
    }),
    scoreboard: list((data, input) => scoreboard(data, input)),
  }
}

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

function bySchool(recruits: readonly Recruit[]): Map<School, Recruit[]> {
  const schools = new Map<School, Recruit[]>()
  for (const recruit of recruits) {
    if (!recruit.committedTo) continue
    const own = schools.get(recruit.committedTo)
    if (own) own.push(recruit)
    else schools.set(recruit.committedTo, [recruit])
  }
  return schools
}

interface GroupSum {
  commits: number
  rating: number
  stars: number
}
const emptySum = (): GroupSum => ({ commits: 0, rating: 0, stars: 0 })
/** Of the recruits of a school: of all of them, and in the order of `groups`. */
interface GroupSums {
  readonly all: GroupSum
  readonly byGroup: readonly GroupSum[]
}
const groupOf = new Map(groups.flatMap(([, positions], at) => positions.map((position) => [position, at])))

function addRecruit(sums: Map<School, GroupSums>, school: School, { position, rating, stars }: Recruit): void {
  const own = sums.get(school) ?? { all: emptySum(), byGroup: groups.map(emptySum) }
  sums.set(school, own)
  for (const sum of [own.all, own.byGroup[groupOf.get(position) ?? -1]]) {
    if (!sum) continue
    sum.commits++
    sum.rating += rating
    sum.stars += stars
  }
}

function viewGroup(
  school: School,
  positionGroup: string,
  { commits, rating, stars }: GroupSum,
): Of<typeof shapes.RecruitingGroup>[] {
  if (commits === 0) return []
  return [
    {
      ...{ team: school.name, conference: school.conference.name, positionGroup },
      averageRating: round(rating / commits, 4),
      totalRating: round(rating, 4),
      commits,
      averageStars: round(stars / commits, 2),
    },
  ]
}

function viewPlayer(player: Player): Of<typeof shapes.RosterPlayer> {
  const { id, first, last, school, height, weight, jersey, classYear, position } = player
  return {
    ...{ id, first_name: first, last_name: last, team: school.name, height, weight, jersey, year: classYear, position },
    ...{ home_city: player.city, home_state: player.state, home_country: player.country },
    ...{ home_latitude: player.latitude, home_longitude: player.longitude, home_county_fips: player.countyFips },
    recruit_ids: [...player.recruitIds],
  }
}

function viewRecruit(recruit: Recruit, place: number): Of<typeof shapes.Recruit> {
  return {
    id: recruit.id,
    athleteId: recruit.athleteId,
    recruitType: recruit.type,
    year: recruit.year,
    ranking: recruit.ranking ?? place,
    name: recruit.name,
    school: recruit.highSchool,
    committedTo: recruit.committedTo?.name ?? null,
    ...{ position: recruit.position, height: recruit.height, weight: recruit.weight },
    ...{ stars: recruit.stars, rating: recruit.rating },
    ...{ city: recruit.city, stateProvince: recruit.state, country: recruit.country },
    hometownInfo: { latitude: recruit.latitude, longitude: recruit.longitude, fipsCode: recruit.countyFips },
  }
}

// Rosters, recruits and the scoreboard.
import type { HandlersFor, Of } from '#define'
import { byKey } from '#provider'
import type { recruitingEndpoints } from '../../endpoints/recruiting.ts'
import type * as shapes from '../../schemas/players.ts'
import type { createAnswers } from '../answers/answers.ts'
import { badRequest } from '../errors.ts'
import { scoreboard } from '../games/scoreboard.ts'
import type { League, Player, School } from '../league/records.ts'
import { classPoints, starsOf } from '../metrics/talent.ts'
import { round } from '../metrics/tally.ts'
import { currentSeason, isNamed, isOf } from '../query.ts'

type Handlers = HandlersFor<typeof recruitingEndpoints, keyof typeof recruitingEndpoints>

const groups: readonly (readonly [string, readonly string[]])[] = [
  ['Defensive Back', ['CB', 'S']],
  ['Defensive Line', ['DE', 'DT']],
  ['Linebacker', ['LB']],
  ['Offensive Line', ['OT', 'OG', 'C']],
  ['Quarterback', ['QB']],
  ['Receiver', ['WR', 'TE']],
  ['Running Back', ['RB', 'FB']],
  ['Special Teams', ['PK', 'P', 'LS']],
]
const firstClass = 2000

export function recruitingHandlers({ list }: ReturnType<typeof createAnswers>): Handlers {
  return {
    roster: list(function* ({ league }, { team, year }) {
      const wanted = year ?? currentSeason(league)?.year
      const season = league.seasons.find((one) => one.year === wanted)
      for (const player of season?.players ?? []) if (isNamed(player.school, team)) yield viewPlayer(player)
    }),
    recruits: list(function* ({ league }, { year, classification, position, state, team }) {
      if (year === undefined && !team) throw badRequest('Must specify a year or team.')
      for (const [entry, recruits] of recruitClasses(league)) {
        if (year !== undefined && entry !== year) continue
        const ranked = recruits.filter(({ recruitType }) => recruitType === classification)
        for (const [at, recruit] of ranked.entries())
          if (
            isNamed(recruit.origin, team) &&
            (!position || recruit.position.toLowerCase() === position.toLowerCase()) &&
            (!state || recruit.state.toLowerCase() === state.toLowerCase())
          )
            yield viewRecruit(recruit, at + 1)
      }
    }),
    teamRecruitingRankings: list(({ league }, { year, team }) =>
      [...recruitClasses(league)]
        .filter(([entry]) => year === undefined || entry === year)
        .flatMap(([entry, recruits]) =>
          [...bySchool(recruits)]
            .filter(([school]) => school.conference.classification === 'fbs')
            .map(([school, own]) => ({ school, points: classPoints(own) }))
            .sort((one, other) => other.points - one.points)
            .map(({ school, points }, at) => ({ school, row: { year: entry, rank: at + 1, points: round(points, 2) } }))
            .filter(({ school }) => isNamed(school, team))
            .map(({ school, row }) => ({ ...row, team: school.name })),
        ),
    ),
    recruitingGroups: list(({ league, nowMs }, { startYear, endYear, team, conference }) => {
      const [from, to] = [startYear ?? firstClass, endYear ?? new Date(nowMs).getUTCFullYear()]
      const recruits = [...recruitClasses(league)].flatMap(([entry, own]) => (entry >= from && entry <= to ? own : []))
      const wanted = recruits.filter(
        ({ origin }) =>
          origin.conference.classification === 'fbs' && isNamed(origin, team) && isOf(origin.conference, conference),
      )
      const schools = [...bySchool(wanted)].sort(byKey(([school]) => school.name))
      return [
        ...schools.flatMap(([school, own]) =>
          groups.flatMap(([name, positions]) =>
            viewGroup(
              school,
              name,
              own.filter(({ position }) => positions.includes(position)),
            ),
          ),
        ),
        ...schools.flatMap(([school, own]) => viewGroup(school, 'All Positions', own)),
      ]
    }),
    scoreboard: list((data, input) => scoreboard(data, input)),
  }
}

const known = new WeakMap<League, ReadonlyMap<number, readonly Player[]>>()

/** Recruits by the year in which they enrolled, the best first. */
export function recruitClasses(league: League): ReadonlyMap<number, readonly Player[]> {
  const made = known.get(league) ?? collectClasses(league)
  known.set(league, made)
  return made
}

function collectClasses({ seasons }: League): ReadonlyMap<number, readonly Player[]> {
  const classes = new Map<number, Player[]>()
  const seen = new Set<number>()
  for (const { players } of seasons)
    for (const player of players) {
      if (seen.has(player.recruitId)) continue
      seen.add(player.recruitId)
      const entered = classes.get(player.entryYear)
      if (entered) entered.push(player)
      else classes.set(player.entryYear, [player])
    }
  for (const recruits of classes.values()) recruits.sort((one, other) => other.rating - one.rating || one.id - other.id)
  return new Map([...classes].sort(([one], [other]) => one - other))
}

function bySchool(recruits: readonly Player[]): Map<School, Player[]> {
  const schools = new Map<School, Player[]>()
  for (const recruit of recruits) {
    const own = schools.get(recruit.origin)
    if (own) own.push(recruit)
    else schools.set(recruit.origin, [recruit])
  }
  return schools
}

function viewGroup(school: School, positionGroup: string, own: readonly Player[]): Of<typeof shapes.RecruitingGroup>[] {
  if (own.length === 0) return []
  const sum = own.reduce((total, { rating }) => total + rating, 0)
  const stars = own.reduce((total, { rating }) => total + starsOf(rating), 0)
  return [
    {
      ...{ team: school.name, conference: school.conference.name, positionGroup },
      averageRating: round(sum / own.length, 4),
      totalRating: round(sum, 4),
      commits: own.length,
      averageStars: round(stars / own.length, 2),
    },
  ]
}

function viewPlayer(player: Player): Of<typeof shapes.RosterPlayer> {
  const { id, first, last, school, height, weight, jersey, classYear, position } = player
  return {
    ...{ id, first_name: first, last_name: last, team: school.name, height, weight, jersey, year: classYear, position },
    ...{ home_city: player.city, home_state: player.state, home_country: null },
    ...{ home_latitude: player.latitude, home_longitude: player.longitude, home_county_fips: null },
    recruit_ids: [player.recruitId],
  }
}

function viewRecruit(recruit: Player, ranking: number): Of<typeof shapes.Recruit> {
  return {
    id: recruit.recruitId,
    athleteId: recruit.id,
    recruitType: recruit.recruitType,
    year: recruit.entryYear,
    ranking,
    name: `${recruit.first} ${recruit.last}`,
    school: `${recruit.highSchool} High School`,
    committedTo: recruit.origin.name,
    ...{ position: recruit.position, height: recruit.height, weight: recruit.weight },
    stars: starsOf(recruit.rating),
    rating: recruit.rating,
    ...{ city: recruit.city, stateProvince: recruit.state, country: null },
    hometownInfo: { latitude: recruit.latitude, longitude: recruit.longitude, fipsCode: null },
  }
}

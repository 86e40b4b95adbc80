// Rosters and recruits.
import type { HandlersFor, Of } from '#define'
import { byKey } from '#provider'
import type { recruitingEndpoints } from '../../endpoints/recruiting.ts'
import { round } from '../../model/metrics/tally.ts'
import type { Player, Recruit, School } from '../../model/records.ts'
import type * as shapes from '../../schemas/players.ts'
import { badRequest } from '../errors.ts'
import { wantedPlayers } from '../player-filter.ts'
import { currentSeason, isNamed, isOf, seasonsOf } from '../query.ts'
import { usesSampleClasses } from '../sample-seasons.ts'
import type { Answers } from '../streamed.ts'
import {
  addRecruit,
  emptySums,
  type GroupSum,
  type GroupSums,
  groups,
  rankedSchools,
  recruitClasses,
  recruitsBySchool,
} from './classes.ts'

type Handlers = HandlersFor<typeof recruitingEndpoints, Exclude<keyof typeof recruitingEndpoints, 'scoreboard'>>

const firstClass = 2000

export function recruitingHandlers({ list }: Answers): Handlers {
  return {
    roster: list(function* (league, { year, classification, ...filter }) {
      const [season] = seasonsOf(league, year ?? currentSeason(league)?.year)
      if (!season) return
      const isWanted = wantedPlayers(season, filter)
      for (let entry = 0; entry < season.players.length; entry++) {
        const player = isWanted(entry) ? season.players.at(entry) : undefined
        if (player && (!classification || player.school.conference.classification === classification.toLowerCase()))
          yield viewPlayer(player)
      }
    }),
    recruits: list(function* (league, { year, classification, position, state, team }) {
      if (year === undefined && !team) throw badRequest('Must specify a year or team.')
      const isWanted = (recruit: Recruit) =>
        (!team || (recruit.committedTo !== null && isNamed(recruit.committedTo, team))) &&
        (!position || recruit.position.toLowerCase() === position.toLowerCase()) &&
        (!state || recruit.state?.toLowerCase() === state.toLowerCase())
      for (const [entered, recruits] of recruitClasses(league)) {
        if (year !== undefined && entered !== year) continue
        const ofType = recruits.filter(({ type }) => type === classification)
        for (const [at, recruit] of ofType.entries()) if (isWanted(recruit)) yield viewRecruit(recruit, at + 1)
      }
    }, usesSampleClasses),
    teamRecruitingRankings: list(function* (league, { year, team }) {
      for (const [entered, recruits] of recruitClasses(league)) {
        if (year !== undefined && entered !== year) continue
        for (const [at, { school, points }] of rankedSchools(recruits).entries())
          if (isNamed(school, team)) yield { year: entered, rank: at + 1, points: round(points, 2), team: school.name }
      }
    }, usesSampleClasses),
    recruitingGroups: list((league, { startYear, endYear, team, conference, recruitType }) => {
      const [from, to] = [startYear ?? firstClass, endYear ?? new Date(league.nowMs).getUTCFullYear()]
      const sums = new Map<School, GroupSums>()
      for (const [entered, recruits] of recruitClasses(league)) {
        if (entered < from || entered > to) continue
        const ofType = recruitType ? recruits.filter(({ type }) => type === recruitType) : recruits
        for (const [school, own] of recruitsBySchool(ofType)) {
          if (!isNamed(school, team) || !isOf(school.conference, conference)) continue
          const sum = sums.get(school) ?? emptySums()
          sums.set(school, sum)
          for (const recruit of own) addRecruit(sum, recruit)
        }
      }
      const schools = [...sums].sort(byKey(([school]) => school.name))
      return [
        ...schools.flatMap(([school, { byGroup }]) =>
          groups.flatMap(([name], at) => viewGroup(school, name, byGroup[at])),
        ),
        ...schools.flatMap(([school, { all }]) => viewGroup(school, 'All Positions', all)),
      ]
    }),
  }
}

function viewGroup(
  school: School,
  positionGroup: string,
  sum: GroupSum | undefined,
): Of<typeof shapes.RecruitingGroup>[] {
  if (!sum || sum.commits === 0) return []
  const { commits, rating, stars } = sum
  return [
    {
      team: school.name,
      conference: school.conference.name,
      positionGroup,
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
    id,
    first_name: first,
    last_name: last,
    team: school.name,
    height,
    weight,
    jersey,
    year: classYear,
    position,
    home_city: player.city,
    home_state: player.state,
    home_country: player.country,
    home_latitude: player.latitude,
    home_longitude: player.longitude,
    home_county_fips: player.countyFips,
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
    position: recruit.position,
    height: recruit.height,
    weight: recruit.weight,
    stars: recruit.stars,
    rating: recruit.rating,
    city: recruit.city,
    stateProvince: recruit.state,
    country: recruit.country,
    hometownInfo: { latitude: recruit.latitude, longitude: recruit.longitude, fipsCode: recruit.countyFips },
  }
}

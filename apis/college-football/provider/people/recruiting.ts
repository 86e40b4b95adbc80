// Rosters, recruits and the scoreboard.
import type { HandlersFor, Of } from '#define'
import { byKey } from '#provider'
import type { recruitingEndpoints } from '../../endpoints/recruiting.ts'
import type * as shapes from '../../schemas/players.ts'
import type { createAnswers } from '../answers/answers.ts'
import { usesSampleClasses } from '../answers/sample-seasons.ts'
import { badRequest } from '../errors.ts'
import { scoreboard } from '../games/scoreboard.ts'
import type { Player, Recruit, School } from '../league/records.ts'
import { round } from '../metrics/tally.ts'
import { wantedPlayers } from '../player-filter.ts'
import { createMemo, currentSeason, isNamed, isOf, seasonsOf } from '../query.ts'
import {
  addRecruits,
  emptySum,
  type GroupSum,
  type GroupSums,
  groups,
  rankedSchools,
  recruitClasses,
  recruitsBySchool,
} from './recruit-classes.ts'

type Handlers = HandlersFor<typeof recruitingEndpoints, keyof typeof recruitingEndpoints>

const firstClass = 2000

export function recruitingHandlers({ list, listOfSeasons }: ReturnType<typeof createAnswers>): Handlers {
  return {
    roster: listOfSeasons({
      keptAs: () => 'roster',
      kinds: (year) => [{ year }],
      seasons: ({ league }, { year }) => seasonsOf(league, year ?? currentSeason(league)?.year).slice(0, 1),
      *parts({ players }, _input, isShown) {
        for (let entry = 0; entry < players.length; entry++) {
          if (isShown && !isShown(entry)) continue
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
        let place = 0
        for (let at = 0; at < recruits.length; at++) {
          if (recruits.typeOf(at) !== classification) continue
          place++
          const school = recruits.schoolOf(at)
          if (
            (!team || (school !== null && isNamed(school, team))) &&
            (!position || recruits.positionOf(at).toLowerCase() === position.toLowerCase()) &&
            (!state || recruits.stateOf(at)?.toLowerCase() === state.toLowerCase())
          ) {
            const recruit = recruits.at(at)
            if (recruit) yield viewRecruit(recruit, place)
          }
        }
        yield undefined
      }
    }, usesSampleClasses),
    teamRecruitingRankings: list(function* ({ league }, { year, team }) {
      for (const [entry, recruits] of yield* recruitClasses(league)) {
        if (year !== undefined && entry !== year) continue
        for (const [at, { school, points }] of rankedSchools(recruits).entries())
          if (isNamed(school, team)) yield { year: entry, rank: at + 1, points: round(points, 2), team: school.name }
        yield undefined
      }
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
        for (const [school, entries] of recruitsBySchool(recruits))
          if (isWanted(school)) addRecruits(sums, school, { recruits, entries })
        yield undefined
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

// Players and coaches. A roster has 66 places; the place, the year and the seed alone determine its holder, so that a
// season needs no previous one. Players stay four years; before their third, some swap places with the holder of the
// same place at another school.

import { present } from '#define/present'
import { byKey } from '#provider'
import { starsOf } from '../model/metrics/talent.ts'
import type { Coach, Player, Recruit, School, Transfer } from '../model/records.ts'
import { bell, createRandom, hash, pick, type Random, share } from './draws.ts'
import { homeTown, schools, strengthOf } from './schools.ts'
import { firstNames, lastBeginnings, lastEndings, placeBeginnings, placeEndings } from './words.ts'

const topic = { player: 11, transfer: 12, coach: 13 }

/** Position, number on a roster, height in inches and weight in pounds. */
const groups: readonly (readonly [string, number, number, number])[] = [
  ['QB', 3, 74, 212],
  ['RB', 4, 70, 205],
  ['FB', 1, 72, 238],
  ['WR', 8, 72, 192],
  ['TE', 4, 77, 245],
  ['OT', 4, 78, 310],
  ['OG', 4, 76, 312],
  ['C', 3, 75, 302],
  ['DE', 5, 76, 258],
  ['DT', 5, 75, 300],
  ['LB', 8, 73, 230],
  ['CB', 6, 71, 188],
  ['S', 6, 72, 200],
  ['PK', 2, 71, 185],
  ['P', 1, 73, 198],
  ['LS', 2, 73, 225],
]
const places = groups.flatMap(([position, count, height, weight]) => Array(count).fill({ position, height, weight }))

export const rosterSize = places.length
const years = 4
const transferShare = 0.1
const firstEntry = 2000
const firstPlayerId = 4_400_001
const firstRecruitId = 81_000

/** A player with the properties used by the simulation. */
export interface SamplePlayer extends Player {
  readonly height: number
  readonly weight: number
  readonly classYear: number
  readonly recruitType: string
  readonly highSchool: string
  readonly entryYear: number
  /** The school the recruit committed to. */
  readonly origin: School
  /** Current strength, in deviations from the average. */
  readonly skill: number
}

/** Returns the roster of a school. */
export function rosterOf(school: School, year: number): SamplePlayer[] {
  return places.map((_place, place) => playerOf(school, place, year))
}

/** Returns all schools' players in one class year, 1 to 4; school by school. */
export function classOf(classYear: number, year: number): SamplePlayer[] {
  return schools.flatMap((school) =>
    places.flatMap((_place, place) => (classYearOf(place, year) === classYear ? [playerOf(school, place, year)] : [])),
  )
}

/** Returns players who entered the transfer portal before a season, by date. */
export function transfersOf(year: number): Transfer[] {
  const transfers: Transfer[] = []
  for (const origin of schools)
    for (let place = 0; place < rosterSize; place++) {
      const player = playerOf(origin, place, year - 1)
      const drawn = share(topic.transfer, 1, player.id, year)
      const next = player.classYear === 2 ? transferPartner(origin.index, place, year) : undefined
      if (next === undefined && drawn > 0.012) continue
      const day = new Date(Date.UTC(year - 1, 11, 4 + Math.floor(50 * share(topic.transfer, 2, player.id))))
      transfers.push({
        first: player.first,
        last: player.last,
        position: player.position,
        rating: player.rating,
        stars: starsOf(player.rating),
        origin: origin.name,
        destination: next === undefined ? null : (schools[next]?.name ?? null),
        date: day.toISOString(),
        eligibility: next === undefined ? 'Withdrawn' : drawn < 0.1 ? 'TBD' : 'Immediate',
      })
    }
  return transfers.sort(byKey(({ date }) => date ?? ''))
}

/** Returns the head coaches of a season. Each stays for four to eight years. */
export function coachesOf(year: number): Coach[] {
  return schools.map((school) => {
    const drawn = createRandom(hash(topic.coach, school.index))
    let hired = 1996 + drawn.int(0, 6)
    for (let next = hired; next <= year; next += drawn.int(4, 8)) hired = next
    const id = hash(topic.coach, school.index, hired)
    const hireDate = new Date(Date.UTC(hired - 1, 11, 5)).toISOString()
    return { id, ...nameOf(createRandom(id)), school, hireDate }
  })
}

/** Returns the recruits who enrolled with the players of a season, each once. */
export function recruitsOf(year: number): Recruit[] {
  return schools.flatMap((school) => rosterOf(school, year).map(recruitOf))
}

function recruitOf(player: SamplePlayer): Recruit {
  return {
    id: present(player.recruitIds[0]),
    athleteId: player.id,
    type: player.recruitType,
    year: player.entryYear,
    ranking: null,
    name: `${player.first} ${player.last}`,
    highSchool: `${player.highSchool} High School`,
    committedTo: player.origin,
    position: player.position,
    height: player.height,
    weight: player.weight,
    stars: starsOf(player.rating),
    rating: player.rating,
    city: player.city,
    state: player.state,
    country: player.country,
    latitude: player.latitude,
    longitude: player.longitude,
    countyFips: player.countyFips,
  }
}

function classYearOf(place: number, year: number): number {
  return 1 + ((((year - place) % years) + years) % years)
}

function playerOf(school: School, place: number, year: number): SamplePlayer {
  const { position, height, weight } = places[place] ?? { position: 'QB', height: 74, weight: 212 }
  const classYear = classYearOf(place, year)
  const entryYear = year - classYear + 1
  const moved = classYear >= 3 ? transferPartner(school.index, place, entryYear + 2) : undefined
  const originIndex = moved ?? school.index
  const origin = schools[originIndex] ?? school
  const number = ((entryYear - firstEntry) * schools.length + originIndex) * rosterSize + place
  const random = createRandom(hash(topic.player, number))
  const talent = random.normal()
  const programme = strengthOf(origin, entryYear)
  const drawn = random.next()
  return {
    id: firstPlayerId + number,
    recruitIds: [firstRecruitId + number],
    ...nameOf(random),
    school,
    position,
    // 37 and 99 are coprime, so no two players of a roster share a number
    jersey: 1 + ((place * 37 + school.index * 5) % 99),
    height: height + Math.round(random.normal()),
    weight: Math.round(weight * (1 + 0.04 * random.normal())),
    classYear,
    ...homeTown(random.int(0, 9999)),
    country: null,
    countyFips: null,
    rating: Number(Math.min(0.999, Math.max(0.7, 0.845 + 0.03 * talent + 0.004 * programme)).toFixed(4)),
    recruitType: drawn < 0.92 ? 'HighSchool' : drawn < 0.97 ? 'JUCO' : 'PrepSchool',
    highSchool: `${pick(placeBeginnings, random.next())}${pick(placeEndings, random.next())}`,
    entryYear,
    origin,
    skill: talent + 0.25 * (classYear - 1) + 0.3 * bell(topic.player, number, year),
  }
}

/** Returns the school that swaps the holders of a place with this one before a season, if there is one. */
function transferPartner(school: number, place: number, year: number): number | undefined {
  const turn = hash(topic.transfer, place, year) % schools.length
  const other = (turn - school + schools.length) % schools.length
  const doesMove = share(topic.transfer, place, year, Math.min(school, other)) < transferShare
  return doesMove && other !== school ? other : undefined
}

function nameOf(random: Random): { first: string; last: string } {
  return {
    first: pick(firstNames, random.next()),
    last: pick(lastBeginnings, random.next()) + pick(lastEndings, random.next()),
  }
}

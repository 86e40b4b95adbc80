// The schools of the sample and their venues, and the teams of the professional league.
import type { ProTeam, School, Venue } from '../model/records.ts'
import { conferences, type SampleConference } from './conferences.ts'
import { bell, hash, pick, share, shuffled } from './draws.ts'
import { altColors, colors, mascots, placeBeginnings, placeEndings, states } from './words.ts'

/** The first number of each kind of draw, which keeps kinds independent. */
const topic = { place: 1, venue: 2, school: 3, strength: 4 }

/** A code that ISO 3166 leaves to its users: the places are in no country. */
const country = 'XX'
const timezones = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'] as const

const places = shuffled(
  placeBeginnings.flatMap((beginning) => placeEndings.map((ending) => beginning + ending)),
  topic.place,
)

interface SampleVenue extends Venue {
  readonly capacity: number
  readonly latitude: number
  readonly dome: boolean
}
/** A school of the sample, which never changes its conference. */
interface SampleSchool extends School {
  readonly conference: SampleConference
  readonly venue: SampleVenue
}

export const schools: readonly SampleSchool[] = makeSchools()

/** The 32 teams of the professional league. */
export const proTeams: readonly ProTeam[] = places
  .slice(600, 632)
  .map((location, index) => ({ location, nickname: mascots[(index * 7) % mascots.length] ?? 'Rooks' }))

/** Returns a home town of players, with its location. */
export function homeTown(number: number): { city: string; state: string; latitude: number; longitude: number } {
  const city = pick(places, share(topic.place, 1, number))
  return { city, ...positionOf(number % 400) }
}

function positionOf(number: number) {
  const west = share(topic.place, 2, number)
  return {
    state: states[Math.floor(west * states.length)] ?? 'AV',
    latitude: round(29 + 18 * share(topic.place, 3, number), 4),
    longitude: round(-72 - 48 * west, 4),
  }
}

/**
 * Returns the points of a school above the average of the higher division: its conference, its programme, and its
 * yearly form.
 */
export function strengthOf(school: School, year: number): number {
  const { strength } = conferences[school.conference.id - 91] ?? { strength: 0 }
  const programme = 5.5 * bell(topic.strength, school.index)
  // a moving sum, because a school stays good for some years
  const form = 2.6 * (bell(topic.strength, school.index, year) + bell(topic.strength, school.index, year - 1))
  return strength + programme + form
}

function makeSchools(): SampleSchool[] {
  const list: SampleSchool[] = []
  const abbreviations = new Set<string>()
  for (const conference of conferences)
    for (let at = 0; at < conference.schools; at++) {
      const index = list.length
      const city = index === 0 ? 'Northfield' : index === 11 ? 'Lakeland' : (places[index] ?? 'Elsewhere')
      const kind = index === 0 || index === 11 ? 1 : share(topic.school, index)
      const name = kind < 0.2 ? `${city} State` : kind < 0.3 ? `${city} Tech` : kind < 0.34 ? `${city} A&M` : city
      const { divisions } = conference
      const mascot = pick(mascots, share(topic.school, index, 1))
      const abbreviation = abbreviationOf(name, abbreviations)
      list.push({
        index,
        id: 9101 + index,
        name,
        mascot,
        abbreviation,
        otherNames: [abbreviation, `${name} ${mascot}`, null],
        conference,
        logos: null,
        twitter: null,
        division: divisions.length === 0 ? null : (divisions[at % 2] ?? null),
        color: `#${pick(colors, share(topic.school, index, 2))}`,
        altColor: `#${pick(altColors, share(topic.school, index, 3))}`,
        venue: venueOf(city, index, conference.classification === 'fbs'),
      })
    }
  return list
}

function abbreviationOf(name: string, taken: Set<string>): string {
  const letters = name.toUpperCase().replace(/[^A-Z]/g, '')
  const candidates = [...letters.slice(2)].map((letter) => letters.slice(0, 2) + letter)
  const free = candidates.find((candidate) => !taken.has(candidate)) ?? `${letters.slice(0, 2)}${taken.size}`
  taken.add(free)
  return free
}

function venueOf(city: string, index: number, isLarge: boolean): SampleVenue {
  const drawn = (number: number) => share(topic.venue, index, number)
  const { state, latitude, longitude } = positionOf(index)
  return {
    id: 3901 + index,
    name: `${pick(placeBeginnings, drawn(0))} ${pick(['Field', 'Stadium', 'Park', 'Bowl'], drawn(1))}`,
    city,
    state,
    country,
    zip: String(10_000 + (hash(topic.venue, index, 2) % 89_000)),
    capacity: Math.round((isLarge ? 24_000 + 72_000 * drawn(3) ** 1.6 : 7_000 + 14_000 * drawn(3)) / 10) * 10,
    grass: drawn(4) < 0.5,
    dome: drawn(5) < 0.04,
    latitude,
    longitude,
    elevation: round(5 + 900 * drawn(6) ** 2, 1),
    built: 1905 + Math.floor(100 * drawn(7)),
    timezone: timezones[Math.min(3, Math.floor((-longitude - 72) / 12))] ?? 'America/Chicago',
  }
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

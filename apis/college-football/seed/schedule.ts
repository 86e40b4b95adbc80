// The schedule: opponents, times and places. Weeks 1 to 4 have games between conferences, weeks 5 to 14 games within
// them, with rivals last; week 15 has the championships.
import { present } from '#define/present'
import type { Fixture, School, Venue, Weather } from '../model/records.ts'
import { conferences } from './conferences.ts'
import { createRandom, hash, pick, share, shuffled } from './draws.ts'
import { linesOf } from './lines.ts'
import { schools } from './schools.ts'
import { networks } from './words.ts'

const topic = { pairs: 21, game: 22, place: 23 }
const dayMs = 86_400_000
const hourMs = 3_600_000

/** A game before its details are drawn. */
export interface Pairing {
  readonly week: number
  readonly seasonType: 'regular' | 'postseason'
  readonly home: School
  readonly away: School
  readonly neutral: boolean
  readonly notes: string | null
  /** Start, if the day is not drawn. */
  readonly startMs?: number
}

/** Returns the Saturday of the first week: between 29 August and 4 September. */
export function openingSaturday(year: number): number {
  const first = Date.UTC(year, 7, 29)
  return first + ((6 - new Date(first).getUTCDay() + 7) % 7) * dayMs
}

/** Returns the games of the regular season without the championships. */
export function regularPairings(year: number): Pairing[] {
  const inside = conferences.flatMap(({ id }) => withinConference(id, year))
  const hosted = new Map<School, number>()
  const count = (host: School) => hosted.set(host, (hosted.get(host) ?? 0) + 1)
  for (const [, host] of inside) count(host)
  const outside = openers(year).map(([week, one, other], index): Pairing => {
    const isFixed = one.conference.classification !== other.conference.classification
    const isNeutral = week === 1 && !isFixed && share(topic.pairs, 1, year, index) < 0.06
    const [home, away] = isFixed || (hosted.get(one) ?? 0) <= (hosted.get(other) ?? 0) ? [one, other] : [other, one]
    if (!isNeutral) count(home)
    return pairingOf([week, home, away], isNeutral)
  })
  return [...outside, ...inside.map((meeting) => pairingOf(meeting, false))]
}

function pairingOf([week, home, away]: Meeting, neutral: boolean): Pairing {
  const notes = neutral ? `${home.venue?.city ?? home.name} Kickoff Classic` : null
  return { week, seasonType: 'regular', home, away, neutral, notes }
}

/** The week, the host and the guest. */
type Meeting = readonly [number, School, School]

/**
 * Returns games between conferences. In each of the weeks 1 to 3 a third of each conference of the higher division
 * plays the lower division, and the other two thirds play those of the other conference; in week 4 all play the other
 * conference. No pair meets twice. The higher division hosts the lower one; the hosts of the other games are still
 * open.
 */
function openers(year: number): Meeting[] {
  const [one = [], other = [], lower = []] = conferences.map(({ id }) => thirdsOf(id, year))
  return [0, 1, 2, 3].flatMap((turn): Meeting[] => {
    const guests = shuffled(lower.flat(), topic.pairs, 3, year, turn)
    const hosts = [...(one[turn] ?? []), ...(other[turn] ?? [])]
    // turn 3 has no hosts, and pairs each third with its counterpart
    const across = [0, 1, 2].filter((third) => third !== turn)
    return [
      ...paired(1 + turn, hosts, guests),
      ...across.flatMap((third) => paired(1 + turn, one[third], other[turn === 3 ? third : 3 - turn - third])),
    ]
  })
}

/** Returns the schools of a conference in three groups, which change from year to year. */
function thirdsOf(id: number, year: number): School[][] {
  const members = shuffled(membersOf(id), topic.pairs, 2, id, year)
  const size = Math.ceil(members.length / 3)
  return [0, 1, 2].map((third) => members.slice(third * size, (third + 1) * size))
}

function membersOf(id: number): School[] {
  return schools.filter(({ conference }) => conference.id === id)
}

function paired(week: number, ones: readonly School[] = [], others: readonly School[] = []): Meeting[] {
  return ones.flatMap((one, at): Meeting[] => {
    const other = others[at]
    return other ? [[week, one, other]] : []
  })
}

/**
 * Returns rounds of the circle method: the first, always the same, has the rivals in week 14. The others rotate; each
 * season continues where the last one ended, and when a round returns, its hosts and guests are swapped.
 */
function withinConference(id: number, year: number): Meeting[] {
  const members = membersOf(id)
  const others = members.length - 2
  const played = Math.min(7, others)
  const weeks = shuffled([5, 6, 7, 8, 9, 10, 11, 12, 13], topic.pairs, 5, id, year)
  const rivals = roundOf(members, 0, 14, year % 2 === 1)
  const rest = Array.from({ length: played }, (_none, at) => at + year * played).flatMap((turn, at) =>
    roundOf(members, 1 + (turn % others), present(weeks[at]), Math.floor(turn / others) % 2 === 1),
  )
  return [...rivals, ...rest]
}

/** Returns a round of the circle method, in which a school alternates between host and guest; `isReturn` swaps them. */
function roundOf([fixed, ...turning]: readonly School[], round: number, week: number, isReturn: boolean): Meeting[] {
  const turned = [...turning.slice(round), ...turning.slice(0, round)]
  const circle = [present(fixed), ...turned]
  const half = circle.length / 2
  return paired(week, circle.slice(0, half), circle.slice(half).reverse()).map(([, one, other], at) => {
    const isHost = at === 0 ? round % 2 === 0 : at % 2 === 1
    return isHost === isReturn ? [week, other, one] : [week, one, other]
  })
}

const gamesPerSeason = 2000
/** Returns the id of a game; the first one of 2023 is 401520001. */
function gameId(year: number, number: number): number {
  return 401_520_000 + (year - 2023) * gamesPerSeason + number
}

/** Draws a game; `number` is its position in the season, from 1. */
export function fixtureOf(pairing: Pairing, year: number, number: number): Fixture {
  const { week, seasonType, home, away, neutral, notes } = pairing
  const id = gameId(year, number)
  const startMs = pairing.startMs ?? startOf(year, week, id)
  const venue = neutral ? pick(schools, share(topic.place, id)).venue : home.venue
  return {
    id,
    season: year,
    week,
    seasonType,
    startMs,
    isStartOpen: false,
    home,
    away,
    neutral,
    conferenceGame: home.conference === away.conference,
    venue,
    notes,
    highlights: null,
    weather: weatherOf(venue, startMs, id),
    media: mediaOf(id),
    lines: linesOf({ id, season: year, home, away, neutral }),
  }
}

function mediaOf(id: number): Fixture['media'] {
  const outlet = pick(networks, share(topic.game, 2, id))
  const media = [{ type: 'tv', outlet }]
  if (share(topic.game, 3, id) < 0.4) media.push({ type: 'web', outlet: `${outlet} Plus` })
  if (share(topic.game, 4, id) < 0.2) media.push({ type: 'radio', outlet: 'Campus Radio' })
  return media
}

/** Draws a start, mostly on Saturday: at noon, in the afternoon, in the evening or at night, eastern time. */
function startOf(year: number, week: number, id: number): number {
  const saturday = openingSaturday(year) + (week - 1) * 7 * dayMs
  const drawn = share(topic.game, 1, id)
  if (drawn < 0.02) return saturday - 2 * dayMs + 23.5 * hourMs
  if (drawn < 0.07) return saturday - dayMs + 23 * hourMs
  const hours = [16, 16, 17, 19.5, 19.5, 20, 23, 23.5, 26.25]
  return saturday + pick(hours, share(topic.game, 5, id)) * hourMs
}

const usualLatitude = 38

function weatherOf(venue: Venue | null, startMs: number, id: number): Weather {
  const random = createRandom(hash(topic.game, 6, id))
  const dayOfYear = (startMs - Date.UTC(new Date(startMs).getUTCFullYear(), 0, 1)) / dayMs
  const season = Math.cos(((dayOfYear - 200) / 365) * 2 * Math.PI)
  const usual = 92 - 1.15 * ((venue?.latitude ?? usualLatitude) - 25) + 22 * (season - 1)
  const temperature = round(usual + 7 * random.normal())
  const humidity = Math.round(Math.min(98, Math.max(18, 58 + 16 * random.normal())))
  const isWet = random.chance(0.16) && !venue?.dome
  const amount = isWet ? round(random.exponential(0.08), 3) : 0
  const condition = isWet
    ? temperature < 33
      ? 'Snow'
      : 'Rain'
    : pick(['Clear', 'Fair', 'Cloudy', 'Overcast'], random.next())
  return {
    indoors: venue?.dome ?? false,
    temperature,
    dewPoint: round(temperature - (100 - humidity) * 0.36),
    humidity,
    precipitation: condition === 'Rain' ? amount : 0,
    snowfall: condition === 'Snow' ? amount * 8 : 0,
    windDirection: random.int(0, 359),
    windSpeed: round(Math.max(0, 7 + 4 * random.normal())),
    pressure: round(1015 + 6 * random.normal()),
    code: ['Clear', 'Fair', 'Cloudy', 'Overcast'].indexOf(condition) + 1 || (condition === 'Rain' ? 8 : 15),
    condition,
  }
}

function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}

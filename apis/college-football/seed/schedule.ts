// Who plays whom, when and where. Weeks 1 to 4 are for opponents of other conferences, weeks 5 to 14 for those of the
// own one, with the games of rivals last; week 15 has the championships.
import type { BookLine, Fixture, School, Venue, Weather } from '../provider/league/records.ts'
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
  /** Set where the day is not drawn. */
  readonly startMs?: number
}

/** The Saturday of the first week: between 29 August and 4 September. */
export function openingSaturday(year: number): number {
  const first = Date.UTC(year, 7, 29)
  return first + ((6 - new Date(first).getUTCDay() + 7) % 7) * dayMs
}

/** The games of the regular season without the championships. */
export function regularPairings(year: number): Pairing[] {
  const games = [...openers(year), ...conferences.flatMap(({ id }) => withinConference(id, year))]
  return games.map(([week, one, other], index) => {
    const isFixed = one.conference.classification !== other.conference.classification
    const swaps = isFixed ? one.conference.classification === 'fcs' : hash(topic.pairs, year, index) % 2 === 1
    const [home, away] = swaps ? [other, one] : [one, other]
    const neutral = week === 1 && !isFixed && share(topic.pairs, 1, year, index) < 0.06
    const notes = neutral ? `${home.venue?.city ?? home.name} Kickoff Classic` : null
    return { week, seasonType: 'regular', home, away, neutral, notes }
  })
}

type Meeting = readonly [number, School, School]

/** In each of the weeks 1 to 4 the lower division plays at schools of the higher one; all others play each other. */
function openers(year: number): Meeting[] {
  const upper = schools.filter(({ conference }) => conference.classification === 'fbs')
  const lower = schools.filter(({ conference }) => conference.classification === 'fcs')
  const order = shuffled(upper, topic.pairs, 2, year)
  return [1, 2, 3, 4].flatMap((week): Meeting[] => {
    const guests = shuffled(lower, topic.pairs, 3, year, week)
    const from = (week - 1) * guests.length
    const hosts = order.slice(from, from + guests.length)
    const rest = shuffled([...order.slice(0, from), ...order.slice(from + guests.length)], topic.pairs, 4, year, week)
    return [
      ...hosts.flatMap((host, at): Meeting[] => (guests[at] ? [[week, host, guests[at]]] : [])),
      ...pairedAcross(rest).map(([one, other]): Meeting => [week, one, other]),
    ]
  })
}

/** Pairs of neighbours, exchanged where both are of one conference. */
function pairedAcross(list: School[]): [School, School][] {
  const pairs: [School, School][] = []
  for (let at = 0; at + 1 < list.length; at += 2) {
    const [one, other] = [list[at], list[at + 1]]
    if (one && other) pairs.push([one, other])
  }
  for (const pair of pairs) {
    if (pair[0].conference !== pair[1].conference) continue
    const second = pairs.find(
      ([one, other]) => ![one, other].some(({ conference }) => conference === pair[0].conference),
    )
    if (second) [pair[1], second[1]] = [second[1], pair[1]]
  }
  return pairs
}

/** Rounds of the circle method: the first one, always the same, is that of the rivals in week 14. */
function withinConference(id: number, year: number): Meeting[] {
  const members = schools.filter(({ conference }) => conference.id === id)
  const rounds = members.length - 1
  const played = Math.min(8, rounds)
  const weeks = shuffled([5, 6, 7, 8, 9, 10, 11, 12, 13], topic.pairs, 5, id, year)
  return Array.from({ length: played }).flatMap((_none, at): Meeting[] => {
    const round = at === 0 ? 0 : 1 + ((at - 1 + year * (played - 1)) % (rounds - 1))
    const week = at === 0 ? 14 : (weeks[at - 1] ?? 13)
    const [fixed, ...turning] = members
    const turned = [...turning.slice(round), ...turning.slice(0, round)]
    const circle = fixed ? [fixed, ...turned] : turned
    return Array.from({ length: members.length / 2 }).flatMap((_pair, place): Meeting[] => {
      const [one, other] = [circle[place], circle[circle.length - 1 - place]]
      return one && other ? [[week, one, other]] : []
    })
  })
}

const gamesPerSeason = 2000
/** The id of the first game of a season is 401520001 in 2023. */
export function gameId(year: number, number: number): number {
  return 401_520_000 + (year - 2023) * gamesPerSeason + number
}

/** What is stored of a game; the rest is drawn from it. */
type Stored = Omit<Fixture, 'weather' | 'media' | 'lines'>

/** A game whose details are drawn whenever they are asked for: as objects, those of six seasons take 7 MB. */
export class SampleFixture implements Fixture {
  readonly id: number
  readonly season: number
  readonly week: number
  readonly seasonType: 'regular' | 'postseason'
  readonly startMs: number
  readonly isStartOpen = false
  readonly home: School
  readonly away: School
  readonly neutral: boolean
  readonly conferenceGame: boolean
  readonly venue: Venue | null
  readonly notes: string | null
  readonly highlights = null

  constructor({ id, season, week, seasonType, startMs, home, away, neutral, conferenceGame, venue, notes }: Stored) {
    this.id = id
    this.season = season
    this.week = week
    this.seasonType = seasonType
    this.startMs = startMs
    this.home = home
    this.away = away
    this.neutral = neutral
    this.conferenceGame = conferenceGame
    this.venue = venue
    this.notes = notes
  }

  get weather(): Weather {
    return weatherOf(this.venue, this.startMs, this.id)
  }

  get media(): Fixture['media'] {
    const outlet = pick(networks, share(topic.game, 2, this.id))
    return [
      { type: 'tv', outlet },
      ...(share(topic.game, 3, this.id) < 0.4 ? [{ type: 'web', outlet: `${outlet} Plus` }] : []),
      ...(share(topic.game, 4, this.id) < 0.2 ? [{ type: 'radio', outlet: 'Campus Radio' }] : []),
    ]
  }

  get lines(): readonly BookLine[] {
    return linesOf(this)
  }
}

/** Draws a game; `number` is its place in the season, from 1. */
export function fixtureOf(pairing: Pairing, year: number, number: number): SampleFixture {
  const { week, seasonType, home, away, neutral, notes } = pairing
  const id = gameId(year, number)
  const startMs = pairing.startMs ?? startOf(year, week, id)
  const venue = neutral ? (schools[hash(topic.place, id) % 100] ?? home).venue : home.venue
  return new SampleFixture({
    ...{ id, season: year, week, seasonType, startMs, home, away, neutral, venue, notes },
    ...{ isStartOpen: false, highlights: null },
    conferenceGame: home.conference === away.conference,
  })
}

/** Mostly on Saturday: at noon, in the afternoon, in the evening and at night of the eastern coast. */
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

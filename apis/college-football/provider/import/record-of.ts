// Reads the record of a row under the names of either version of the API, its CSV exports, and the tables of cfbfastR.

import {
  booleanOf,
  type Fields,
  fieldsOf,
  numberOf,
  numbersOf,
  objectsOf,
  simpleName,
  textOf,
  timeOf,
  wholeOf,
} from './fields.ts'
import type * as stored from './stored.ts'
import type { StoredByKind } from './stored.ts'

/** Kinds with a complete record in each row. */
type SimpleKind = Exclude<keyof StoredByKind, 'plays' | 'play stats'>
interface Found<K extends SimpleKind = SimpleKind> {
  readonly kind: K
  /** 0 if there is none. */
  readonly season: number
  readonly id: string
  readonly value: StoredByKind[K]
}

/** Thrown by readers for a row that lacks a required field, which the message names. */
export class Incomplete extends Error {}

type Reader<K extends SimpleKind> = (fields: Fields, context: Context) => readonly Omit<Found<K>, 'kind'>[]
export interface Context {
  /** The year in the file's name, for rows without one. */
  readonly year: number | null
}

function required<T>(value: T | null, name: string): T {
  if (value === null) throw new Incomplete(`it has no ${name}`)
  return value
}

const seasonOf = (fields: Fields) => wholeOf(fields, 'season', 'year')
const gameOf = (fields: Fields) => required(wholeOf(fields, 'gameid', 'id'), 'id of a game')

/** Reads a season type by the names of the API and the numbers of ESPN. */
function seasonTypeOf(fields: Fields): 'regular' | 'postseason' {
  const text = textOf(fields, 'seasontype') ?? 'regular'
  return text === '3' || text.toLowerCase().startsWith('post') ? 'postseason' : 'regular'
}

const homeOf = (fields: Fields) => ({
  city: textOf(fields, 'homecity', 'hometowninfocity', 'city'),
  state: textOf(fields, 'homestate', 'hometowninfostate', 'stateprovince'),
  country: textOf(fields, 'homecountry', 'hometowninfocountry', 'country'),
  latitude: numberOf(fields, 'homelatitude', 'hometowninfolatitude'),
  longitude: numberOf(fields, 'homelongitude', 'hometowninfolongitude'),
  countyFips: textOf(
    fields,
    ...['homecountyfips', 'hometowninfofipscode', 'hometowninfocountyfips', 'hometowninfofips'],
  ),
})

function venueOf(fields: Fields, prefix: string): stored.StoredVenue | null {
  const named = (...names: readonly string[]) => names.map((name) => prefix + name)
  const id = wholeOf(fields, ...named('venueid', 'id'))
  if (id === null) return null
  return {
    id,
    name: textOf(fields, ...named('name', 'venuename', 'fullname')),
    city: textOf(fields, ...named('city')),
    state: textOf(fields, ...named('state')),
    zip: textOf(fields, ...named('zip')),
    country: textOf(fields, ...named('countrycode')),
    capacity: wholeOf(fields, ...named('capacity')),
    grass: booleanOf(fields, ...named('grass')),
    dome: booleanOf(fields, ...named('dome')),
    latitude: numberOf(fields, ...named('latitude', 'locationx', 'locationlatitude')),
    longitude: numberOf(fields, ...named('longitude', 'locationy', 'locationlongitude')),
    elevation: numberOf(fields, ...named('elevation')),
    built: wholeOf(fields, ...named('yearconstructed', 'constructionyear')),
    timezone: textOf(fields, ...named('timezone')),
  }
}

function sideOf(fields: Fields, side: 'home' | 'away', isCompleted: boolean): stored.StoredSide {
  return {
    id: wholeOf(fields, `${side}id`, `${side}teamid`),
    name: required(textOf(fields, `${side}team`), `${side} team`),
    conference: textOf(fields, `${side}conference`),
    classification: textOf(fields, `${side}division`, `${side}classification`)?.toLowerCase() ?? null,
    points: isCompleted ? wholeOf(fields, `${side}points`, `${side}score`) : null,
    line: isCompleted ? numbersOf(fields, `${side}linescores`) : null,
  }
}

const readers: { readonly [K in SimpleKind]: Reader<K> } = {
  conferences: (fields) => {
    const name = required(textOf(fields, 'name'), 'name')
    const value = {
      id: wholeOf(fields, 'id'),
      name,
      shortName: textOf(fields, 'shortname'),
      abbreviation: textOf(fields, 'abbreviation'),
      classification: textOf(fields, 'classification')?.toLowerCase() ?? null,
    }
    return [{ season: 0, id: simpleName(name), value }]
  },
  venues: (fields) => {
    const value = required(venueOf(fields, ''), 'id')
    return [{ season: 0, id: String(value.id), value }]
  },
  teams: (fields) => {
    const id = required(wholeOf(fields, 'id', 'teamid'), 'id')
    const logos = fields.get('logos')
    const others: readonly unknown[] = Array.isArray(fields.get('alternatenames'))
      ? [fields.get('alternatenames')].flat()
      : []
    const other = (at: number): string | null => {
      const listed = others[at]
      return textOf(fields, `altname${at + 1}`) ?? (typeof listed === 'string' ? listed : null)
    }
    const value: stored.StoredTeam = {
      id,
      name: required(textOf(fields, 'school'), 'school'),
      mascot: textOf(fields, 'mascot'),
      abbreviation: textOf(fields, 'abbreviation'),
      otherNames: [other(0), other(1), other(2)],
      conference: textOf(fields, 'conference'),
      classification: textOf(fields, 'classification')?.toLowerCase() ?? null,
      division: textOf(fields, 'division'),
      color: textOf(fields, 'color'),
      altColor: textOf(fields, 'altcolor', 'alternatecolor'),
      logos: Array.isArray(logos) ? logos.filter((logo): logo is string => typeof logo === 'string') : null,
      twitter: textOf(fields, 'twitter'),
      venue: venueOf(fields, 'location') ?? venueOf(fields, ''),
    }
    // a flat table has the venue next to the team, whose id is not that of the venue
    const isFlat = value.venue !== null && !fields.has('locationvenueid') && !fields.has('locationid')
    return [{ season: 0, id: String(id), value: isFlat ? { ...value, venue: flatVenueOf(fields) } : value }]
  },
  games: (fields) => {
    const id = gameOf(fields)
    const season = required(seasonOf(fields), 'season')
    const isCompleted =
      booleanOf(fields, 'completed', 'statustypecompleted') ?? numberOf(fields, 'homepoints', 'homescore') !== null
    const value: stored.StoredGame = {
      id,
      season,
      week: required(wholeOf(fields, 'week'), 'week'),
      seasonType: seasonTypeOf(fields),
      startMs: required(timeOf(fields, 'startdate', 'gamedate', 'date'), 'date of its start'),
      isStartOpen: booleanOf(fields, 'starttimetbd') ?? false,
      neutral: booleanOf(fields, 'neutralsite') ?? false,
      conferenceGame: booleanOf(fields, 'conferencegame', 'conferencecompetition') ?? false,
      attendance: wholeOf(fields, 'attendance'),
      venueId: wholeOf(fields, 'venueid'),
      venue: textOf(fields, 'venue', 'venuefullname'),
      home: sideOf(fields, 'home', isCompleted),
      away: sideOf(fields, 'away', isCompleted),
      homePostgameWin: numberOf(fields, 'homepostwinprob', 'homepostgamewinprobability'),
      excitement: numberOf(fields, 'excitementindex', 'excitement'),
      notes: textOf(fields, 'notes'),
      highlights: textOf(fields, 'highlights'),
    }
    return [{ season, id: String(id), value }]
  },
  media: (fields) => {
    const game = gameOf(fields)
    const type = required(textOf(fields, 'mediatype'), 'kind of medium').toLowerCase()
    const outlet = required(textOf(fields, 'outlet'), 'outlet')
    return [{ season: seasonOf(fields) ?? 0, id: `${game}/${type}/${outlet}`, value: { game, type, outlet } }]
  },
  weather: (fields) => {
    const game = gameOf(fields)
    const value = {
      game,
      indoors: booleanOf(fields, 'gameindoors') ?? false,
      temperature: numberOf(fields, 'temperature'),
      dewPoint: numberOf(fields, 'dewpoint'),
      humidity: numberOf(fields, 'humidity'),
      precipitation: numberOf(fields, 'precipitation'),
      snowfall: numberOf(fields, 'snowfall'),
      windDirection: numberOf(fields, 'winddirection'),
      windSpeed: numberOf(fields, 'windspeed'),
      pressure: numberOf(fields, 'pressure'),
      code: wholeOf(fields, 'weatherconditioncode'),
      condition: textOf(fields, 'weathercondition'),
    }
    return [{ season: seasonOf(fields) ?? 0, id: String(game), value }]
  },
  lines: (fields) => {
    const game = gameOf(fields)
    const listed = objectsOf(fields, 'lines')
    return (listed ? listed.map(fieldsOf) : [fields]).flatMap((line) => {
      const provider = textOf(line, 'provider')
      if (provider === null) return []
      const value = {
        game,
        provider,
        spread: numberOf(line, 'spread'),
        spreadOpen: numberOf(line, 'spreadopen'),
        overUnder: numberOf(line, 'overunder'),
        overUnderOpen: numberOf(line, 'overunderopen'),
        homeMoneyline: numberOf(line, 'homemoneyline'),
        awayMoneyline: numberOf(line, 'awaymoneyline'),
      }
      return [{ season: seasonOf(fields) ?? 0, id: `${game}/${provider}`, value }]
    })
  },
  rankings: (fields) => {
    const season = required(seasonOf(fields), 'season')
    const week = required(wholeOf(fields, 'week'), 'week')
    const seasonType = seasonTypeOf(fields)
    const polls = objectsOf(fields, 'polls')
    const ranks = polls
      ? polls.map(fieldsOf).flatMap((poll, place) => {
          const listed = objectsOf(poll, 'ranks') ?? []
          return listed.map((rank) => ({ place, poll: textOf(poll, 'poll'), rank: fieldsOf(rank) }))
        })
      : [{ place: 0, poll: textOf(fields, 'poll'), rank: fields }]
    return ranks.map(({ place, poll, rank }) => {
      const school = required(textOf(rank, 'school', 'team'), 'school')
      const value = {
        seasonType,
        week,
        place,
        poll: required(poll, 'poll'),
        rank: required(wholeOf(rank, 'rank'), 'rank'),
        school,
        points: wholeOf(rank, 'points'),
        firstPlaceVotes: wholeOf(rank, 'firstplacevotes'),
      }
      return { season, id: `${seasonType}/${week}/${value.poll}/${school}`, value }
    })
  },
  roster: (fields, { year }) => {
    const id = required(wholeOf(fields, 'athleteid', 'id'), 'id')
    const season = required(wholeOf(fields, 'season') ?? year, 'season; put the year into the name of the file')
    const classYear = wholeOf(fields, 'year')
    const value = {
      id,
      first: textOf(fields, 'firstname') ?? '',
      last: textOf(fields, 'lastname') ?? '',
      team: required(textOf(fields, 'team', 'school'), 'team'),
      position: textOf(fields, 'position'),
      jersey: wholeOf(fields, 'jersey'),
      height: wholeOf(fields, 'height'),
      weight: wholeOf(fields, 'weight'),
      // some files have the season in place of an unknown class
      classYear: classYear !== null && classYear > 0 && classYear < 10 ? classYear : null,
      ...homeOf(fields),
      recruitIds: (numbersOf(fields, 'recruitids') ?? []).filter((one) => Number.isSafeInteger(one) && one > 0),
    }
    return [{ season, id: String(id), value }]
  },
  recruits: (fields) => {
    const id = required(wholeOf(fields, 'id', 'recruitid'), 'id')
    const season = required(wholeOf(fields, 'year', 'season'), 'year')
    const value = {
      id,
      athleteId: wholeOf(fields, 'athleteid'),
      type: textOf(fields, 'recruittype') ?? 'HighSchool',
      ranking: wholeOf(fields, 'ranking'),
      name: required(textOf(fields, 'name'), 'name'),
      highSchool: textOf(fields, 'school'),
      committedTo: textOf(fields, 'committedto'),
      position: textOf(fields, 'position') ?? '',
      height: numberOf(fields, 'height'),
      weight: wholeOf(fields, 'weight'),
      stars: wholeOf(fields, 'stars') ?? 0,
      rating: numberOf(fields, 'rating') ?? 0,
      ...homeOf(fields),
    }
    return [{ season, id: String(id), value }]
  },
  coaches: (fields) => {
    const first = required(textOf(fields, 'firstname'), 'first name')
    const last = required(textOf(fields, 'lastname'), 'last name')
    const seasons = objectsOf(fields, 'seasons')
    return (seasons ? seasons.map(fieldsOf) : [fields]).map((one) => {
      const school = required(textOf(one, 'school'), 'school')
      const season = required(wholeOf(one, 'year'), 'year')
      const value = { first, last, school, hireDate: textOf(fields, 'hiredate') }
      return { season, id: `${first} ${last}/${school}`, value }
    })
  },
  portal: (fields, { year }) => {
    const season = required(seasonOf(fields) ?? year, 'season')
    const [first, last] = [textOf(fields, 'firstname') ?? '', textOf(fields, 'lastname') ?? '']
    const origin = required(textOf(fields, 'origin'), 'origin')
    const value = {
      first,
      last,
      position: textOf(fields, 'position'),
      origin,
      destination: textOf(fields, 'destination'),
      date: textOf(fields, 'transferdate'),
      rating: numberOf(fields, 'rating'),
      stars: wholeOf(fields, 'stars'),
      eligibility: textOf(fields, 'eligibility'),
    }
    return [{ season, id: `${first} ${last}/${origin}`, value }]
  },
  draft: (fields) => {
    const season = required(wholeOf(fields, 'year', 'season'), 'year')
    const overall = required(wholeOf(fields, 'overall'), 'number')
    const value = {
      athleteId: wholeOf(fields, 'collegeathleteid'),
      proAthleteId: wholeOf(fields, 'nflathleteid') ?? 0,
      college: required(textOf(fields, 'collegeteam'), 'college'),
      team: required(textOf(fields, 'nflteam', 'proteam'), 'team'),
      overall,
      round: wholeOf(fields, 'round') ?? Math.ceil(overall / 32),
      pick: wholeOf(fields, 'pick') ?? overall,
      name: required(textOf(fields, 'name'), 'name'),
      position: textOf(fields, 'position') ?? '',
      height: wholeOf(fields, 'height'),
      weight: wholeOf(fields, 'weight'),
      ranking: wholeOf(fields, 'predraftranking'),
      positionRanking: wholeOf(fields, 'predraftpositionranking'),
      grade: numberOf(fields, 'predraftgrade'),
      ...homeOf(fields),
    }
    return [{ season, id: String(overall), value }]
  },
}

function flatVenueOf(fields: Fields): stored.StoredVenue | null {
  const id = wholeOf(fields, 'venueid')
  const venue = venueOf(fields, '')
  return id === null || venue === null ? null : { ...venue, id, name: textOf(fields, 'venuename', 'name') }
}

/** The first and last valid season; college football began in 1869. */
const [firstSeason, lastSeason] = [1869, 2199]

/** Reads the records of a row. Throws `Incomplete`. */
export function recordsOf(kind: SimpleKind, fields: Fields, context: Context): Found[] {
  const read: (fields: Fields, context: Context) => readonly Omit<Found, 'kind'>[] = readers[kind]
  return read(fields, context).map((found) => {
    const isYear = found.season === 0 || (found.season >= firstSeason && found.season <= lastSeason)
    if (!isYear) throw new Incomplete(`its season ${found.season} is no year of a season`)
    return { ...found, kind }
  })
}

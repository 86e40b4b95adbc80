// Schools and conferences of imported seasons. A school can change its conference between seasons.
import type { Conference, School, Venue } from '../../model/records.ts'
import type { StoredConference, StoredTeam, StoredVenue } from './stored.ts'

/** Description of a school in a game or roster. */
interface Named {
  readonly name: string
  readonly id?: number | null
  readonly conference?: string | null
  readonly classification?: string | null
}
export interface SeasonSchools {
  /** Returns the school in this season; its first mention with a conference decides. */
  of(named: Named): School
  all(): School[]
}
export interface ImportedSchools {
  ofSeason(): SeasonSchools
  /** Returns the schools as in the table of teams, otherwise as last seen. */
  current(): School[]
  conferences(): Conference[]
  venues(): Venue[]
  venueOf(id: number | null, name: string | null): Venue | null
}

interface Known {
  readonly index: number
  readonly id: number
  readonly team: StoredTeam | undefined
  latest: School
}

/** Abbreviations of conferences for filters, used if no table of conferences is imported (SOURCES 5.5). */
const abbreviations: Readonly<Record<string, string>> = {
  ACC: 'ACC',
  'American Athletic': 'AAC',
  'Big 12': 'B12',
  'Big Ten': 'B1G',
  'Conference USA': 'CUSA',
  'FBS Independents': 'Ind',
  'Mid-American': 'MAC',
  'Mountain West': 'MWC',
  'Pac-12': 'PAC',
  SEC: 'SEC',
  'Sun Belt': 'SBC',
}
/** The first id for schools and conferences without one in any file. */
const firstOwnId = 900_001

/** Creates the schools; `firstIndex` is the number of other schools in the league. */
export function createSchools(
  tables: {
    readonly teams: readonly StoredTeam[]
    readonly conferences: readonly StoredConference[]
    readonly venues: readonly StoredVenue[]
  },
  firstIndex: number,
): ImportedSchools {
  const teams = new Map(tables.teams.map((team) => [team.name.toLowerCase(), team]))
  const rows = new Map(tables.conferences.map((row) => [row.name.toLowerCase(), row]))
  const venues = new Map<number, Venue>(tables.venues.map((venue) => [venue.id, venue]))
  for (const { venue } of tables.teams) if (venue && !venues.has(venue.id)) venues.set(venue.id, venue)
  const conferences = new Map<string, Conference>()
  const known = new Map<string, Known>()

  function conferenceOf(name: string | null, classification: string | null): Conference {
    const key = `${name?.toLowerCase() ?? ''}/${classification ?? ''}`
    const made = conferences.get(key)
    if (made) return made
    const row = rows.get(name?.toLowerCase() ?? '')
    const conference = {
      id: row?.id ?? firstOwnId + conferences.size,
      name: name ?? '',
      shortName: row?.shortName ?? name,
      abbreviation: row?.abbreviation ?? abbreviations[name ?? ''] ?? name ?? '',
      classification: classification ?? row?.classification ?? null,
    }
    conferences.set(key, conference)
    return conference
  }

  function schoolOf(named: Named): School {
    const key = named.name.toLowerCase()
    const before = known.get(key)
    const team = before?.team ?? teams.get(key)
    const index = before?.index ?? firstIndex + known.size
    const school: School = {
      index,
      id: named.id ?? before?.id ?? team?.id ?? firstOwnId + index,
      name: team?.name ?? named.name,
      mascot: team?.mascot ?? null,
      abbreviation: team?.abbreviation ?? null,
      otherNames: team?.otherNames ?? [null, null, null],
      conference: conferenceOf(
        named.conference ?? team?.conference ?? null,
        named.classification ?? team?.classification ?? null,
      ),
      division:
        named.conference === undefined || named.conference === team?.conference ? (team?.division ?? null) : null,
      color: team?.color ?? null,
      altColor: team?.altColor ?? null,
      logos: team?.logos ?? null,
      twitter: team?.twitter ?? null,
      venue: team?.venue ? (venues.get(team.venue.id) ?? null) : null,
    }
    if (before) before.latest = school
    else known.set(key, { index, id: school.id, team, latest: school })
    return school
  }

  return {
    ofSeason() {
      const own = new Map<string, School>()
      return {
        of(named) {
          const key = named.name.toLowerCase()
          const school = own.get(key) ?? schoolOf(named)
          own.set(key, school)
          return school
        },
        all: () => [...own.values()],
      }
    },
    current() {
      for (const { name } of teams.values()) if (!known.has(name.toLowerCase())) schoolOf({ name })
      return [...known.values()].map(({ latest, team }) =>
        team?.conference
          ? {
              ...latest,
              conference: conferenceOf(team.conference, team.classification ?? latest.conference.classification),
              division: team.division,
            }
          : latest,
      )
    },
    conferences() {
      for (const { name, classification } of rows.values()) conferenceOf(name, classification)
      const byName = new Map<string, Conference>()
      for (const conference of conferences.values()) if (conference.name !== '') byName.set(conference.name, conference)
      return [...byName.values()].sort((one, other) => one.id - other.id)
    },
    venues: () => [...venues.values()],
    venueOf(id, name) {
      if (id === null) return null
      const venue = venues.get(id) ?? { ...emptyVenue, id, name }
      venues.set(id, venue)
      return venue
    },
  }
}

const emptyVenue: Omit<Venue, 'id' | 'name'> = {
  city: null,
  state: null,
  zip: null,
  country: null,
  capacity: null,
  grass: null,
  dome: null,
  latitude: null,
  longitude: null,
  elevation: null,
  built: null,
  timezone: null,
}

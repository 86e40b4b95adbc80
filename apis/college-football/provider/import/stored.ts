// The JSON in the table of records. Only the import writes it.

/** The kinds of records; all other data of the provider is computed from them. */
const kinds = [
  ...(['conferences', 'venues', 'teams', 'games', 'media', 'weather', 'lines', 'rankings', 'roster'] as const),
  ...(['recruits', 'coaches', 'portal', 'draft', 'plays', 'play stats'] as const),
] as const
export type Kind = (typeof kinds)[number]

export interface StoredConference {
  readonly id: number | null
  readonly name: string
  readonly shortName: string | null
  readonly abbreviation: string | null
  readonly classification: string | null
}

export interface StoredVenue {
  readonly id: number
  readonly name: string | null
  readonly city: string | null
  readonly state: string | null
  readonly zip: string | null
  readonly country: string | null
  readonly capacity: number | null
  readonly grass: boolean | null
  readonly dome: boolean | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly elevation: number | null
  readonly built: number | null
  readonly timezone: string | null
}

export interface StoredTeam {
  readonly id: number
  readonly name: string
  readonly mascot: string | null
  readonly abbreviation: string | null
  readonly otherNames: readonly [string | null, string | null, string | null]
  readonly conference: string | null
  readonly classification: string | null
  readonly division: string | null
  readonly color: string | null
  readonly altColor: string | null
  readonly logos: readonly string[] | null
  readonly twitter: string | null
  readonly venue: StoredVenue | null
}

export interface StoredSide {
  readonly id: number | null
  readonly name: string
  readonly conference: string | null
  readonly classification: string | null
  readonly points: number | null
  readonly line: readonly number[] | null
}
export interface StoredGame {
  readonly id: number
  readonly season: number
  readonly week: number
  readonly seasonType: 'regular' | 'postseason'
  readonly startMs: number
  readonly isStartOpen: boolean
  readonly neutral: boolean
  readonly conferenceGame: boolean
  readonly attendance: number | null
  readonly venueId: number | null
  readonly venue: string | null
  readonly home: StoredSide
  readonly away: StoredSide
  readonly homePostgameWin: number | null
  readonly excitement: number | null
  readonly notes: string | null
  readonly highlights: string | null
}

export interface StoredMedia {
  readonly game: number
  readonly type: string
  readonly outlet: string
}
export interface StoredWeather {
  readonly game: number
  readonly indoors: boolean
  readonly temperature: number | null
  readonly dewPoint: number | null
  readonly humidity: number | null
  readonly precipitation: number | null
  readonly snowfall: number | null
  readonly windDirection: number | null
  readonly windSpeed: number | null
  readonly pressure: number | null
  readonly code: number | null
  readonly condition: string | null
}
export interface StoredLine {
  readonly game: number
  readonly provider: string
  readonly spread: number | null
  readonly spreadOpen: number | null
  readonly overUnder: number | null
  readonly overUnderOpen: number | null
  readonly homeMoneyline: number | null
  readonly awayMoneyline: number | null
}

export interface StoredRank {
  readonly seasonType: 'regular' | 'postseason'
  readonly week: number
  readonly poll: string
  /** Index of the poll in its week. */
  readonly place: number
  readonly rank: number
  readonly school: string
  readonly points: number | null
  readonly firstPlaceVotes: number | null
}

interface StoredHome {
  readonly city: string | null
  readonly state: string | null
  readonly country: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly countyFips: string | null
}
export interface StoredPlayer extends StoredHome {
  readonly id: number
  readonly first: string
  readonly last: string
  readonly team: string
  readonly position: string | null
  readonly jersey: number | null
  readonly height: number | null
  readonly weight: number | null
  readonly classYear: number | null
  readonly recruitIds: readonly number[]
}
export interface StoredRecruit extends StoredHome {
  readonly id: number
  readonly athleteId: number | null
  readonly type: string
  readonly ranking: number | null
  readonly name: string
  readonly highSchool: string | null
  readonly committedTo: string | null
  readonly position: string
  readonly height: number | null
  readonly weight: number | null
  readonly stars: number
  readonly rating: number
}
export interface StoredCoach {
  readonly first: string
  readonly last: string
  readonly school: string
  readonly hireDate: string | null
}
export interface StoredTransfer {
  readonly first: string
  readonly last: string
  readonly position: string | null
  readonly origin: string
  readonly destination: string | null
  readonly date: string | null
  readonly rating: number | null
  readonly stars: number | null
  readonly eligibility: string | null
}
export interface StoredPick extends StoredHome {
  readonly athleteId: number | null
  readonly proAthleteId: number
  readonly college: string
  readonly team: string
  readonly overall: number
  readonly round: number
  readonly pick: number
  readonly name: string
  readonly position: string
  readonly height: number | null
  readonly weight: number | null
  readonly ranking: number | null
  readonly positionRanking: number | null
  readonly grade: number | null
}

/** Names of the players in a play, by action, as far as the source has them. */
export interface PlayPeople {
  readonly actor: string | null
  readonly partner: string | null
  readonly defender: string | null
  readonly second: string | null
}
export interface StoredPlay extends PlayPeople {
  /** A string of digits. */
  readonly id: string
  readonly drive: number
  readonly driveId: number | null
  readonly number: number
  /** Id of the type (SOURCES 3.1). */
  readonly type: number
  readonly offense: string
  readonly period: number
  readonly clock: number
  readonly down: number
  readonly distance: number
  readonly toGoal: number
  readonly yards: number
  readonly offenseScore: number
  readonly defenseScore: number
  readonly offenseTimeouts: number
  readonly defenseTimeouts: number
  readonly scoring: boolean
  readonly wallMs: number | null
  readonly text: string | null
  readonly length: number
  readonly returned: number
  readonly try: number
}
/** A player of a play, with the id of the play. */
export interface StoredPlayStat {
  readonly play: string
  readonly athlete: number
  readonly type: string
}

export interface StoredByKind {
  readonly conferences: StoredConference
  readonly venues: StoredVenue
  readonly teams: StoredTeam
  readonly games: StoredGame
  readonly media: StoredMedia
  readonly weather: StoredWeather
  readonly lines: StoredLine
  readonly rankings: StoredRank
  readonly roster: StoredPlayer
  readonly recruits: StoredRecruit
  readonly coaches: StoredCoach
  readonly portal: StoredTransfer
  readonly draft: StoredPick
  /** All plays of a game. */
  readonly plays: readonly StoredPlay[]
  readonly 'play stats': readonly StoredPlayStat[]
}

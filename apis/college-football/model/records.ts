// The data model of the endpoints. A season has the same form, simulated or imported.
import type { PlayColumns } from './plays/columns.ts'

export interface Conference {
  readonly id: number
  readonly name: string
  readonly shortName: string | null
  readonly abbreviation: string
  /** `fbs`, `fcs`, `ii` or `iii`; null if unknown. */
  readonly classification: string | null
}

export interface Venue {
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

/** A school as a member of one conference; after a change of conference it is another object with the same index. */
export interface School {
  /** Index in `League.schools`. */
  readonly index: number
  readonly id: number
  readonly name: string
  readonly mascot: string | null
  readonly abbreviation: string | null
  readonly otherNames: readonly [string | null, string | null, string | null]
  readonly conference: Conference
  readonly division: string | null
  readonly color: string | null
  readonly altColor: string | null
  readonly logos: readonly string[] | null
  readonly twitter: string | null
  readonly venue: Venue | null
}

export interface Weather {
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

export interface BookLine {
  readonly provider: string
  /** Points the home team gives; negative for a favourite. */
  readonly spread: number | null
  readonly spreadOpen: number | null
  readonly overUnder: number | null
  readonly overUnderOpen: number | null
  readonly homeMoneyline: number | null
  readonly awayMoneyline: number | null
}

/** A scheduled game. */
export interface Fixture {
  readonly id: number
  readonly season: number
  readonly week: number
  readonly seasonType: 'regular' | 'postseason'
  readonly startMs: number
  /** True if the day is known but not the hour. */
  readonly isStartOpen: boolean
  readonly home: School
  readonly away: School
  readonly neutral: boolean
  readonly conferenceGame: boolean
  readonly venue: Venue | null
  readonly notes: string | null
  readonly highlights: string | null
  readonly weather: Weather | null
  readonly media: readonly { readonly type: string; readonly outlet: string }[]
  readonly lines: readonly BookLine[]
}

/** The result of a completed game, computed from its plays if it has any. */
export interface Result {
  readonly homePoints: number
  readonly awayPoints: number
  readonly homeByPeriod: readonly number[]
  readonly awayByPeriod: readonly number[]
  /** Rows of the season's plays, the end exclusive; both are equal if only the result is known. */
  readonly firstPlay: number
  readonly endPlay: number
  readonly attendance: number | null
  /** Postgame win probability of the home team (SOURCES 3.6). */
  readonly homePostgameWin: number | null
  readonly excitement: number | null
}

export interface Game extends Fixture {
  readonly result: Result | null
  readonly homeElo: EloChange | null
  readonly awayElo: EloChange | null
}
interface EloChange {
  readonly before: number
  /** Null until the game is completed. */
  readonly after: number | null
}

export interface Player {
  readonly id: number
  readonly recruitIds: readonly number[]
  readonly first: string
  readonly last: string
  readonly school: School
  /** Empty if unknown. */
  readonly position: string
  readonly jersey: number | null
  readonly height: number | null
  readonly weight: number | null
  /** 1 for a freshman. */
  readonly classYear: number | null
  readonly city: string | null
  readonly state: string | null
  readonly country: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly countyFips: string | null
  /** Rating as a recruit, 0.7 to 1; 0 if unknown. */
  readonly rating: number
}

/** The players of a season in columns; `at` creates an object of one. */
export interface PlayerTable extends Iterable<Player> {
  readonly length: number
  at(entry: number): Player | undefined
  schoolOf(entry: number): School | undefined
  positionOf(entry: number): string | undefined
  idOf(entry: number): number | undefined
  nameOf(entry: number): string
  /** Returns the index of the player with an id. */
  placeOf(id: number): number | undefined
}

/** A recruit who enrolled or is about to. */
export interface Recruit {
  readonly id: number
  readonly athleteId: number | null
  readonly type: string
  readonly year: number
  /** Null if the class is ranked by ratings. */
  readonly ranking: number | null
  readonly name: string
  readonly highSchool: string | null
  readonly committedTo: School | null
  readonly position: string
  readonly height: number | null
  readonly weight: number | null
  readonly stars: number
  readonly rating: number
  readonly city: string | null
  readonly state: string | null
  readonly country: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly countyFips: string | null
}

export interface Coach {
  readonly id: number
  readonly first: string
  readonly last: string
  readonly school: School
  readonly hireDate: string | null
}

export interface Transfer {
  readonly first: string
  readonly last: string
  readonly position: string | null
  readonly rating: number | null
  readonly stars: number | null
  /** Names of schools, some of them in a division that is not shown. */
  readonly origin: string
  readonly destination: string | null
  readonly date: string | null
  readonly eligibility: string | null
}

/** Data of imported plays beyond their columns. */
export interface PlayNotes {
  /** Returns the id of the play in a row. */
  idOf(row: number): string
  /** Returns the description of the play; null if the source has none. */
  textOf(row: number): string | null
  /** Returns the id of a drive by the id of the game and the number of the drive. */
  driveIdOf(gameId: number, drive: number): number
}

export interface Season {
  readonly year: number
  /** True if simulated rather than imported. */
  readonly isSample: boolean
  /** The schools in this season. */
  readonly schools: readonly School[]
  /** Games by start. */
  readonly games: readonly Game[]
  /**
   * Plays by row; the result of a game has its range of rows. A game in progress can have rows that have not happened
   * yet.
   */
  readonly plays: PlayColumns
  /** Null if ids and texts follow from the columns. */
  readonly notes: PlayNotes | null
  /** The players; plays refer to them by index. */
  readonly players: PlayerTable
  readonly coaches: readonly Coach[]
  readonly transfers: readonly Transfer[]
  /** Weeks of polls; null if they are computed (SOURCES 3.12). */
  readonly polls: readonly PollWeek[] | null
  /** Returns the recruits on its rosters, from all years of enrolment. */
  recruits(): readonly Recruit[]
  /** Returns the picks of the draft after the season, in order; empty before its day. */
  draftPicks(nowMs: number): readonly DraftPick[]
}

export interface Ranked {
  readonly school: School
  readonly rank: number
  readonly points: number | null
  readonly firstPlaceVotes: number | null
}
export interface Poll {
  readonly poll: string
  readonly ranks: readonly Ranked[]
}
export interface PollWeek {
  readonly seasonType: 'regular' | 'postseason'
  readonly week: number
  readonly polls: readonly Poll[]
}

export interface ProTeam {
  readonly location: string
  readonly nickname: string | null
}
export interface DraftPick {
  readonly athleteId: number | null
  readonly proAthleteId: number
  readonly college: School
  /** Location of the professional team. */
  readonly team: string
  readonly year: number
  readonly overall: number
  readonly round: number
  readonly pick: number
  readonly name: string
  /** Full name of the position. */
  readonly position: string
  readonly height: number | null
  readonly weight: number | null
  readonly ranking: number | null
  readonly positionRanking: number | null
  readonly grade: number | null
  readonly city: string | null
  readonly state: string | null
  readonly country: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly countyFips: string | null
}

/** The league at the time of a call. */
export interface League {
  readonly nowMs: number
  readonly conferences: readonly Conference[]
  /** The current schools. */
  readonly schools: readonly School[]
  readonly venues: readonly Venue[]
  readonly proTeams: readonly ProTeam[]
  /** Seasons, ascending by year; the last one is current. */
  readonly seasons: readonly Season[]
  /** Imported classes and drafts by year; they override those that follow from the seasons. */
  readonly importedClasses: ReadonlyMap<number, readonly Recruit[]>
  readonly importedDrafts: ReadonlyMap<number, readonly DraftPick[]>
  /** Returns the plays of a game in progress; undefined for any other game. */
  playsNow(game: Game): PlaysNow | undefined
}

/** The rows of a game in progress: those from `from` to `to` have happened, those to `end` are to come. */
export interface PlaysNow {
  readonly plays: PlayColumns
  readonly from: number
  readonly to: number
  readonly end: number
}

// What the endpoints are answered from. A season is the same whether it was simulated or imported.
import type { PlayColumns } from '../plays/columns.ts'

export interface Conference {
  readonly id: number
  readonly name: string
  readonly shortName: string | null
  readonly abbreviation: string
  /** `fbs`, `fcs`, `ii` or `iii`; null for what no source says. */
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

/** A school as a member of one conference; after it has changed, it is another object with the same index. */
export interface School {
  /** Position in `League.schools`. */
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

/** A game as it is scheduled. */
export interface Fixture {
  readonly id: number
  readonly season: number
  readonly week: number
  readonly seasonType: 'regular' | 'postseason'
  readonly startMs: number
  /** The day is known, the hour is not. */
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

/** What a completed game ended with, computed from its plays where it has any. */
export interface Result {
  readonly homePoints: number
  readonly awayPoints: number
  readonly homeByPeriod: readonly number[]
  readonly awayByPeriod: readonly number[]
  /** Rows of the season's plays, the last one exclusive; equal when nothing but the result is known. */
  readonly firstPlay: number
  readonly endPlay: number
  readonly attendance: number | null
  /** Chance that the home team wins such a game (SOURCES 3.6). */
  readonly homePostgameWin: number | null
  readonly excitement: number | null
}

export interface Game extends Fixture {
  readonly result: Result | null
  readonly homeElo: EloChange | null
  readonly awayElo: EloChange | null
}
export interface EloChange {
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
  /** Empty when it is unknown. */
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
  /** Of the recruit, 0.7 to 1; 0 when it is unknown. */
  readonly rating: number
}

/** A list of players, each of which is made when it is asked for. */
export interface PlayerTable extends Iterable<Player> {
  readonly length: number
  at(entry: number): Player | undefined
  schoolOf(entry: number): School | undefined
  positionOf(entry: number): string | undefined
  idOf(entry: number): number | undefined
  nameOf(entry: number): string
  /** The place of the player with an id. */
  placeOf(id: number): number | undefined
  /** The places of those whose name contains a text in lower case. */
  named(text: string): Iterable<number>
}

/** Who enrolled, or is about to. */
export interface Recruit {
  readonly id: number
  readonly athleteId: number | null
  readonly type: string
  readonly year: number
  /** Null where the class is ranked by ratings. */
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
  /** Names of schools; they may be of a division that is not shown. */
  readonly origin: string
  readonly destination: string | null
  readonly date: string | null
  readonly eligibility: string | null
}

/** What an imported play has beyond its columns. */
export interface PlayNotes {
  /** Id of the play in a row. */
  idOf(row: number): string
  /** What happened in it, in words; null where the source has none. */
  textOf(row: number): string | null
  /** Id of a drive by the number of the game and its own. */
  driveIdOf(gameId: number, drive: number): number
}

export interface Season {
  readonly year: number
  /** What the season was made from; seasons of one year with the same key have the same games, as far as they go. */
  readonly key: string
  /** Simulated rather than imported. */
  readonly isSample: boolean
  /** The schools as they were in this season. */
  readonly schools: readonly School[]
  /** In the order of their start. */
  readonly games: readonly Game[]
  /** Completed games only. */
  readonly plays: PlayColumns
  /** Null where ids and texts follow from the columns. */
  readonly notes: PlayNotes | null
  /** Plays name players by their position here. */
  readonly players: PlayerTable
  readonly coaches: readonly Coach[]
  readonly transfers: readonly Transfer[]
  /** Weeks of polls; null where they are computed (SOURCES 3.12). */
  readonly polls: readonly PollWeek[] | null
  /**
   * The recruits on its rosters, whatever the year in which they enrolled; undefined where the computation may be
   * interrupted.
   */
  recruits(): Iterable<Recruit | undefined>
  /** The picks of the draft that follows the season, in their order; none before its day. */
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
  /** In full. */
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

export interface League {
  readonly conferences: readonly Conference[]
  /** As they are now. */
  readonly schools: readonly School[]
  readonly venues: readonly Venue[]
  readonly proTeams: readonly ProTeam[]
  /** Ascending by year; the last one is the current season. */
  readonly seasons: readonly Season[]
  /** Classes and drafts that were imported, by year; they replace those that follow from the seasons. */
  readonly importedClasses: ReadonlyMap<number, readonly Recruit[]>
  readonly importedDrafts: ReadonlyMap<number, readonly DraftPick[]>
}

/** A league as it is at a time. */
export interface LeagueAt {
  readonly league: League
  /** Whether it is the same at another time. */
  isValidAt(nowMs: number): boolean
  /** The plays of a game in progress, of which the rows before `to` have happened; undefined for any other game. */
  playsNow(game: Game, nowMs: number): { readonly plays: PlayColumns; readonly to: number } | undefined
}

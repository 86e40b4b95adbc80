// What the endpoints are answered from. A season is the same whether it was simulated or imported.
import type { PlayColumns } from '../plays/columns.ts'

export interface Conference {
  readonly id: number
  readonly name: string
  readonly shortName: string
  readonly abbreviation: string
  readonly classification: 'fbs' | 'fcs'
  readonly divisions: readonly string[]
}

export interface Venue {
  readonly id: number
  readonly name: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly capacity: number
  readonly grass: boolean
  readonly dome: boolean
  readonly latitude: number
  readonly longitude: number
  readonly elevation: number
  readonly built: number
  readonly timezone: string
}

export interface School {
  /** Position in `League.schools`. */
  readonly index: number
  readonly id: number
  readonly name: string
  readonly mascot: string
  readonly abbreviation: string
  readonly conference: Conference
  readonly division: string | null
  readonly color: string
  readonly altColor: string
  readonly venue: Venue
}

export interface Weather {
  readonly temperature: number
  readonly dewPoint: number
  readonly humidity: number
  readonly precipitation: number
  readonly snowfall: number
  readonly windDirection: number
  readonly windSpeed: number
  readonly pressure: number
  readonly code: number
  readonly condition: string
}

export interface BookLine {
  readonly provider: string
  /** Points the home team gives; negative for a favourite. */
  readonly spread: number
  readonly spreadOpen: number
  readonly overUnder: number
  readonly overUnderOpen: number
  readonly homeMoneyline: number
  readonly awayMoneyline: number
}

/** A game as it is scheduled. */
export interface Fixture {
  readonly id: number
  readonly season: number
  readonly week: number
  readonly seasonType: 'regular' | 'postseason'
  readonly startMs: number
  readonly home: School
  readonly away: School
  readonly neutral: boolean
  readonly conferenceGame: boolean
  readonly venue: Venue
  readonly notes: string | null
  readonly weather: Weather
  readonly media: readonly { readonly type: string; readonly outlet: string }[]
  readonly lines: readonly BookLine[]
}

/** What a completed game ended with, all of it computed from its plays. */
export interface Result {
  readonly homePoints: number
  readonly awayPoints: number
  readonly homeByPeriod: readonly number[]
  readonly awayByPeriod: readonly number[]
  /** Rows of the season's plays, the last one exclusive. */
  readonly firstPlay: number
  readonly endPlay: number
  readonly attendance: number
  /** Chance that the home team wins such a game (SOURCES 3.6). */
  readonly homePostgameWin: number
  readonly excitement: number
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
  readonly recruitId: number
  readonly first: string
  readonly last: string
  readonly school: School
  readonly position: string
  readonly jersey: number
  readonly height: number
  readonly weight: number
  /** 1 for a freshman. */
  readonly classYear: number
  readonly city: string
  readonly state: string
  readonly latitude: number
  readonly longitude: number
  /** Of the recruit, 0.7 to 1. */
  readonly rating: number
  readonly recruitType: string
  readonly highSchool: string
  readonly entryYear: number
  /** School that the recruit committed to. */
  readonly origin: School
  /** How well they play now, in deviations from the average. */
  readonly skill: number
}

export interface Coach {
  readonly id: number
  readonly first: string
  readonly last: string
  readonly school: School
  readonly hired: number
}

export interface Transfer {
  readonly player: Player
  readonly origin: School
  readonly destination: School | null
  readonly date: string
  readonly eligibility: string
}

export interface Season {
  readonly year: number
  /** In the order of their start. */
  readonly games: readonly Game[]
  /** Completed games only. */
  readonly plays: PlayColumns
  /** Plays name players by their position here. */
  readonly players: readonly Player[]
  readonly coaches: readonly Coach[]
  readonly transfers: readonly Transfer[]
}

export interface ProTeam {
  readonly location: string
  readonly nickname: string
}
export interface DraftPick {
  readonly player: Player
  readonly year: number
  readonly overall: number
  readonly team: ProTeam
  readonly ranking: number
  readonly positionRanking: number
}

export interface League {
  readonly isSample: boolean
  readonly conferences: readonly Conference[]
  readonly schools: readonly School[]
  readonly proTeams: readonly ProTeam[]
  /** Ascending by year; the last one is the current season. */
  readonly seasons: readonly Season[]
}

/** A league as it is at a time. */
export interface LeagueAt {
  readonly league: League
  /** Whether it is the same at another time. */
  isValidAt(nowMs: number): boolean
  /** The plays of a game in progress, of which the rows before `to` have happened; undefined for any other game. */
  playsNow(game: Game, nowMs: number): { readonly plays: PlayColumns; readonly to: number } | undefined
}

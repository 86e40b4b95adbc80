// Members that several endpoints show of a game, and who has the ball.

import type { Game, School } from '../league/records.ts'
import { isNamed, isOf } from '../query.ts'

export interface Sides {
  readonly offense: School
  readonly defense: School
}
export function sidesOf({ home, away }: Game, homeBall: number): Sides {
  return homeBall === 1 ? { offense: home, defense: away } : { offense: away, defense: home }
}

/** The filters of drives and plays by who has the ball. */
export function isWantedSide(
  { offense, defense }: Sides,
  filter: {
    readonly offense?: string | undefined
    readonly defense?: string | undefined
    readonly offenseConference?: string | undefined
    readonly defenseConference?: string | undefined
  },
): boolean {
  return (
    isNamed(offense, filter.offense) &&
    isNamed(defense, filter.defense) &&
    isOf(offense.conference, filter.offenseConference) &&
    isOf(defense.conference, filter.defenseConference)
  )
}

export function timeOf({ startMs }: Game): string {
  return new Date(startMs).toISOString()
}

export function gameHead({ id, season, week, seasonType }: Game) {
  return { id, season, week, seasonType }
}
export function gameSides({ home, away }: Game) {
  return {
    homeTeam: home.name,
    homeConference: home.conference.name,
    awayTeam: away.name,
    awayConference: away.conference.name,
  }
}

export function driveId(game: Game, number: number): number {
  return game.id * 100 + number
}
export function clockOf(seconds: number): { minutes: number; seconds: number } {
  return { minutes: Math.floor(seconds / 60), seconds: seconds % 60 }
}
/** Yards from the goal line of the home team. */
export function yardLine(toGoal: number, homeBall: number): number {
  return homeBall === 1 ? 100 - toGoal : toGoal
}

/** The time some seconds after the kickoff. */
export function timeAfter({ startMs }: Game, seconds: number): string {
  return new Date(startMs + seconds * 1000).toISOString()
}

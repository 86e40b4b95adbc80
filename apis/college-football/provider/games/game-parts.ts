// Game members shared by several endpoints, and the side with the ball.

import { noTime, type Play } from '../../model/plays/columns.ts'
import { types } from '../../model/plays/kinds.ts'
import type { Game, School, Season } from '../../model/records.ts'
import { isNamed, isOf } from '../query.ts'

interface Sides {
  readonly offense: School
  readonly defense: School
}
export function sidesOf({ home, away }: Game, homeBall: number): Sides {
  return homeBall === 1 ? { offense: home, defense: away } : { offense: away, defense: home }
}

/** Returns 1 if the provider shows the home team as the offense of a play; for a kickoff, that is the kicking team. */
export function shownBall({ type, homeBall }: Play): number {
  return type === types.kickoff || type === types.kickoffTouchdown ? 1 - homeBall : homeBall
}

/** Filters of drives and plays by the team with the ball. */
interface SideFilter {
  readonly offense?: string | undefined
  readonly defense?: string | undefined
  readonly offenseConference?: string | undefined
  readonly defenseConference?: string | undefined
}

export function isWantedSide({ offense, defense }: Sides, filter: SideFilter): boolean {
  return (
    isNamed(offense, filter.offense) &&
    isNamed(defense, filter.defense) &&
    isOf(offense.conference, filter.offenseConference) &&
    isOf(defense.conference, filter.defenseConference)
  )
}

/** Reports whether one of the teams of a game could be the requested offense. */
export function mayHaveSide(game: Game, filter: SideFilter): boolean {
  return isWantedSide(sidesOf(game, 1), filter) || isWantedSide(sidesOf(game, 0), filter)
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

export function driveId({ notes }: Season, { id }: Game, number: number): number {
  return notes ? notes.driveIdOf(id, number) : id * 100 + number
}
export function clockOf(seconds: number): { minutes: number; seconds: number } {
  return { minutes: Math.floor(seconds / 60), seconds: seconds % 60 }
}
/** Returns the yards from the home team's goal line. */
export function yardLine(toGoal: number, homeBall: number): number {
  return homeBall === 1 ? 100 - toGoal : toGoal
}

/** Returns the time some seconds after the kickoff; null if the source has none. */
export function timeAfter({ startMs }: Game, seconds: number): string | null {
  if (seconds === noTime) return null
  return new Date(startMs + seconds * 1000).toISOString()
}

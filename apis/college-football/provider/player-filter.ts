// Which players of a season a call is about.
import type { Season } from './league/records.ts'
import { createMemo, isNamed, isOf } from './query.ts'

export interface PlayerFilter {
  readonly playerId?: number | undefined
  readonly team?: string | undefined
  readonly conference?: string | undefined
  readonly position?: string | undefined
}

/** Whether a call is about one player, or the players of few schools. */
export function isOfFew({ playerId, team, conference }: PlayerFilter): boolean {
  return playerId !== undefined || Boolean(team || conference)
}

/** Whether the player at a place of the season's list is wanted; undefined where all are. */
export function wantedPlayers({ players }: Season, filter: PlayerFilter): ((entry: number) => boolean) | undefined {
  const { playerId, team, conference, position } = filter
  if (playerId === undefined && !team && !conference && !position) return undefined
  const isSchool = createMemo(
    (school: Season['schools'][number]) => isNamed(school, team) && isOf(school.conference, conference),
  )
  const isPosition = createMemo((own: string) => !position || own.toLowerCase() === position.toLowerCase())
  return (entry) => {
    const school = players.schoolOf(entry)
    return (
      school !== undefined &&
      (playerId === undefined || players.idOf(entry) === playerId) &&
      isPosition(players.positionOf(entry) ?? '') &&
      isSchool(school)
    )
  }
}

// Selects the players of a season that a call requests.
import {
  addPlayerParts,
  emptyParts,
  type PartsByPlayer,
  type PlayerParts,
  skillPositions,
} from '../model/metrics/player-parts.ts'
import type { School, Season } from '../model/records.ts'
import { findPlayed, type GameFilter, isNamed, isOf, type Played } from './query.ts'

export interface PlayerFilter {
  readonly playerId?: number | undefined
  readonly team?: string | undefined
  readonly conference?: string | undefined
  readonly position?: string | undefined
}

/** Returns a predicate over indexes of the season's list of players. */
export function wantedPlayers({ players }: Season, filter: PlayerFilter): (entry: number) => boolean {
  const { playerId, team, conference, position } = filter
  const wantedPosition = position?.toLowerCase()
  return (entry) => {
    const school = players.schoolOf(entry)
    return (
      school !== undefined &&
      (playerId === undefined || players.idOf(entry) === playerId) &&
      (!wantedPosition || players.positionOf(entry)?.toLowerCase() === wantedPosition) &&
      isNamed(school, team) &&
      isOf(school.conference, conference)
    )
  }
}

/** Returns the games in which these players could have taken part. */
export function gamesOfPlayers(
  season: Season,
  { playerId, team, conference }: PlayerFilter,
  filter: Pick<GameFilter, 'seasonType' | 'startWeek' | 'endWeek'> = {},
): Played[] {
  const { players } = season
  const place = playerId === undefined ? undefined : players.placeOf(playerId)
  const school = place === undefined ? undefined : players.schoolOf(place)
  return findPlayed({ seasons: [season] }, { ...filter, team: team || school?.name, conference })
}

/** Reports whether a player has metrics of passers, runners and receivers. */
export function hasSkillPosition({ players }: Season, entry: number): boolean {
  return skillPositions.has(players.positionOf(entry) ?? '')
}

/** Returns the parts of some games' players and teams, by index. */
export function partsOf(
  games: readonly Played[],
  { excludeGarbageTime = false }: { readonly excludeGarbageTime?: boolean | undefined },
): { readonly players: PartsByPlayer; readonly teams: ReadonlyMap<number, PlayerParts> } {
  const players: PartsByPlayer = new Map()
  const teams = new Map<number, PlayerParts>()
  const teamOf = ({ index }: School): PlayerParts => {
    const own = teams.get(index) ?? emptyParts()
    teams.set(index, own)
    return own
  }
  for (const { season, game, from, to } of games) {
    const options = { plays: season.plays, from, to, excludeGarbage: excludeGarbageTime }
    addPlayerParts(players, [teamOf(game.away), teamOf(game.home)], options)
  }
  return { players, teams }
}

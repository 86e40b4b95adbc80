// Predicted points added by player: of passers, runners and receivers.

import type { League, School, Season } from '../league/records.ts'
import { addTo, emptyPart, type Part } from '../metrics/tally.ts'
import { emptyPlay, nobody, type PlayColumns } from '../plays/columns.ts'
import { isCountable, isGarbage, isPass, isPassingDown, isRush, isSuccess, ppaGarbage } from '../plays/kinds.ts'
import { findPlayed } from '../query.ts'

export interface PlayerParts {
  readonly all: Part
  readonly pass: Part
  readonly rush: Part
  /** As passer, and as receiver: of those of `pass`. */
  readonly passing: Part
  readonly receiving: Part
  readonly downs: readonly [Part, Part, Part, Part]
  readonly standardDowns: Part
  readonly passingDowns: Part
}
export type PartsByPlayer = Map<number, PlayerParts>

export const emptyParts = (): PlayerParts => ({
  ...{ all: emptyPart(), pass: emptyPart(), rush: emptyPart(), passing: emptyPart(), receiving: emptyPart() },
  downs: [emptyPart(), emptyPart(), emptyPart(), emptyPart()],
  ...{ standardDowns: emptyPart(), passingDowns: emptyPart() },
})

/** The positions that have these metrics. */
export const skillPositions: ReadonlySet<string> = new Set(['QB', 'RB', 'FB', 'TE', 'WR'])

/** Adds the countable plays of a game to the parts of its players, and to those of the two teams. */
export function addPlayerParts(
  parts: PartsByPlayer,
  teams: readonly [PlayerParts, PlayerParts] | undefined,
  { plays, from, to, excludeGarbage }: { plays: PlayColumns; from: number; to: number; excludeGarbage: boolean },
): void {
  const play = emptyPlay()
  for (let row = from; row < to; row++) {
    plays.read(row, play)
    if (!isCountable(play)) continue
    if (excludeGarbage && (isGarbage(play, ppaGarbage) || play.period > 4)) continue
    const isSuccessful = isSuccess(play)
    const add = (own: PlayerParts) => {
      addTo(own.all, play.ppa, isSuccessful)
      if (isPass(play)) addTo(own.pass, play.ppa, isSuccessful)
      else if (isRush(play)) addTo(own.rush, play.ppa, isSuccessful)
      const down = own.downs[play.down - 1]
      if (down) addTo(down, play.ppa, isSuccessful)
      addTo(isPassingDown(play) ? own.passingDowns : own.standardDowns, play.ppa, isSuccessful)
    }
    const of = (player: number): PlayerParts => {
      const own = parts.get(player) ?? emptyParts()
      parts.set(player, own)
      add(own)
      return own
    }
    if (play.actor !== nobody) {
      const own = of(play.actor)
      if (isPass(play)) addTo(own.passing, play.ppa, isSuccessful)
    }
    if (play.partner !== nobody) addTo(of(play.partner).receiving, play.ppa, isSuccessful)
    const team = teams?.[play.homeBall === 1 ? 1 : 0]
    if (team) add(team)
  }
}

export interface SeasonParts {
  readonly parts: PartsByPlayer
  readonly teams: ReadonlyMap<School, PlayerParts>
}
/** Of whole seasons, without and with decided games. */
const known = new WeakMap<Season, Map<boolean, SeasonParts>>()

/** The plays of all players of a season and those of their teams, or of the games of one team. Yields between games. */
export function* seasonParts(
  league: League,
  season: Season,
  { team, excludeGarbage }: { team: string | undefined; excludeGarbage: boolean },
): Generator<undefined, SeasonParts> {
  const made = known.get(season)?.get(excludeGarbage)
  if (made) return made
  const parts: PartsByPlayer = new Map()
  const teams = new Map<School, PlayerParts>()
  const of = (school: School) => {
    const own = teams.get(school) ?? emptyParts()
    teams.set(school, own)
    return own
  }
  for (const { game, from, to } of findPlayed(league, { year: season.year, team })) {
    addPlayerParts(parts, [of(game.away), of(game.home)], { plays: season.plays, from, to, excludeGarbage })
    yield undefined
  }
  const all = { parts, teams }
  if (!team) known.set(season, (known.get(season) ?? new Map<boolean, SeasonParts>()).set(excludeGarbage, all))
  return all
}

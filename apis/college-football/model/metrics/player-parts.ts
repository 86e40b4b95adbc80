// Predicted points added by player: passers, runners and receivers.

import { emptyPlay, nobody, type PlayColumns } from '../plays/columns.ts'
import { isCountable, isGarbage, isPass, isPassingDown, isRush, isSuccess, ppaGarbage } from '../plays/kinds.ts'
import { addTo, emptyPart, type Part } from './tally.ts'

export interface PlayerParts {
  readonly all: Part
  readonly pass: Part
  readonly rush: Part
  /** Parts of `pass`: as passer, and as receiver. */
  readonly passing: Part
  readonly receiving: Part
  readonly downs: readonly [Part, Part, Part, Part]
  readonly standardDowns: Part
  readonly passingDowns: Part
}
export type PartsByPlayer = Map<number, PlayerParts>

export const emptyParts = (): PlayerParts => ({
  all: emptyPart(),
  pass: emptyPart(),
  rush: emptyPart(),
  passing: emptyPart(),
  receiving: emptyPart(),
  downs: [emptyPart(), emptyPart(), emptyPart(), emptyPart()],
  standardDowns: emptyPart(),
  passingDowns: emptyPart(),
})

/** The positions with these metrics. */
export const skillPositions: ReadonlySet<string> = new Set(['QB', 'RB', 'FB', 'TE', 'WR'])

interface PlaysOfParts {
  readonly plays: PlayColumns
  readonly from: number
  readonly to: number
  readonly excludeGarbage: boolean
}

/** Adds the countable plays of a game to the parts of its players and of the two teams. */
export function addPlayerParts(
  parts: PartsByPlayer,
  teams: readonly [away: PlayerParts, home: PlayerParts],
  { plays, from, to, excludeGarbage }: PlaysOfParts,
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
    add(teams[play.homeBall === 1 ? 1 : 0])
  }
}

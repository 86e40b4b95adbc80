// The description and the id of a play.

import { present } from '#define/present'
import { nobody, type Play } from '../../model/plays/columns.ts'
import { types } from '../../model/plays/kinds.ts'
import type { Game, PlayerTable, Season } from '../../model/records.ts'

/** Returns an id of 18 digits, too long for a number; `number` is the index of the play in its game. */
export function playId({ notes }: Season, { id, result }: Game, number: number): string {
  return notes ? notes.idOf((result?.firstPlay ?? 0) + number) : `${id}${101_000_001 + number}`
}

/** Returns the source's description of a play, or our own if it has none. */
export function textOfPlay({ notes, players }: Season, game: Game, play: Play, number: number): string | null {
  return notes ? notes.textOf((game.result?.firstPlay ?? 0) + number) : playText(play, game, players)
}

const triesText = ['', ' (kick good)', ' (kick failed)', ' (two-point try good)', ' (two-point try failed)'] as const

function playText(play: Play, game: Game, players: PlayerTable): string {
  const [offense, defense] = play.homeBall === 1 ? [game.home, game.away] : [game.away, game.home]
  const name = (entry: number): string => {
    const player = players.at(entry)
    return entry === nobody || !player ? offense.name : `${player.first} ${player.last}`
  }
  const { actor, partner, defender, yards, length, returned } = play
  const forYards = yards === 0 ? 'for no gain' : yards < 0 ? `for a loss of ${count(-yards)}` : `for ${count(yards)}`
  const tackled = defender === nobody ? '' : `, tackled by ${name(defender)}`
  const followed = present(triesText[play.try])
  switch (play.type) {
    case types.rush:
      return `${name(actor)} run ${forYards}${tackled}`
    case types.rushTouchdown:
      return `${name(actor)} run ${forYards} for a touchdown${followed}`
    case types.reception:
      return `${name(actor)} pass complete to ${name(partner)} ${forYards}${tackled}`
    case types.passTouchdown:
      return `${name(actor)} pass complete to ${name(partner)} ${forYards} for a touchdown${followed}`
    case types.incompletion:
      return `${name(actor)} pass incomplete to ${name(partner)}${defender === nobody ? '' : `, broken up by ${name(defender)}`}`
    case types.interception:
      return `${name(actor)} pass intercepted by ${name(defender)}, returned for ${count(returned)}`
    case types.interceptionTouchdown:
      return `${name(actor)} pass intercepted by ${name(defender)}, returned for ${count(returned)} for a touchdown${followed}`
    case types.sack:
      return `${name(actor)} sacked by ${name(defender)} ${forYards}`
    case types.safety:
      return `${name(actor)} tackled in the end zone by ${name(defender)} for a safety`
    case types.fumbleOwn:
      return `${name(actor)} ${forYards}, fumble forced by ${name(defender)}, recovered by ${offense.name}`
    case types.fumbleLost:
      return `${name(actor)} ${forYards}, fumble forced by ${name(defender)}, recovered by ${defense.name}`
    case types.fumbleTouchdown:
      return `${name(actor)} fumble recovered by ${name(play.second)}, returned for ${count(returned)} for a touchdown${followed}`
    case types.punt:
      if (partner === nobody) return `${name(actor)} punt for ${count(length)}, touchback`
      return `${name(actor)} punt for ${count(length)}, ${returned === 0 ? 'fair catch by' : 'returned by'} ${name(partner)}${returned === 0 ? '' : ` for ${count(returned)}`}`
    case types.puntTouchdown:
      return `${name(actor)} punt for ${count(length)}, returned by ${name(partner)} for ${count(returned)} for a touchdown${followed}`
    case types.blockedPunt:
      return `${name(actor)} punt blocked by ${name(defender)}`
    case types.kickoff:
      if (partner === nobody) return `${name(actor)} kickoff for ${count(length)}, touchback`
      return `${name(actor)} kickoff for ${count(length)}, ${name(partner)} return for ${count(returned)}`
    case types.kickoffTouchdown:
      return `${name(actor)} kickoff for ${count(length)}, ${name(partner)} return for ${count(returned)} for a touchdown${followed}`
    case types.fieldGoal:
      return `${name(actor)} ${length} yard field goal good`
    case types.fieldGoalMissed:
      return `${name(actor)} ${length} yard field goal missed`
    case types.blockedFieldGoal:
      return `${name(actor)} ${length} yard field goal blocked by ${name(defender)}`
    case types.penalty:
      return `Penalty on ${yards < 0 ? offense.name : defense.name}, ${count(Math.abs(yards))}`
    case types.timeout:
      return 'Timeout'
    case types.endPeriod:
      return `End of period ${play.period}`
    case types.endOfHalf:
      return 'End of the first half'
    case types.endOfGame:
      return 'End of the game'
    default:
      return 'Play without a description'
  }
}

function count(yards: number): string {
  return yards === 1 ? '1 yard' : `${yards} yards`
}

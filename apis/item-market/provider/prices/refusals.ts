// The refusals of the price endpoints, in the shape of the gateway's own errors.
import { type Refusal, refuse } from '#define'
import { type Game, gameOf } from './markets.ts'

export function unknownGame(): Refusal {
  return wrong(400, {
    code: 'game.unknown',
    field: 'game',
    problem: 'is none of cs2 (also csgo, 730), dota2, rust and tf2',
  })
}
/** The field is the parameter or member the name came in. */
export function unknownItem(field = 'name'): Refusal {
  return wrong(400, { code: 'item.unknown', field, problem: 'is not the name of an item' })
}
export function unknownSource(): Refusal {
  return wrong(404, { code: 'source.unknown', field: 'source', problem: 'is not the key of a source' })
}
export function itemByItem(): Refusal {
  return wrong(400, { code: 'source.item_by_item', field: 'source', problem: 'is not read whole, but item by item' })
}
export function secretNotTaken(): Refusal {
  return wrong(400, { code: 'source.without_secret', field: 'source', problem: 'is read without a key or cookie' })
}
export function noPrice(): Refusal {
  const error = { code: 'price.unknown', message: 'The primary marketplace has no known price of this item.' }
  return refuse(404, { error })
}

/** The game of a parameter. Throws 400 `game.unknown`. */
export function readGame(word: string): Game {
  const game = gameOf(word)
  if (!game) throw unknownGame()
  return game
}

/** Names the field, as the gateway's own refusals of parameters do. */
function wrong(status: number, { code, field, problem }: { code: string; field: string; problem: string }): Refusal {
  const details = { problems: [{ name: field, problem }] }
  return refuse(status, { error: { code, message: `${field} ${problem}`, details } })
}

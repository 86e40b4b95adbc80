// Pictures of items by exact name, from the catalogue of the primary game.
import { catalogue } from '../catalogue/catalogue.ts'
import { pictureOf } from '../catalogue/picture.ts'
import { type Game, primaryGame } from '../games.ts'

/** Null for other games and for names that the catalogue does not have. */
export function imageOfName(game: Game, name: string): string | null {
  if (game.key !== primaryGame) return null
  const item = catalogue().byName(name)
  return item ? pictureOf(item.skin, item.wear) : (catalogue().thingByName(name)?.image ?? null)
}

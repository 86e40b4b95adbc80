// Pictures of items by exact name.
import { pictureOf } from '../catalogue/picture.ts'
import type { Catalogue } from '../catalogue/records.ts'
import { type Game, primaryGame } from '../games.ts'

/** Returns the address of a picture; null for other games and for names unknown to the catalogue. */
export function imageOfName(catalogue: Catalogue, game: Game, name: string): string | null {
  if (game.key !== primaryGame) return null
  const item = catalogue.byName(name)
  return item ? pictureOf(item.skin, item.wear) : (catalogue.otherItemByName(name)?.image ?? null)
}

// The autocomplete endpoint.
import type { InputOf, OutputOf } from '#define'
import type { endpoints } from '../../endpoints.ts'
import { pictureOf } from '../catalogue/picture.ts'
import type { Catalogue, Item, OtherItem } from '../catalogue/records.ts'
import { titleOf } from './kind-title.ts'
import { createSearch, type Search } from './search.ts'

const maxResults = 50

type Declared = (typeof endpoints)['itemsSearch']

/** Creates the search; the first call builds the index. */
export function createItemsSearch(catalogue: Catalogue): (input: InputOf<Declared>) => OutputOf<Declared> {
  let search: Search | undefined
  return ({ q = '', limit }) => {
    search ??= createSearch(catalogue)
    const results = search
      .find(q, Math.min(limit, maxResults))
      .map((item) => ('skin' in item ? resultOfItem(item) : resultOfOtherItem(item)))
    return { query: q, count: results.length, results }
  }
}

function resultOfItem({ name, skin, wear }: Item) {
  return { market_hash_name: name, image: pictureOf(skin, wear), type: skin.type, rarity: skin.rarity.name }
}

function resultOfOtherItem({ name, image, kind, rarity }: OtherItem) {
  return { market_hash_name: name, image, type: titleOf(kind), rarity: rarity.name }
}

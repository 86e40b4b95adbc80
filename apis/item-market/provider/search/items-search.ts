// The autocomplete endpoint over the search of the catalogue.
import type { InputOf, OutputOf } from '#define'
import type { endpoints } from '../../endpoints.ts'
import { catalogue, type Item, type Thing } from '../catalogue/catalogue.ts'
import { pictureOf } from '../catalogue/picture.ts'
import { titleOf } from './kind-title.ts'
import { createSearch, type Search } from './search.ts'

type Declared = (typeof endpoints)['itemsSearch']
let kept: Search | undefined

export function itemsSearch({ q = '', limit }: InputOf<Declared>): OutputOf<Declared> {
  kept ??= createSearch(catalogue())
  const results = kept.find(q, limit).map((found) => ('skin' in found ? resultOfItem(found) : resultOfThing(found)))
  return { query: q, count: results.length, results }
}

function resultOfItem({ name, skin, wear }: Item) {
  return { market_hash_name: name, image: pictureOf(skin, wear), type: skin.type, rarity: skin.rarity.name }
}

function resultOfThing({ name, image, kind, rarity }: Thing) {
  return { market_hash_name: name, image, type: titleOf(kind), rarity: rarity.name }
}

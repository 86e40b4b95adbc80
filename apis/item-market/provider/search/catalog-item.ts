// An item in the response of the catalogue endpoint.
import { pictureOf } from '../catalogue/picture.ts'
import type { Item } from '../catalogue/records.ts'

export interface CatalogItem {
  market_hash_name: string
  name: string
  image: string
  type: string
  weapon: string
  rarity: string
  rarity_color: string
  wear: Item['wear'] | null
  stattrak: boolean
  souvenir: boolean
  min_float: number
  max_float: number
  collection: string | null
  price?: number | null
}

export function catalogItem(item: Item): CatalogItem {
  const { skin } = item
  return {
    market_hash_name: item.name,
    name: skin.name,
    image: pictureOf(skin, item.wear),
    type: skin.type,
    weapon: skin.weapon,
    rarity: skin.rarity.name,
    rarity_color: skin.rarity.color,
    wear: item.wear ?? null,
    stattrak: item.stattrak,
    souvenir: item.souvenir,
    min_float: skin.minFloat,
    max_float: skin.maxFloat,
    collection: skin.collection?.name ?? null,
  }
}

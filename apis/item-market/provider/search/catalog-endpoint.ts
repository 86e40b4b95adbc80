// The catalogue endpoint: filters, order and pages over the items of the primary game, and over names seen in the other
// games.
import { type Chunks, type InputOf, type Reply, reply } from '#define'
import { paced } from '#provider'
import type { endpoints } from '../../endpoints.ts'
import { fold } from '../catalogue/name-form.ts'
import type { Catalogue, Item } from '../catalogue/records.ts'
import { invalidField } from '../errors.ts'
import { type Game, primaryGame, readGame } from '../games.ts'
import type { Prices } from '../prices/book/prices.ts'
import { type Currency, currencyMembers } from '../prices/feeds/currency.ts'
import { type CatalogItem, catalogItem } from './catalog-item.ts'
import { createNameFilter } from './name-filter.ts'
import { createPriceOrder } from './price-order.ts'
import { createRarityFilter } from './rarity-filter.ts'
import { createTypeFilter } from './type-filter.ts'

type Input = InputOf<(typeof endpoints)['catalog']>
interface SeenItem {
  market_hash_name: string
  price?: number | null
}
interface Head {
  game: string
  total: number
  limit: number
  offset: number
  count: number
  currency?: string
  sample_rate?: boolean
}
interface Page extends Head {
  items: (CatalogItem | SeenItem)[]
}
/** The filtered entries in order, with their writer. */
interface Listing<T> {
  readonly entries: readonly T[]
  readonly nameOf: (entry: T) => string
  readonly write: (entry: T) => CatalogItem | SeenItem
}
interface PageQuery {
  readonly input: Input
  readonly game: Game
  readonly currency: Pick<Currency, 'code' | 'isSample'>
}

const maxPageItems = 500

export function createCatalogEndpoint({ catalogue, prices }: { catalogue: Catalogue; prices: Prices }) {
  const isItem = createItemFilters(catalogue)
  const byPrice = createPriceOrder()

  /** Returns names of another game in the price collection that contain all words of `q`. */
  async function listNames({ q, sort }: Input, game: Game): Promise<Listing<string>> {
    const words = fold(q ?? '')
      .split(' ')
      .filter((word) => word !== '')
    const names = await prices.namesSeen(game.key)
    const same = (name: string) => name
    const ordered = sort === 'price' ? byPrice(names, same, await prices.lowestUnits(game)) : names
    const punctuation = words.length === 0 ? (q ?? '').trim() : ''
    const entries = ordered.filter((name) => hasAll(fold(name), words) && name.includes(punctuation))
    return { entries, nameOf: same, write: (name) => ({ market_hash_name: name }) }
  }

  async function pageOf<T>(listing: Listing<T>, { input, game, currency }: PageQuery): Promise<Page | Reply<Chunks>> {
    const { offset } = input
    const limit = Math.min(input.limit, maxPageItems)
    const { entries, nameOf } = listing
    const selected = entries.slice(offset, limit === 0 ? undefined : offset + limit)
    const head: Head = { game: game.key, total: entries.length, limit, offset, count: selected.length }
    let { write } = listing
    if (input.prices) {
      Object.assign(head, currencyMembers(currency))
      const lowest = await prices.lowestIn(currency.code, game.key)
      write = (entry) => ({ ...listing.write(entry), price: lowest(nameOf(entry)) ?? null })
    }
    if (selected.length <= maxPageItems) return { ...head, items: selected.map(write) }
    return reply(paced(jsonPage(head, selected, write)), {
      headers: { 'content-type': 'application/json; charset=utf-8' },
    })
  }

  return async (input: Input): Promise<Page | Reply<Chunks>> => {
    const game = readGame(input.game)
    if (input.sort === 'price' && !input.prices) throw invalidField('sort', 'price needs prices=true')
    const currency = await prices.currencyOf(input.currency)
    if (game.key === primaryGame) {
      const passes = isItem(input)
      const { items } = catalogue
      const ordered = input.sort === 'price' ? byPrice(items, nameOfItem, await prices.lowestUnits(game)) : items
      const entries = passes === undefined ? ordered : ordered.filter(passes)
      return pageOf({ entries, nameOf: nameOfItem, write: catalogItem }, { input, game, currency })
    }
    for (const name of ['type', 'rarity'] as const)
      if (input[name] !== undefined) throw invalidField(name, `is known of the items of ${primaryGame} only`)
    return pageOf(await listNames(input, game), { input, game, currency })
  }
}

/** Writes the page as one JSON document. */
function* jsonPage<T>(
  head: Head,
  entries: readonly T[],
  write: (entry: T) => CatalogItem | SeenItem,
): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"items":[`
  for (const [at, entry] of entries.entries()) yield (at === 0 ? '' : ',') + JSON.stringify(write(entry))
  yield ']}'
}

const nameOfItem = ({ name }: Item) => name

/** Returns filters by `type`, `rarity` and `q`; undefined if all items pass. */
function createItemFilters(catalogue: Catalogue): (input: Input) => ((item: Item) => boolean) | undefined {
  const { skins } = catalogue
  const [typeFilter, rarityFilter] = [createTypeFilter(skins), createRarityFilter(skins)]
  const nameFilter = createNameFilter(catalogue)
  return ({ type, rarity, q }) => {
    const byType = type === undefined ? undefined : typeFilter(type)
    if (type !== undefined && !byType) throw invalidField('type', unknownType)
    const byRarity = rarity === undefined ? undefined : rarityFilter(rarity)
    if (rarity !== undefined && !byRarity) throw invalidField('rarity', unknownRarity)
    const byName = q === undefined ? undefined : nameFilter(q)
    if (!byType && !byRarity) return byName
    const passing = new Uint8Array(skins.length)
    for (const skin of skins) if ((byType?.(skin) ?? true) && (byRarity?.(skin) ?? true)) passing[skin.id] = 1
    return (item) => passing[item.skin.id] === 1 && (byName?.(item) ?? true)
  }
}

const unknownType =
  'is neither a category (Rifle, Pistol, SMG, Heavy, Knife, Gloves, Equipment) nor a weapon, such as AK-47'
const unknownRarity =
  'is not a rarity of skins: Consumer Grade, Industrial Grade, Mil-Spec Grade, Restricted, Classified, Covert, Extraordinary, Contraband, or the number 1 to 7'

const hasAll = (name: string, words: readonly string[]) => words.every((word) => name.includes(word))

// The catalogue endpoint: filters, order and pages over the items of the primary game, and over names seen of the other games.

import { type InputOf, type Kit, type Parts, type Reply, reply } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { Tables } from '../../tables.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import { fold } from '../catalogue/name-form.ts'
import type { Item } from '../catalogue/records.ts'
import { invalidField } from '../errors.ts'
import { yieldToEventLoop } from '../event-loop.ts'
import { type Game, primaryGame, readGame } from '../games.ts'
import { listsOf } from '../prices/book/price-lists.ts'
import { createPrices } from '../prices/book/prices.ts'
import { type CatalogItem, catalogItem } from './catalog-item.ts'
import { nameFilter } from './name-filter.ts'
import { byPrice } from './price-order.ts'
import { rarityFilter } from './rarity-filter.ts'
import { typeFilter } from './type-filter.ts'

type Input = InputOf<(typeof endpoints)['catalog']>
type CallKit = Kit<Tables>
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
}
interface Page extends Head {
  items: (CatalogItem | SeenItem)[]
}
/** What passed the filters, in order, and how an entry of it is written. */
interface Listed<T> {
  readonly entries: readonly T[]
  readonly nameOf: (entry: T) => string
  readonly written: (entry: T) => CatalogItem | SeenItem
}

/** More than this is sent part by part. */
const pageCap = 500
/** Items to a part: small enough to be forgotten soon, where parts of 500 would each outlive the collection of young garbage. */
const itemsPerPart = 50

export async function catalog(input: Input, kit: CallKit): Promise<Page | Reply<Parts>> {
  const game = readGame(input.game)
  if (input.sort === 'price' && !input.prices) throw invalidField('sort', 'price needs prices=true')
  const { code } = await createPrices(kit).currencyOf(input.currency)
  if (game.key === primaryGame) {
    const passes = itemFilter(input)
    const { items } = catalogue()
    const ordered = input.sort === 'price' ? byPrice(items, nameOf, (await listsOf(kit, game)).lowest) : items
    const entries = passes === undefined ? ordered : ordered.filter(passes)
    return answer({ entries, nameOf, written: catalogItem }, { input, game, kit, code })
  }
  for (const name of ['type', 'rarity'] as const)
    if (input[name] !== undefined) throw invalidField(name, `is known of the items of ${primaryGame} only`)
  return answer(await namesFor(input, game, kit), { input, game, kit, code })
}

interface Asked {
  readonly input: Input
  readonly game: Game
  readonly kit: CallKit
  /** Of the currency. */
  readonly code: string
}

async function answer<T>(listed: Listed<T>, asked: Asked): Promise<Page | Reply<Parts>> {
  const { limit, offset, prices } = asked.input
  const { entries } = listed
  const wanted = entries.slice(offset, limit === 0 ? undefined : offset + limit)
  const head: Head = { game: asked.game.key, total: entries.length, limit, offset, count: wanted.length }
  if (prices) head.currency = asked.code
  const write = await writer(listed, asked)
  if (wanted.length <= pageCap) return { ...head, items: wanted.map(write) }
  return reply(inParts(head, wanted, write), { headers: { 'content-type': 'application/json; charset=utf-8' } })
}

/** How an entry is written, with its price where prices are asked for. */
async function writer<T>(
  { nameOf, written }: Listed<T>,
  { input, game, kit, code }: Asked,
): Promise<(entry: T) => CatalogItem | SeenItem> {
  if (!input.prices) return written
  const lowest = await createPrices(kit).lowestIn(code, game.key)
  return (entry) => ({ ...written(entry), price: lowest(nameOf(entry)) ?? null })
}

/** One long JSON text; others are served between its pieces. */
async function* inParts<T>(
  head: Head,
  wanted: readonly T[],
  write: (entry: T) => CatalogItem | SeenItem,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"items":[`
  for (let at = 0; at < wanted.length; at += itemsPerPart) {
    const piece = wanted.slice(at, at + itemsPerPart).map((entry) => JSON.stringify(write(entry)))
    yield (at === 0 ? '' : ',') + piece.join(',')
    await yieldToEventLoop()
  }
  yield ']}'
}

const nameOf = ({ name }: Item) => name

/** Whether an item passes `type`, `rarity` and `q`; undefined when all do. */
function itemFilter({ type, rarity, q }: Input): ((item: Item) => boolean) | undefined {
  const all = catalogue()
  const byType = type === undefined ? undefined : typeFilter(type, all.skins)
  if (type !== undefined && !byType) throw invalidField('type', 'is neither a category nor a weapon')
  const byRarity = rarity === undefined ? undefined : rarityFilter(rarity, all.skins)
  if (rarity !== undefined && !byRarity) throw invalidField('rarity', 'is not the name or number of a rarity of skins')
  const byName = q === undefined ? undefined : nameFilter(q, all)
  if (!byType && !byRarity) return byName
  const skins = new Uint8Array(all.skins.length)
  for (const skin of all.skins) if ((byType?.(skin) ?? true) && (byRarity?.(skin) ?? true)) skins[skin.id] = 1
  return (item) => skins[item.skin.id] === 1 && (byName?.(item) ?? true)
}

/** Names of another game seen in the price collection that contain all words of `q`. */
async function namesFor({ q, sort }: Input, game: Game, kit: CallKit): Promise<Listed<string>> {
  const words = fold(q ?? '')
    .split(' ')
    .filter((word) => word !== '')
  const seen = await createPrices(kit).namesSeen(game.key)
  const same = (name: string) => name
  const ordered = sort === 'price' ? byPrice(seen, same, (await listsOf(kit, game)).lowest) : seen
  const entries = words.length === 0 ? ordered : ordered.filter((name) => hasAll(fold(name), words))
  return { entries, nameOf: same, written: (name) => ({ market_hash_name: name }) }
}

const hasAll = (text: string, words: readonly string[]) => words.every((word) => text.includes(word))

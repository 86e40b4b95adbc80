// What is asked of all items of a game at once: the lowest offers, and the items below the primary marketplace. Made in one go
// through the book, in steps that hold nobody up, and kept until a price may have changed.

import type { ProviderKit } from '#define'
import type { Tables } from '../../../tables.ts'
import { yieldToEventLoop } from '../../event-loop.ts'
import type { Game } from '../../games.ts'
import { primaryMarket } from '../../markets.ts'
import { bookOf, type PriceBook } from './price-book.ts'
import { type JudgedRow, unify } from './unify.ts'

type Kit = Pick<ProviderKit<Tables>, 'db' | 'now'>

export interface Deal {
  readonly name: string
  /** The lowest believable offer. */
  readonly row: JudgedRow
  readonly referencePrice: number
  /** Share below the reference price, four decimals. */
  readonly discount: number
}
export interface PriceLists {
  readonly book: PriceBook
  /** Units by name; a name without a believable offer is absent. */
  readonly lowest: ReadonlyMap<string, number>
  /** The greatest discounts first, as many as one answer can have. */
  readonly deals: readonly Deal[]
  /** How many deals there are of at least a discount. */
  countFrom(minDiscount: number): number
}
interface Slot {
  readonly stamp: string
  readonly lists: Promise<PriceLists>
}

const itemsPerYield = 500
/** The bound of the endpoint's limit. */
const mostDeals = 500
const slots = new WeakMap<object, Map<string, Slot>>()

/** The lists of a game. Those who ask while they are made wait for the same ones. */
export async function listsOf(kit: Kit, game: Game): Promise<PriceLists> {
  const book = await bookOf(kit, game)
  const kept = slots.get(kit.db) ?? new Map<string, Slot>()
  slots.set(kit.db, kept)
  const slot = kept.get(game.key)
  if (slot?.stamp === book.stamp) return slot.lists
  const lists = makeLists(book)
  kept.set(game.key, { stamp: book.stamp, lists })
  lists.catch(() => kept.delete(game.key))
  return lists
}

async function makeLists(book: PriceBook): Promise<PriceLists> {
  const lowest = new Map<string, number>()
  let deals: Deal[] = []
  const discounts: number[] = []
  /** What a deal must have to be among the best so far. */
  let least = 0
  let count = 0
  for (const name of book.names()) {
    const unified = unify(book.rows(name), book.nowMs, book.staleMs)
    if (unified.lowest) lowest.set(name, unified.lowest.price)
    const deal = dealOf(name, unified.rows)
    if (deal) discounts.push(deal.discount)
    if (deal && deal.discount >= least) deals.push(deal)
    if (deals.length >= 2 * mostDeals) {
      deals = best(deals)
      least = deals.at(-1)?.discount ?? 0
    }
    if (++count % itemsPerYield === 0) await yieldToEventLoop()
  }
  const sorted = Float64Array.from(discounts).sort()
  return { book, lowest, deals: best(deals), countFrom: (minDiscount) => sorted.length - placeOf(sorted, minDiscount) }
}

function best(deals: Deal[]): Deal[] {
  return deals.sort((a, b) => b.discount - a.discount || (a.name < b.name ? -1 : 1)).slice(0, mostDeals)
}

/** How many of the ascending values are below the given one. */
function placeOf(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Measured against the primary marketplace's row, when it has one that counts; rows are lowest first. */
function dealOf(name: string, rows: readonly JudgedRow[]): Deal | undefined {
  const counted = rows.filter(({ stale, outlier }) => !stale && !outlier)
  const reference = counted.find(({ market }) => market === primaryMarket)
  const row = counted.find(({ market }) => market !== primaryMarket)
  if (!reference || !row || row.price >= reference.price) return undefined
  const discount = Math.round((1 - row.price / reference.price) * 10_000) / 10_000
  return { name, row, referencePrice: reference.price, discount }
}

// Queries over all items of a game: the lowest offers, and the items cheaper elsewhere than on the primary marketplace.
// Computed in one pass through the book, in steps, and cached until its stamp changes.
import { yieldToEventLoop } from '#provider'
import type { Game } from '../../games.ts'
import { primaryMarket } from '../../markets.ts'
import type { PriceBook, PriceBooks } from './price-book.ts'
import { type JudgedRow, unify } from './unify.ts'

export interface Deal {
  readonly name: string
  /** The lowest plausible offer. */
  readonly row: JudgedRow
  readonly referencePrice: number
  /** Share below the reference price, four decimals. */
  readonly discount: number
}
export interface PriceLists {
  readonly book: PriceBook
  /** Units by name; names without a plausible offer are absent. */
  readonly lowest: ReadonlyMap<string, number>
  /** Deals, greatest discount first. */
  readonly deals: readonly Deal[]
  /** Returns the number of deals with at least this discount. */
  countFrom(minDiscount: number): number
}
/** Returns the lists of a game. Concurrent calls share one computation. */
export type ListsOf = (game: Game) => Promise<PriceLists>

const itemsPerStep = 500

export function createPriceLists(books: PriceBooks): ListsOf {
  const byGame = new Map<string, { readonly stamp: string; readonly lists: Promise<PriceLists> }>()
  return async (game) => {
    const book = await books.open(game)
    const known = byGame.get(game.key)
    if (known?.stamp === book.stamp) return known.lists
    const lists = computeLists(book)
    byGame.set(game.key, { stamp: book.stamp, lists })
    lists.catch(() => byGame.delete(game.key))
    return lists
  }
}

async function computeLists(book: PriceBook): Promise<PriceLists> {
  const lowest = new Map<string, number>()
  const deals: Deal[] = []
  let count = 0
  for (const name of book.names()) {
    const unified = unify(book.rows(name), book.nowMs, book.staleMs)
    if (unified.lowest) lowest.set(name, unified.lowest.price)
    const deal = dealOf(name, unified.rows)
    if (deal) deals.push(deal)
    if (++count % itemsPerStep === 0) await yieldToEventLoop()
  }
  deals.sort((a, b) => b.discount - a.discount || (a.name < b.name ? -1 : 1))
  return { book, lowest, deals, countFrom: (discount) => countFrom(deals, discount) }
}

/** Returns the number of deals, sorted by descending discount, with at least this discount. */
function countFrom(deals: readonly Deal[], discount: number): number {
  let low = 0
  let high = deals.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((deals[middle]?.discount ?? 0) >= discount) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the deal against the primary marketplace's row, if it has a valid one; rows are lowest first. */
function dealOf(name: string, rows: readonly JudgedRow[]): Deal | undefined {
  const counted = rows.filter(({ stale, outlier }) => !stale && !outlier)
  const reference = counted.find(({ market }) => market === primaryMarket)
  const row = counted.find(({ market }) => market !== primaryMarket)
  if (!reference || !row || row.price >= reference.price) return undefined
  const discount = Math.round((1 - row.price / reference.price) * 10_000) / 10_000
  return { name, row, referencePrice: reference.price, discount }
}

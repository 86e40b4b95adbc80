// The unified price of one item, for single responses and batches.
import type { Of } from '#define'
import type { marketRow, unifiedPrice } from '../../schemas/prices.ts'
import { isoTime } from '../iso-time.ts'
import { marketOf } from '../markets.ts'
import type { PriceBook } from './book/price-book.ts'
import { type JudgedRow, unify } from './book/unify.ts'
import { type Currency, currencyMembers } from './feeds/currency.ts'

/** Returns the unified price of an exact name in a book. */
export function unifiedView(book: PriceBook, name: string, currency: Currency): Of<typeof unifiedPrice> {
  const phases = book.phases(name)
  return {
    market_hash_name: name,
    game: book.game.key,
    ...currencyMembers(currency),
    ...unifiedNumbers(book, { name, currency }),
    ...(phases.length > 0
      ? {
          variants: phases.map(({ phase, paintIndex }) => ({
            phase,
            paint_index: paintIndex,
            ...unifiedNumbers(book, { name, phase, currency }),
          })),
        }
      : {}),
    ...(book.simulated ? { simulated: true } : {}),
  }
}

interface Query {
  readonly name: string
  readonly phase?: string
  readonly currency: Currency
}

/** Returns the unified prices of an item, or of one phase of it. */
function unifiedNumbers(book: PriceBook, query: Query) {
  const { name, phase, currency } = query
  const { rows, lowest, highestBid, median, average } = unify(book.rows(name, phase), book.nowMs, book.staleMs)
  const bid = highestBid?.bid
  return {
    lowest: lowest ? { market: lowest.market, price: currency.amount(lowest.price) } : null,
    ...(highestBid && bid !== undefined
      ? { highest_bid: { market: highestBid.market, price: currency.amount(bid) } }
      : {}),
    median: median === undefined ? null : currency.amount(median),
    average: average === undefined ? null : currency.amount(average),
    volume: volumeOf(rows.filter(({ stale, outlier }) => !stale && !outlier)),
    market_count: rows.length,
    markets: rows.map((row) => rowView(book, row, query)),
    updated_at: rows.length === 0 ? null : isoTime(Math.max(...rows.map(({ atMs }) => atMs))),
  }
}

function rowView({ game, nowMs }: PriceBook, row: JudgedRow, { name, currency }: Query): Of<typeof marketRow> {
  return {
    market: row.market,
    price: currency.amount(row.price),
    quantity: row.quantity,
    ...(row.bid === undefined ? {} : { buy_order: currency.amount(row.bid) }),
    url: marketOf(row.market)?.page?.(name, game) ?? null,
    updated_at: isoTime(row.atMs),
    age_seconds: Math.max(0, Math.floor((nowMs - row.atMs) / 1000)),
    is_stale: row.stale,
    is_outlier: row.outlier,
    ...(row.simulated ? { simulated: true } : {}),
  }
}

/** Returns the number of copies on offer on all marketplaces that report it; null if none does. */
function volumeOf(rows: readonly JudgedRow[]): number | null {
  const quantities = rows.flatMap(({ quantity }) => (quantity === null ? [] : [quantity]))
  return quantities.length === 0 ? null : quantities.reduce((sum, quantity) => sum + quantity, 0)
}

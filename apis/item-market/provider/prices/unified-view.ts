// The unified price of one item as it is answered, alone and in batches.
import type { Of } from '#define'
import type { marketRow, unifiedPrice } from '../../schemas/prices.ts'
import { isoTime } from '../iso-time.ts'
import { marketOf } from '../markets.ts'
import type { PriceBook } from './book/price-book.ts'
import { type JudgedRow, unify } from './book/unify.ts'
import type { Currency } from './feeds/currency.ts'

/** The unified price of an exact name in a book. */
export function unifiedAnswer(book: PriceBook, name: string, currency: Currency): Of<typeof unifiedPrice> {
  const phases = book.phases(name)
  return {
    market_hash_name: name,
    game: book.game.key,
    currency: currency.code,
    ...figuresOf(book, { name, currency }),
    ...(phases.length > 0
      ? {
          variants: phases.map(({ phase, paintIndex }) => ({
            phase,
            paint_index: paintIndex,
            ...figuresOf(book, { name, phase, currency }),
          })),
        }
      : {}),
    ...(book.simulated ? { simulated: true } : {}),
  }
}

interface Asked {
  readonly name: string
  readonly phase?: string
  readonly currency: Currency
}

/** What the rows of an item come to, or those of one phase of it. */
function figuresOf(book: PriceBook, asked: Asked) {
  const { name, phase, currency } = asked
  const { rows, lowest, highestBid, median, average } = unify(book.rows(name, phase), book.nowMs, book.staleMs)
  const bid = highestBid?.bid
  return {
    lowest: lowest ? { market: lowest.market, price: currency.amount(lowest.price) } : null,
    ...(highestBid && bid !== undefined
      ? { highest_bid: { market: highestBid.market, price: currency.amount(bid) } }
      : {}),
    median: median === undefined ? null : currency.amount(median),
    average: average === undefined ? null : currency.amount(average),
    volume: volumeOf(rows),
    market_count: rows.length,
    markets: rows.map((row) => rowAnswer(book, row, asked)),
    updated_at: rows.length === 0 ? null : isoTime(Math.max(...rows.map(({ atMs }) => atMs))),
  }
}

function rowAnswer({ game, nowMs }: PriceBook, row: JudgedRow, { name, currency }: Asked): Of<typeof marketRow> {
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

/** Copies on offer on all marketplaces that tell; null when none does. */
function volumeOf(rows: readonly JudgedRow[]): number | null {
  const told = rows.flatMap(({ quantity }) => (quantity === null ? [] : [quantity]))
  return told.length === 0 ? null : told.reduce((sum, quantity) => sum + quantity, 0)
}

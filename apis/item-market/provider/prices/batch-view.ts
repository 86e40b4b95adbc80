// Unified prices of several items: in the order of the names, with an error for each that fails.
import type { Of } from '#define'
import type { priceBatch } from '../../schemas/prices.ts'
import { unknownItemInBatch } from '../errors.ts'
import type { PriceBook } from './book/price-book.ts'
import { type Currency, currencyMembers } from './feeds/currency.ts'
import { unifiedView } from './unified-view.ts'

export function batchView(book: PriceBook, names: readonly string[], currency: Currency): Of<typeof priceBatch> {
  const items = names.map((requested) => {
    const name = book.nameOf(requested)
    return name === undefined
      ? { market_hash_name: requested, error: unknownItemInBatch }
      : unifiedView(book, name, currency)
  })
  return { ...currencyMembers(currency), count: items.length, items, ...(book.simulated ? { simulated: true } : {}) }
}

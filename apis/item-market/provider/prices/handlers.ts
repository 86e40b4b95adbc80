// Handlers of the price endpoints: parameters are made sense of here, answers are made in the files beside.
import type { AreaFacts, AreaHandlers } from '../area.ts'
import { unknownItem } from '../errors.ts'
import { primaryGame, readGame } from '../games.ts'
import { batchAnswer } from './batch-view.ts'
import { bookOf, type PriceBook } from './book/price-book.ts'
import { dealsAnswer } from './deals-view.ts'
import { currencyOf } from './feeds/currency.ts'
import { historyAnswer } from './history-view.ts'
import { primaryRound } from './ingest/primary-round.ts'
import { ingestJobs, removeOldDays } from './ingest/schedule.ts'
import { itemAnswer } from './item-view.ts'
import { statusAnswer } from './status-view.ts'
import { unifiedAnswer } from './unified-view.ts'

export const priceHandlers: AreaHandlers<'markets' | 'marketsBatch' | 'items' | 'history' | 'deals' | 'status'> = {
  async markets({ name, game, currency }, kit) {
    const book = await bookOf(kit, readGame(game))
    return unifiedAnswer(book, exactName(book, name), await currencyOf(kit, currency))
  },
  // Defaults of a body's fields are declared, but a body is handed on as it was sent.
  async marketsBatch({ body: { names, game = primaryGame, currency = 'USD' } }, kit) {
    const book = await bookOf(kit, readGame(game))
    return batchAnswer(book, names, await currencyOf(kit, currency))
  },
  async items({ name, game = primaryGame, currency }, kit) {
    const book = await bookOf(kit, readGame(game))
    return itemAnswer(kit, book, { name: exactName(book, name), currency: await currencyOf(kit, currency) })
  },
  async history({ name, game, days, currency }, kit) {
    const book = await bookOf(kit, readGame(game))
    return historyAnswer(kit, book, { name: exactName(book, name), days, currency: await currencyOf(kit, currency) })
  },
  async deals({ game, min_discount, limit, currency }, kit) {
    const facts = { minDiscount: min_discount, limit, currency: await currencyOf(kit, currency) }
    return dealsAnswer(kit, readGame(game), facts)
  },
  status: (_input, kit) => statusAnswer(kit),
}

export const priceFacts: AreaFacts = {
  jobs: [...ingestJobs, primaryRound, removeOldDays],
}

/** Throws 404 `item.unknown`. */
function exactName(book: PriceBook, given: string): string {
  const name = book.nameOf(given)
  if (name === undefined) throw unknownItem()
  return name
}

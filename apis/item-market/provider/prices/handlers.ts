// Handlers of the price endpoints: parameters are made sense of here, answers are made in the files beside.
import prices from '../../migrations/0003-prices.ts'
import type { AreaFacts, AreaHandlers } from '../area.ts'
import { batchAnswer } from './batch.ts'
import { currencyOf } from './currency.ts'
import { dealsAnswer } from './deals.ts'
import { historyAnswer } from './history.ts'
import { itemAnswer } from './item-price.ts'
import { primaryGame } from './markets.ts'
import { bookOf, type PriceBook } from './price-book.ts'
import { primaryRound } from './primary-round.ts'
import { readGame, unknownItem } from './refusals.ts'
import { ingestJobs, removeOldDays } from './schedule.ts'
import { statusAnswer } from './status.ts'
import { unifiedAnswer } from './unified-answer.ts'

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
  migrations: { '0003-prices': prices },
  jobs: [...ingestJobs, primaryRound, removeOldDays],
}

/** Throws 404 `item.unknown`. */
function exactName(book: PriceBook, given: string): string {
  const name = book.nameOf(given)
  if (name === undefined) throw unknownItem()
  return name
}

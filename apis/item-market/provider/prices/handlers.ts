// The handlers of the price endpoints: they interpret parameters; the views build responses.
import type { HandlersFor, ProviderKit } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { Tables } from '../../tables.ts'
import type { Catalogue } from '../catalogue/records.ts'
import { unknownItem } from '../errors.ts'
import { primaryGame, readGame } from '../games.ts'
import { batchView } from './batch-view.ts'
import type { PriceBook, PriceBooks } from './book/price-book.ts'
import type { ListsOf } from './book/price-lists.ts'
import { createDealsView } from './deals-view.ts'
import type { Currencies } from './feeds/currency.ts'
import { historyView } from './history-view.ts'
import type { ReadPrimary } from './ingest/primary-reading.ts'
import { itemView } from './item-view.ts'
import { statusView } from './status-view.ts'
import type { LatestPricesStore } from './store/latest-prices.ts'
import { unifiedView } from './unified-view.ts'

interface PriceHandlersDeps {
  readonly kit: ProviderKit<Tables>
  readonly catalogue: Catalogue
  readonly latestPrices: LatestPricesStore
  readonly books: PriceBooks
  readonly listsOf: ListsOf
  readonly currencies: Currencies
  readonly readPrimary: ReadPrimary
}
type PriceHandlers = HandlersFor<
  typeof endpoints,
  'markets' | 'marketsBatch' | 'items' | 'history' | 'deals' | 'status'
>

export function createPriceHandlers(deps: PriceHandlersDeps): PriceHandlers {
  const { books, currencies, listsOf, catalogue } = deps
  const { currencyOf } = currencies
  const exactName = (book: PriceBook, name: string): string => {
    const exact = book.nameOf(name)
    if (exact === undefined) throw unknownItem(book.game.key === primaryGame ? catalogue.skinByName(name) : undefined)
    return exact
  }
  const dealsView = createDealsView(catalogue)
  return {
    async markets({ name, game, currency }) {
      const book = await books.open(readGame(game))
      return unifiedView(book, exactName(book, name), await currencyOf(currency))
    },
    // defaults of body members are declared, but a body arrives as it was sent
    async marketsBatch({ body: { names, game = primaryGame, currency = 'USD' } }) {
      const book = await books.open(readGame(game))
      return batchView(book, names, await currencyOf(currency))
    },
    async items({ name, game = primaryGame, currency }, { signal }) {
      const book = await books.open(readGame(game))
      return itemView(deps, book, { name: exactName(book, name), currency: await currencyOf(currency), signal })
    },
    async history({ name, game, days, currency }) {
      const book = await books.open(readGame(game))
      return historyView(deps, book, { name: exactName(book, name), days, currency: await currencyOf(currency) })
    },
    async deals({ game, min_discount, limit, offset, currency }) {
      return dealsView(await listsOf(readGame(game)), {
        minDiscount: min_discount,
        limit,
        offset,
        currency: await currencyOf(currency),
      })
    },
    status: () => statusView(deps),
  }
}

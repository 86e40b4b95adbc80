// Opens the prices: their state, and their interfaces for the endpoints, the operator, the jobs and other areas.
import type { ProviderKit } from '#define'
import type { Tables } from '../../tables.ts'
import type { Catalogue } from '../catalogue/records.ts'
import { createPriceBooks } from './book/price-book.ts'
import { createPriceLists } from './book/price-lists.ts'
import { createPrices } from './book/prices.ts'
import { createCurrencies } from './feeds/currency.ts'
import type { HostRateLimiters } from './feeds/host-rate-limiter.ts'
import { createPriceHandlers } from './handlers.ts'
import { createIngest } from './ingest/ingest.ts'
import { createPrimaryReader } from './ingest/primary-reading.ts'
import { createPrimaryRound } from './ingest/primary-round.ts'
import { createPriceJobs } from './ingest/schedule.ts'
import { createPriceOperatorHandlers } from './operator-handlers.ts'
import { createLatestPrices } from './store/latest-prices.ts'

interface PricesOpenDeps {
  readonly kit: ProviderKit<Tables>
  readonly catalogue: Catalogue
  readonly limiters: HostRateLimiters
}

export function openPrices({ kit, catalogue, limiters }: PricesOpenDeps) {
  const latestPrices = createLatestPrices(kit)
  const currencies = createCurrencies(kit)
  const books = createPriceBooks({ now: () => kit.now(), latestPrices, catalogue })
  const listsOf = createPriceLists(books)
  const ingest = createIngest({ kit, limiters, currencies, latestPrices })
  const readPrimary = createPrimaryReader({ kit, limiters, latestPrices })
  const primaryRound = createPrimaryRound(books, readPrimary)
  return {
    prices: createPrices({ books, listsOf, currencies }),
    handlers: createPriceHandlers({ kit, catalogue, latestPrices, books, listsOf, currencies, readPrimary }),
    operator: createPriceOperatorHandlers({ kit, latestPrices, ingest }),
    jobs: createPriceJobs({ kit, latestPrices, ingest, primaryRound }),
    books,
    latestPrices,
    ingest,
  }
}

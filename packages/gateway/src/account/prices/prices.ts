// The prices of a listing's endpoints, cached until the operator changes one: a call of a listing without prices pays
// one look-up.
import { readDollars } from '#provider/budgets'
import { createPricesRepository, everyEndpoint, type PriceRow, type Store } from '#store'
import { createLoadingCache } from '../../process/cache/loading-cache.ts'
import type { Invalidations } from '../invalidations/port.ts'
import { type Count, readCount } from './count.ts'

/** The price of a call; more than nothing. */
export interface Price {
  /** 1e-12 US dollars. */
  readonly amount: bigint
  /** The same as a decimal string of dollars. */
  readonly dollars: string
  /** The number that it is the price of each of; undefined for the price of a call. */
  readonly count: Count | undefined
  /** The most that one call costs. */
  readonly most: bigint
  /** True if answers of the embedded provider cost as much. */
  readonly embedded: boolean
}
/** Prices by endpoint; null stands for an endpoint that is free although the others have a price. */
export type ListingPrices = ReadonlyMap<string, Price | null>
export interface Prices {
  /** Returns the prices of a listing; undefined if it has none. */
  of(listing: string): ListingPrices | undefined | Promise<ListingPrices | undefined>
}
interface PricesDeps {
  readonly store: Pick<Store, 'db'>
  readonly invalidations: Pick<Invalidations, 'hasLease' | 'on'>
  readonly clock: () => number
}

const entryLimit = 10_000

/** Creates the cache. */
export function createPrices({ store, invalidations, clock }: PricesDeps): Prices {
  const rows = createPricesRepository(store.db)
  const cache = createLoadingCache<ListingPrices | undefined, string>({
    capacity: entryLimit,
    clock,
    mayServe: () => invalidations.hasLease(),
    load: async (listing) => {
      const prices = (await rows.ofListing(listing)).map((row) => [row.endpoint, priceOf(row)] as const)
      const value = prices.length === 0 ? undefined : new Map(prices)
      return { value, isNegative: value === undefined, tags: [`*/${listing}`] }
    },
  })
  invalidations.on('listing', (target) => {
    if (target.startsWith('*/')) cache.invalidate(target)
  })
  invalidations.on('api', (slug) => cache.invalidate(`*/${slug}`))
  return { of: (listing) => cache.get(listing, listing) }
}

/** Returns the price of an endpoint; undefined for a free one. */
export function priceOfEndpoint(prices: ListingPrices, endpoint: string): Price | undefined {
  const own = prices.get(endpoint)
  return (own === undefined ? prices.get(everyEndpoint) : own) ?? undefined
}

/** Reads a stored price, which was checked when it was set. */
function priceOf({ usd, embedded, per, atMost }: PriceRow): Price | null {
  const amount = readDollars(usd)
  const most = atMost === null ? amount : readDollars(atMost)
  const count = per === null ? undefined : readCount(per)
  if (amount === undefined || most === undefined || (per !== null && !count))
    throw new Error(`a stored price cannot be read: ${usd} per ${per}, at most ${atMost}`)
  return amount === 0n ? null : { amount, dollars: usd, count, most, embedded }
}

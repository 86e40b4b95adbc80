// The prices of calls, a page at a time; for accounts, those that calls of theirs can have.
import { fail } from '#define'
import { createPricesRepository, everyEndpoint, type PriceRow, type Store } from '#store'
import type { Listing } from '../../call/listings.ts'
import type { ServedApis } from '../../call/served-apis.ts'

interface ServedPricesDeps {
  readonly store: Pick<Store, 'db'>
  readonly served: Pick<ServedApis, 'listings'>
}
/** The calls that a price is for. */
export type Named = Pick<PriceRow, 'listing' | 'endpoint'>

/** Creates the list of prices for accounts: those of endpoints that are served. */
export function createServedPrices({ store, served }: ServedPricesDeps) {
  const rows = createPricesRepository(store.db)
  const isServed = ({ listing: slug, endpoint }: PriceRow) => {
    const listing = served.listings.find((one) => one.slug === slug)
    return listing !== undefined && hasEndpoint(listing, endpoint)
  }
  return {
    /** Returns a page; `after` is the `next` of the previous one. */
    async list(after: string | undefined) {
      const { prices, next } = pageOf(await rows.list(after === undefined ? undefined : readCursor(after)))
      return {
        prices: prices.filter(isServed).map((price) => {
          const { updatedAt: _set, ...view } = viewOf(price)
          return view
        }),
        ...(next !== undefined && { next }),
      }
    },
  }
}

/** Reports whether a listing has an endpoint of this id, or it stands for all. */
export function hasEndpoint({ api }: Listing, endpoint: string): boolean {
  return (
    endpoint === everyEndpoint || Object.hasOwn(api.endpoints, endpoint) || Object.hasOwn(api.sockets ?? {}, endpoint)
  )
}

/** Returns a price as answers show it. */
export function viewOf({ per, atMost, ...price }: PriceRow) {
  return { ...price, ...(per !== null && { per }), ...(atMost !== null && { atMost }) }
}

const pageSize = 1000

/** Returns the rows of a page, and the cursor of the next one unless it is the last. */
export function pageOf(prices: readonly PriceRow[]) {
  const last = prices.length < pageSize ? undefined : prices.at(-1)
  return { prices, next: last && `${last.listing}/${last.endpoint}` }
}

/** Reads a cursor. Fails with 'input.invalid'. */
export function readCursor(after: string): Named {
  const [, listing, endpoint] = /^([\w.-]+)\/([\w.-]+|\*)$/.exec(after) ?? []
  if (listing !== undefined && endpoint !== undefined) return { listing, endpoint }
  const problem = 'Use the next of the previous page.'
  throw fail('input.invalid', { problems: problem }, { details: { problems: [{ name: 'after', problem }] } })
}

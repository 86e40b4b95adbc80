// Handlers of prices. A change holds in every process once it is acknowledged.
import { fail, type HandlersFor } from '#define'
import { dollarsOf, readDollars } from '#provider/budgets'
import { createPricesRepository, type PriceRow, type Store } from '#store'
import type { Invalidations } from '../../../account/invalidations/port.ts'
import type { Listing } from '../../../call/listings.ts'
import { type Audit, operatorActor } from '../../accounts/audit.ts'
import type { Catalog } from '../../accounts/catalog.ts'
import { hasEndpoint, type Named, pageOf, readCursor } from '../../accounts/served-prices.ts'
import type { priceEndpoints } from '../endpoints/prices.ts'

interface PriceHandlersDeps {
  readonly store: Pick<Store, 'db'>
  readonly invalidations: Pick<Invalidations, 'publish'>
  readonly catalog: Catalog
  readonly audit: Audit
  readonly clock: () => number
}
type PriceEndpoints = typeof priceEndpoints

export function priceHandlers(deps: PriceHandlersDeps): HandlersFor<PriceEndpoints, keyof PriceEndpoints> {
  const { store, invalidations, catalog, audit, clock } = deps
  const rows = createPricesRepository(store.db)
  const listingOf = (slug: string) =>
    catalog.apis.flatMap(({ listings }) => listings).find((listing) => listing.slug === slug)
  const view = (price: PriceRow) => {
    const listing = listingOf(price.listing)
    return { ...price, served: listing !== undefined && hasEndpoint(listing, price.endpoint) }
  }
  async function changed(action: string, { listing, endpoint, ...detail }: Partial<PriceRow> & Named): Promise<void> {
    await invalidations.publish('listing', `*/${listing}`)
    await audit.write({ actor: operatorActor, action, target: `${listing}/${endpoint}`, detail })
  }
  return {
    async listPrices({ after }) {
      const { prices, next } = pageOf(await rows.list(after === undefined ? undefined : readCursor(after)))
      return { prices: prices.map(view), ...(next !== undefined && { next }) }
    },
    async setPrice({ listing: slug, endpoint, body: { usd, embedded } }) {
      const listing = listingOf(slug)
      if (!listing) throw fail('thing.unknown', { thing: 'listing', id: slug })
      if (!hasEndpoint(listing, endpoint)) throw fail('thing.unknown', { thing: `endpoint of ${slug}`, id: endpoint })
      refuseUseless(listing, embedded)
      const price = { listing: slug, endpoint, usd: readUsd(usd), embedded, updatedAt: clock() }
      await rows.set(price)
      await changed('price.set', { listing: slug, endpoint, usd: price.usd, embedded })
      return view(price)
    },
    async removePrice({ listing, endpoint }) {
      if (!(await rows.remove(listing, endpoint)))
        throw fail('thing.unknown', { thing: 'price', id: `${listing}/${endpoint}` })
      await changed('price.remove', { listing, endpoint })
      return undefined
    },
  }
}

/** Refuses a price that no call would pay, or that calls would pay twice. */
function refuseUseless({ title, target, provider }: Listing, embedded: boolean): void {
  if (embedded && provider?.spends)
    throw fail('thing.conflict', {
      reason: `Answers of the embedded provider of ${title} have the prices of their models. Set those of the channels.`,
    })
  if (!target && !embedded)
    throw fail('thing.conflict', {
      reason: `${title} has no live provider, so nothing would cost this. Send "embedded": true to charge for embedded answers.`,
    })
}

/** A thousand dollars: the sums of a day of such calls still fit in a column. */
const highest = 1_000_000_000_000_000n

function readUsd(usd: string): string {
  const amount = readDollars(usd)
  if (amount !== undefined && amount <= highest) return dollarsOf(amount)
  const problem = 'usd must be dollars from 0 to 1000 with at most twelve decimals, such as 0.025'
  throw fail('input.invalid', { problems: problem }, { details: { problems: [{ name: 'usd', problem }] } })
}

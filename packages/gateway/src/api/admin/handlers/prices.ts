// Handlers of prices. A change holds in every process once it is acknowledged.
import { fail, type HandlersFor } from '#define'
import { isRaw } from '#define/reflect'
import { dollarsOf, readDollars } from '#provider/budgets'
import { createPricesRepository, everyEndpoint, type PriceRow, type Store } from '#store'
import type { Invalidations } from '../../../account/invalidations/port.ts'
import { readCount } from '../../../account/prices/count.ts'
import type { Listing } from '../../../call/listings.ts'
import { type Audit, operatorActor } from '../../accounts/audit.ts'
import type { Catalog } from '../../accounts/catalog.ts'
import { hasEndpoint, type Named, pageOf, readCursor, viewOf } from '../../accounts/served-prices.ts'
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
    return { ...viewOf(price), served: listing !== undefined && hasEndpoint(listing, price.endpoint) }
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
    async setPrice({ listing: slug, endpoint, body }) {
      const { embedded } = body
      const listing = listingOf(slug)
      if (!listing) throw fail('thing.unknown', { thing: 'listing', id: slug })
      if (!hasEndpoint(listing, endpoint)) throw fail('thing.unknown', { thing: `endpoint of ${slug}`, id: endpoint })
      refuseUseless(listing, embedded)
      const amounts = readAmounts(body, listing, endpoint)
      const price = { listing: slug, endpoint, ...amounts, embedded, updatedAt: clock() }
      await rows.set(price)
      await changed('price.set', { listing: slug, endpoint, ...amounts, embedded })
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

function readUsd(name: 'usd' | 'atMost', usd: string): string {
  const amount = readDollars(usd)
  if (amount !== undefined && amount <= highest && (amount > 0n || name === 'usd')) return dollarsOf(amount)
  const from = name === 'usd' ? 'from 0' : 'above 0 and up'
  throw invalid(name, `must be dollars ${from} to 1000 with at most twelve decimals, such as 0.025`)
}

function invalid(name: string, words: string): Error {
  const problem = `${name} ${words}`
  return fail('input.invalid', { problems: problem }, { details: { problems: [{ name, problem }] } })
}

/** Reads the money of a price. Fails with 'input.invalid'. */
function readAmounts(
  {
    usd,
    per,
    atMost,
  }: { readonly usd: string; readonly per?: string | undefined; readonly atMost?: string | undefined },
  listing: Listing,
  endpoint: string,
): Pick<PriceRow, 'usd' | 'per' | 'atMost'> {
  if (per === undefined && atMost === undefined) return { usd: readUsd('usd', usd), per: null, atMost: null }
  if (per === undefined) throw invalid('per', 'is required with atMost, such as /answer/usage/units')
  if (atMost === undefined) throw invalid('atMost', 'is required with per: the most that one call costs, such as 0.5')
  const problem = problemOfPointer(per, listing, endpoint)
  if (problem !== undefined) throw invalid('per', problem)
  return { usd: readUsd('usd', usd), per, atMost: readUsd('atMost', atMost) }
}

/** Returns the problem of a pointer to a number: its form, or that no call of the endpoint has a number there. */
function problemOfPointer(per: string, { api }: Listing, id: string): string | undefined {
  const count = readCount(per)
  if (!count) return 'must be a JSON pointer that begins with /request/ or /answer, such as /answer/usage/units'
  if (id === everyEndpoint) return undefined
  const endpoint = Object.hasOwn(api.endpoints, id) ? api.endpoints[id] : undefined
  if (count.of === 'answer')
    return endpoint === undefined || isRaw(endpoint.returns) ? 'leads into an answer that is not JSON' : undefined
  const [name = ''] = count.path
  const params = endpoint?.params ?? api.sockets?.[id]?.params ?? {}
  const isDeclared = name === 'body' ? endpoint?.body !== undefined : Object.hasOwn(params, name)
  const names = [...Object.keys(params), ...(endpoint?.body ? ['body'] : [])].map((one) => `/request/${one}`)
  return isDeclared
    ? undefined
    : `leads to nothing that the endpoint has: ${names.join(', ') || 'it has no parameters'}`
}

// Holds the price of a call against budgets, last before it is sent: whatever is refused before has held nothing.
import { type Charge, costBy } from '../account/prices/charge.ts'
import type { Charges } from '../account/prices/charges.ts'
import { numberAt } from '../account/prices/count.ts'
import { type ListingPrices, type Price, type Prices, priceOfEndpoint } from '../account/prices/prices.ts'
import type { RoutedCall } from './call.ts'
import { withStoreTimeout } from './timeouts.ts'

export interface HoldCostDeps {
  readonly prices: Prices
  readonly charges: Pick<Charges, 'hold'>
}

/**
 * Sets `call.charge` for a call that costs something, or throws 'budget.spent' or 'budget.held'. A call in a sandbox,
 * or with a recorded answer, costs nothing.
 */
export function holdCost(call: RoutedCall, deps: HoldCostDeps): void | Promise<void> {
  if (!call.caller || call.provider === 'replay' || call.sandbox !== undefined || !call.listing.api.surface.counted)
    return
  const prices = deps.prices.of(call.listing.slug)
  if (prices instanceof Promise) return withStoreTimeout(prices).then((loaded) => loaded && hold(call, loaded, deps))
  if (prices) return hold(call, prices, deps)
}

function hold(call: RoutedCall, prices: ListingPrices, { charges }: HoldCostDeps): void | Promise<void> {
  const { caller, listing, route, provider } = call
  const price = priceOfEndpoint(prices, route.id)
  if (!caller || !price || (provider !== 'live' && !price.embedded)) return
  const { accountId: account, keyId: key } = caller
  const most = mostOf(call, price)
  if (most === 0n) return
  const charge = charges.hold({ account, key, listing: listing.slug, endpoint: route.id, price, most })
  if (!(charge instanceof Promise)) {
    call.charge = charge
    return
  }
  return withStoreTimeout(charge).then(
    (held) => begin(call, held),
    (error: unknown) => {
      // held after the timeout: released
      charge.then(
        (late) => late.end(),
        () => {},
      )
      throw error
    },
  )
}

/** Returns the cost of the call by a number of its request, and otherwise its highest cost. */
function mostOf({ values, bodyValue }: RoutedCall, price: Price): bigint {
  const { count, most } = price
  if (count?.of !== 'request') return most
  const [name = '', ...rest] = count.path
  const value = name === 'body' ? bodyValue : Object.hasOwn(values, name) ? values[name] : undefined
  return costBy(price, numberAt(value, rest), most)
}

/** Begins the charge, unless the caller has disconnected meanwhile: nothing would end it then. */
function begin(call: RoutedCall, charge: Charge): void {
  if (call.response.closed) charge.end()
  else call.charge = charge
}

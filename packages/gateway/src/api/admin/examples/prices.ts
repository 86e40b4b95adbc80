// Examples of the endpoints of prices.
import { defineExamples } from '#define'
import { priceEndpoints } from '../endpoints/prices.ts'

const price = {
  listing: 'address-lookup',
  endpoint: 'lookupPostcode',
  usd: '0.025',
  embedded: false,
  served: true,
  updatedAt: 1_764_000_000_000,
} as const
const params = { listing: price.listing, endpoint: price.endpoint }

export const priceExamples = defineExamples(priceEndpoints, {
  listPrices: { output: { prices: [price] } },
  setPrice: { params, body: { usd: price.usd }, output: price },
  removePrice: { params },
})

// The embedded provider: the areas put together. Each area brings its handlers, tables, seed and jobs.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import { peopleFacts, peopleHandlers } from './provider/accounts/handlers.ts'
import { ownedCertificate } from './provider/accounts/holdings.ts'
import { createFloatHandlers, floatFacts } from './provider/float/handlers.ts'
import { priceFacts, priceHandlers } from './provider/prices/handlers.ts'
import { catalogueFacts, catalogueHandlers } from './provider/search/handlers.ts'
import { tradeupFacts, tradeupHandlers } from './provider/tradeup/handlers.ts'
import type { Tables } from './tables.ts'

const handlers = {
  ...priceHandlers,
  ...createFloatHandlers(ownedCertificate),
  ...peopleHandlers,
  ...catalogueHandlers,
  ...tradeupHandlers,
}
/** In the order in which they are seeded: floats and accounts are valued by prices. */
const areas = [catalogueFacts, priceFacts, floatFacts, tradeupFacts, peopleFacts]

export default defineProvider(api, handlers, {
  migrations,
  seed: async (kit: ProviderKit<Tables>) => {
    for (const area of areas) await area.seed?.(kit)
  },
  jobs: areas.flatMap((area) => area.jobs ?? []),
})

// The embedded provider: the areas put together. Each area brings its handlers, tables, seed and jobs.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { catalogueFacts, catalogueHandlers } from './provider/catalogue/handlers.ts'
import { floatFacts, floatHandlers } from './provider/float/handlers.ts'
import { peopleFacts, peopleHandlers } from './provider/people/handlers.ts'
import { priceFacts, priceHandlers } from './provider/prices/handlers.ts'
import { tradeupFacts, tradeupHandlers } from './provider/tradeup/handlers.ts'
import type { Tables } from './tables.ts'

const handlers = { ...priceHandlers, ...floatHandlers, ...peopleHandlers, ...catalogueHandlers, ...tradeupHandlers }
/** In the order in which they are seeded: floats and accounts are valued by prices. */
const areas = [catalogueFacts, priceFacts, floatFacts, tradeupFacts, peopleFacts]

export default defineProvider(api, handlers, {
  migrations: Object.assign({}, ...areas.map((area) => area.migrations ?? {})),
  seed: async (kit: ProviderKit<Tables>) => {
    for (const area of areas) await area.seed?.(kit)
  },
  jobs: areas.flatMap((area) => area.jobs ?? []),
})

// Opens the provider: creates each area once and connects them.
import type { ProviderKit } from '#define'
import type { Tables } from '../tables.ts'
import { openAccounts } from './accounts/open.ts'
import { readCatalogue } from './catalogue/catalogue.ts'
import { createFloatHandlers } from './float/handlers.ts'
import { createInspectServer } from './float/inspect-server.ts'
import { createFloatStore } from './float/store.ts'
import { trackInventoriesName } from './job-schedules.ts'
import { createHostRateLimiters } from './prices/feeds/host-rate-limiter.ts'
import { openPrices } from './prices/open.ts'
import { createSearchHandlers } from './search/handlers.ts'
import { createTradeupHandlers } from './tradeup/handlers.ts'

export function openMarket(kit: ProviderKit<Tables>) {
  const catalogue = readCatalogue()
  // prices and accounts share hosts
  const limiters = createHostRateLimiters()
  const { prices, ...priceArea } = openPrices({ kit, catalogue, limiters })
  const floats = createFloatStore(kit.db)
  const accounts = openAccounts({ kit, catalogue, prices, limiters, floats })
  const { ownedCertificate } = accounts
  const inspectServer = createInspectServer(kit)
  return {
    handlers: {
      ...priceArea.handlers,
      ...createSearchHandlers({ catalogue, prices }),
      ...createFloatHandlers({ kit, catalogue, prices, floats, inspectServer, ownedCertificate }),
      ...createTradeupHandlers({ catalogue, prices }),
      ...accounts.handlers,
    },
    operator: { ...priceArea.operator, ...accounts.operator },
    jobs: { ...priceArea.jobs, [trackInventoriesName]: accounts.trackInventories },
  }
}

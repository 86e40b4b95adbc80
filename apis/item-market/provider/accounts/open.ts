// Opens the accounts: inventories, profiles, friends, and the daily record of inventories.
import type { ProviderKit } from '#define'
import type { Tables } from '../../tables.ts'
import type { Catalogue } from '../catalogue/records.ts'
import type { FloatStore } from '../float/store.ts'
import type { Prices } from '../prices/book/prices.ts'
import type { HostRateLimiters } from '../prices/feeds/host-rate-limiter.ts'
import { createAccountHandlers, createAccountOperatorHandlers } from './handlers.ts'
import { createHoldings } from './holdings.ts'
import { createSteamClient } from './steam-client.ts'
import { createTrackingJob } from './tracking.ts'

interface AccountsDeps {
  readonly kit: ProviderKit<Tables>
  readonly catalogue: Catalogue
  readonly prices: Prices
  readonly limiters: HostRateLimiters
  readonly floats: FloatStore
}

export function openAccounts({ kit, catalogue, prices, limiters, floats }: AccountsDeps) {
  const steam = createSteamClient({ kit, limiters })
  const holdings = createHoldings({ kit, catalogue, steam, floats })
  return {
    handlers: createAccountHandlers({ kit, prices, holdings, steam }),
    operator: createAccountOperatorHandlers(kit),
    trackInventories: createTrackingJob({ kit, prices, holdings }),
    ownedCertificate: holdings.ownedCertificate,
  }
}

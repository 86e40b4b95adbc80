// The embedded provider: screens orders by IP databases, lists, stored orders and feedback.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import type { Tables } from './tables.ts'

export default defineProvider(api, {
  // a hash takes some 20 ms of CPU time, and databases are read whole
  runs: 'worker',
  migrations,
  importFormats:
    'Lists of BINs (CSV with a column bin), Tor exits and proxies (an address or network per line, or lines ExitAddress), ' +
    'addresses of freight forwarders (CSV with street and postal_code), and tables of cities of GeoNames, such as cities500.txt.',
  jobs: { prune: { everyMs: 3_600_000, offline: true, waitsFirst: true } },
  seed: async ({ config }: ProviderKit<Tables>) => void (await import('./provider/settings.ts')).readSettings(config),
  open: async (kit: ProviderKit<Tables>) => (await import('./provider/open.ts')).openFraudScreening(kit),
})

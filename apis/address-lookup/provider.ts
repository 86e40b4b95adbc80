// The embedded provider: addresses of a sample town or of imported files, places, contacts, and keys with balances.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import type { Tables } from './tables.ts'

export default defineProvider(api, {
  // searches rank hundreds of addresses
  runs: 'worker',
  migrations,
  jobs: { prune: { everyMs: 24 * 3_600_000, offline: true } },
  seed: async ({ config }: ProviderKit<Tables>) => void (await import('./provider/settings.ts')).readSettings(config),
  open: async (kit: ProviderKit<Tables>) => (await import('./provider/open.ts')).openAddressLookup(kit),
})

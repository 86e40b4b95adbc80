// The embedded provider: skins of each account, signed with a key of the installation. Its code loads with the first
// call.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import { settingsOf } from './provider/settings.ts'
import type { Tables } from './tables.ts'

export default defineProvider(api, {
  runs: 'worker',
  // calls wait for other servers when an address points to one
  callsAtOnce: 16,
  migrations,
  seed: async ({ config }) => void settingsOf(config),
  open: async (kit: ProviderKit<Tables>) => (await import('./provider/open.ts')).openSkins(kit),
})

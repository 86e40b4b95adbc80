// The embedded provider: translates with the available engines, and keeps glossaries, style rules, translation memories
// and documents of each account. Its code loads with the first call.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import type { Tables } from './tables.ts'

export default defineProvider(api, {
  // translations and documents take more than microseconds
  runs: 'worker',
  migrations,
  // a model may be slow, and a large memory is stored in one call
  deadlineMs: 110_000,
  jobs: { deleteOldFiles: { everyMs: 3_600_000, offline: true, waitsFirst: true } },
  seed: async ({ config }: ProviderKit<Tables>) => void (await import('./provider/settings.ts')).readSettings(config),
  open: async (kit: ProviderKit<Tables>) => (await import('./provider/open.ts')).openTranslation(kit),
})

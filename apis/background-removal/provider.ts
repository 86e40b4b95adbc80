// The embedded provider: cuts out subjects with the operator's neural network if there is one, otherwise with GrabCut,
// and keeps the credits of each account. Its code loads with the first call.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import type { Tables } from './tables.ts'

export default defineProvider(api, {
  runs: 'worker',
  migrations,
  // the work on a picture has 90 s, not counting the queue
  deadlineMs: 110_000,
  jobs: { deleteOldSubmissions: { everyMs: 24 * 3_600_000, offline: true, waitsFirst: true } },
  open: async (kit: ProviderKit<Tables>) => (await import('./provider/open.ts')).openBackgroundRemoval(kit),
})

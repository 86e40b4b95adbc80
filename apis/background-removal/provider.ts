// The embedded provider: cuts subjects out by a neural network where the operator has added one, else by GrabCut, and
// keeps the credits of each account. Its code loads with the first call.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import type { Tables } from './tables.ts'

export default defineProvider(api, {
  runs: 'worker',
  migrations,
  // a picture has 90 s once it is its turn
  deadlineMs: 110_000,
  jobs: { deleteOldSubmissions: { everyMs: 24 * 3_600_000, offline: true, waitsFirst: true } },
  open: async (kit: ProviderKit<Tables>) => (await import('./provider/open.ts')).openBackgroundRemoval(kit),
})

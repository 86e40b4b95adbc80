// The embedded provider of the item market.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import operator from './operator.ts'
import { checkInspectServer } from './provider/float/inspect-server.ts'
import { jobSchedules } from './provider/job-schedules.ts'
import type { Tables } from './tables.ts'

export default defineProvider(api, {
  runs: 'worker',
  // floats wait for the inspect server, accounts for the marketplace
  callsAtOnce: 64,
  migrations,
  jobs: jobSchedules,
  operator,
  seed: async (kit: ProviderKit<Tables>) => checkInspectServer(kit),
  open: async (kit) => (await import('./provider/open.ts')).openMarket(kit),
})

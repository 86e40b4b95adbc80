// The embedded provider: a router over the operator's channels, with models of its own where there are none. Its code
// is loaded with the first call.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import operator from './operator.ts'
import { readConfigFile } from './provider/router/operator/config-file.ts'
import type { Tables } from './tables.ts'

const hourMs = 3_600_000

export default defineProvider(api, {
  migrations,
  operator,
  spends: true,
  // a file of 512 MB is stored in one task
  deadlineMs: 120_000,
  jobs: {
    // batches of a process that has ended, unless a call that asks for one has resumed it before
    resumeBatches: { everyMs: hourMs, offline: true, waitsFirst: true, makesCalls: true },
    deleteExpired: { everyMs: hourMs, offline: true, waitsFirst: true },
    deleteOldLedgerEntries: { everyMs: 24 * hourMs, offline: true, waitsFirst: true },
  },
  checkScripts: async (scripts) => (await import('./provider/scripts/read-script.ts')).checkScripts(scripts),
  seed: (kit: ProviderKit<Tables>) => readConfigFile(kit),
  tasks: async (kit: ProviderKit<Tables>) => (await import('./provider/tasks.ts')).createTasks(kit),
  open: async (kit: ProviderKit<Tables>, tasks) => {
    return (await import('./provider/open.ts')).openRouter(kit, tasks)
  },
})

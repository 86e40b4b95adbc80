// What the router is beside its handlers: tables, what is done at start and at the end, and scheduled work.
import type { ProviderFacts } from '#define'
import { migrations } from '../migrations/list.ts'
import type { Tables } from '../tables.ts'
import { openModels } from './own-models.ts'
import { sweepAnswers } from './router/cache/answer-cache.ts'
import { createBooking } from './router/metering/budget-ledger.ts'
import { dropOldEntries } from './router/metering/call-ledger.ts'
import { writeLedger } from './router/metering/meter.ts'
import { readFile } from './router/operator/config-file.ts'

const hourMs = 3_600_000

/** Tables, what is done at start, and scheduled work of the router. */
export const routerFacts: ProviderFacts<Tables> = {
  migrations,
  seed: readFile,
  close: writeLedger,
  jobs: [
    { name: 'sweep of kept answers', everyMs: hourMs, offline: true, run: sweepAnswers },
    {
      name: 'files that have expired, holds of processes that died',
      everyMs: hourMs,
      offline: true,
      run: async (kit) => {
        await openModels(kit).stored.deleteExpired()
        await createBooking(kit.db).dropOld(kit.now())
      },
    },
    {
      name: 'ledger rows of long ago',
      everyMs: 24 * hourMs,
      offline: true,
      run: async (kit) => void (await dropOldEntries(kit.db, kit.now())),
    },
  ],
}

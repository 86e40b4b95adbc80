// Scheduled work on what is stored and booked: what is over goes. It calls nothing outside.
import type { Job } from '#define'
import type { Tables } from '../../../tables.ts'
import { createBooking } from '../../router/metering/budget-ledger.ts'
import { dropOldEntries } from '../../router/metering/call-ledger.ts'
import { dropGone } from './file-store.ts'

const hourMs = 3_600_000

/** For the provider's declaration. */
export const storedJobs: readonly Job<Tables>[] = [
  {
    name: 'files that have expired, holds of processes that died',
    everyMs: hourMs,
    offline: true,
    run: async (kit) => {
      await dropGone(kit)
      await createBooking(kit.db).dropOld(kit.now())
    },
  },
  {
    name: 'ledger rows of long ago',
    everyMs: 24 * hourMs,
    offline: true,
    run: async (kit) => void (await dropOldEntries(kit.db, kit.now())),
  },
]

// Announces to the operator that a backup has failed. It runs beside the gateway, which finds the event in the database
// and sends it.
import { randomBytes } from 'node:crypto'
import { openStore } from '#store'
import { createAnnounce } from '../../api/events/announce.ts'
import type { Config } from '../../process/config.ts'
import { databaseOf } from '../open-database.ts'

const reasonLength = 300

/** Writes the event. Throws where the database cannot be written, which may be why the backup failed. */
export async function announceFailedBackup(config: Config, error: unknown, nowMs: number): Promise<void> {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, reasonLength)
  const store = await openStore({ ...databaseOf(config), isExamined: true, isExisting: true })
  try {
    const announce = createAnnounce({
      store,
      clock: () => nowMs,
      randomBytes,
      listingSettings: { list: async () => [] },
    })
    await announce({ type: 'backup.failed', account: null, data: { reason }, guard: async () => true })
  } finally {
    await store.close()
  }
}

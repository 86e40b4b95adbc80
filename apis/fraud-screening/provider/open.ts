// The opened provider: what outlives a call, and the handlers over it.
import type { ImportFile, ProviderKit, ReportProgress } from '#define'
import { keyedMutex } from '#provider'
import type { Tables } from '../tables.ts'
import { feedbackHandler } from './feedback/handlers.ts'
import { createLaterHashes } from './history/later-hashes.ts'
import { prune } from './history/prune.ts'
import { createSalts } from './history/salts.ts'
import { createHashes } from './identity/hashes.ts'
import { importLists } from './import/importer.ts'
import { createLists } from './lists/lists.ts'
import { createDatabases } from './network/databases.ts'
import { createToDollars } from './screening/amounts.ts'
import { screeningHandler } from './screening/handlers.ts'
import { readSettings } from './settings.ts'

const maxBlacklisted = 500_000

export async function openFraudScreening(kit: ProviderKit<Tables>, hashes = createHashes()) {
  const { db, log, now, today } = kit
  const settings = readSettings(kit.config)
  const databases = createDatabases({ folder: kit.filesFolder, log, now, today })
  const lists = createLists(db, now)
  const saltOf = createSalts({ db, random: kit.random })
  const shared = { db, log, kit, settings, databases, lists }
  const turns = keyedMutex<string>()
  const later = createLaterHashes({ db, hashes, now, log, turns })
  // the country database takes a moment to read; the first call should not wait for it
  await databases()
  return {
    handlers: {
      screen: screeningHandler({ ...shared, hashes, later, turns, saltOf, toDollars: createToDollars(kit) }),
      feedback: feedbackHandler({ db, kit, settings, turns, later, saltOf }),
    },
    importFile: (file: ImportFile, progress: ReportProgress) => importLists(file, progress, { db, random: kit.random }),
    refresh: lists.refresh,
    close: later.close,
    jobs: {
      async prune() {
        const counts = await prune(db, now(), { ...settings, maxBlacklisted })
        if (counts.orders + counts.blacklisted > 0) log.info('removed old orders of fraud screening', { ...counts })
      },
    },
  }
}

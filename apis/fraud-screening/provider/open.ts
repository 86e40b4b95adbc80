// Opens the provider: the state shared by calls, and the handlers.

import type { ProviderKit } from '#define'
import type { ImportFile, ReportProgress } from '#define/imports'
import type { Tables } from '../tables.ts'
import { feedbackHandler } from './feedback/handlers.ts'
import { prune } from './history/prune.ts'
import { createSalts } from './history/salts.ts'
import { createHashOf } from './identity/hash.ts'
import { importLists } from './import/importer.ts'
import { createLists } from './lists/lists.ts'
import { createDatabases } from './network/databases.ts'
import { createToDollars } from './screening/amounts.ts'
import { screeningHandler } from './screening/handlers.ts'
import { readSettings } from './settings.ts'

const maxBlacklisted = 500_000

export async function openFraudScreening(kit: ProviderKit<Tables>) {
  const { db, log, now, today } = kit
  const settings = readSettings(kit.config)
  const databases = createDatabases({ folder: kit.filesFolder, log, now, today })
  const lists = createLists(db, now)
  const saltOf = createSalts({ db, random: kit.random })
  const toDollars = createToDollars(kit)
  // preloads the country database, so that the first call does not wait for it
  await databases()
  return {
    handlers: {
      screen: screeningHandler({ db, log, kit, settings, databases, lists, saltOf, toDollars, hashOf: createHashOf() }),
      feedback: feedbackHandler({ db, kit, settings }),
    },
    importFile: (file: ImportFile, progress: ReportProgress) => importLists(file, progress, { db, random: kit.random }),
    refresh: lists.refresh,
    jobs: {
      async prune() {
        const counts = await prune(db, now(), { ...settings, maxBlacklisted })
        if (counts.orders + counts.blacklisted > 0) log.info('removed old orders of fraud screening', { ...counts })
      },
    },
  }
}

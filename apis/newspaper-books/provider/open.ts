// Opens the provider: the archive in memory, its endpoints, and the import.

import type { ProviderKit } from '#define'
import type { ImportFile, ReportProgress } from '#define/imports'
import { createPacer } from '#provider'
import { createSnapshot, readRevision } from '#provider/sql'
import { newestSalesWeek } from '../model/calendar.ts'
import type { Archive } from '../model/records.ts'
import type { Tables } from '../tables.ts'
import { createAnswers } from './answers.ts'
import { buildArchive } from './archive/archive.ts'
import { createBestSellerHistory } from './history/handlers.ts'
import {
  ageGroups,
  bestSellerEntries,
  bestSellerList,
  listNames,
  overview,
  overviewKey,
  overviewOfFive,
} from './lists/handlers.ts'
import { createReviews } from './reviews/handlers.ts'
import { readStored } from './store/read-archive.ts'

/** Upper bound on the days since 1970 of a date with a four-digit year. */
const days = 4_000_000

export function openNewspaperBooks(kit: ProviderKit<Tables>) {
  const archive = createSnapshot<Archive>({
    now: () => kit.now(),
    // besides an import, a new sales week changes the sample
    revision: async () => {
      const week = Date.parse(newestSalesWeek(kit.now())) / 86_400_000
      return (await readRevision(kit.db, 'newspaper_books_state')) * days + week
    },
    async load() {
      const pause = createPacer()
      const stored = await readStored(kit.db, pause)
      if (stored) return buildArchive(stored, pause)
      const { simulate } = await import('../seed/sample.ts')
      return buildArchive(await simulate(kit.now(), pause), pause)
    },
  })
  const answer = createAnswers(() => archive.get(), kit.config)
  return {
    handlers: {
      bestSellerEntries: answer((known, values) => bestSellerEntries(known, values, kit.today())),
      bestSellerHistory: answer(createBestSellerHistory()),
      listNames: answer(listNames),
      bestSellerOverview: answer(
        (known, values) => overviewOfFive(known, values, kit.today()),
        (values) => `five ${overviewKey(values, kit.today())}`,
      ),
      fullOverview: answer(
        (known, values) => overview(known, values, { today: kit.today() }),
        (values) => `all ${overviewKey(values, kit.today())}`,
      ),
      ageGroups: answer(ageGroups),
      bestSellerList: answer((known, values) => bestSellerList(known, values, kit.today())),
      reviews: answer(createReviews()),
    },
    async importFile(file: ImportFile, progress: ReportProgress) {
      // loaded on use: most processes never import a file
      const { importBooks } = await import('./import/importer.ts')
      const counts = await importBooks(kit, file, progress)
      archive.drop()
      return counts
    },
    refresh: archive.drop,
  }
}

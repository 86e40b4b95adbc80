// The opened provider: the index of rates in memory, its handlers, its import and its refresh.
import type { ImportCounts, ImportFile, ProviderKit } from '#define'
import { createSnapshot, readRevision } from '#provider'
import type { Tables } from '../tables.ts'
import { readRateFile } from './import/importer.ts'
import { createHandlers } from './rates/handlers.ts'
import { createRateIndex } from './rates/rate-index.ts'
import { readDays, saveDays } from './rates/store.ts'
import { createRefresh } from './refresh/refresh.ts'

export function openRates(kit: ProviderKit<Tables>) {
  const index = createSnapshot({
    now: () => kit.now(),
    revision: () => readRevision(kit.db, 'exchange_rates_state'),
    async load() {
      const { days, isSample } = await readDays(kit.db)
      return createRateIndex(days, isSample)
    },
  })
  async function importRates(
    chunks: AsyncIterable<Buffer>,
    progress: (counts: ImportCounts) => void,
  ): Promise<ImportCounts> {
    const { days, counts } = await readRateFile(chunks, { today: kit.today(), progress })
    const saved = await saveDays(kit.db, days)
    index.drop()
    return { ...counts, ...saved }
  }
  return {
    handlers: createHandlers(index, () => kit.today()),
    importFile: ({ chunks }: ImportFile, progress: (counts: ImportCounts) => void) => importRates(chunks, progress),
    refresh: index.drop,
    jobs: { refresh: createRefresh(kit, { index, importRates }) },
  }
}

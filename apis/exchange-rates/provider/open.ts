// Opens the provider: the in-memory index of rates, the handlers, the import and the refresh.

import type { ProviderKit } from '#define'
import type { ImportCounts, ImportFile, ReportProgress } from '#define/imports'
import { dayMs } from '#provider'
import { createSnapshot, readRevision } from '#provider/sql'
import type { Tables } from '../tables.ts'
import { readRateFile } from './import/importer.ts'
import { createHandlers } from './rates/handlers.ts'
import { createRateIndex } from './rates/rate-index.ts'
import { readDays, saveDays } from './rates/store.ts'
import { createRefresh, type ImportRates } from './refresh/refresh.ts'
import { createHandlersV2 } from './v2/handlers.ts'

export function openRates(kit: ProviderKit<Tables>) {
  const index = createSnapshot({
    now: () => kit.now(),
    // the sample changes daily
    revision: async () => (await readRevision(kit.db, 'exchange_rates_state')) + numberOf(kit.today()),
    async load() {
      const { days, isSample } = await readDays(kit.db, kit.today())
      return createRateIndex(days, isSample)
    },
  })
  const importRates: ImportRates = async (chunks, progress) => {
    const onRead = (counts: ImportCounts) => progress({ phase: 'reading', counts })
    const { days, counts } = await readRateFile(chunks, { today: kit.today(), progress: onRead })
    const saved = await saveDays(kit.db, days, (percent) => progress({ phase: 'writing', percent, counts }))
    index.drop()
    return { ...counts, ...saved }
  }
  return {
    handlers: { ...createHandlers(index, () => kit.today()), ...createHandlersV2(index, () => kit.today()) },
    importFile: ({ chunks }: ImportFile, progress: ReportProgress) => importRates(chunks, progress),
    refresh: index.drop,
    jobs: { refresh: createRefresh(kit, { index, importRates }) },
  }
}

/** Returns a day as a number whose step exceeds any revision. */
function numberOf(day: string): number {
  return (Date.parse(day) / dayMs) * 1e10
}

// Opens the provider: facts and breeds in memory, its handlers and its import.

import type { ProviderKit } from '#define'
import type { ImportCounts, ImportFile, ReportProgress } from '#define/imports'
import { createSnapshot, readRevision } from '#provider/sql'
import type { Tables } from '../tables.ts'
import { createCatData } from './cats/cat-data.ts'
import { createHandlers } from './cats/handlers.ts'
import { readRecords, saveRecords } from './cats/store.ts'
import { readCatFile } from './import/importer.ts'
import { readSample } from './sample.ts'

export function openCats(kit: ProviderKit<Tables>) {
  const data = createSnapshot({
    now: () => kit.now(),
    revision: () => readRevision(kit.db, 'cat_facts_state'),
    async load() {
      const stored = await readRecords(kit.db)
      return createCatData(stored, await readSample())
    },
  })
  return {
    handlers: createHandlers(kit.random, data),
    async importFile({ chunks }: ImportFile, progress: ReportProgress): Promise<ImportCounts> {
      const { facts, breeds } = await readCatFile(chunks, (counts) => progress({ phase: 'reading', counts }))
      const counts = { facts: facts.length, breeds: breeds.length }
      const onWritten = (percent: number) => progress({ phase: 'writing', percent, counts })
      const saved = await saveRecords(kit.db, { facts, breeds }, onWritten)
      data.drop()
      return { ...counts, ...saved }
    },
    refresh: data.drop,
  }
}

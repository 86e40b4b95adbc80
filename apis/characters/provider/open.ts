// Opens the provider: the linked records in memory, its handlers and its import.

import type { ProviderKit } from '#define'
import type { ImportCounts, ImportFile, ReportProgress } from '#define/imports'
import { createSnapshot, readRevision } from '#provider/sql'
import type { Tables } from '../tables.ts'
import { createAvatars } from './avatars/avatars.ts'
import { readRecordFile } from './import/importer.ts'
import { createHandlers } from './records/handlers.ts'
import { linkRecords } from './records/linked-records.ts'
import { readRecords, saveRecords } from './records/store.ts'
import { readSample } from './sample.ts'

export function openCharacters(kit: ProviderKit<Tables>) {
  const records = createSnapshot({
    now: () => kit.now(),
    revision: () => readRevision(kit.db, 'characters_state'),
    async load() {
      const stored = await readRecords(kit.db)
      return stored ? linkRecords(stored, false) : linkRecords(await readSample(), true)
    },
  })
  return {
    handlers: createHandlers(records, createAvatars()),
    async importFile({ chunks }: ImportFile, progress: ReportProgress): Promise<ImportCounts> {
      const onRead = (counts: ImportCounts) => progress({ phase: 'reading', counts })
      const { records: imported, counts } = await readRecordFile(chunks, onRead)
      const onWritten = (percent: number) => progress({ phase: 'writing', percent, counts })
      const saved = await saveRecords(kit.db, imported, onWritten)
      records.drop()
      return { ...counts, ...saved }
    },
    refresh: records.drop,
  }
}

// Opens the provider: its index of activities in memory, its handlers and its import.

import type { ProviderKit } from '#define'
import type { ImportCounts, ImportFile, ReportProgress } from '#define/imports'
import { createSnapshot, readRevision } from '#provider/sql'
import type { Tables } from '../tables.ts'
import { createActivityIndex } from './activities/activity-index.ts'
import { createHandlers } from './activities/handlers.ts'
import { readActivities, saveActivities } from './activities/store.ts'
import { readActivityFile } from './import/importer.ts'
import { readSample } from './sample.ts'

export function openActivities(kit: ProviderKit<Tables>) {
  const index = createSnapshot({
    now: () => kit.now(),
    revision: () => readRevision(kit.db, 'activity_suggestions_state'),
    async load() {
      const stored = await readActivities(kit.db)
      return stored.length > 0 ? createActivityIndex(stored, false) : createActivityIndex(await readSample(), true)
    },
  })
  return {
    handlers: createHandlers(kit.random, index),
    async importFile({ chunks }: ImportFile, progress: ReportProgress): Promise<ImportCounts> {
      const drafts = await readActivityFile(chunks, (counts) => progress({ phase: 'reading', counts }))
      const counts = { activities: drafts.length }
      const onWritten = (percent: number) => progress({ phase: 'writing', percent, counts })
      const saved = await saveActivities(kit.db, drafts, onWritten)
      index.drop()
      return { ...counts, ...saved }
    },
    refresh: index.drop,
  }
}

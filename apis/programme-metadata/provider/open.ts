// Opens the provider: responses come from memory, computed from the imported data, or from the sample until an import.

import type { ProviderKit } from '#define'
import type { ImportFile, ReportProgress } from '#define/imports'
import { daysBetween } from '#provider'
import { createSnapshot, readRevision } from '#provider/sql'
import type { Tables } from '../tables.ts'
import { loadCatalogue } from './catalogue/load.ts'
import { feedHandlers } from './feeds/handlers.ts'
import { importFile } from './import/importer.ts'
import { rawHandlers } from './raw/handlers.ts'
import { generateSample } from './sample/generate.ts'
import { formats, genreGroups } from './sample/stations.ts'
import { broadcastDay } from './times.ts'

/** Upper bound on the changes of a database per day. */
const revisionsPerDay = 1_000_000

export function openProgrammes(kit: ProviderKit<Tables>) {
  const { db } = kit
  const seconds = () => Math.floor(kit.now() / 1000)
  const known = { genre_group: genreGroups(), format: formats }
  let isSample = false
  /** Day of the sample, which moves with the present day; imported data stays as it is. */
  const dayNumber = () => (isSample ? daysBetween('2000-01-01', broadcastDay(seconds())) : 0)
  const catalogue = createSnapshot({
    now: () => kit.now(),
    revision: async () => dayNumber() * revisionsPerDay + (await readRevision(db, 'programme_metadata_state')),
    async load() {
      const imported = await loadCatalogue(db, known)
      isSample = imported === undefined
      return imported ?? generateSample(seconds())
    },
  })
  const load = async () => ({ catalogue: await catalogue.get(), now: seconds() })
  return {
    handlers: { ...feedHandlers(load), ...rawHandlers(load) },
    importFile: async (file: ImportFile, progress: ReportProgress) => {
      const counts = await importFile(kit, file, progress)
      catalogue.drop()
      return counts
    },
    refresh: catalogue.drop,
  }
}

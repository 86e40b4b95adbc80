// Opens the provider: the league, and the handlers that read it.

import type { ProviderKit } from '#define'
import type { ImportFile, ReportProgress } from '#define/imports'
import type { Tables } from '../tables.ts'
import { createLeague } from './league.ts'
import { firstHandlers, secondHandlers } from './versions.ts'

export function openCollegeFootball(kit: ProviderKit<Tables>) {
  const league = createLeague(kit)
  return {
    handlers: { ...firstHandlers(league.now), ...secondHandlers(league.now) },
    async importFile(file: ImportFile, progress: ReportProgress) {
      // loaded on use: most processes never import a file
      const { importFootball } = await import('./import/importer.ts')
      const counts = await importFootball(kit, file, progress)
      league.reload()
      return counts
    },
    refresh: league.reload,
  }
}

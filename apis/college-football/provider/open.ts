// Opens the provider: the league, and the handlers that read it.
import type { ImportFile, ProviderKit, ReportProgress } from '#define'
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

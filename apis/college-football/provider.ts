// The embedded provider: a simulated league of a finished season and the current one, and imported seasons.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import type { Tables } from './tables.ts'

export default defineProvider(api, {
  runs: 'worker',
  migrations,
  importFormats:
    'Bodies of this API as JSON (either version), its exports as CSV, and tables of cfbfastR and sportsdataverse as CSV ' +
    'or Parquet: games, plays, play stats, rosters, teams, conferences, venues, lines, rankings, recruits, coaches, ' +
    'transfers, draft picks, media, weather. Plain or packed with gzip.',
  open: async (kit: ProviderKit<Tables>) => (await import('./provider/open.ts')).openCollegeFootball(kit),
})

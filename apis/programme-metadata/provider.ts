// The embedded provider: all feeds and raw entities, over a sample or over imported programmes and schedules.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import type { Tables } from './tables.ts'

export default defineProvider(api, {
  runs: 'worker',
  migrations,
  importFormats:
    'Answers of this API as JSON (pages or items, one after another or one per line) or XML, XMLTV schedules, and podcast ' +
    'feeds (RSS), as they are or packed with gzip.',
  open: async (kit: ProviderKit<Tables>) => (await import('./provider/open.ts')).openProgrammes(kit),
})

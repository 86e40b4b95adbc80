// The embedded provider: search for works and authors and the works of a subject, over the sample or over imported
// dumps.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import type { Tables } from './tables.ts'

export default defineProvider(api, {
  runs: 'worker',
  migrations,
  importFormats:
    'Monthly dumps of Open Library, as they are or unpacked: ol_dump_works, ol_dump_authors, ol_dump_editions and ol_dump ' +
    '(text with five tab-separated columns: type, key, revision, time, JSON); also ol_dump_ratings and ol_dump_reading-log.',
  open: async (kit: ProviderKit<Tables>) => (await import('./provider/open.ts')).openBookCatalogue(kit),
})

// The embedded provider: simulated best-seller lists of five years, or imported ones.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import type { Tables } from './tables.ts'

export default defineProvider(api, {
  runs: 'worker',
  migrations,
  importFormats:
    'JSON answers of this API (lists, overview, history, names, reviews). CSV: entries by rank or by sales, definitions of ' +
    'lists, reviews, corrections. To complete imported books by ISBN: ONIX 3.0, MARCXML, editions of an Open Library dump. ' +
    'Each plain or packed with gzip.',
  open: async (kit: ProviderKit<Tables>) => (await import('./provider/open.ts')).openNewspaperBooks(kit),
})

// The embedded provider: notes of each account, behind public ones that can be imported.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import type { Tables } from './tables.ts'

export default defineProvider(api, {
  migrations,
  importFormats: 'Notes as CSV with a column text; they take the place of the public notes.',
  open: async (kit: ProviderKit<Tables>) => (await import('./provider/open.ts')).openNotes(kit),
})

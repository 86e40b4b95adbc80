// The embedded provider: linked characters, locations and episodes, from the sample or from imported data.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import type { Tables } from './tables.ts'

export default defineProvider(api, {
  migrations,
  importFormats:
    'Answers of the API as JSON: pages ({"info","results"}) one after another, or lists of characters, locations and episodes. ' +
    'Or a collection as mongodump writes it (BSON).',
  open: async (kit: ProviderKit<Tables>) => (await import('./provider/open.ts')).openCharacters(kit),
})

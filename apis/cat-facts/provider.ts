// The embedded provider: one random fact, and pages of facts and breeds, from the sample or from imported data.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import type { Tables } from './tables.ts'

export default defineProvider(api, {
  migrations,
  importFormats:
    'Facts as {"fact"} and breeds as {"breed","country","origin","coat","pattern"}: JSON with one object to a line, a JSON ' +
    'list, pages of the provider as they are, or comma-separated values with these names in the first line.',
  open: async (kit: ProviderKit<Tables>) => (await import('./provider/open.ts')).openCats(kit),
})

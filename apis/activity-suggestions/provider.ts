// The embedded provider: one random activity, all that match, one by its key, and the responses of the older provider.
import { defineProvider, type ProviderKit } from '#define'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import type { Tables } from './tables.ts'

export default defineProvider(api, {
  migrations,
  importFormats:
    'Activities as JSON, one object to a line or a list: activity, availability, type, participants, price, accessibility, ' +
    'duration, kidFriendly, link (may be missing), key (generated where missing).',
  open: async (kit: ProviderKit<Tables>) => (await import('./provider/open.ts')).openActivities(kit),
})

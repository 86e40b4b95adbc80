// An account's preferences for a listing: its provider, and whether results go under `data`. They are cached until
// another process changes them.
import type { Store } from '#store'
import { createListingSettingsRepository, type ListingEnvelope } from '#store'
import type { Invalidations } from '../account/invalidations/port.ts'
import { createListingKeys, type ListingKey } from '../process/cache/listing-key.ts'
import { createLoadingCache } from '../process/cache/loading-cache.ts'
import type { ProviderKind } from './call.ts'

/** The account's choices; undefined means the default. */
export interface Preference {
  readonly provider: ProviderKind | undefined
  readonly envelope: ListingEnvelope | undefined
}
export interface ProviderPreferences {
  /** Returns the account's preferences, or undefined without any. */
  of(accountId: string, listing: string): Preference | undefined | Promise<Preference | undefined>
}
interface ProviderPreferencesDeps {
  readonly store: Store
  readonly invalidations: Invalidations
  readonly clock: () => number
}

const entryLimit = 50_000

export function createProviderPreferences({
  store,
  invalidations,
  clock,
}: ProviderPreferencesDeps): ProviderPreferences {
  const settings = createListingSettingsRepository(store.db)
  const cache = createLoadingCache<Preference | undefined, ListingKey>({
    capacity: entryLimit,
    clock,
    mayServe: () => invalidations.hasLease(),
    load: async ({ accountId, slug, name }) => {
      const [setting, envelopes] = await Promise.all([
        settings.get(accountId, slug),
        settings.envelopes(accountId, slug),
      ])
      const envelope = envelopes.get(slug)
      const value = setting || envelope ? { provider: setting?.provider, envelope } : undefined
      return { value, isNegative: value === undefined, tags: [name, `*/${slug}`] }
    },
  })
  invalidations.on('listing', (target) => cache.invalidate(target))
  const keyOf = createListingKeys(entryLimit)
  return {
    of(accountId, listing) {
      const key = keyOf(accountId, listing)
      return cache.get(key.name, key)
    },
  }
}

// Which provider an account prefers for a listing. Cached until another process changes it.
import type { Store } from '#store'
import { createListingSettingsRepository } from '#store'
import { createListingKeys, type ListingKey } from '../cache/listing-key.ts'
import { createLoadingCache } from '../cache/loading-cache.ts'
import type { Invalidations } from '../invalidations/port.ts'
import type { ProviderKind } from './call.ts'

export interface ProviderPreferences {
  /** The account's preference, or undefined when it has none. */
  of(accountId: string, listing: string): ProviderKind | undefined | Promise<ProviderKind | undefined>
}
export interface ProviderPreferencesDeps {
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
  const cache = createLoadingCache<ProviderKind | undefined, ListingKey>({
    capacity: entryLimit,
    clock,
    mayServe: () => invalidations.hasLease(),
    load: async ({ accountId, slug, name }) => {
      const setting = await settings.get(accountId, slug)
      return { value: setting?.provider, isNegative: setting === undefined, tags: [name] }
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

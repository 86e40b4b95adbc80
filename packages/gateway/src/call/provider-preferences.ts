// Which provider answers an account's calls to a listing, as the account chose it. Kept in memory, dropped by fences.
import type { Store } from '#store'
import { createListingSettingsRepository } from '#store'
import { createListingKeys, type ListingKey } from '../cache/listing-key.ts'
import { createLoadingCache } from '../cache/loading-cache.ts'
import type { Fences } from '../fences/port.ts'
import type { ProviderKind } from './call.ts'

export interface Choices {
  /** The account's choice, or undefined when it made none. */
  of(accountId: string, listing: string): ProviderKind | undefined | Promise<ProviderKind | undefined>
}

const entryLimit = 50_000

export function createChoices(parts: { store: Store; fences: Fences; clock: () => number }): Choices {
  const { store, fences, clock } = parts
  const settings = createListingSettingsRepository(store.db)
  const cache = createLoadingCache<ProviderKind | undefined, ListingKey>({
    capacity: entryLimit,
    clock,
    mayServe: () => fences.mayServe(),
    load: async ({ accountId, slug, name }) => {
      const setting = await settings.get(accountId, slug)
      return { value: setting?.provider, isNegative: setting === undefined, tags: [name] }
    },
  })
  fences.on('listing', (target) => cache.invalidate(target))
  const keyOf = createListingKeys(entryLimit)
  return {
    of(accountId, listing) {
      const key = keyOf(accountId, listing)
      return cache.get(key.name, key)
    },
  }
}

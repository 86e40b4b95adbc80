// Which provider answers an account's calls to a listing, as the account chose it. Kept in memory, dropped by fences.
import type { Store } from '#store'
import { createListingSettingsRepository } from '#store'
import { createPlaces, type Place } from '../cache/listing-key.ts'
import { createLoadedCache } from '../cache/loading-cache.ts'
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
  const cache = createLoadedCache<ProviderKind | undefined, Place>({
    capacity: entryLimit,
    clock,
    mayServe: () => fences.mayServe(),
    load: async ({ accountId, slug, name }) => {
      const setting = await settings.get(accountId, slug)
      return { value: setting?.provider, absent: setting === undefined, about: [name] }
    },
  })
  fences.on('listing', (target) => cache.forget(target))
  const placeOf = createPlaces(entryLimit)
  return {
    of(accountId, listing) {
      const place = placeOf(accountId, listing)
      return cache.get(place.name, place)
    },
  }
}

// Which provider answers an account's calls to a listing, as the account chose it. Kept in memory, dropped by fences.
import type { Store } from '#store'
import { createListingSettingsRepository } from '#store'
import type { Fences } from '../fences/port.ts'
import type { ProviderKind } from './call.ts'

export interface Choices {
  /** The account's choice, or undefined when it made none. */
  of(accountId: string, listing: string): ProviderKind | undefined | Promise<ProviderKind | undefined>
}

const entryLimit = 50_000

export function createChoices(parts: { store: Store; fences: Fences }): Choices {
  const settings = createListingSettingsRepository(parts.store.db)
  const known = new Map<string, ProviderKind | undefined>()
  parts.fences.on('listing', (target) => {
    known.delete(target)
  })
  return {
    of(accountId, listing) {
      const key = `${accountId}/${listing}`
      if (known.has(key)) return known.get(key)
      return settings.get(accountId, listing).then((setting) => {
        if (known.size >= entryLimit) known.clear()
        known.set(key, setting?.provider)
        return setting?.provider
      })
    },
  }
}

// An account's preferences for a listing: its provider, whether results go under `data`, and what is done with
// answers. They are cached until another process changes them.
import type { Store } from '#store'
import {
  type AnswersSetting,
  createListingAnswersRepository,
  createListingSettingsRepository,
  type ListingEnvelope,
} from '#store'
import type { Invalidations } from '../account/invalidations/port.ts'
import { createListingKeys, type ListingKey } from '../process/cache/listing-key.ts'
import { createLoadingCache } from '../process/cache/loading-cache.ts'
import type { ProviderKind } from './call.ts'

/** The account's choices; undefined means the default. */
export interface Preference {
  readonly provider: ProviderKind | undefined
  readonly envelope: ListingEnvelope | undefined
  readonly answers: AnswersSetting | undefined
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
  const answersOf = createListingAnswersRepository(store.db)
  const cache = createLoadingCache<Preference | undefined, ListingKey>({
    capacity: entryLimit,
    clock,
    mayServe: () => invalidations.hasLease(),
    load: async ({ accountId, slug, name }) => {
      const [setting, envelopes, answers] = await Promise.all([
        settings.get(accountId, slug),
        settings.envelopes(accountId, slug),
        answersOf.get(accountId, slug),
      ])
      const envelope = envelopes.get(slug)
      const value = setting || envelope || answers ? { provider: setting?.provider, envelope, answers } : undefined
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

// Which provider answers a listing for an account that has chosen one. The default is not decided here. The caller
// publishes the invalidation 'listing' after a change.
import type { Kysely } from 'kysely'
import type { ListingSettingsTable, Tables } from './schema.ts'

export type ListingProvider = ListingSettingsTable['provider']

export interface ListingSetting {
  readonly listing: string
  readonly provider: ListingProvider
  /** Milliseconds since the epoch. */
  readonly updatedAt: number
}

export interface ListingSettingsRepository {
  get(accountId: string, listing: string): Promise<ListingSetting | undefined>
  /** All settings of the account in order of listing; there is at most one per listing. */
  list(accountId: string): Promise<ListingSetting[]>
  set(accountId: string, setting: ListingSetting): Promise<void>
  /** True when there was a setting. */
  remove(accountId: string, listing: string): Promise<boolean>
}

/** Makes the repository of listing settings. */
export function createListingSettingsRepository(db: Kysely<Tables>): ListingSettingsRepository {
  const ofAccount = (accountId: string) =>
    db
      .selectFrom('listing_settings')
      .select(['listing', 'provider', 'updated_at as updatedAt'])
      .where('account_id', '=', accountId)
  return {
    get: (accountId, listing) => ofAccount(accountId).where('listing', '=', listing).executeTakeFirst(),
    list: (accountId) => ofAccount(accountId).orderBy('listing').execute(),
    set: async (accountId, { listing, provider, updatedAt }) => {
      await db
        .insertInto('listing_settings')
        .values({ account_id: accountId, listing, provider, updated_at: updatedAt })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'listing']).doUpdateSet({ provider, updated_at: updatedAt }),
        )
        .execute()
    },
    remove: async (accountId, listing) => {
      const { numDeletedRows } = await db
        .deleteFrom('listing_settings')
        .where('account_id', '=', accountId)
        .where('listing', '=', listing)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

// Settings of an account's listings: the chosen provider, and whether results go under `data`. Defaults are decided
// elsewhere. The caller publishes the invalidation 'listing' after a change.
import type { Kysely } from 'kysely'
import type { ListingEnvelopesTable, ListingSettingsTable, Tables } from './schema.ts'

export type ListingProvider = ListingSettingsTable['provider']
export type ListingEnvelope = ListingEnvelopesTable['envelope']

export interface ListingSetting {
  readonly listing: string
  readonly provider: ListingProvider
  /** Milliseconds since the epoch. */
  readonly updatedAt: number
}

export interface ListingSettingsRepository {
  get(accountId: string, listing: string): Promise<ListingSetting | undefined>
  /** Lists all settings of the account in order of listing; there is at most one per listing. */
  list(accountId: string): Promise<ListingSetting[]>
  set(accountId: string, setting: ListingSetting): Promise<void>
  /** True if there was a setting. */
  remove(accountId: string, listing: string): Promise<boolean>
  /** Returns the account's chosen envelopes by listing, optionally of a single listing. */
  envelopes(accountId: string, listing?: string): Promise<Map<string, ListingEnvelope>>
  /** Sets the envelope of a listing; undefined removes the choice. */
  setEnvelope(
    accountId: string,
    choice: { listing: string; envelope: ListingEnvelope | undefined; updatedAt: number },
  ): Promise<void>
}

/** Creates the repository of listing settings. */
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
    async envelopes(accountId, listing) {
      const rows = await db
        .selectFrom('listing_envelopes')
        .select(['listing', 'envelope'])
        .where('account_id', '=', accountId)
        .$if(listing !== undefined, (query) => query.where('listing', '=', listing ?? ''))
        .execute()
      return new Map(rows.map((row) => [row.listing, row.envelope]))
    },
    async setEnvelope(accountId, { listing, envelope, updatedAt }) {
      if (envelope)
        await db
          .insertInto('listing_envelopes')
          .values({ account_id: accountId, listing, envelope, updated_at: updatedAt })
          .onConflict((conflict) =>
            conflict.columns(['account_id', 'listing']).doUpdateSet({ envelope, updated_at: updatedAt }),
          )
          .execute()
      else
        await db
          .deleteFrom('listing_envelopes')
          .where('account_id', '=', accountId)
          .where('listing', '=', listing)
          .execute()
    },
  }
}

// What accounts do with the answers of a listing: call, record, replay. The caller publishes the invalidation 'listing'
// after a change.
import type { Kysely } from 'kysely'
import type { ListingAnswersTable } from './answer-tables.ts'
import type { Tables } from './schema.ts'

export type AnswersMode = ListingAnswersTable['mode']

export interface AnswersSetting {
  readonly mode: AnswersMode
  /** The greatest age of a kept answer that replaces one of the provider, in seconds. */
  readonly maxAgeS: number
  /** True if sample data may replace an answer of the provider. */
  readonly sample: boolean
  /** True if answers to changes are kept too. */
  readonly writes: boolean
  /** The end of the choice, in milliseconds since the epoch; null for one that stays. */
  readonly until: number | null
}

export interface ListingAnswersRepository {
  get(accountId: string, listing: string): Promise<AnswersSetting | undefined>
  /** Returns the settings of the account by listing. */
  list(accountId: string): Promise<Map<string, AnswersSetting>>
  set(accountId: string, listing: string, change: { setting: AnswersSetting; updatedAt: number }): Promise<void>
}

/** Creates the repository of these settings. */
export function createListingAnswersRepository(db: Kysely<Tables>): ListingAnswersRepository {
  const ofAccount = (accountId: string) =>
    db.selectFrom('listing_answers').selectAll().where('account_id', '=', accountId)
  return {
    async get(accountId, listing) {
      const row = await ofAccount(accountId).where('listing', '=', listing).executeTakeFirst()
      return row && settingOf(row)
    },
    async list(accountId) {
      const rows = await ofAccount(accountId).execute()
      return new Map(rows.map((row) => [row.listing, settingOf(row)]))
    },
    async set(accountId, listing, { setting, updatedAt }) {
      const { mode, maxAgeS, sample, writes, until } = setting
      const columns = {
        mode,
        max_age_s: maxAgeS,
        sample: sample ? 1 : 0,
        writes: writes ? 1 : 0,
        until_at: until,
        updated_at: updatedAt,
      } as const
      await db
        .insertInto('listing_answers')
        .values({ account_id: accountId, listing, ...columns })
        .onConflict((conflict) => conflict.columns(['account_id', 'listing']).doUpdateSet(columns))
        .execute()
    },
  }
}

function settingOf(row: ListingAnswersTable): AnswersSetting {
  const { mode, max_age_s: maxAgeS, sample, writes, until_at: until } = row
  return { mode, maxAgeS, sample: sample === 1, writes: writes === 1, until }
}

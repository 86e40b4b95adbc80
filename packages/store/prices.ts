// Prices of the calls of listings, as the operator sets them. The caller publishes the invalidation 'listing' after a
// change.
import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/** The endpoint of a price for all endpoints that have none of their own; no id equals it. */
export const everyEndpoint = '*'

export interface PriceRow {
  readonly listing: string
  /** Id of the endpoint, or `everyEndpoint`. */
  readonly endpoint: string
  /** US dollars of a call, as a decimal string. */
  readonly usd: string
  /** JSON pointer to a number of the call, each of which costs as much; null for the price of a call. */
  readonly per: string | null
  /** The most that one call costs, likewise; null exactly without `per`. */
  readonly atMost: string | null
  /** True if answers of the embedded provider cost as much. */
  readonly embedded: boolean
  /** Milliseconds since the epoch. */
  readonly updatedAt: number
}
export interface PricesRepository {
  /** Lists at most 1,000 prices after a position, in order of listing and endpoint. */
  list(after?: { readonly listing: string; readonly endpoint: string }): Promise<PriceRow[]>
  ofListing(listing: string): Promise<PriceRow[]>
  set(price: PriceRow): Promise<void>
  /** True if there was a price. */
  remove(listing: string, endpoint: string): Promise<boolean>
  /** Removes the prices of endpoints that a listing no longer has. */
  keepOnly(listing: string, endpoints: readonly string[]): Promise<void>
}

const pageSize = 1000

/** Creates the repository of prices. */
export function createPricesRepository(db: Kysely<Tables>): PricesRepository {
  const prices = () =>
    db
      .selectFrom('prices')
      .select(['listing', 'endpoint', 'usd', 'per', 'at_most as atMost', 'embedded', 'updated_at as updatedAt'])
  const read = <T extends { readonly embedded: number; readonly updatedAt: number }>(rows: readonly T[]) =>
    rows.map((row) => ({ ...row, embedded: row.embedded === 1, updatedAt: Number(row.updatedAt) }))
  return {
    async list(after) {
      const { listing = '', endpoint = '' } = after ?? {}
      const rows = await prices()
        .where(({ and, eb, or }) =>
          or([eb('listing', '>', listing), and([eb('listing', '=', listing), eb('endpoint', '>', endpoint)])]),
        )
        .orderBy('listing')
        .orderBy('endpoint')
        .limit(pageSize)
        .execute()
      return read(rows)
    },
    ofListing: async (listing) => read(await prices().where('listing', '=', listing).execute()),
    async set({ listing, endpoint, usd, per, atMost, embedded, updatedAt }) {
      const values = { usd, per, at_most: atMost, embedded: embedded ? 1 : 0, updated_at: updatedAt }
      await db
        .insertInto('prices')
        .values({ listing, endpoint, ...values })
        .onConflict((conflict) => conflict.columns(['listing', 'endpoint']).doUpdateSet(values))
        .execute()
    },
    async remove(listing, endpoint) {
      const { numDeletedRows } = await db
        .deleteFrom('prices')
        .where('listing', '=', listing)
        .where('endpoint', '=', endpoint)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    async keepOnly(listing, endpoints) {
      const kept = new Set([everyEndpoint, ...endpoints])
      const rows = await db.selectFrom('prices').select('endpoint').where('listing', '=', listing).execute()
      for (const { endpoint } of rows)
        if (!kept.has(endpoint))
          await db.deleteFrom('prices').where('listing', '=', listing).where('endpoint', '=', endpoint).execute()
    },
  }
}

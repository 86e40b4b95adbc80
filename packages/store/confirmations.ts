// Signed tokens that are rejected before they expire: used confirmations of agents, and ended sessions of the console.
// A row outlives its token only until the next one is recorded.
import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

export interface ConfirmationsRepository {
  /** Records the use of a confirmation; false if it was used before. Deletes those that expired before `now`. */
  claim(id: string, times: { readonly expiresAt: number; readonly now: number }): Promise<boolean>
  /** True if the token has been claimed. */
  isClaimed(id: string): Promise<boolean>
}

export function createConfirmationsRepository(db: Kysely<Tables>): ConfirmationsRepository {
  return {
    async claim(id, { expiresAt, now }) {
      await db.deleteFrom('used_confirmations').where('expires_at', '<', now).execute()
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('used_confirmations')
        .values({ id, expires_at: expiresAt })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    async isClaimed(id) {
      const row = await db.selectFrom('used_confirmations').select('id').where('id', '=', id).executeTakeFirst()
      return row !== undefined
    },
  }
}

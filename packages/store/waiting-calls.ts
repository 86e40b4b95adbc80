// Calls of agents that a person may approve. A row is forgotten when its call was made, or soon after it has expired.
import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

export interface WaitingCallRow {
  readonly id: string
  readonly accountId: string
  readonly keyId: string
  readonly operation: string
  /** JSON. */
  readonly arguments: string
  /** What the client calls itself. */
  readonly client: string | null
  readonly createdAt: number
  readonly expiresAt: number
}
export interface WaitingCallsRepository {
  /** Keeps a call unless it is kept already, or the key has `most` of them. Forgets those that expired before. */
  add(row: WaitingCallRow, most: number): Promise<void>
  /** What was answered, or undefined for a call that does not wait. An approval is given once. */
  take(id: string, now: number): Promise<'waits' | 'approved' | 'declined' | undefined>
  remove(id: string): Promise<void>
  get(id: string, times: { readonly now: number }): Promise<WaitingCallRow | undefined>
  /** The oldest first, at most 100. */
  list(accountId: string, now: number): Promise<WaitingCallRow[]>
  /** False when the call no longer waits. */
  answer(id: string, state: 'approved' | 'declined', now: number): Promise<boolean>
}

const columns = [
  'id',
  'account_id as accountId',
  'key_id as keyId',
  'operation',
  'arguments',
  'client',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const

export function createWaitingCallsRepository(db: Kysely<Tables>): WaitingCallsRepository {
  const waiting = (now: number) =>
    db.selectFrom('waiting_calls').select(columns).where('state', '=', 'waits').where('expires_at', '>', now)
  return {
    async add(row, most) {
      await db.deleteFrom('waiting_calls').where('expires_at', '<=', row.createdAt).execute()
      const kept = await db
        .selectFrom('waiting_calls')
        .select('id')
        .where('account_id', '=', row.accountId)
        .where('key_id', '=', row.keyId)
        .limit(most)
        .execute()
      if (kept.length >= most) return
      await db
        .insertInto('waiting_calls')
        .values({
          id: row.id,
          account_id: row.accountId,
          key_id: row.keyId,
          operation: row.operation,
          arguments: row.arguments,
          client: row.client,
          state: 'waits',
          created_at: row.createdAt,
          expires_at: row.expiresAt,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    },
    async take(id, now) {
      const row = await db
        .selectFrom('waiting_calls')
        .select('state')
        .where('id', '=', id)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      if (row?.state !== 'approved') return row?.state
      const { numDeletedRows } = await db
        .deleteFrom('waiting_calls')
        .where('id', '=', id)
        .where('state', '=', 'approved')
        .executeTakeFirst()
      return numDeletedRows > 0n ? 'approved' : undefined
    },
    async remove(id) {
      await db.deleteFrom('waiting_calls').where('id', '=', id).execute()
    },
    get: (id, { now }) => waiting(now).where('id', '=', id).executeTakeFirst(),
    list: (accountId, now) =>
      waiting(now).where('account_id', '=', accountId).orderBy('created_at').limit(100).execute(),
    async answer(id, state, now) {
      const { numUpdatedRows } = await db
        .updateTable('waiting_calls')
        .set({ state })
        .where('id', '=', id)
        .where('state', '=', 'waits')
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

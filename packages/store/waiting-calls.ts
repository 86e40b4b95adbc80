// Calls of agents that a person can approve. A row is deleted when its call was made, or soon after it expires.
import { type AccountStore, whileAlone } from './account-lock.ts'

export interface WaitingCallRow {
  readonly id: string
  readonly accountId: string
  readonly keyId: string
  readonly operation: string
  /** JSON in which every character is visible. */
  readonly arguments: string
  /** The provider, if the agent chose one. */
  readonly provider: 'embedded' | 'live' | null
  /** The client's own name for itself. */
  readonly client: string | null
  readonly createdAt: number
  readonly expiresAt: number
}
export interface WaitingCallsRepository {
  /**
   * Stores a call; false if the key already has `most` others, or its account reaches the length of a list. Deletes
   * those that expired before.
   */
  add(row: WaitingCallRow, most: number): Promise<boolean>
  /** Returns the person's decision, or undefined for a call that does not wait. An approval is returned once. */
  take(id: string, now: number): Promise<'waits' | 'approved' | 'declined' | undefined>
  remove(id: string): Promise<void>
  get(id: string, times: { readonly now: number }): Promise<WaitingCallRow | undefined>
  /** Lists the waiting calls, oldest first, at most 100. */
  list(accountId: string, now: number): Promise<WaitingCallRow[]>
  /** Lists the waiting calls of all accounts, the newest first. */
  listAll(now: number, limit: number): Promise<WaitingCallRow[]>
  /** False if the call no longer waits. */
  answer(id: string, state: 'approved' | 'declined', now: number): Promise<boolean>
}

/** Limit per account, equal to the length of a list. */
const mostOfAccount = 100

const columns = [
  'id',
  'account_id as accountId',
  'key_id as keyId',
  'operation',
  'arguments',
  'provider',
  'client',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const

export function createWaitingCallsRepository({ db, dialect }: AccountStore): WaitingCallsRepository {
  const waiting = (now: number) =>
    db.selectFrom('waiting_calls').select(columns).where('state', '=', 'waits').where('expires_at', '>', now)
  return {
    async add(row, most) {
      await db.deleteFrom('waiting_calls').where('expires_at', '<=', row.createdAt).execute()
      return whileAlone({ db, dialect }, row.accountId, async (trx) => {
        const kept = await trx
          .selectFrom('waiting_calls')
          .select(['id', 'key_id as keyId'])
          .where('account_id', '=', row.accountId)
          .limit(mostOfAccount)
          .execute()
        if (kept.some(({ id }) => id === row.id)) return true
        if (kept.length >= mostOfAccount || kept.filter(({ keyId }) => keyId === row.keyId).length >= most) return false
        await trx
          .insertInto('waiting_calls')
          .values({
            id: row.id,
            account_id: row.accountId,
            key_id: row.keyId,
            operation: row.operation,
            arguments: row.arguments,
            provider: row.provider,
            client: row.client,
            state: 'waits',
            created_at: row.createdAt,
            expires_at: row.expiresAt,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute()
        return true
      })
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
      waiting(now).where('account_id', '=', accountId).orderBy('created_at').limit(mostOfAccount).execute(),
    listAll: (now, limit) => waiting(now).orderBy('created_at', 'desc').limit(limit).execute(),
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

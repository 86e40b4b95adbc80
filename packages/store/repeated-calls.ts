// Calls of agents with an idempotency key, and their responses, kept while repeated calls are answered from here.
import { type AccountStore, whileAlone } from './account-lock.ts'

/** An idempotency key of a gateway key, and the call that claims it. */
export interface RepeatedCallClaim {
  readonly accountId: string
  readonly keyId: string
  readonly idempotencyKey: string
  /** Digest of the call. */
  readonly digest: string
  readonly claimedAt: number
  readonly expiresAt: number
}
export interface EarlierCall {
  readonly digest: string
  readonly claimedAt: number
  /** Null until the response is stored. */
  readonly result: string | null
}
/** Limits of the rows of one account. */
export interface RepeatedCallLimits {
  readonly calls: number
  /** Total length of the results at which no further call can be claimed, in UTF-16 units. */
  readonly size: number
}
export interface RepeatedCallsRepository {
  /** Claims the idempotency key for exactly one caller; otherwise returns the earlier call, or 'full'. */
  claim(claim: RepeatedCallClaim, most: RepeatedCallLimits): Promise<'claimed' | 'full' | EarlierCall>
  keep(claim: RepeatedCallClaim, result: string): Promise<void>
  /** Releases the idempotency key. */
  forget(claim: RepeatedCallClaim): Promise<void>
}

export function createRepeatedCallsRepository({ db, dialect }: AccountStore): RepeatedCallsRepository {
  return {
    claim: (claim, most) =>
      whileAlone({ db, dialect }, claim.accountId, async (trx) => {
        const { accountId, keyId, idempotencyKey, digest, claimedAt, expiresAt } = claim
        await trx
          .deleteFrom('repeated_calls')
          .where('account_id', '=', accountId)
          .where('expires_at', '<=', claimedAt)
          .execute()
        const earlier = await trx
          .selectFrom('repeated_calls')
          .select(['digest', 'claimed_at as claimedAt', 'result'])
          .where('key_id', '=', keyId)
          .where('idempotency_key', '=', idempotencyKey)
          .executeTakeFirst()
        if (earlier) return earlier
        const held = await trx
          .selectFrom('repeated_calls')
          .select(({ fn }) => [fn.countAll<number>().as('calls'), fn.sum<number | null>('size').as('size')])
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow()
        if (Number(held.calls) >= most.calls || Number(held.size) >= most.size) return 'full'
        await trx
          .insertInto('repeated_calls')
          .values({
            key_id: keyId,
            idempotency_key: idempotencyKey,
            account_id: accountId,
            digest,
            claimed_at: claimedAt,
            expires_at: expiresAt,
            result: null,
            size: 0,
          })
          .execute()
        return 'claimed'
      }),
    async keep({ keyId, idempotencyKey, claimedAt }, result) {
      await db
        .updateTable('repeated_calls')
        .set({ result, size: result.length })
        .where('key_id', '=', keyId)
        .where('idempotency_key', '=', idempotencyKey)
        .where('claimed_at', '=', claimedAt)
        .execute()
    },
    async forget({ keyId, idempotencyKey, claimedAt }) {
      await db
        .deleteFrom('repeated_calls')
        .where('key_id', '=', keyId)
        .where('idempotency_key', '=', idempotencyKey)
        .where('claimed_at', '=', claimedAt)
        .execute()
    },
  }
}

/** Deletes calls of agents that have expired by `now`: repeatable calls and waiting calls. */
export async function pruneAgentCalls(db: AccountStore['db'], now: number): Promise<void> {
  await db.deleteFrom('repeated_calls').where('expires_at', '<=', now).execute()
  await db.deleteFrom('waiting_calls').where('expires_at', '<=', now).execute()
}

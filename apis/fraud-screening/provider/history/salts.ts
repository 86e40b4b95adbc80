// The key of an account's digests: created on its first call, and never changed.
import type { Random } from '#define'
import { type Db, monthOf } from './store.ts'

interface SaltDeps {
  readonly db: Db
  readonly random: Random
}

/** Salts cached in memory. */
const mostKept = 1000

export type SaltOf = (account: string, nowMs: number) => Promise<string>

export function createSalts({ db, random }: SaltDeps): SaltOf {
  const kept = new Map<string, string>()
  return async (account, nowMs) => {
    const salt = kept.get(account) ?? (await storedSalt(db, account)) ?? (await newSalt({ db, random }, account, nowMs))
    // the most recently used entry is evicted last
    kept.delete(account)
    kept.set(account, salt)
    if (kept.size > mostKept) for (const oldest of kept.keys()) if (kept.delete(oldest)) break
    return salt
  }
}

async function storedSalt(db: Db, account: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('fraud_screening_accounts')
    .select('salt')
    .where('account', '=', account)
    .executeTakeFirst()
  return row?.salt
}

async function newSalt({ db, random }: SaltDeps, account: string, nowMs: number): Promise<string> {
  const salt = random.bytes(32).toString('base64url')
  await db
    .insertInto('fraud_screening_accounts')
    .values({ account, salt, month: monthOf(nowMs), used: 0 })
    // another process might have inserted one first
    .onConflict((conflict) => conflict.column('account').doNothing())
    .execute()
  return (await storedSalt(db, account)) ?? salt
}

// Calls for the tests of the meter, and a look at what was counted. For tests only.
import type { Store } from '#store'
import type { EndedCall } from '../calls/recorded-call.ts'

/** The time of the tests: a second before an hour ends. */
export const startMs = Date.UTC(2025, 4, 14, 11, 59, 59)

let accounts = 0
let calls = 0
/** An account that no other test uses. */
export const newAccount = () => `acc_${process.pid}_${++accounts}`

/** A call of the account. */
export function callOf(accountId: string, details: Partial<EndedCall> = {}): EndedCall {
  return {
    accountId,
    keyId: 'key_1',
    listing: 'exchange-rates',
    endpoint: 'latest',
    provider: 'embedded',
    status: 200,
    bytesIn: 10,
    bytesOut: 200,
    ms: 1.5,
    id: `call-${++calls}`,
    code: '',
    upstreamMs: undefined,
    surface: 'http',
    ...details,
  }
}

/** Returns the number of calls of the account in the database. */
export async function countOf(store: Store, account: string): Promise<number> {
  const row = await store.db
    .selectFrom('usage')
    .select((eb) => eb.fn.sum<number>('calls').as('calls'))
    .where('account_id', '=', account)
    .executeTakeFirst()
  return Number(row?.calls ?? 0)
}

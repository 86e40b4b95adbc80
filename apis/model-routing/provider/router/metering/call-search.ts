// Finds calls of the ledger, newest first.
import { type SearchBudget, searchLog } from '#store/call-log'
import { idOf, ledger, positionOf } from './ledger-calls.ts'
import type { LedgerCall } from './metered-call.ts'
import type { MeteringDb } from './tables.ts'

export interface CallSearch {
  readonly account?: string | undefined
  readonly key?: string | undefined
  /** Upper bound of the ids, excluded: the id of a call, or the `next` of another page. */
  readonly before?: string | undefined
  readonly limit: number
}
/** A page. One with a `next` can have fewer calls than the limit, even none: the search ended before it found more. */
interface CallPage {
  readonly calls: readonly LedgerCall[]
  readonly next: string | undefined
}

/** The latest time that a Date can hold. */
const latestMs = 8_640_000_000_000_000

/** `before` must be an id (`positionOf`). */
export async function findCalls(db: MeteringDb, search: CallSearch, budget?: SearchBudget): Promise<CallPage> {
  const { account: accountId, key, before, limit } = search
  const query = {
    accountId,
    names: key === undefined ? [] : [key],
    from: 0,
    until: latestMs,
    limit,
    after: before === undefined ? undefined : positionOf(before),
    matches: (call: LedgerCall) => key === undefined || call.key === key,
  }
  const { calls, next } = await searchLog(db, ledger, query, budget)
  return { calls, next: next && idOf(next) }
}

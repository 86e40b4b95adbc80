// Tables of the metering. Amounts are integers of 1e-12 dollars; they are read as text, because a JavaScript number does not hold them.
import type { ColumnType, Kysely } from 'kysely'

/** Up to 2^63 - 1: nine million dollars. */
type ExactColumn = ColumnType<string | number, bigint, bigint>

export interface MeteringTables {
  model_routing_ledger: {
    id: string
    account: string
    key_id: string
    at_ms: number
    endpoint: string
    model: string
    channel: string
    upstream_model: string
    attempts: number
    ended: string
    prompt: number
    answer: number
    cached_read: number
    cached_write: number
    reasoning: number
    /** 1e-12 dollars as text: sums are made of exact integers. */
    cost: string
    /** 1 when a count was made here because the provider did not tell it. */
    counted: number
  }
  model_routing_budgets: {
    id: string
    /** Empty for any. So is `key_id`, and `model`, which is a pattern. */
    account: string
    key_id: string
    model: string
    per: string
    period: string
    amount: ExactColumn
    created_ms: number
  }
  model_routing_spent: {
    budget: string
    /** The account or key that has this budget for itself; empty when all share it. */
    who: string
    start_ms: number
    held: ExactColumn
    spent: ExactColumn
  }
  model_routing_holds: {
    /** One for each call and budget. */
    id: string
    budget: string
    who: string
    start_ms: number
    amount: ExactColumn
    at_ms: number
  }
  model_routing_days: {
    account: string
    key_id: string
    /** UTC, `YYYY-MM-DD`. */
    day: string
    model: string
    calls: number
    prompt: number
    answer: number
    cost: ExactColumn
  }
}
export type MeteringDb = Kysely<MeteringTables>

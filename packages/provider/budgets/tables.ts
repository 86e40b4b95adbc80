// The tables of budgets, which model routing created first. Amounts are integers of 1e-12 dollars, read as strings: a
// JavaScript number cannot hold them.
import type { ColumnType, Kysely } from 'kysely'

/** Amounts up to 2^63 - 1: nine million dollars. */
export type ExactColumn = ColumnType<string | number, bigint, bigint>

export interface BudgetTables {
  model_routing_budgets: {
    id: string
    /** Account, empty for any; so are `key_id` and `model`, which is a pattern. */
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
    /** The account or key that has this amount to itself; empty if all share it. */
    who: string
    start_ms: number
    held: ExactColumn
    spent: ExactColumn
  }
  model_routing_holds: {
    /** Id of the call; one row per call and budget. */
    id: string
    budget: string
    who: string
    start_ms: number
    amount: ExactColumn
    at_ms: number
  }
}
export type BudgetDb = Kysely<BudgetTables>

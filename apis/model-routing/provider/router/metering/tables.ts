// The tables of metering. Amounts are integers of 1e-12 dollars, read as strings: a JavaScript number cannot hold them.
import type { Kysely } from 'kysely'
import type { BudgetTables, ExactColumn } from '#provider/budgets'
import type { ChunkRow } from '#store/call-log'

export interface MeteringTables extends BudgetTables {
  /** The log of calls (packages/store/call-log); a call is at the time it ended. */
  model_routing_calls: ChunkRow
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

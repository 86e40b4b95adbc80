// Spending: what calls cost, as a provider answers it.

/** A query for spending: of one account or all; from the first to the last day, `YYYY-MM-DD` in UTC. */
export interface SpendingQuery {
  readonly account?: string | undefined
  /** Restricts the query to calls of this key. */
  readonly key?: string | undefined
  readonly by: 'day' | 'model' | 'key' | 'account'
  readonly from: string
  readonly to: string
}
/** Costs of calls, in units of 1e-12 US dollars. */
export interface Spending {
  /** At most 1000 rows; days newest first, otherwise the most expensive first. */
  readonly rows: readonly { readonly by: string; readonly calls: number; readonly cost: bigint }[]
  readonly total: bigint
}
/** Id of the budget that represents a key's own limit (`spendingLimit` of the kit). */
export const keyBudgetId = 'key'

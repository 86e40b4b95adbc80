// Spending: what calls cost, and the budgets that they count against, as a provider answers it.

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
  /** Budgets that the account's calls count against, with their spending in this period. */
  readonly budgets: readonly BudgetSpending[]
}
/** Id of the budget that represents a key's own limit (`spendingLimit` of the kit). */
export const keyBudgetId = 'key'
export interface BudgetSpending {
  readonly id: string
  readonly model: string | null
  /** The account of the budget, if each account has one or if it is for one account; `key` likewise. */
  readonly account: string | null
  readonly key: string | null
  readonly period: string
  readonly amount: bigint
  readonly spent: bigint
  /** The most that calls in progress can cost. */
  readonly held: bigint
  /** Milliseconds since the epoch; null for a budget without an end. */
  readonly endsAt: number | null
}

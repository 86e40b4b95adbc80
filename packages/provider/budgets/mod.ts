// Budgets: what calls may cost in a period, held before a call and settled after it. See README.md for the use.
export {
  type Budget,
  type BudgetRefusal,
  budgetLimit,
  claimOf,
  exactText,
  keyBudget,
  periodEnd,
  periodStart,
  periods,
  readBudgets,
  readSpending,
  shares,
} from './budget.ts'
export {
  type BudgetLedger,
  createBudgetLedger,
  type Hold,
  type ReserveRequest,
  type SettledEntries,
} from './budget-ledger.ts'
export { holdMs } from './budget-rows.ts'
export { cachedValue } from './cached-value.ts'
export { type Amount, dollarsOf, largestAmount, readDollars, storable } from './dollars.ts'
export { matchesPattern } from './pattern.ts'
export type { BudgetTables, ExactColumn } from './tables.ts'

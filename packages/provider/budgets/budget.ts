// Budgets: how many dollars the calls of an account, a key or a model may cost in a period.
import { sql } from 'kysely'
import { keyBudgetId } from '#define/spending'
import { dayMs } from '../days.ts'
import { type Amount, dollarsOf } from './dollars.ts'
import { matchesPattern } from './pattern.ts'
import type { BudgetDb } from './tables.ts'

export const periods = ['day', 'week', 'month', 'total'] as const
type Period = (typeof periods)[number]
/** Spender of the amount: all that the budget covers together, each account, or each key. */
export const shares = ['all', 'account', 'key'] as const
type Share = (typeof shares)[number]

export interface Budget {
  readonly id: string
  /** Account that the budget covers; undefined for any. */
  readonly account: string | undefined
  readonly key: string | undefined
  /** Pattern in which `*` stands for any characters. */
  readonly model: string | undefined
  readonly per: Share
  readonly period: Period
  readonly amount: Amount
  readonly createdMs: number
}
/** The account, key and model of a call. */
export interface Spender {
  readonly account: string
  readonly key: string
  /** Undefined for a call of no model, which only budgets for all calls cover. */
  readonly model: string | undefined
}
/** The row of a budget that a call counts against. */
export interface Claim {
  readonly budget: Budget
  readonly who: string
  readonly startMs: number
}

export const budgetLimit = 1000
/** Returns the budget that a key's own limit is; it has no row. */
export function keyBudget(amount: Amount, key: string): Budget {
  return { id: keyBudgetId, account: undefined, key, model: undefined, per: 'key', period: 'day', amount, createdMs: 0 }
}

/** Start of the period that contains a moment, in UTC; weeks begin on Monday. */
export function periodStart(period: Period, atMs: number): number {
  const moment = new Date(atMs)
  const today = Math.floor(atMs / dayMs) * dayMs
  if (period === 'total') return 0
  if (period === 'day') return today
  if (period === 'week') return today - ((moment.getUTCDay() + 6) % 7) * dayMs
  return Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth())
}

/** End of the period that began at `startMs`; undefined for one that never ends. */
export function periodEnd(period: Period, startMs: number): number | undefined {
  if (period === 'total') return undefined
  if (period !== 'month') return startMs + (period === 'day' ? 1 : 7) * dayMs
  const start = new Date(startMs)
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1)
}

/** The budget row of a spender. */
export function claimOf(budget: Budget, spender: Pick<Spender, 'account' | 'key'>, atMs: number): Claim {
  const who = budget.per === 'all' ? '' : budget.per === 'account' ? spender.account : spender.key
  return { budget, who, startMs: periodStart(budget.period, atMs) }
}

/** True if a call counts against a budget. */
export function covers(budget: Budget, { account, key, model }: Spender): boolean {
  if (budget.account !== undefined && budget.account !== account) return false
  if (budget.key !== undefined && budget.key !== key) return false
  return budget.model === undefined || (model !== undefined && matchesPattern(budget.model, model))
}

/** Returns all budgets, or those that can cover an account and key whatever the model; the oldest first. */
export async function readBudgets(
  db: BudgetDb,
  spender?: Pick<Spender, 'account' | 'key'>,
): Promise<readonly Budget[]> {
  let query = db
    .selectFrom('model_routing_budgets')
    .select(['id', 'account', 'key_id', 'model', 'per', 'period', 'created_ms', exactText('amount').as('amount')])
  if (spender) query = query.where('account', 'in', ['', spender.account]).where('key_id', 'in', ['', spender.key])
  const rows = await query.limit(budgetLimit).execute()
  return rows
    .map((row) => ({
      id: row.id,
      account: row.account === '' ? undefined : row.account,
      key: row.key_id === '' ? undefined : row.key_id,
      model: row.model === '' ? undefined : row.model,
      per: shares.find((share) => share === row.per) ?? 'all',
      period: periods.find((period) => period === row.period) ?? 'total',
      amount: BigInt(row.amount),
      createdMs: Number(row.created_ms),
    }))
    .sort((one, other) => one.createdMs - other.createdMs || (one.id < other.id ? -1 : 1))
}

interface Spending {
  readonly held: Amount
  readonly spent: Amount
}
/** Returns the amount spent; zero before the first call. */
export async function readSpending(db: BudgetDb, { budget, who, startMs }: Claim): Promise<Spending> {
  const row = await db
    .selectFrom('model_routing_spent')
    .select([exactText('held').as('held'), exactText('spent').as('spent')])
    .where('budget', '=', budget.id)
    .where('who', '=', who)
    .where('start_ms', '=', startMs)
    .executeTakeFirst()
  return { held: BigInt(row?.held ?? 0), spent: BigInt(row?.spent ?? 0) }
}

/** Selects an amount as a string: the drivers would round it to a number. */
export const exactText = (column: string) => sql<string>`cast(${sql.ref(column)} as text)`

/** Why a budget refuses a call, in the words of a caller. */
export interface BudgetRefusal {
  /** True if the call fits once the calls under way have settled. */
  readonly isHeld: boolean
  /** The budget without the name of an account, such as `budget of $5 of this month`. */
  readonly budget: string
  /** True for the limit that a key has of its own. */
  readonly isKeys: boolean
  /** Undefined if the amount never comes back. */
  readonly retryAfterS: number | undefined
}

/** Returns why a claim without room refuses a call. */
export function refusalOf(
  { budget, startMs }: Claim,
  { spent, held, requested, nowMs }: Spending & { readonly requested: Amount; readonly nowMs: number },
): BudgetRefusal {
  const of = { budget: describe(budget), isKeys: budget.id === keyBudgetId }
  if (held > 0n && spent + requested <= budget.amount) return { ...of, isHeld: true, retryAfterS: 1 }
  const endMs = periodEnd(budget.period, startMs)
  return { ...of, isHeld: false, retryAfterS: endMs === undefined ? undefined : Math.ceil((endMs - nowMs) / 1000) }
}

/** Describes a budget for callers, without naming an account. */
function describe({ amount, period, model }: Budget): string {
  const suffixes = { day: 'of this day', week: 'of this week', month: 'of this month', total: '' }
  return `budget of $${dollarsOf(amount)}${model === undefined ? '' : ` for ${model}`} ${suffixes[period]}`.trimEnd()
}

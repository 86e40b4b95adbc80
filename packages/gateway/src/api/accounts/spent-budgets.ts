// The budgets that an account's calls count against, or all of them for the operator, with what is spent of each in its
// present period.
import { type Kysely, sql } from 'kysely'
import { keyBudgetId } from '#define/spending'
import { type Budget, type BudgetTables, exactText, periodEnd, periodStart, readBudgets } from '#provider/budgets'
import type { Store, Tables } from '#store'
import type { Keys } from '../../account/keys/keys.ts'

export interface BudgetsDeps {
  readonly store: Pick<Store, 'db'>
  readonly keys: Pick<Keys, 'spendingLimit'>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}
interface BudgetsQuery {
  readonly account?: string | undefined
  readonly key?: string | undefined
}
interface SpentBudget {
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

const maxBudgets = 100
const maxSpenders = 20

/** Creates the reader, which returns at most a hundred budgets, in order of creation, then the own limits of keys. */
export function createSpentBudgets(deps: BudgetsDeps) {
  const db = deps.store.db.withTables<Pick<BudgetTables, keyof BudgetTables>>()
  return async (query: BudgetsQuery): Promise<SpentBudget[]> => {
    const nowMs = deps.clock()
    const { account } = query
    const budgets: SpentBudget[] = []
    for (const budget of await readBudgets(db)) {
      if (account !== undefined && !isForAccount(budget, account)) continue
      budgets.push(...(await spendingOf(db, budget, { nowMs, account })))
      if (budgets.length >= maxBudgets) break
    }
    budgets.push(...(await keyLimitsOf(db, deps, { ...query, nowMs })))
    return budgets.slice(0, maxBudgets)
  }
}

type Db = Kysely<Tables & BudgetTables>

const amounts = [exactText('spent').as('spent'), exactText('held').as('held')] as const

/** Returns the own limits of keys with costs today; the highest first. */
async function keyLimitsOf(
  db: Db,
  { keys }: BudgetsDeps,
  { account, key, nowMs }: BudgetsQuery & { readonly nowMs: number },
): Promise<SpentBudget[]> {
  const startMs = periodStart('day', nowMs)
  let select = db
    .selectFrom('model_routing_spent')
    .select(['who', ...amounts])
    .where('budget', '=', keyBudgetId)
    .where('start_ms', '=', startMs)
  if (key !== undefined) select = select.where('who', '=', key)
  else if (account !== undefined) select = select.where('who', 'in', keysOf(db, account))
  const rows = await select.orderBy(sql.ref('model_routing_spent.spent'), 'desc').limit(maxSpenders).execute()
  const endsAt = periodEnd('day', startMs) ?? null
  const budgets: SpentBudget[] = []
  for (const { who, spent, held } of rows) {
    const amount = await keys.spendingLimit(who)
    if (amount === undefined) continue
    const of = { id: keyBudgetId, model: null, account: account ?? null, key: who, period: 'day', endsAt }
    budgets.push({ ...of, amount, spent: BigInt(spent), held: BigInt(held) })
  }
  return budgets
}

const keysOf = (db: Db, account: string) => db.selectFrom('gateway_keys').select('id').where('account_id', '=', account)

/** True if a budget is for this account; one that all accounts share is the operator's business. */
function isForAccount({ account, per }: Budget, of: string): boolean {
  return account === undefined ? per !== 'all' : account === of
}

async function spendingOf(
  db: Db,
  { id, account: only, key: onlyKey, model, per, period, amount }: Budget,
  { nowMs, account }: { readonly nowMs: number; readonly account: string | undefined },
): Promise<SpentBudget[]> {
  const startMs = periodStart(period, nowMs)
  let select = db.selectFrom('model_routing_spent').where('budget', '=', id).where('start_ms', '=', startMs)
  if (account !== undefined && per === 'account') select = select.where('who', '=', account)
  if (account !== undefined && per === 'key') select = select.where('who', 'in', keysOf(db, account))
  const rows = await select
    .select(['who', ...amounts])
    .orderBy(sql.ref('model_routing_spent.spent'), 'desc')
    .limit(maxSpenders)
    .execute()
  const budget = { id, model: model ?? null, period, amount, endsAt: periodEnd(period, startMs) ?? null }
  const of = (who: string) => ({
    account: per === 'account' && who !== '' ? who : (only ?? null),
    key: per === 'key' && who !== '' ? who : (onlyKey ?? null),
  })
  if (rows.length === 0) return per === 'key' ? [] : [{ ...budget, ...of(account ?? ''), spent: 0n, held: 0n }]
  return rows.map(({ who, spent, held }) => ({ ...budget, ...of(who), spent: BigInt(spent), held: BigInt(held) }))
}

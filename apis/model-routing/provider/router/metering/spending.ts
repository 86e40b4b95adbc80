// Costs of calls: sums of the daily totals, and the amounts spent of the budgets that an account's calls count against.
import { sql } from 'kysely'
import type { ProviderKit } from '#define'
import { type BudgetSpending, keyBudgetId, type Spending, type SpendingQuery } from '#define/spending'
import { type Budget, exactText, periodEnd, periodStart, readBudgets } from './budget.ts'
import type { Meter } from './meter.ts'
import type { Amount } from './price.ts'
import type { MeteringDb } from './tables.ts'

interface SpendingDeps {
  readonly db: MeteringDb
  readonly now: () => number
  readonly meter: Pick<Meter, 'flush'>
  readonly spendingLimit: ProviderKit['spendingLimit']
}
/** Conditions on the daily totals to sum. Days are `YYYY-MM-DD`, both included. */
interface DaysQuery {
  readonly by: SpendingQuery['by']
  readonly account?: string | undefined
  readonly key?: string | undefined
  readonly model?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}
interface DaysSum {
  readonly by: string
  readonly calls: number
  readonly prompt: number
  readonly answer: number
  readonly cost: Amount
}

const maxRows = 1000

/** Sums of the daily totals: at most 1000, days newest first, else the most expensive first. */
export async function sumDays(db: MeteringDb, query: DaysQuery): Promise<DaysSum[]> {
  const { by } = query
  const column = by === 'key' ? ('key_id' as const) : by
  const rows = await daysOf(db, query)
    .select(({ fn }) => [fn.sum('calls').as('calls'), fn.sum('prompt').as('prompt'), fn.sum('answer').as('answer')])
    .select([`${column} as by`, sql<string>`cast(sum(cost) as text)`.as('cost')])
    .groupBy(column)
    .orderBy(by === 'day' ? 'day' : sql`sum(cost)`, 'desc')
    .orderBy(column)
    .limit(maxRows)
    .execute()
  return rows.map((row) => ({
    by: row.by,
    calls: Number(row.calls),
    prompt: Number(row.prompt),
    answer: Number(row.answer),
    cost: BigInt(row.cost),
  }))
}

function daysOf(db: MeteringDb, { account, key, model, from, to }: DaysQuery) {
  let days = db.selectFrom('model_routing_days')
  if (account !== undefined) days = days.where('account', '=', account)
  if (key !== undefined) days = days.where('key_id', '=', key)
  if (model !== undefined) days = days.where('model', '=', model)
  if (from !== undefined) days = days.where('day', '>=', from)
  if (to !== undefined) days = days.where('day', '<=', to)
  return days
}

/** Makes the spending report of the gateway. */
export function createSpending(deps: SpendingDeps): (query: SpendingQuery) => Promise<Spending> {
  const { db, now, meter } = deps
  return async (query) => {
    await meter.flush()
    const { total } = await daysOf(db, query)
      .select(sql<string>`cast(coalesce(sum(cost), 0) as text)`.as('total'))
      .executeTakeFirstOrThrow()
    const rows = (await sumDays(db, query)).map(({ by, calls, cost }) => ({ by, calls, cost }))
    const keys = await keyBudgetsOf(deps, query)
    const budgets = [...(await budgetsOf(db, now(), query.account)), ...keys]
    return { rows, total: BigInt(total), budgets: budgets.slice(0, maxBudgets) }
  }
}

const maxBudgets = 100

/** Returns the own limits of keys with costs today; the highest first. */
async function keyBudgetsOf(
  { db, now, spendingLimit }: SpendingDeps,
  { account, key }: SpendingQuery,
): Promise<BudgetSpending[]> {
  const startMs = periodStart('day', now())
  let select = db
    .selectFrom('model_routing_spent')
    .select(['who', exactText('spent').as('spent'), exactText('held').as('held')])
    .where('budget', '=', keyBudgetId)
    .where('start_ms', '=', startMs)
  if (key !== undefined) select = select.where('who', '=', key)
  else if (account !== undefined)
    select = select.where('who', 'in', (days) =>
      days.selectFrom('model_routing_days').select('key_id').where('account', '=', account),
    )
  const rows = await select.orderBy(sql.ref('model_routing_spent.spent'), 'desc').limit(20).execute()
  const endsAt = periodEnd('day', startMs) ?? null
  const budgets: BudgetSpending[] = []
  for (const { who, spent, held } of rows) {
    const amount = await spendingLimit(who)
    if (amount === undefined) continue
    const of = { id: keyBudgetId, model: null, account: account ?? null, key: who, period: 'day', endsAt }
    budgets.push({ ...of, amount, spent: BigInt(spent), held: BigInt(held) })
  }
  return budgets
}

/** Returns at most a hundred budgets, in order of creation. */
async function budgetsOf(db: MeteringDb, nowMs: number, account: string | undefined): Promise<BudgetSpending[]> {
  const budgets: BudgetSpending[] = []
  for (const budget of await readBudgets(db)) {
    if (account !== undefined && !isForAccount(budget, account)) continue
    budgets.push(...(await spendingOf(db, budget, { nowMs, account })))
    if (budgets.length >= maxBudgets) break
  }
  return budgets
}

/** True if a budget is for this account; one that all accounts share is the operator's business. */
function isForAccount({ account, per }: Budget, of: string): boolean {
  return account === undefined ? per !== 'all' : account === of
}

async function spendingOf(
  db: MeteringDb,
  { id, account: only, key: onlyKey, model, per, period, amount }: Budget,
  { nowMs, account }: { readonly nowMs: number; readonly account: string | undefined },
): Promise<BudgetSpending[]> {
  const startMs = periodStart(period, nowMs)
  let select = db.selectFrom('model_routing_spent').where('budget', '=', id).where('start_ms', '=', startMs)
  if (account !== undefined && per === 'account') select = select.where('who', '=', account)
  if (account !== undefined && per === 'key')
    select = select.where('who', 'in', (days) =>
      days.selectFrom('model_routing_days').select('key_id').where('account', '=', account),
    )
  const rows = await select
    .select(['who', exactText('spent').as('spent'), exactText('held').as('held')])
    .orderBy(sql.ref('model_routing_spent.spent'), 'desc')
    .limit(20)
    .execute()
  const budget = { id, model: model ?? null, period, amount, endsAt: periodEnd(period, startMs) ?? null }
  const of = (who: string) => ({
    account: per === 'account' && who !== '' ? who : (only ?? null),
    key: per === 'key' && who !== '' ? who : (onlyKey ?? null),
  })
  if (rows.length === 0) return per === 'key' ? [] : [{ ...budget, ...of(account ?? ''), spent: 0n, held: 0n }]
  return rows.map(({ who, spent, held }) => ({ ...budget, ...of(who), spent: BigInt(spent), held: BigInt(held) }))
}

// Finds the budgets and own limits of keys that are nearly used up, of everybody, a page at a time: what the sweep
// announces. It reads the tables of the store alone, so that no provider is opened for it.
import { sql } from 'kysely'
import { keyBudgetId } from '#define/spending'
import {
  type Budget,
  type BudgetTables,
  dollarsOf,
  exactText,
  periodEnd,
  periodStart,
  readBudgets,
  readDollars,
} from '#provider/budgets'
import type { Store } from '#store'
import type { Need } from './needs.ts'
import { isNear, nearPercent } from './shares.ts'

interface NearBudgetsDeps {
  readonly store: Pick<Store, 'db'>
}
/** A period of a budget, and how much of it makes a need. */
interface Part {
  readonly budget: Pick<Budget, 'id' | 'account' | 'key' | 'per' | 'period'>
  /** Undefined for the own limits of keys, which their rows have. */
  readonly amount: bigint | undefined
  readonly startMs: number
  readonly percent: number
}

const pageSize = 1000
const hourMs = 3_600_000

/**
 * Returns pages of at most a thousand needs, some of them empty. In the first hour of a period it also returns what
 * was reached in the previous one.
 */
export async function* nearBudgets({ store }: NearBudgetsDeps, nowMs: number): AsyncGenerator<Need[], void> {
  const budgets = await readBudgets(store.db.withTables<Pick<BudgetTables, keyof BudgetTables>>())
  const keys = {
    id: keyBudgetId,
    account: undefined,
    key: undefined,
    per: 'key',
    period: 'day',
    amount: undefined,
  } as const
  for (const { amount, ...budget } of [...budgets.filter(({ amount }) => amount > 0n), keys])
    for (const part of periodsOf(budget.period, nowMs)) yield* pagesOf(store, { budget, amount, ...part })
}

function periodsOf(period: Budget['period'], nowMs: number): Pick<Part, 'startMs' | 'percent'>[] {
  const startMs = periodStart(period, nowMs)
  const present = { startMs, percent: nearPercent }
  if (period === 'total' || nowMs - startMs >= hourMs) return [present]
  return [present, { startMs: periodStart(period, startMs - 1), percent: 100 }]
}

async function* pagesOf({ db }: NearBudgetsDeps['store'], part: Part): AsyncGenerator<Need[], void> {
  const { budget, amount, startMs, percent } = part
  // an owner is looked up here because a need without one costs a query of its own
  let rows = db
    .withTables<Pick<BudgetTables, 'model_routing_spent'>>()
    .selectFrom('model_routing_spent')
    .leftJoin('gateway_keys', 'gateway_keys.id', 'model_routing_spent.who')
    .select(['who', exactText('spent').as('spent'), 'gateway_keys.account_id as owner', 'usd_per_day as own'])
    .where('budget', '=', budget.id)
    .where('start_ms', '=', startMs)
  // limits of keys are texts: the database leaves out what is far below, and what is left is compared exactly
  if (amount === undefined)
    rows = rows.where(sql<boolean>`spent >= cast(usd_per_day as double precision) * ${sql.lit((percent - 1) * 1e10)}`)
  else rows = rows.where('spent', '>=', sql<string>`${(amount * BigInt(percent) + 99n) / 100n}`)
  for (let after: string | undefined; ; ) {
    const select = after === undefined ? rows : rows.where('who', '>', after)
    const page = await select.orderBy('who').limit(pageSize).execute()
    yield page.flatMap(({ own, ...row }) => {
      const limit = amount ?? (own === null ? undefined : readDollars(own))
      return limit === undefined ? [] : needsOf(part, { ...row, spent: BigInt(row.spent), limit })
    })
    after = page.at(-1)?.who
    if (page.length < pageSize) return
  }
}

interface Spender {
  readonly who: string
  readonly owner: string | null
  readonly spent: bigint
  readonly limit: bigint
}

function needsOf({ budget, startMs, percent }: Part, { who, owner, spent, limit }: Spender): Need[] {
  if (!isNear(spent, limit, percent)) return []
  const { id, per, period } = budget
  const at = periodEnd(period, startMs)
  const key = per === 'key' && who !== '' ? who : budget.key
  const account = per === 'account' && who !== '' ? who : (budget.account ?? owner ?? undefined)
  return [
    {
      kind: 'budget.near',
      level: spent >= limit ? 'error' : 'warning',
      budget: id,
      used: dollarsOf(spent),
      limit: dollarsOf(limit),
      ...(at !== undefined && { at }),
      ...(key !== undefined && { key }),
      ...(account !== undefined && { account }),
    },
  ]
}

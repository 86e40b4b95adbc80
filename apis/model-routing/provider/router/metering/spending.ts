// Costs of calls: sums of the daily totals.
import { sql } from 'kysely'
import type { Spending, SpendingQuery } from '#define/spending'
import type { Amount } from '#provider/budgets'
import type { Meter } from './meter.ts'
import type { MeteringDb } from './tables.ts'

interface SpendingDeps {
  readonly db: MeteringDb
  readonly meter: Pick<Meter, 'flush'>
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
export function createSpending({ db, meter }: SpendingDeps): (query: SpendingQuery) => Promise<Spending> {
  return async (query) => {
    await meter.flush()
    const { total } = await daysOf(db, query)
      .select(sql<string>`cast(coalesce(sum(cost), 0) as text)`.as('total'))
      .executeTakeFirstOrThrow()
    const rows = (await sumDays(db, query)).map(({ by, calls, cost }) => ({ by, calls, cost }))
    return { rows, total: BigInt(total) }
  }
}

// Handlers of the two endpoints of the former dashboard API: what a key has spent, and what it may still spend (SOURCES
// 3.13).
import { sql } from 'kysely'
import type { Call, HandlersFor, ProviderKit } from '#define'
import { type Amount, claimOf, dollarsOf, exactText, keyBudget, readBudgets, readSpending } from '#provider/budgets'
import type { endpoints } from '../../../endpoints.ts'
import type { Meter } from './meter.ts'
import type { MeteringDb } from './tables.ts'

interface BillingDeps {
  readonly db: MeteringDb
  readonly now: () => number
  readonly meter: Meter
  readonly spendingLimit: ProviderKit['spendingLimit']
}

/** The limit that routers of this kind report for a key without one. */
const unlimited = 100_000_000
const dayForm = /^\d{4}-\d{2}-\d{2}$/

export function createBillingHandlers({
  db,
  now,
  meter,
  spendingLimit,
}: BillingDeps): HandlersFor<typeof endpoints, 'getSubscription' | 'getUsage'> {
  /** Amount spent plus the least that is left of any budget for all models; undefined without such a budget. */
  async function limitOf({ account, key }: Call): Promise<Amount | undefined> {
    const own = await spendingLimit(key)
    const budgets = (await readBudgets(db, { account, key })).filter(({ model }) => model === undefined)
    const all = own === undefined ? budgets : [...budgets, keyBudget(own, key)]
    let least: Amount | undefined
    for (const budget of all) {
      const { spent, held } = await readSpending(db, claimOf(budget, { account, key }, now()))
      const rest = budget.amount - spent - held
      const left = rest > 0n ? rest : 0n
      if (least === undefined || left < least) least = left
    }
    return least === undefined ? undefined : least + (await spentBy(db, account, key))
  }

  return {
    async getSubscription(_input, call) {
      await meter.flush()
      const limit = await limitOf(call)
      const dollars = limit === undefined ? unlimited : Number(dollarsOf(limit))
      return {
        object: 'billing_subscription',
        has_payment_method: true,
        soft_limit_usd: dollars,
        hard_limit_usd: dollars,
        system_hard_limit_usd: dollars,
        access_until: 0,
      }
    },
    /** The total is all-time, so that limit minus usage is what is left; the days are the requested ones. */
    async getUsage({ start_date, end_date }, { account, key }) {
      await meter.flush()
      const total = await spentBy(db, account, key)
      const [from, to] = [start_date, end_date].map((day) => (day !== undefined && dayForm.test(day) ? day : undefined))
      const isDated = from !== undefined || to !== undefined
      const range = { from: from ?? '0000-01-01', to: to ?? '9999-12-31' }
      return {
        object: 'list',
        total_usage: cents(total),
        ...(isDated ? { daily_costs: await dailyCosts(daysOf(db, account, key), range) } : {}),
      }
    },
  }
}

const cents = (amount: Amount): number => Number(dollarsOf(amount * 100n))

async function spentBy(db: MeteringDb, account: string, key: string): Promise<Amount> {
  const days = await daysOf(db, account, key)
    .select(sql<string | null>`cast(sum(cost) as text)`.as('cost'))
    .executeTakeFirst()
  return BigInt(days?.cost ?? 0)
}

async function dailyCosts(daysOfKey: ReturnType<typeof daysOf>, { from, to }: { from: string; to: string }) {
  const rows = await daysOfKey
    .select(['day', 'model', exactText('cost').as('cost')])
    .where('day', '>=', from)
    .where('day', '<', to)
    .orderBy('day')
    .orderBy('model')
    .limit(10_000)
    .execute()
  const days = new Map<string, { timestamp: number; line_items: { name: string; cost: number }[] }>()
  for (const { day, model, cost } of rows) {
    const entry = days.get(day) ?? { timestamp: Date.parse(day) / 1000, line_items: [] }
    entry.line_items.push({ name: model, cost: cents(BigInt(cost)) })
    days.set(day, entry)
  }
  return [...days.values()]
}

const daysOf = (db: MeteringDb, account: string, key: string) =>
  db.selectFrom('model_routing_days').where('account', '=', account).where('key_id', '=', key)

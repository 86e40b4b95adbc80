// Handlers of the two endpoints of the old dashboard: what a key has spent, and what it may still spend (FACTS 3.13).
import { sql } from 'kysely'
import type { Kit } from '#define'
import { claimOf, exact, readBudgets, readSpending } from './budget.ts'
import { meteringOf } from './meter.ts'
import { type Amount, dollarsOf } from './price.ts'
import type { MeteringDb, MeteringTables } from './tables.ts'

type CallKit = Kit<MeteringTables>

/** What routers of this kind say of a key without a limit. */
const unlimited = 100_000_000
const dayForm = /^\d{4}-\d{2}-\d{2}$/

export const billingHandlers = {
  /** The limits are what was spent and the least that is left of any budget for whatever model. */
  async getSubscription(_input: unknown, kit: CallKit) {
    await meteringOf(kit.db)?.written()
    const limit = await limitOf(kit)
    const dollars = limit === undefined ? unlimited : Number(dollarsOf(limit))
    return {
      object: 'billing_subscription' as const,
      has_payment_method: true,
      soft_limit_usd: dollars,
      hard_limit_usd: dollars,
      system_hard_limit_usd: dollars,
      access_until: 0,
    }
  },
  /** The sum is of all time, so that limit less usage is what is left; the days are those asked for. */
  async getUsage(
    { start_date, end_date }: { readonly start_date?: string | undefined; readonly end_date?: string | undefined },
    kit: CallKit,
  ) {
    await meteringOf(kit.db)?.written()
    const total = await spentWith(kit)
    const range = [start_date, end_date].map((day) => (day !== undefined && dayForm.test(day) ? day : undefined))
    const [from, to] = range
    const isDated = from !== undefined || to !== undefined
    return {
      object: 'list' as const,
      total_usage: cents(total),
      ...(isDated ? { daily_costs: await dailyCosts(kit, from ?? '0000-01-01', to ?? '9999-12-31') } : {}),
    }
  },
}

const cents = (amount: Amount): number => Number(dollarsOf(amount * 100n))

async function limitOf(kit: CallKit): Promise<Amount | undefined> {
  const { db, account, key } = kit
  const budgets = (await readBudgets(db, { account, key })).filter(({ model }) => model === undefined)
  let least: Amount | undefined
  for (const budget of budgets) {
    const { spent, held } = await readSpending(db, claimOf(budget, kit, kit.now()))
    const rest = budget.amount - spent - held
    const left = rest > 0n ? rest : 0n
    if (least === undefined || left < least) least = left
  }
  return least === undefined ? undefined : least + (await spentWith(kit))
}

async function spentWith({ db, account, key }: CallKit): Promise<Amount> {
  const days = await daysOf(db, account, key)
    .select(sql<string | null>`cast(sum(cost) as text)`.as('cost'))
    .executeTakeFirst()
  return BigInt(days?.cost ?? 0)
}

async function dailyCosts({ db, account, key }: CallKit, from: string, to: string) {
  const rows = await daysOf(db, account, key)
    .select(['day', 'model', exact('cost').as('cost')])
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

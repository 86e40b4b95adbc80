// Handlers of the operator's endpoints of money.
import { sql } from 'kysely'
import { fail, type ProviderKit, reply } from '#define'
import {
  type Budget,
  budgetLimit,
  exact,
  type Period,
  periodEnd,
  periodStart,
  readBudgets,
  readDollars,
  type Share,
} from '../metering/budget.ts'
import { meteringOf } from '../metering/meter.ts'
import { type Amount, dollarsOf } from '../metering/price.ts'
import type { MeteringTables } from '../metering/tables.ts'

type CallKit = ProviderKit<MeteringTables>
interface Named {
  readonly budget: string
}
interface Wish {
  readonly account?: string | null | undefined
  readonly key?: string | null | undefined
  readonly model?: string | null | undefined
  readonly per?: Share | undefined
  readonly period: Period
  readonly usd: string | number
}
interface Filter {
  readonly account?: string | undefined
  readonly key?: string | undefined
}

export const budgetHandlers = {
  async budgets(_input: unknown, kit: CallKit) {
    const budgets = await readBudgets(kit.db)
    return { budgets: await Promise.all(budgets.map((budget) => write(budget, kit))) }
  },
  async createBudget({ body }: { readonly body: Wish }, kit: CallKit) {
    if ((await readBudgets(kit.db)).length >= budgetLimit)
      throw fail('thing.conflict', { reason: `There are ${budgetLimit} budgets, which is the most.` })
    const id = `bud_${kit.random.bytes(8).toString('hex')}`
    await kit.db
      .insertInto('model_routing_budgets')
      .values({
        ...{ id, account: named('account', body.account), key_id: named('key', body.key) },
        ...{ model: named('model', body.model), per: body.per ?? 'all', period: body.period },
        ...{ amount: amountOf(body.usd), created_ms: kit.now() },
      })
      .execute()
    meteringOf(kit.db)?.forget()
    return reply(await shown(kit, id), { status: 201 })
  },
  async budget({ budget }: Named, kit: CallKit) {
    return shown(kit, budget)
  },
  async changeBudget({ budget, body }: Named & { readonly body: Pick<Wish, 'usd'> }, kit: CallKit) {
    const { id } = await find(kit, budget)
    const amount = amountOf(body.usd)
    await kit.db.updateTable('model_routing_budgets').set({ amount }).where('id', '=', id).execute()
    return shown(kit, id)
  },
  async removeBudget({ budget }: Named, kit: CallKit) {
    const { id } = await find(kit, budget)
    const done = await kit.db.transaction().execute(async (trx) => {
      // calls under way find no hold of theirs, and give nothing back
      await trx.deleteFrom('model_routing_holds').where('budget', '=', id).execute()
      await trx.deleteFrom('model_routing_spent').where('budget', '=', id).execute()
      return trx.deleteFrom('model_routing_budgets').where('id', '=', id).executeTakeFirst()
    })
    return { removed: done.numDeletedRows > 0n }
  },
  async spending(
    {
      by,
      account,
      key,
      model,
      from,
      to,
    }: Filter & {
      readonly by: 'day' | 'model' | 'account' | 'key'
      readonly model?: string | undefined
      readonly from?: string | undefined
      readonly to?: string | undefined
    },
    kit: CallKit,
  ) {
    await meteringOf(kit.db)?.written()
    const column = by === 'key' ? ('key_id' as const) : by
    let days = kit.db.selectFrom('model_routing_days')
    if (account !== undefined) days = days.where('account', '=', searchable(account))
    if (key !== undefined) days = days.where('key_id', '=', searchable(key))
    if (model !== undefined) days = days.where('model', '=', searchable(model))
    if (from !== undefined) days = days.where('day', '>=', from)
    if (to !== undefined) days = days.where('day', '<=', to)
    const rows = await days
      .select(({ fn }) => [fn.sum('calls').as('calls'), fn.sum('prompt').as('prompt'), fn.sum('answer').as('answer')])
      .select([`${column} as by`, sql<string>`cast(sum(cost) as text)`.as('cost')])
      .groupBy(column)
      .orderBy(by === 'day' ? 'day' : sql`sum(cost)`, 'desc')
      .orderBy(column)
      .limit(1000)
      .execute()
    return {
      sums: rows.map((row) => ({
        ...{ by: row.by, calls: Number(row.calls), prompt_tokens: Number(row.prompt) },
        ...{ answer_tokens: Number(row.answer), cost_usd: dollarsOf(BigInt(row.cost)) },
      })),
    }
  },
  async ledger(
    { account, key, before, limit }: Filter & { readonly before?: string | undefined; readonly limit: number },
    kit: CallKit,
  ) {
    await meteringOf(kit.db)?.written()
    let calls = kit.db.selectFrom('model_routing_ledger').selectAll()
    if (account !== undefined) calls = calls.where('account', '=', searchable(account))
    if (key !== undefined) calls = calls.where('key_id', '=', searchable(key))
    if (before !== undefined) {
      const last = await kit.db
        .selectFrom('model_routing_ledger')
        .select(['at_ms', 'id'])
        .where('id', '=', searchable(before))
        .executeTakeFirst()
      if (!last) throw fail('thing.unknown', { thing: 'call', id: before })
      calls = calls.where((call) =>
        call.or([call('at_ms', '<', last.at_ms), call.and([call('at_ms', '=', last.at_ms), call('id', '<', last.id)])]),
      )
    }
    const rows = await calls.orderBy('at_ms', 'desc').orderBy('id', 'desc').limit(limit).execute()
    return {
      calls: rows.map((row) => ({
        ...{ id: row.id, at: isoTime(row.at_ms), account: row.account, key: row.key_id, endpoint: row.endpoint },
        ...{ model: row.model, channel: row.channel, upstream_model: row.upstream_model, attempts: row.attempts },
        ...{ ended: row.ended, prompt_tokens: Number(row.prompt), cached_read_tokens: Number(row.cached_read) },
        ...{ cached_write_tokens: Number(row.cached_write), answer_tokens: Number(row.answer) },
        ...{ reasoning_tokens: Number(row.reasoning), counted_here: row.counted === 1 },
        cost_usd: dollarsOf(BigInt(row.cost)),
      })),
    }
  },
}

/** PostgreSQL takes no NUL, and nothing stored has one. */
const searchable = (text: string) => text.replaceAll('\0', '\u{fffd}')
const isoTime = (ms: number) => new Date(Number(ms)).toISOString()

/** Empty for any. */
function named(name: string, text: string | null | undefined): string {
  if (text?.includes('\0') || text === '') throw invalid(name, `${name} must have a text without NUL`)
  return text ?? ''
}

function amountOf(usd: string | number): Amount {
  const amount = readDollars(String(usd))
  if (amount === undefined) throw invalid('usd', 'usd must be dollars up to 1000000 with at most twelve decimals')
  return amount
}

const invalid = (name: string, problem: string) =>
  fail('input.invalid', { problems: problem }, { details: { problems: [{ name, problem }] } })

async function find(kit: CallKit, id: string): Promise<Budget> {
  const budget = (await readBudgets(kit.db)).find((one) => one.id === id)
  if (!budget) throw fail('thing.unknown', { thing: 'budget', id })
  return budget
}

const shown = async (kit: CallKit, id: string) => write(await find(kit, id), kit)

async function write(budget: Budget, kit: CallKit) {
  const { id, account, key, model, per, period, amount, createdMs } = budget
  const startMs = periodStart(period, kit.now())
  const endMs = periodEnd(period, startMs)
  await meteringOf(kit.db)?.written()
  const rows = await kit.db
    .selectFrom('model_routing_spent')
    .select(['who', exact('spent').as('spent'), exact('held').as('held')])
    .where('budget', '=', id)
    .where('start_ms', '=', startMs)
    .orderBy(sql.ref('model_routing_spent.spent'), 'desc')
    .limit(100)
    .execute()
  return {
    ...{ id, account: account ?? null, key: key ?? null, model: model ?? null, per, period, usd: dollarsOf(amount) },
    created_at: isoTime(createdMs),
    period_ends: endMs === undefined ? null : isoTime(endMs),
    spending: rows.map(({ who, spent, held }) => ({
      who: who === '' ? null : who,
      spent_usd: dollarsOf(BigInt(spent)),
      held_usd: dollarsOf(BigInt(held)),
    })),
  }
}

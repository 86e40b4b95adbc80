// Handlers of the operator's endpoints for money.
import { sql } from 'kysely'
import { fail, type Handlers, type ProviderKit, reply } from '#define'
import {
  type Amount,
  type Budget,
  budgetLimit,
  dollarsOf,
  exactText,
  periodEnd,
  periodStart,
  readBudgets,
  readDollars,
} from '#provider/budgets'
import { exclusively } from '#provider/sql'
import { findCalls } from '../metering/call-search.ts'
import { positionOf } from '../metering/ledger-calls.ts'
import type { Meter } from '../metering/meter.ts'
import type { LedgerCall } from '../metering/metered-call.ts'
import { sumDays } from '../metering/spending.ts'
import type { MeteringDb } from '../metering/tables.ts'
import type { budgetEndpoints } from './budget-endpoints.ts'

interface BudgetHandlerDeps extends Pick<ProviderKit, 'now' | 'random' | 'dialect'> {
  readonly db: MeteringDb
  readonly meter: Meter
}

export function createBudgetHandlers(deps: BudgetHandlerDeps): Handlers<typeof budgetEndpoints> {
  const { db, dialect, meter } = deps

  async function find(id: string): Promise<Budget> {
    const budget = (await readBudgets(db)).find((one) => one.id === id)
    if (!budget) throw fail('thing.unknown', { thing: 'budget', id })
    return budget
  }

  const view = async (id: string) => writeBudget(deps, await find(id))

  return {
    async budgets() {
      const budgets = await readBudgets(db)
      return { budgets: await Promise.all(budgets.map((budget) => writeBudget(deps, budget))) }
    },
    async createBudget({ body }) {
      const row = newBudget(deps, body)
      await exclusively({ db, dialect }, 'model_routing_budgets', async (trx) => {
        if ((await readBudgets(trx)).length >= budgetLimit)
          throw fail('thing.conflict', { reason: `There are ${budgetLimit} budgets, the most there can be.` })
        await trx.insertInto('model_routing_budgets').values(row).execute()
      })
      meter.invalidateBudgets()
      return reply(await view(row.id), { status: 201 })
    },
    budget: ({ budget }) => view(budget),
    async changeBudget({ budget, body }) {
      const { id } = await find(budget)
      const amount = amountOf(body.usd)
      await db.updateTable('model_routing_budgets').set({ amount }).where('id', '=', id).execute()
      return view(id)
    },
    async removeBudget({ budget }) {
      const { id } = await find(budget)
      await meter.flush()
      const isRemoved = await deleteBudget(deps, id)
      meter.invalidateBudgets()
      return { removed: isRemoved }
    },
    async spending({ by, account, key, model, from, to }) {
      await meter.flush()
      const sums = await sumDays(db, {
        by,
        account: searchable(account),
        key: searchable(key),
        model: searchable(model),
        from,
        to,
      })
      return {
        sums: sums.map((row) => ({
          by: row.by,
          calls: row.calls,
          prompt_tokens: row.prompt,
          answer_tokens: row.answer,
          cost_usd: dollarsOf(row.cost),
        })),
      }
    },
    async ledger({ account, key, before, limit }) {
      await meter.flush()
      if (before !== undefined && positionOf(before) === undefined)
        throw fail('thing.unknown', { thing: 'call', id: before })
      const { calls, next } = await findCalls(db, {
        account: searchable(account),
        key: searchable(key),
        before,
        limit,
      })
      return { calls: calls.map(writeCall), next: next ?? null }
    },
  }
}

/** Writes a budget as answers show it, with the amounts of its current period. */
async function writeBudget({ db, now, meter }: BudgetHandlerDeps, budget: Budget) {
  const { id, account, key, model, per, period, amount, createdMs } = budget
  const startMs = periodStart(period, now())
  const endMs = periodEnd(period, startMs)
  await meter.flush()
  const rows = await db
    .selectFrom('model_routing_spent')
    .select(['who', exactText('spent').as('spent'), exactText('held').as('held')])
    .where('budget', '=', id)
    .where('start_ms', '=', startMs)
    .orderBy(sql.ref('model_routing_spent.spent'), 'desc')
    .limit(100)
    .execute()
  return {
    id,
    account: account ?? null,
    key: key ?? null,
    model: model ?? null,
    per,
    period,
    usd: dollarsOf(amount),
    created_at: isoTime(createdMs),
    period_ends: endMs === undefined ? null : isoTime(endMs),
    spending: rows.map(({ who, spent, held }) => ({
      who: who === '' ? null : who,
      spent_usd: dollarsOf(BigInt(spent)),
      held_usd: dollarsOf(BigInt(held)),
    })),
  }
}
type NewBudget = Parameters<Handlers<typeof budgetEndpoints>['createBudget']>[0]['body']

/** Reads a new budget into a row. Throws 'input.invalid'. */
function newBudget({ now, random }: BudgetHandlerDeps, body: NewBudget) {
  const id = `bud_${random.bytes(8).toString('hex')}`
  return {
    id,
    account: scope('account', body.account),
    key_id: scope('key', body.key),
    model: scope('model', body.model),
    per: body.per ?? 'all',
    period: body.period,
    amount: amountOf(body.usd),
    created_ms: now(),
  }
}

/** Deletes a budget with its sums and holds. Returns true if it existed. */
async function deleteBudget({ db, dialect }: BudgetHandlerDeps, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.transaction().execute(async (trx) => {
    // in the order of a settlement, which locks its rows one after another before it deletes their holds: in
    // another order the two could deadlock
    if (dialect === 'postgres')
      await sql`select 1 from model_routing_spent where budget = ${id}
        order by start_ms, who collate "C" for update`.execute(trx)
    await trx.deleteFrom('model_routing_spent').where('budget', '=', id).execute()
    // calls under way no longer find their hold, and release nothing
    await trx.deleteFrom('model_routing_holds').where('budget', '=', id).execute()
    return trx.deleteFrom('model_routing_budgets').where('id', '=', id).executeTakeFirst()
  })
  return numDeletedRows > 0n
}

/** Writes a call of the ledger as answers show it. */
const writeCall = (call: LedgerCall) => ({
  id: call.id,
  at: isoTime(call.at),
  account: call.accountId,
  key: call.key,
  endpoint: call.endpoint,
  model: call.model,
  channel: call.channel,
  upstream_model: call.upstreamModel,
  attempts: call.attempts,
  ended: call.ended,
  prompt_tokens: call.prompt,
  cached_read_tokens: call.cachedRead,
  cached_write_tokens: call.cachedWrite,
  answer_tokens: call.answer,
  reasoning_tokens: call.reasoning,
  counted_here: call.isCounted,
  cost_usd: dollarsOf(call.cost),
})

/** Replaces NUL, which PostgreSQL refuses in a query and no stored value contains. */
function searchable(value: string): string
function searchable(value: string | undefined): string | undefined
function searchable(value: string | undefined): string | undefined {
  return value?.replaceAll('\0', '\u{fffd}')
}
const isoTime = (ms: number) => new Date(Number(ms)).toISOString()

/** Returns a condition of a budget; empty for any value. */
function scope(name: string, value: string | null | undefined): string {
  if (value?.includes('\0') || value === '') throw invalid(name, `${name} must be a string without NUL`)
  return value ?? ''
}

function amountOf(usd: string | number): Amount {
  const amount = readDollars(String(usd))
  if (amount === undefined) throw invalid('usd', 'usd must be dollars up to 1000000 with at most twelve decimals')
  return amount
}

const invalid = (name: string, problem: string) =>
  fail('input.invalid', { problems: problem }, { details: { problems: [{ name, problem }] } })

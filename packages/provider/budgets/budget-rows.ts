// The rows of budgets: locked, read and written within one transaction, always in the same order, so that two
// transactions never deadlock.
import { sql, type Transaction } from 'kysely'
import { inChunks } from '../sql/bulk.ts'
import { type Claim, exactText } from './budget.ts'
import type { Amount } from './dollars.ts'
import type { BudgetTables } from './tables.ts'

type Trx = Transaction<BudgetTables>

interface BudgetRowKey {
  readonly budgetId: string
  readonly who: string
  readonly startMs: number
  /** Amount of the budget. */
  readonly amount: Amount
}
export interface BudgetRow {
  readonly key: BudgetRowKey
  held: Amount
  spent: Amount
  isChanged: boolean
}
export interface BudgetRows {
  /** Returns a row that was locked. */
  get(key: BudgetRowKey | Claim): BudgetRow
  all(): readonly BudgetRow[]
}
/** Lifetime of a hold, longer than any call: an older one was left behind by a process that died. */
export const holdMs = 2 * 60 * 60_000

const keyOf = (key: BudgetRowKey | Claim): BudgetRowKey =>
  'budget' in key ? { budgetId: key.budget.id, who: key.who, startMs: key.startMs, amount: key.budget.amount } : key
const idOf = ({ budgetId, who, startMs }: BudgetRowKey) => `${budgetId} ${startMs} ${who}`

/** Creates missing rows, and locks all of them until the end of the transaction. */
export async function lockRows(trx: Trx, requested: readonly (BudgetRowKey | Claim)[]): Promise<BudgetRows> {
  const keys = new Map(requested.map((one) => [idOf(keyOf(one)), keyOf(one)]))
  const rows = new Map<string, BudgetRow>()
  for (const id of [...keys.keys()].sort()) {
    const key = keys.get(id)
    if (key) rows.set(id, await lockRow(trx, key))
  }
  return {
    get(key) {
      const row = rows.get(idOf(keyOf(key)))
      if (!row) throw new Error('a budget row was not locked')
      return row
    },
    all: () => [...rows.values()],
  }
}

async function lockRow(trx: Trx, key: BudgetRowKey): Promise<BudgetRow> {
  const { budgetId, who, startMs } = key
  // an update that changes nothing locks the row on both databases
  const { held, spent } = await trx
    .insertInto('model_routing_spent')
    .values({ budget: budgetId, who, start_ms: startMs, held: 0n, spent: 0n })
    .onConflict((conflict) =>
      conflict.columns(['budget', 'who', 'start_ms']).doUpdateSet({ held: sql`model_routing_spent.held` }),
    )
    .returning([exactText('held').as('held'), exactText('spent').as('spent')])
    .executeTakeFirstOrThrow()
  return { key, held: BigInt(held), spent: BigInt(spent), isChanged: false }
}

export async function writeRows(trx: Trx, rows: BudgetRows): Promise<void> {
  for (const { key, held, spent, isChanged } of rows.all())
    if (isChanged)
      await trx
        .updateTable('model_routing_spent')
        .set({ held, spent })
        .where('budget', '=', key.budgetId)
        .where('who', '=', key.who)
        .where('start_ms', '=', key.startMs)
        .execute()
}

interface HeldAmount {
  readonly id: string
  readonly claim: Claim
  readonly amount: Amount
}
export async function insertHolds(trx: Trx, holds: readonly HeldAmount[], nowMs: number): Promise<void> {
  for (const part of inChunks(holds))
    await trx
      .insertInto('model_routing_holds')
      .values(
        part.map(({ id, claim, amount }) => ({
          id,
          budget: claim.budget.id,
          who: claim.who,
          start_ms: claim.startMs,
          at_ms: nowMs,
          amount,
        })),
      )
      .execute()
}

interface DeletedHold {
  readonly row: BudgetRowKey
  readonly amount: Amount
}
/** Deletes holds by their calls or by their age, and returns those that existed. */
export async function deleteHolds(
  trx: Trx,
  which: { readonly ids: readonly string[] } | { readonly olderThan: number },
): Promise<readonly DeletedHold[]> {
  const query = trx.deleteFrom('model_routing_holds')
  const deleted = await ('ids' in which
    ? query.where('id', 'in', [...which.ids])
    : query.where('at_ms', '<', which.olderThan - holdMs)
  )
    .returning(['budget', 'who', 'start_ms', exactText('amount').as('amount')])
    .execute()
  return deleted.map((hold) => ({ row: rowKey(hold), amount: BigInt(hold.amount) }))
}

/** Returns the rows in which something has been held for too long. */
export async function expiredHoldRows(trx: Trx, nowMs: number): Promise<readonly BudgetRowKey[]> {
  const rows = await trx
    .selectFrom('model_routing_holds')
    .select(['budget', 'who', 'start_ms'])
    .distinct()
    .where('at_ms', '<', nowMs - holdMs)
    .execute()
  return rows.map(rowKey)
}

const rowKey = (row: { readonly budget: string; readonly who: string; readonly start_ms: number }): BudgetRowKey => ({
  budgetId: row.budget,
  who: row.who,
  startMs: Number(row.start_ms),
  amount: 0n,
})

// The rows of budgets: locked, read and written within one transaction, always in the same order, so that two never wait for each other.
import { sql, type Transaction } from 'kysely'
import { type Claim, exact } from './budget.ts'
import type { Amount } from './price.ts'
import type { MeteringTables } from './tables.ts'

type Trx = Transaction<MeteringTables>

/** Names a row. */
export interface RowName {
  readonly budgetId: string
  readonly who: string
  readonly startMs: number
  /** Of the budget. */
  readonly amount: Amount
}
export interface SpentRow {
  readonly claim: RowName
  held: Amount
  spent: Amount
  isChanged: boolean
}
export interface SpentRows {
  /** Of a row that was locked. */
  get(name: RowName | Claim): SpentRow
  all(): readonly SpentRow[]
}
/** A call is over long before: what is held longer was left by a process that died. */
export const holdMs = 2 * 60 * 60_000

const nameOf = (name: RowName | Claim): RowName =>
  'budget' in name
    ? { budgetId: name.budget.id, who: name.who, startMs: name.startMs, amount: name.budget.amount }
    : name
const keyOf = ({ budgetId, who, startMs }: RowName) => `${budgetId} ${startMs} ${who}`

/** Makes the rows that are not there, and locks all of them until the end of the transaction. */
export async function lockRows(trx: Trx, wanted: readonly (RowName | Claim)[]): Promise<SpentRows> {
  const names = new Map(wanted.map((one) => [keyOf(nameOf(one)), nameOf(one)]))
  const rows = new Map<string, SpentRow>()
  for (const key of [...names.keys()].sort()) {
    const name = names.get(key)
    if (name) rows.set(key, await lockRow(trx, name))
  }
  return {
    get(name) {
      const row = rows.get(keyOf(nameOf(name)))
      if (!row) throw new Error('a row of a budget was not locked')
      return row
    },
    all: () => [...rows.values()],
  }
}

async function lockRow(trx: Trx, claim: RowName): Promise<SpentRow> {
  const { budgetId, who, startMs } = claim
  // writing what is there locks the row on either database
  const { held, spent } = await trx
    .insertInto('model_routing_spent')
    .values({ budget: budgetId, who, start_ms: startMs, held: 0n, spent: 0n })
    .onConflict((conflict) =>
      conflict.columns(['budget', 'who', 'start_ms']).doUpdateSet({ held: sql`model_routing_spent.held` }),
    )
    .returning([exact('held').as('held'), exact('spent').as('spent')])
    .executeTakeFirstOrThrow()
  return { claim, held: BigInt(held), spent: BigInt(spent), isChanged: false }
}

export async function writeRows(trx: Trx, rows: SpentRows): Promise<void> {
  for (const { claim, held, spent, isChanged } of rows.all())
    if (isChanged)
      await trx
        .updateTable('model_routing_spent')
        .set({ held, spent })
        .where('budget', '=', claim.budgetId)
        .where('who', '=', claim.who)
        .where('start_ms', '=', claim.startMs)
        .execute()
}

export interface DroppedHold {
  readonly row: RowName
  readonly amount: Amount
}
/** Removes holds by their calls or by their age; answers those that were there. */
export async function dropHolds(
  trx: Trx,
  which: { readonly ids: readonly string[] } | { readonly olderThan: number },
): Promise<readonly DroppedHold[]> {
  const query = trx.deleteFrom('model_routing_holds')
  const dropped = await ('ids' in which
    ? query.where('id', 'in', [...which.ids])
    : query.where('at_ms', '<', which.olderThan - holdMs)
  )
    .returning(['budget', 'who', 'start_ms', exact('amount').as('amount')])
    .execute()
  return dropped.map((hold) => ({ row: rowName(hold), amount: BigInt(hold.amount) }))
}

/** The rows in which something is held for too long. */
export async function oldClaims(trx: Trx, nowMs: number): Promise<readonly RowName[]> {
  const rows = await trx
    .selectFrom('model_routing_holds')
    .select(['budget', 'who', 'start_ms'])
    .distinct()
    .where('at_ms', '<', nowMs - holdMs)
    .execute()
  return rows.map(rowName)
}

const rowName = (row: { readonly budget: string; readonly who: string; readonly start_ms: number }): RowName => ({
  ...{ budgetId: row.budget, who: row.who, startMs: Number(row.start_ms) },
  amount: 0n,
})

// Transactions as they stand in an answer: with their account, their category and the balance after them.
import type { Kit, OutputOf } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import type { Tables } from '../../../tables.ts'
import { type Rates, ratesFor } from '../../exchange/rates.ts'
import { type Db, timeOf, type World } from '../../ledger.ts'
import { amountOf } from '../../money.ts'
import { readSides, type Side, sideView } from '../accounts/transaction-accounts.ts'
import { type CategoryTree, readTree } from '../categories/tree.ts'
import { closingBalances } from '../sums/closing-balances.ts'
import { labelsOf, type TransactionRow } from './store.ts'

export type TransactionView = OutputOf<(typeof endpoints)['getTransaction']>

/** Transactions with everything that an answer says of them, as read in one moment. */
export interface Told {
  readonly world: World
  readonly rows: readonly TransactionRow[]
  readonly labels: ReadonlyMap<number, readonly string[]>
  readonly balances: ReadonlyMap<number, number>
  readonly sides: ReadonlyMap<number, Side>
  readonly tree: CategoryTree
}
/** What has been read already. */
export interface AccountsAndCategories {
  readonly sides: readonly Side[]
  readonly tree: CategoryTree
}

/** Reads what belongs to the rows. Inside `readWorld` or `changeWorld`. */
export async function tell(
  db: Db,
  world: World,
  rows: readonly TransactionRow[],
  around?: AccountsAndCategories,
): Promise<Told> {
  const { sides, tree } = around ?? { sides: await readSides(db, world), tree: await readTree(db, world) }
  return {
    world,
    rows,
    labels: await labelsOf(
      db,
      world,
      rows.map((row) => row.id),
    ),
    balances: await closingBalances(db, world, { rows, sides }),
    sides: new Map(sides.map((side) => [side.row.id, side])),
    tree,
  }
}

/** Works the answer out, in the order of the rows. Asks for rates, so never inside a transaction of the database. */
export async function transactionViews(kit: Kit<Tables>, told: Told): Promise<TransactionView[]> {
  const { world, rows, sides } = told
  const used = [...new Set(rows.map((row) => row.transaction_account_id))]
  const days = rows.map((row) => row.date).sort()
  const [first, last] = [days[0], days.at(-1)]
  const rates = await ratesFor(kit, {
    base: world.user.base_currency,
    currencies: used.flatMap((id) => sides.get(id)?.account.currency ?? []),
    days: first !== undefined && last !== undefined ? { first, last } : undefined,
  })
  return rows.flatMap((row) => {
    const side = sides.get(row.transaction_account_id)
    return side ? [transactionView(row, side, { told, rates })] : []
  })
}

function transactionView(
  row: TransactionRow,
  side: Side,
  { told, rates }: { told: Told; rates: Rates },
): TransactionView {
  const category = row.category_id === null ? null : told.tree.view(row.category_id)
  const balance = told.balances.get(row.id)
  return {
    id: row.id,
    payee: row.payee,
    original_payee: row.original_payee,
    date: row.date,
    upload_source: row.upload_source,
    category,
    closing_balance: balance === undefined ? null : amountOf(balance),
    cheque_number: row.cheque_number,
    memo: row.memo,
    amount: amountOf(row.amount),
    amount_in_base_currency: rates.convertOn(row.amount, side.account.currency, row.date),
    type: row.amount < 0 ? 'debit' : 'credit',
    is_transfer: row.is_transfer === null ? (category?.is_transfer ?? false) : row.is_transfer === 1,
    needs_review: row.needs_review === 1,
    status: row.status === 'pending' ? 'pending' : 'posted',
    note: row.note,
    labels: [...(told.labels.get(row.id) ?? [])],
    transaction_account: sideView(side, told.world, rates),
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.updated_at),
  }
}

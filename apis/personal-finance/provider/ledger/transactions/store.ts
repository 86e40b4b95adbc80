// Writes transactions and all derived data: totals, sums of categories, labels, the text for searches, the volume of
// the ledger. All writers run inside `withLock`.
import type { Insertable, Selectable } from 'kysely'
import { inChunks } from '#provider/sql'
import type { TransactionsTable } from '../../../tables.ts'
import { invalid, notFound } from '../../errors.ts'
import { type Db, type Ledger, takeIds } from '../../ledger.ts'
import { volumeLimit } from '../../money.ts'
import { searchText } from '../../search-text.ts'
import { addToCategories } from '../sums/category-months.ts'
import { addTotals, type TotalsChange } from '../sums/totals.ts'

export const transactionResource = 'Transaction'

export type TransactionRow = Selectable<TransactionsTable>
/** A transaction before it is stored. */
export type TransactionDetails = Omit<TransactionRow, 'owner' | 'id' | 'search_text' | 'created_at' | 'updated_at'>

/** Returns a transaction. Throws 404 if it is unknown. */
export async function transactionOf(db: Db, { owner }: Ledger, id: number): Promise<TransactionRow> {
  const rows = db.selectFrom('personal_finance_transactions').selectAll().where('owner', '=', owner)
  const row = await rows.where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound(transactionResource)
  return row
}

export interface NewTransaction {
  readonly details: TransactionDetails
  readonly labels: readonly string[]
}

/**
 * Adds transactions, and returns their ids in the same order. Throws 422 if the ledger's sums would no longer be exact.
 */
export async function addTransactions(
  db: Db,
  ledger: Pick<Ledger, 'owner' | 'now'>,
  transactions: readonly NewTransaction[],
): Promise<number[]> {
  const { owner, now } = ledger
  if (transactions.length === 0) return []
  const first = await takeIds(db, owner, transactions.length)
  const added = transactions.map(({ details, labels }, index) => ({
    row: { ...details, owner, id: first + index, created_at: now, updated_at: now },
    labels,
  }))
  await insertRows(db, added)
  await insertLabels(db, owner, added)
  await updateSums(
    db,
    ledger,
    added.map(({ row }) => arrivalOf(row)),
  )
  return added.map(({ row }) => row.id)
}

interface TransactionToInsert {
  readonly row: Omit<Insertable<TransactionsTable>, 'search_text'>
  readonly labels: readonly string[]
}

/** Inserts rows without labels and sums; most callers need `addTransactions`. */
export async function insertRows(db: Db, transactions: readonly TransactionToInsert[]): Promise<void> {
  const rows = transactions.map(({ row, labels }) => ({ ...row, search_text: searchText({ ...row, labels }) }))
  for (const some of inChunks(rows)) await db.insertInto('personal_finance_transactions').values(some).execute()
}

export async function insertLabels(
  db: Db,
  owner: string,
  transactions: readonly { readonly row: { readonly id: number }; readonly labels: readonly string[] }[],
): Promise<void> {
  const rows = transactions.flatMap(({ row, labels }) =>
    labels.map((label, position) => ({ owner, transaction_id: row.id, position, label })),
  )
  for (const some of inChunks(rows)) await db.insertInto('personal_finance_transaction_labels').values(some).execute()
}

/** Replaces the details and labels of a transaction. */
export async function changeTransaction(
  db: Db,
  ledger: Ledger,
  change: { readonly before: TransactionRow; readonly after: TransactionDetails; readonly labels: readonly string[] },
): Promise<void> {
  const { before, after, labels } = change
  const { owner, now } = ledger
  await db
    .updateTable('personal_finance_transactions')
    .set({ ...after, search_text: searchText({ ...after, labels }), updated_at: now })
    .where('owner', '=', owner)
    .where('id', '=', before.id)
    .execute()
  const oldLabels = db.deleteFrom('personal_finance_transaction_labels').where('owner', '=', owner)
  await oldLabels.where('transaction_id', '=', before.id).execute()
  await insertLabels(db, owner, [{ row: before, labels }])
  await updateSums(db, ledger, [departureOf(before), arrivalOf(after)])
}

/** Removes a transaction with its labels and assignments; attachments remain. */
export async function removeTransaction(db: Db, ledger: Ledger, row: TransactionRow): Promise<void> {
  const rows = db.deleteFrom('personal_finance_transactions').where('owner', '=', ledger.owner)
  await rows.where('id', '=', row.id).execute()
  await updateSums(db, ledger, [departureOf(row)])
}

/** Returns labels by transaction id, in the caller's order. */
export async function labelsOf(db: Db, { owner }: Ledger, ids: readonly number[]): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('personal_finance_transaction_labels')
    .select(['transaction_id', 'label'])
    .where('owner', '=', owner)
    .where('transaction_id', 'in', ids)
    .orderBy('transaction_id')
    .orderBy('position')
    .execute()
  const byTransaction = Map.groupBy(rows, ({ transaction_id }) => transaction_id)
  return new Map([...byTransaction].map(([id, own]) => [id, own.map(({ label }) => label)]))
}

/** Change of the sums by an added or removed transaction. */
interface SumsChange extends TotalsChange {
  readonly categoryId: number | null
  readonly volume: number
}
type SummedRow = Pick<TransactionRow, 'transaction_account_id' | 'date' | 'amount' | 'category_id'>

const arrivalOf = (row: SummedRow): SumsChange => ({
  transactionAccountId: row.transaction_account_id,
  date: row.date,
  categoryId: row.category_id,
  total: row.amount,
  count: 1,
  volume: Math.abs(row.amount),
})
const departureOf = (row: SummedRow): SumsChange => ({
  ...arrivalOf(row),
  total: -row.amount,
  count: -1,
  volume: -Math.abs(row.amount),
})

/** Updates totals, sums of categories, the volume and the starting dates of accounts. */
async function updateSums(db: Db, { owner }: Pick<Ledger, 'owner'>, changes: readonly SumsChange[]): Promise<void> {
  const volume = changes.reduce((sum, one) => sum + one.volume, 0)
  const user = await db
    .updateTable('personal_finance_users')
    .set((row) => ({ volume: row('volume', '+', volume) }))
    .where('owner', '=', owner)
    .returning('volume')
    .executeTakeFirstOrThrow()
  if (user.volume > volumeLimit) throw invalid('amount is too large')
  await moveStarts(db, owner, changes)
  await addTotals(db, owner, changes)
  await addToCategories(
    db,
    owner,
    changes.map(({ transactionAccountId, date, categoryId, total, count }) => ({
      transactionAccountId,
      date,
      categoryId,
      amount: total * count,
      count,
    })),
  )
}

/** Moves the start of accounts to their first transaction, unless it was set explicitly. */
async function moveStarts(db: Db, owner: string, changes: readonly TotalsChange[]): Promise<void> {
  for (const [id, own] of Map.groupBy(changes, ({ transactionAccountId }) => transactionAccountId)) {
    const [first = ''] = own.map(({ date }) => date).sort()
    await db
      .updateTable('personal_finance_transaction_accounts')
      .set({ starting_date: first })
      .where('owner', '=', owner)
      .where('id', '=', id)
      .where('start_moves', '=', 1)
      .where('starting_date', '>', first)
      .execute()
  }
}

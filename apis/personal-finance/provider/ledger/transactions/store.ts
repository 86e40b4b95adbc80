// Writes transactions and everything derived from them: totals, sums of categories, labels, the search index, the
// volume of the ledger. All functions that write run inside `withLock`.
import type { Insertable, Selectable } from 'kysely'
import { inChunks } from '#provider'
import type { TransactionsTable } from '../../../tables.ts'
import { invalid, notFound } from '../../errors.ts'
import { type Db, type Ledger, takeIds } from '../../ledger.ts'
import { volumeLimit } from '../../money.ts'
import { searchText } from '../../search-text.ts'
import { addToSearch, removeFromSearch } from '../search/index-store.ts'
import { searchTextKey } from '../search/suffixes.ts'
import { addToCategories } from '../sums/category-months.ts'
import { addTotals, type TotalsChange } from '../sums/totals.ts'

export const transactionResource = 'Transaction'

export type TransactionRow = Selectable<TransactionsTable>
/** What is known of a transaction before it is stored. */
export type TransactionDetails = Omit<TransactionRow, 'owner' | 'id' | 'wording' | 'created_at' | 'updated_at'>

/** 404 when there is no such transaction. */
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
 * Adds transactions, and returns their ids in the same order. 422 when the ledger would hold more than it can sum
 * exactly.
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
  await insertRows(db, owner, added)
  await insertLabels(db, owner, added)
  await updateSums(
    db,
    ledger,
    added.map(({ row }) => arrivalOf(row)),
  )
  return added.map(({ row }) => row.id)
}

interface TransactionToInsert {
  readonly row: Omit<Insertable<TransactionsTable>, 'wording'>
  readonly labels: readonly string[]
}

/** Inserts rows and indexes them for the search, without labels and sums; callers mostly want `addTransactions`. */
export async function insertRows(db: Db, owner: string, transactions: readonly TransactionToInsert[]): Promise<void> {
  const texts = transactions.map(({ row, labels }) => searchText({ payee: row.payee, note: row.note ?? null, labels }))
  const keys = new Map([...new Set(texts)].map((text) => [text, searchTextKey(text)]))
  const rows = transactions.map(({ row }, index) => ({ ...row, wording: keys.get(texts[index] ?? '') ?? '' }))
  for (const some of inChunks(rows)) await db.insertInto('personal_finance_transactions').values(some).execute()
  await addToSearch(db, owner, { texts, amounts: rows.map((row) => row.amount) })
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
  const text = searchText({ ...after, labels })
  const wording = searchTextKey(text)
  await db
    .updateTable('personal_finance_transactions')
    .set({ ...after, wording, updated_at: now })
    .where('owner', '=', owner)
    .where('id', '=', before.id)
    .execute()
  const oldLabels = db.deleteFrom('personal_finance_transaction_labels').where('owner', '=', owner)
  await oldLabels.where('transaction_id', '=', before.id).execute()
  await insertLabels(db, owner, [{ row: before, labels }])
  const isOtherText = wording !== before.wording
  const isOtherAmount = after.amount !== before.amount
  await addToSearch(db, owner, { texts: isOtherText ? [text] : [], amounts: isOtherAmount ? [after.amount] : [] })
  await removeFromSearch(db, owner, {
    textKeys: isOtherText ? [before.wording] : [],
    amounts: isOtherAmount ? [before.amount] : [],
  })
  await updateSums(db, ledger, [departureOf(before), arrivalOf(after)])
}

/** Removes a transaction with its labels and assignments; attachments remain. */
export async function removeTransaction(db: Db, ledger: Ledger, row: TransactionRow): Promise<void> {
  const rows = db.deleteFrom('personal_finance_transactions').where('owner', '=', ledger.owner)
  await rows.where('id', '=', row.id).execute()
  await removeFromSearch(db, ledger.owner, { textKeys: [row.wording], amounts: [row.amount] })
  await updateSums(db, ledger, [departureOf(row)])
}

/** Labels by transaction id, in the order of the caller. */
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

/** What a transaction that arrives or departs changes in the sums. */
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

/** An account whose start nobody has set starts with its first transaction. */
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

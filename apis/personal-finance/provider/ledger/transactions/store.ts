// Writes transactions and what follows from them: totals, sums of categories, labels, the index of the search, the volume of the world.
// All functions run inside `changeWorld`.
import type { Insertable, Selectable } from 'kysely'
import type { TransactionsTable } from '../../../tables.ts'
import { invalid } from '../../errors.ts'
import { type Db, takeIds, type World } from '../../ledger.ts'
import { volumeLimit } from '../../money.ts'
import { searchText } from '../../search-text.ts'
import { enterSearch, leaveSearch } from '../search/index-store.ts'
import { keyOf } from '../search/suffixes.ts'
import { addToCategories } from '../sums/category-months.ts'
import { addTotals, type Moved } from '../sums/totals.ts'

export type TransactionRow = Selectable<TransactionsTable>
/** What can be said of a transaction; the rest follows. */
export type TransactionFacts = Omit<TransactionRow, 'owner' | 'id' | 'wording' | 'created_at' | 'updated_at'>

/** Rows of one statement: SQLite binds at most 32,766 values. */
const rowsPerStatement = 500

/** Adds transactions; returns their ids in the same order. 422 when the world would hold more than it can add up. */
export async function addTransactions(
  db: Db,
  world: World,
  list: readonly { readonly facts: TransactionFacts; readonly labels: readonly string[] }[],
): Promise<number[]> {
  const { owner, now } = world
  if (list.length === 0) return []
  const first = await takeIds(db, owner, list.length)
  const rows = list.map(({ facts }, index) => ({
    ...facts,
    owner,
    id: first + index,
    created_at: now,
    updated_at: now,
  }))
  await insertRows(
    db,
    owner,
    rows.map((row, index) => ({ row, labels: list[index]?.labels ?? [] })),
  )
  const labelled = rows.flatMap(({ id }, index) => labelRows(owner, id, list[index]?.labels ?? []))
  for (const some of inPieces(labelled))
    await db.insertInto('personal_finance_transaction_labels').values(some).execute()
  await count(db, world, rows.map(entering))
  return rows.map(({ id }) => id)
}

/** Writes rows and what they are found by, without counting them; `addTransactions` is what callers want. */
export async function insertRows(
  db: Db,
  owner: string,
  list: readonly {
    readonly row: Omit<Insertable<TransactionsTable>, 'wording'>
    readonly labels: readonly string[]
  }[],
): Promise<void> {
  const texts = list.map(({ row, labels }) => searchText({ payee: row.payee, note: row.note ?? null, labels }))
  const keys = new Map([...new Set(texts)].map((text) => [text, keyOf(text)]))
  const rows = list.map(({ row }, index) => ({ ...row, wording: keys.get(texts[index] ?? '') ?? '' }))
  for (const some of inPieces(rows)) await db.insertInto('personal_finance_transactions').values(some).execute()
  await enterSearch(db, owner, { texts, amounts: rows.map((row) => row.amount) })
}

/** Puts new facts and labels in the place of a transaction's old ones. */
export async function changeTransaction(
  db: Db,
  world: World,
  change: { readonly before: TransactionRow; readonly after: TransactionFacts; readonly labels: readonly string[] },
): Promise<void> {
  const { before, after, labels } = change
  const { owner, now } = world
  const text = searchText({ ...after, labels })
  const wording = keyOf(text)
  await db
    .updateTable('personal_finance_transactions')
    .set({ ...after, wording, updated_at: now })
    .where('owner', '=', owner)
    .where('id', '=', before.id)
    .execute()
  await db
    .deleteFrom('personal_finance_transaction_labels')
    .where('owner', '=', owner)
    .where('transaction_id', '=', before.id)
    .execute()
  if (labels.length > 0)
    await db
      .insertInto('personal_finance_transaction_labels')
      .values(labelRows(owner, before.id, labels))
      .execute()
  const [reworded, revalued] = [wording !== before.wording, after.amount !== before.amount]
  if (reworded || revalued) {
    await enterSearch(db, owner, { texts: reworded ? [text] : [], amounts: revalued ? [after.amount] : [] })
    await leaveSearch(db, owner, {
      wordings: reworded ? [before.wording] : [],
      amounts: revalued ? [before.amount] : [],
    })
  }
  await count(db, world, [leaving(before), entering(after)])
}

/** Removes a transaction with its labels and assignments; attachments stay. */
export async function removeTransaction(db: Db, world: World, row: TransactionRow): Promise<void> {
  await db
    .deleteFrom('personal_finance_transactions')
    .where('owner', '=', world.owner)
    .where('id', '=', row.id)
    .execute()
  await leaveSearch(db, world.owner, { wordings: [row.wording], amounts: [row.amount] })
  await count(db, world, [leaving(row)])
}

/** Labels of transactions, in the order in which they were given. */
export async function labelsOf(db: Db, { owner }: World, ids: readonly number[]): Promise<Map<number, string[]>> {
  const labels = new Map<number, string[]>()
  if (ids.length === 0) return labels
  const rows = await db
    .selectFrom('personal_finance_transaction_labels')
    .select(['transaction_id', 'label'])
    .where('owner', '=', owner)
    .where('transaction_id', 'in', ids)
    .orderBy('transaction_id')
    .orderBy('position')
    .execute()
  for (const { transaction_id: id, label } of rows) labels.set(id, [...(labels.get(id) ?? []), label])
  return labels
}

interface Change extends Moved {
  readonly category: number | null
  readonly volume: number
}
type Counted = Pick<TransactionRow, 'transaction_account_id' | 'date' | 'amount' | 'category_id'>

const entering = ({ transaction_account_id: side, date, amount, category_id: category }: Counted): Change => ({
  side,
  date,
  category,
  total: amount,
  count: 1,
  volume: Math.abs(amount),
})
const leaving = ({ transaction_account_id: side, date, amount, category_id: category }: Counted): Change => ({
  side,
  date,
  category,
  total: -amount,
  count: -1,
  volume: -Math.abs(amount),
})

/** Brings totals, volume and the beginnings of accounts up to date with what came and went. */
async function count(db: Db, { owner }: World, changes: readonly Change[]): Promise<void> {
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
    changes.map(({ side, date, category, total, count: sign }) => ({
      side,
      date,
      category,
      amount: total * sign,
      sign,
    })),
  )
}

/** Accounts of which nobody has said what they started with start with their first transaction. */
async function moveStarts(db: Db, owner: string, moved: readonly Moved[]): Promise<void> {
  for (const [side, ofSide] of Map.groupBy(moved, (one) => one.side)) {
    const [first = ''] = ofSide.map((one) => one.date).sort()
    await db
      .updateTable('personal_finance_transaction_accounts')
      .set({ starting_date: first })
      .where('owner', '=', owner)
      .where('id', '=', side)
      .where('start_moves', '=', 1)
      .where('starting_date', '>', first)
      .execute()
  }
}

function labelRows(owner: string, id: number, labels: readonly string[]) {
  return labels.map((label, position) => ({ owner, transaction_id: id, position, label }))
}

function* inPieces<T>(list: readonly T[]): Generator<T[]> {
  for (let at = 0; at < list.length; at += rowsPerStatement) yield list.slice(at, at + rowsPerStatement)
}

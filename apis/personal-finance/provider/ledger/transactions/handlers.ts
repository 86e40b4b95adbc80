// Single transactions: made, changed, split, removed.
import type { Kit } from '#define'
import type { Tables } from '../../../tables.ts'
import { notFound } from '../../errors.ts'
import { type Db, requireUser, type World } from '../../ledger.ts'
import { changeWorld, readWorld } from '../../ledger-transaction.ts'
import {
  amountIn,
  dayIn,
  filledTextIn,
  readBody,
  readId,
  required,
  requiredTextIn,
  type Values,
} from '../../reading.ts'
import { readSides } from '../accounts/transaction-accounts.ts'
import { categoriser } from '../categories/rules.ts'
import { readTree } from '../categories/tree.ts'
import { categoryIn, detailsIn } from './members.ts'
import { splitsIn } from './splits.ts'
import { addTransactions, changeTransaction, labelsOf, removeTransaction, type TransactionRow } from './store.ts'
import { type TransactionView, tell, transactionViews } from './view.ts'

type CallKit = Kit<Tables>
const thing = 'Transaction'

export const transactionHandlers = {
  async getTransaction(input: Values, kit: CallKit): Promise<TransactionView> {
    const id = readId(input.id, thing)
    const told = await readWorld(kit, async (db, world) => tell(db, world, [await transactionOf(db, world, id)]))
    return only(await transactionViews(kit, told))
  },

  async createTransaction(input: Values, kit: CallKit): Promise<TransactionView> {
    const sideId = readId(input.id, 'Transaction account')
    const body = readBody(input.body)
    const told = await changeWorld(kit, async (db, world) => {
      if ((await readSides(db, world, { id: sideId })).length === 0) throw notFound('Transaction account')
      const payee = requiredTextIn(body, 'payee')
      const amount = required(amountIn(body, 'amount'), 'amount')
      const date = required(dayIn(body, 'date'), 'date')
      const { labels = [], ...details } = detailsIn(body)
      const chosen = categoryIn(body, await readTree(db, world))
      const category =
        chosen === undefined || body.category_id === null ? (await categoriser(db, world))(payee) : chosen
      const facts = {
        transaction_account_id: sideId,
        payee,
        original_payee: payee,
        date,
        amount,
        category_id: category ?? null,
        is_transfer: details.is_transfer ?? null,
        needs_review: details.needs_review ?? world.user.is_reviewing_transactions,
        status: 'posted',
        note: details.note ?? null,
        memo: details.memo ?? null,
        cheque_number: details.cheque_number ?? null,
        upload_source: 'manual',
        import_key: null,
      }
      const [id = -1] = await addTransactions(db, world, [{ facts, labels }])
      return tell(db, world, [await transactionOf(db, world, id)])
    })
    return only(await transactionViews(kit, told))
  },

  async updateTransaction(input: Values, kit: CallKit) {
    const id = readId(input.id, thing)
    const body = readBody(input.body)
    const { told, split } = await changeWorld(kit, async (db, world) => {
      const added = await change(db, world, { before: await transactionOf(db, world, id), body })
      const rows = [await transactionOf(db, world, id)]
      for (const one of added ?? []) rows.push(await transactionOf(db, world, one))
      return { told: await tell(db, world, rows), split: added !== undefined }
    })
    const [transaction, ...parts] = await transactionViews(kit, told)
    if (!transaction) throw notFound(thing)
    return split ? { transaction, split_transactions: parts } : transaction
  },

  deleteTransaction: (input: Values, kit: CallKit) => {
    const id = readId(input.id, thing)
    return changeWorld(kit, async (db, world) => {
      await removeTransaction(db, world, await transactionOf(db, world, id))
      return undefined
    })
  },

  listLabels: (input: Values, kit: CallKit) =>
    readWorld(kit, async (db, world) => {
      requireUser(world, input.id)
      const labels = db.selectFrom('personal_finance_transaction_labels').where('owner', '=', world.owner)
      const rows = await labels.select('label').distinct().limit(labelListLimit).execute()
      return rows.map((row) => row.label).sort()
    }),
}

/** The list is not paged, so there is an end to it. */
const labelListLimit = 10_000

/** One transaction of the world. Inside `readWorld` or `changeWorld`. */
export async function transactionOf(db: Db, { owner }: World, id: number): Promise<TransactionRow> {
  const row = await db
    .selectFrom('personal_finance_transactions')
    .selectAll()
    .where('owner', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound(thing)
  return row
}

/** Changes the transaction, and splits it when the body says so; returns the ids of the parts then. */
async function change(
  db: Db,
  world: World,
  { before, body }: { before: TransactionRow; body: Values },
): Promise<number[] | undefined> {
  const tree = await readTree(db, world)
  const labelsBefore = (await labelsOf(db, world, [before.id])).get(before.id) ?? []
  const { labels = labelsBefore, ...details } = detailsIn(body)
  const category = categoryIn(body, tree)
  const { owner, id, wording, created_at, updated_at, ...facts } = before
  const after = {
    ...facts,
    payee: filledTextIn(body, 'payee') ?? before.payee,
    amount: amountIn(body, 'amount') ?? before.amount,
    date: dayIn(body, 'date') ?? before.date,
    category_id: category === undefined ? before.category_id : category,
    is_transfer: details.is_transfer ?? before.is_transfer,
    needs_review: details.needs_review ?? before.needs_review,
    note: details.note === undefined ? before.note : details.note,
    memo: details.memo === undefined ? before.memo : details.memo,
    cheque_number: details.cheque_number === undefined ? before.cheque_number : details.cheque_number,
  }
  const splits = splitsIn(body, { before, after, tree })
  await changeTransaction(db, world, { before, after, labels })
  return (
    splits &&
    addTransactions(
      db,
      world,
      splits.map((part) => ({ facts: part, labels: [] })),
    )
  )
}

function only(views: readonly TransactionView[]): TransactionView {
  const [view] = views
  if (!view) throw notFound(thing)
  return view
}

// Handlers of single transactions: create, change, split, remove.
import { notFound } from '../../errors.ts'
import type { LedgerHandlers } from '../../handler.ts'
import { requireUser } from '../../ledger.ts'
import { readBody, readId } from '../../reading.ts'
import { transactionAccountOf, transactionAccountResource } from '../accounts/transaction-accounts.ts'
import { categoriser } from '../categories/payee-rules.ts'
import { readTree } from '../categories/tree.ts'
import { changeIn, newTransactionIn, splitsIn } from './rules.ts'
import {
  addTransactions,
  changeTransaction,
  labelsOf,
  removeTransaction,
  transactionOf,
  transactionResource,
} from './store.ts'
import { loadViewData, type TransactionView, type TransactionViewDeps, transactionViews } from './view.ts'

type TransactionHandlers = LedgerHandlers<
  'getTransaction' | 'createTransaction' | 'updateTransaction' | 'deleteTransaction' | 'listLabels'
>

/** Limit of the list, which is not paged. */
const maxListedLabels = 10_000

export function createTransactionHandlers(deps: TransactionViewDeps): TransactionHandlers {
  return {
    async getTransaction(input, access) {
      const id = readId(input.id, transactionResource)
      const viewData = await access.withSnapshot(async (db, ledger) =>
        loadViewData(db, ledger, [await transactionOf(db, ledger, id)]),
      )
      return onlyView(await transactionViews(deps, viewData))
    },

    async createTransaction(input, access) {
      const transactionAccountId = readId(input.id, transactionAccountResource)
      const body = readBody(input)
      const viewData = await access.withLock(async (db, ledger) => {
        await transactionAccountOf(db, ledger, transactionAccountId)
        const tree = await readTree(db, ledger)
        const categorise = async (payee: string) => (await categoriser(db, ledger))(payee)
        const transaction = await newTransactionIn(body, { ledger, transactionAccountId, tree, categorise })
        const [id = -1] = await addTransactions(db, ledger, [transaction])
        return loadViewData(db, ledger, [await transactionOf(db, ledger, id)])
      })
      return onlyView(await transactionViews(deps, viewData))
    },

    async updateTransaction(input, access) {
      const id = readId(input.id, transactionResource)
      const body = readBody(input)
      const { viewData, isSplit } = await access.withLock(async (db, ledger) => {
        const before = await transactionOf(db, ledger, id)
        const tree = await readTree(db, ledger)
        const { after, labels } = changeIn(body, before, tree)
        const splits = splitsIn(body, { before, after, tree })
        const newLabels = labels ?? (await labelsOf(db, ledger, [id])).get(id) ?? []
        await changeTransaction(db, ledger, { before, after, labels: newLabels })
        const rows = [await transactionOf(db, ledger, id)]
        for (const part of await addTransactions(db, ledger, splits ?? []))
          rows.push(await transactionOf(db, ledger, part))
        return { viewData: await loadViewData(db, ledger, rows), isSplit: splits !== undefined }
      })
      const [transaction, ...parts] = await transactionViews(deps, viewData)
      if (!transaction) throw notFound(transactionResource)
      return isSplit ? { transaction, split_transactions: parts } : transaction
    },

    deleteTransaction(input, access) {
      const id = readId(input.id, transactionResource)
      return access.withLock(async (db, ledger) => {
        await removeTransaction(db, ledger, await transactionOf(db, ledger, id))
        return undefined
      })
    },

    listLabels: ({ id }, access) =>
      access.withSnapshot(async (db, ledger) => {
        requireUser(ledger, id)
        const labels = db.selectFrom('personal_finance_transaction_labels').where('owner', '=', ledger.owner)
        const rows = await labels.select('label').distinct().limit(maxListedLabels).execute()
        return rows.map((row) => row.label).sort()
      }),
  }
}

function onlyView(views: readonly TransactionView[]): TransactionView {
  const [view] = views
  if (!view) throw notFound(transactionResource)
  return view
}

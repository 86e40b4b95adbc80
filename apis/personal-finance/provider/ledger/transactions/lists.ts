// Lists of transactions: of a user, an account, a transaction account or categories; filtered, newest first, in pages.
import { type Call, type Reply, reply } from '#define'
import { notFound } from '../../errors.ts'
import type { LedgerHandlers } from '../../handler.ts'
import { type Ledger, requireUser } from '../../ledger.ts'
import type { LedgerAccess } from '../../ledger-transaction.ts'
import { readId, readIds } from '../../reading.ts'
import { accountResource, transactionAccountResource } from '../accounts/transaction-accounts.ts'
import { categoryResource } from '../categories/store.ts'
import { type FilterValues, readFilter } from './filter.ts'
import { readListPage } from './list-page.ts'
import type { Scope } from './matches.ts'
import { pageHeaders, readPage } from './paging.ts'
import {
  type LedgerContext,
  loadViewData,
  readContext,
  type TransactionView,
  type TransactionViewDeps,
  transactionViews,
} from './view.ts'

type TransactionLists = LedgerHandlers<
  'listTransactions' | 'listAccountTransactions' | 'listTransactionAccountTransactions' | 'listCategoryTransactions'
>

export function createTransactionLists(deps: TransactionViewDeps): TransactionLists {
  return {
    listTransactions: (input, access, call) =>
      list(deps, { input, access, call }, (ledger) => {
        requireUser(ledger, input.id)
        return {}
      }),

    listAccountTransactions(input, access, call) {
      const id = readId(input.id, accountResource)
      return list(deps, { input, access, call }, (_ledger, { transactionAccounts }) => {
        const own = transactionAccounts.filter(({ account }) => account.id === id)
        if (own.length === 0) throw notFound(accountResource)
        return { transactionAccountIds: own.map(({ row }) => row.id) }
      })
    },

    listTransactionAccountTransactions(input, access, call) {
      const id = readId(input.id, transactionAccountResource)
      return list(deps, { input, access, call }, (_ledger, { transactionAccounts }) => {
        if (!transactionAccounts.some(({ row }) => row.id === id)) throw notFound(transactionAccountResource)
        return { transactionAccountIds: [id] }
      })
    },

    listCategoryTransactions(input, access, call) {
      const ids = readIds(input.id)
      return list(deps, { input, access, call }, (_ledger, { tree }) => {
        if (!ids?.every((id) => tree.get(id))) throw notFound(categoryResource)
        return { categoryIds: ids }
      })
    },
  }
}

interface ListCall {
  readonly input: FilterValues
  readonly access: LedgerAccess
  readonly call: Call
}

/** Replies with a list; `scopeOf` returns its scope, or throws a refusal. */
async function list(
  deps: TransactionViewDeps,
  { input, access, call }: ListCall,
  scopeOf: (ledger: Ledger, context: LedgerContext) => Scope,
): Promise<Reply<TransactionView[]>> {
  const page = readPage(input)
  const { viewData, total } = await access.withSnapshot(async (db, ledger) => {
    const context = await readContext(db, ledger)
    const scope = scopeOf(ledger, context)
    const { rows, total } = await readListPage(db, ledger, { scope, context, filter: readFilter(input, ledger), page })
    return { viewData: await loadViewData(db, ledger, rows, context), total }
  })
  return reply(await transactionViews(deps, viewData), { headers: pageHeaders(page, total, call.request) })
}

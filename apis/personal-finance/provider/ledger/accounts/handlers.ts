// Accounts.
import type { LedgerHandlers } from '../../handler.ts'
import { requireUser } from '../../ledger.ts'
import type { LedgerAccess } from '../../ledger-transaction.ts'
import {
  choiceIn,
  currencyIn,
  flagIn,
  nonBlankStringIn,
  readBody,
  readId,
  required,
  requiredStringIn,
} from '../../reading.ts'
import { accountTypes } from './account-types.ts'
import { removeTransactionAccounts } from './removal.ts'
import { institutionIn, orderIn } from './rules.ts'
import { accountOf, addAccount, changeAccount, reorderAccounts } from './store.ts'
import { accountResource } from './transaction-accounts.ts'
import { type AccountDeps, type AccountView, accountViews } from './view.ts'

type AccountHandlers = LedgerHandlers<
  'getAccount' | 'listAccounts' | 'createAccount' | 'updateAccount' | 'deleteAccount' | 'reorderAccounts'
>

export function createAccountHandlers(deps: AccountDeps): AccountHandlers {
  return {
    getAccount: ({ id }, access) => oneView(access, deps, readId(id, accountResource)),

    listAccounts: ({ id }, access) =>
      accountViews(access, deps, async (_db, ledger, accounts) => {
        requireUser(ledger, id)
        return [...accounts.keys()]
      }),

    async createAccount(input, access) {
      const body = readBody(input)
      const id = await access.withLock(async (db, ledger) => {
        requireUser(ledger, input.id)
        return addAccount(db, ledger, deps.plans, {
          title: requiredStringIn(body, 'title'),
          currency: required(currencyIn(body), 'currency_code'),
          type: required(choiceIn(body, 'type', accountTypes), 'type'),
          institutionId: required(await institutionIn(db, ledger, body), 'institution_id'),
        })
      })
      return oneView(access, deps, id.account)
    },

    async updateAccount(input, access) {
      const id = readId(input.id, accountResource)
      const body = readBody(input)
      await access.withLock(async (db, ledger) => {
        const before = await accountOf(db, ledger, id)
        await changeAccount(db, ledger, id, {
          title: nonBlankStringIn(body, 'title') ?? before.title,
          currency: currencyIn(body) ?? before.currency,
          type: choiceIn(body, 'type', accountTypes) ?? before.type,
          is_net_worth: flagIn(body, 'is_net_worth') ?? before.is_net_worth,
        })
      })
      return oneView(access, deps, id)
    },

    deleteAccount(input, access) {
      const id = readId(input.id, accountResource)
      return access.withLock(async (db, ledger) => {
        await accountOf(db, ledger, id)
        await removeTransactionAccounts(db, ledger, { accountId: id })
        return undefined
      })
    },

    async reorderAccounts(input, access) {
      const order = orderIn(readBody(input))
      await access.withLock(async (db, ledger) => {
        requireUser(ledger, input.id)
        await reorderAccounts(db, ledger, order)
      })
      return accountViews(access, deps, async (_db, _ledger, accounts) => [...accounts.keys()])
    },
  }
}

async function oneView(access: LedgerAccess, deps: AccountDeps, id: number): Promise<AccountView> {
  const [view] = await accountViews(access, deps, async (db, ledger) => [(await accountOf(db, ledger, id)).id])
  if (!view) throw new Error('an account has no view')
  return view
}

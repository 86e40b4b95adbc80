// Transaction accounts, the bank's side of accounts.
import type { RateSource } from '../../exchange/rates.ts'
import type { LedgerHandlers } from '../../handler.ts'
import { requireUser } from '../../ledger.ts'
import type { LedgerAccess } from '../../ledger-transaction.ts'
import { amountIn, dayIn, readBody, readId } from '../../reading.ts'
import { institutionIn } from './rules.ts'
import { changeTransactionAccount } from './store.ts'
import { readTransactionAccounts, transactionAccountOf, transactionAccountResource } from './transaction-accounts.ts'
import { type TransactionAccountView, transactionAccountView } from './view.ts'

interface TransactionAccountDeps {
  readonly rates: RateSource
}
type TransactionAccountHandlers = LedgerHandlers<
  'getTransactionAccount' | 'listTransactionAccounts' | 'updateTransactionAccount'
>

export function createTransactionAccountHandlers({ rates }: TransactionAccountDeps): TransactionAccountHandlers {
  return {
    getTransactionAccount: ({ id }, access) => oneView(access, rates, readId(id, transactionAccountResource)),

    async listTransactionAccounts({ id }, access) {
      const { ledger, transactionAccounts } = await access.withSnapshot(async (db, ledger) => {
        requireUser(ledger, id)
        return { ledger, transactionAccounts: await readTransactionAccounts(db, ledger) }
      })
      const currencies = transactionAccounts.map(({ account }) => account.currency)
      const known = await rates({ base: ledger.user.base_currency, currencies })
      return transactionAccounts.map((one) => transactionAccountView(one, ledger, known))
    },

    async updateTransactionAccount(input, access) {
      const id = readId(input.id, transactionAccountResource)
      const body = readBody(input)
      await access.withLock(async (db, ledger) => {
        const { row } = await transactionAccountOf(db, ledger, id)
        const [balance, day] = [amountIn(body, 'starting_balance'), dayIn(body, 'starting_balance_date')]
        await changeTransactionAccount(db, ledger, id, {
          institution_id: (await institutionIn(db, ledger, body)) ?? row.institution_id,
          starting_balance: balance ?? row.starting_balance,
          starting_date: day ?? row.starting_date,
          start_moves: balance === undefined && day === undefined ? row.start_moves : 0,
        })
      })
      return oneView(access, rates, id)
    },
  }
}

async function oneView(access: LedgerAccess, rates: RateSource, id: number): Promise<TransactionAccountView> {
  const { ledger, one } = await access.withSnapshot(async (db, ledger) => ({
    ledger,
    one: await transactionAccountOf(db, ledger, id),
  }))
  const known = await rates({ base: ledger.user.base_currency, currencies: [one.account.currency] })
  return transactionAccountView(one, ledger, known)
}

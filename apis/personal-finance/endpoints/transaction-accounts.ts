// Single transaction accounts (accounts as kept by a bank) and their transactions.
import { body, get, int, list, num, post, put, req, str } from '#define'
import { categoryId, transactionFields, transactionFilters, transactionPages } from '../parameters.ts'
import { Transaction, TransactionAccount } from '../schemas.ts'

const id = int({ doc: 'Transaction account.' })

export const transactionAccounts = {
  getTransactionAccount: get('/transaction_accounts/{id}', 'One transaction account', {
    params: { id },
    invalid: 'provider',
    returns: TransactionAccount,
  }),
  updateTransactionAccount: put('/transaction_accounts/{id}', 'Changes to a transaction account', {
    params: { id },
    body: body({
      institution_id: int(),
      starting_balance: num(),
      starting_balance_date: str({ doc: 'YYYY-MM-DD.' }),
    }),
    invalid: 'provider',
    returns: TransactionAccount,
  }),
  listTransactionAccountTransactions: get(
    '/transaction_accounts/{id}/transactions',
    'Transactions of a transaction account',
    { params: { id, ...transactionFilters }, invalid: 'provider', returns: list(Transaction), pages: transactionPages },
  ),
  createTransaction: post('/transaction_accounts/{id}/transactions', 'New transaction', {
    params: { id },
    body: body({
      payee: req.str(),
      amount: req.num({ doc: 'Signed: positive for a credit, negative for a debit.' }),
      date: req.str({ doc: 'YYYY-MM-DD.' }),
      category_id: categoryId,
      ...transactionFields,
    }),
    invalid: 'provider',
    returns: Transaction,
    status: 201,
  }),
}

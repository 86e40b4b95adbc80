// Single accounts. An account has transaction accounts (its form at the bank) and scenarios (its forecasts).
import { body, bool, del, empty, get, int, list, put, str } from '#define'
import { accountType, transactionFilters, transactionPages } from '../parameters.ts'
import { Account, Transaction } from '../schemas.ts'

const id = int({ doc: 'Account.' })

export const accounts = {
  getAccount: get('/accounts/{id}', 'One account', { params: { id }, invalid: 'provider', returns: Account }),
  updateAccount: put('/accounts/{id}', 'Changes to an account', {
    params: { id },
    body: body({ title: str(), currency_code: str(), type: accountType, is_net_worth: bool() }),
    invalid: 'provider',
    returns: Account,
  }),
  deleteAccount: del('/accounts/{id}', 'Removal of an account and all of its data', {
    params: { id },
    invalid: 'provider',
    returns: empty(),
    status: 204,
  }),
  listAccountTransactions: get('/accounts/{id}/transactions', 'Transactions of an account', {
    params: { id, ...transactionFilters },
    invalid: 'provider',
    returns: list(Transaction),
    pages: transactionPages,
  }),
}

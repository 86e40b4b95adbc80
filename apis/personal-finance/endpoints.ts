// All endpoints in the order of the provider's documentation, which sorts them by path.
import { accounts } from './endpoints/accounts.ts'
import { attachments } from './endpoints/attachments.ts'
import { categories } from './endpoints/categories.ts'
import { currencies } from './endpoints/currencies.ts'
import { events } from './endpoints/events.ts'
import { institutions } from './endpoints/institutions.ts'
import { me } from './endpoints/me.ts'
import { scenarios } from './endpoints/scenarios.ts'
import { timeZones } from './endpoints/time-zones.ts'
import { transactionAccounts } from './endpoints/transaction-accounts.ts'
import { transactions } from './endpoints/transactions.ts'
import { users } from './endpoints/users.ts'

export const endpoints = {
  ...accounts,
  ...attachments,
  ...categories,
  ...currencies,
  ...events,
  ...institutions,
  ...me,
  ...scenarios,
  ...timeZones,
  ...transactionAccounts,
  ...transactions,
  ...users,
}

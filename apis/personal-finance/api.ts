// Personal finance: accounts, transactions, categories, budgets and forecasts of a PocketSmith user.
import { defineApi, hosted, ownKey } from '#define'
import { asks, topics, words } from './asks.ts'
import { endpoints } from './endpoints.ts'
import { failureMembers } from './failures.ts'

export default defineApi({
  slug: 'personal-finance',
  title: 'Personal finance',
  summary: 'Accounts, transactions, categories, budgets and forecasts of a user.',
  surface: hosted,
  auth: ownKey.header('x-developer-key'),
  upstream: 'https://api.pocketsmith.com/v2',
  errors: { message: '/error' },
  failure: failureMembers,
  sample:
    'every account of the gateway begins with an invented household: two years of transactions in five accounts and two ' +
    'currencies, with budgets. Its titles say so. The first import of a statement removes it.',
  verify: 'me',
  endpoints,
  asks,
  words,
  topics,
})

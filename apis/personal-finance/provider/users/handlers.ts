// Handlers of the user, and of data shared by all users: currencies, time zones, saved searches.
import { notFound } from '../errors.ts'
import type { LedgerHandlers } from '../handler.ts'
import { requireUser, timeOf } from '../ledger.ts'
import { readBody } from '../reading.ts'
import { allCurrencies, findCurrency } from '../reference/currencies.ts'
import { createTimeZones } from '../reference/time-zones.ts'
import { userChangeIn } from './rules.ts'
import { userView } from './view.ts'

interface UserDeps {
  /** Returns milliseconds since the epoch. */
  now(): number
}
type UserHandlers = LedgerHandlers<
  'me' | 'getUser' | 'updateUser' | 'listSavedSearches' | 'listCurrencies' | 'getCurrency' | 'listTimeZones'
>

export function createUserHandlers({ now }: UserDeps): UserHandlers {
  const timeZonesAt = createTimeZones()
  return {
    me: (_input, access) => access.withSnapshot(userView),

    getUser: ({ id }, access) =>
      access.withSnapshot((db, ledger) => {
        requireUser(ledger, id)
        return userView(db, ledger)
      }),

    updateUser(input, access) {
      const body = readBody(input)
      return access.withLock(async (db, ledger) => {
        requireUser(ledger, input.id)
        const change = { ...userChangeIn(body, ledger.user), updated_at: ledger.now }
        await db.updateTable('personal_finance_users').set(change).where('owner', '=', ledger.owner).execute()
        return userView(db, { ...ledger, user: { ...ledger.user, ...change } })
      })
    },

    listSavedSearches: (input, access) =>
      access.withSnapshot(async (db, ledger) => {
        requireUser(ledger, input.id)
        const rows = db.selectFrom('personal_finance_saved_searches').selectAll().where('owner', '=', ledger.owner)
        return (await rows.orderBy('id').execute()).map(({ id, title, created_at, updated_at }) => ({
          id,
          title,
          created_at: timeOf(created_at),
          updated_at: timeOf(updated_at),
        }))
      }),

    listCurrencies: () => allCurrencies().map((currency) => ({ ...currency, separators: { ...currency.separators } })),

    getCurrency({ id }) {
      const currency = findCurrency(String(id))
      if (!currency) throw notFound('Currency')
      return currency
    },

    listTimeZones: () => [...timeZonesAt(now())],
  }
}

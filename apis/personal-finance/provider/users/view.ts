// A user in responses.
import type { OutputOf } from '#define'
import type { endpoints } from '../../endpoints.ts'
import { accountLimit } from '../ledger/accounts/rules.ts'
import { accountsOf } from '../ledger/accounts/transaction-accounts.ts'
import { type Db, type Ledger, timeOf } from '../ledger.ts'
import { readForecastView } from '../plans/scenarios/forecast-view.ts'

type UserView = OutputOf<(typeof endpoints)['getUser']>

/** Reads the view. It must run inside `withSnapshot` or `withLock`. */
export async function userView(db: Db, ledger: Ledger): Promise<UserView> {
  const { user } = ledger
  const accounts = [...(await accountsOf(db, ledger)).values()]
  return {
    id: user.id,
    login: user.login,
    name: user.name,
    email: user.email,
    avatar_url: user.avatar_url,
    beta_user: user.beta_user === 1,
    time_zone: user.time_zone,
    week_start_day: user.week_start_day,
    is_reviewing_transactions: user.is_reviewing_transactions === 1,
    base_currency_code: user.base_currency.toUpperCase(),
    always_show_base_currency: user.always_show_base_currency === 1,
    using_multiple_currencies: accounts.some((account) => account.currency !== user.base_currency),
    available_accounts: accountLimit,
    ...(await readForecastView(db, ledger)),
    last_logged_in_at: timeOf(user.last_activity_at),
    last_activity_at: timeOf(user.last_activity_at),
    created_at: timeOf(user.created_at),
    updated_at: timeOf(user.updated_at),
  }
}

// The user, and what every user is offered: currencies, time zones, saved searches.
import type { Kit, OutputOf } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { Tables } from '../../tables.ts'
import { invalid, notFound } from '../errors.ts'
import { accountLimit } from '../ledger/accounts/handlers.ts'
import { accountsOf } from '../ledger/accounts/transaction-accounts.ts'
import { type Db, requireUser, timeOf, type User, type World } from '../ledger.ts'
import { changeWorld, readWorld } from '../ledger-transaction.ts'
import { readForecastView } from '../plans/scenarios/forecast-view.ts'
import { clearableTextIn, flagIn, readBody, textIn, type Values } from '../reading.ts'
import { allCurrencies, findCurrency } from '../reference/currencies.ts'
import { timeZonesAt, zoneNameOf } from '../reference/time-zones.ts'

type CallKit = Kit<Tables>
type UserView = OutputOf<(typeof endpoints)['getUser']>

export const userHandlers = {
  me: (_input: Values, kit: CallKit) => readWorld(kit, (db, world) => userView(db, world)),

  getUser: (input: Values, kit: CallKit) =>
    readWorld(kit, (db, world) => {
      requireUser(world, input.id)
      return userView(db, world)
    }),

  updateUser: (input: Values, kit: CallKit) => {
    const body = readBody(input.body)
    return changeWorld(kit, async (db, world) => {
      requireUser(world, input.id)
      const after = { ...membersIn(body, world.user), updated_at: world.now }
      await db.updateTable('personal_finance_users').set(after).where('owner', '=', world.owner).execute()
      return userView(db, { ...world, user: { ...world.user, ...after } })
    })
  },

  listSavedSearches: (input: Values, kit: CallKit) =>
    readWorld(kit, async (db, world) => {
      requireUser(world, input.id)
      const rows = db.selectFrom('personal_finance_saved_searches').selectAll().where('owner', '=', world.owner)
      return (await rows.orderBy('id').execute()).map(({ id, title, created_at, updated_at }) => ({
        id,
        title,
        created_at: timeOf(created_at),
        updated_at: timeOf(updated_at),
      }))
    }),

  listCurrencies: () => allCurrencies().map((currency) => ({ ...currency, separators: { ...currency.separators } })),

  getCurrency: (input: Values) => {
    const currency = findCurrency(String(input.id))
    if (!currency) throw notFound('Currency')
    return currency
  },

  listTimeZones: (_input: Values, kit: CallKit) => timeZonesAt(kit.now()),
}

type Members = Pick<
  User,
  'name' | 'time_zone' | 'week_start_day' | 'beta_user' | 'base_currency' | 'always_show_base_currency'
>

/** What the body makes of the user; members it leaves out stay. */
function membersIn(body: Values, before: User): Members {
  const name = clearableTextIn(body, 'name')
  const zone = textIn(body, 'time_zone')
  const currency = textIn(body, 'base_currency_code')
  const zoneName = zone === undefined ? before.time_zone : zoneNameOf(zone)
  if (zoneName === undefined) throw invalid('time_zone does not have a valid value')
  const base = currency === undefined ? before.base_currency : findCurrency(currency)?.id
  if (base === undefined) throw invalid('base_currency_code does not have a valid value')
  return {
    name: name === undefined ? before.name : name,
    time_zone: zoneName,
    week_start_day: weekStartDayIn(body) ?? before.week_start_day,
    beta_user: flagIn(body, 'beta_user') ?? before.beta_user,
    base_currency: base,
    always_show_base_currency: flagIn(body, 'always_show_base_currency') ?? before.always_show_base_currency,
  }
}

function weekStartDayIn({ week_start_day: given }: Values): number | undefined {
  if (given === undefined || given === null) return undefined
  const day = typeof given === 'string' && /^[0-6]$/.test(given) ? Number(given) : given
  if (typeof day !== 'number' || !Number.isInteger(day) || day < 0 || day > 6)
    throw invalid('week_start_day does not have a valid value')
  return day
}

async function userView(db: Db, world: World): Promise<UserView> {
  const { user } = world
  const accounts = [...(await accountsOf(db, world)).values()]
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
    ...(await readForecastView(db, world)),
    last_logged_in_at: timeOf(user.last_activity_at),
    last_activity_at: timeOf(user.last_activity_at),
    created_at: timeOf(user.created_at),
    updated_at: timeOf(user.updated_at),
  }
}

// Validates changes of a user.
import { invalid } from '../errors.ts'
import type { User } from '../ledger.ts'
import { flagIn, nullableStringIn, stringIn, type Values } from '../reading.ts'
import { findCurrency } from '../reference/currencies.ts'
import { zoneNameOf } from '../reference/time-zones.ts'

type UserChange = Pick<
  User,
  'name' | 'time_zone' | 'week_start_day' | 'beta_user' | 'base_currency' | 'always_show_base_currency'
>

/** Returns the user with the changes of the body; other members remain. */
export function userChangeIn(body: Values, before: User): UserChange {
  const name = nullableStringIn(body, 'name')
  const zone = stringIn(body, 'time_zone')
  const currency = stringIn(body, 'base_currency_code')
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

function weekStartDayIn({ week_start_day: value }: Values): number | undefined {
  if (value === undefined || value === null) return undefined
  const day = typeof value === 'string' && /^[0-6]$/.test(value) ? Number(value) : value
  if (typeof day !== 'number' || !Number.isInteger(day) || day < 0 || day > 6)
    throw invalid('week_start_day does not have a valid value')
  return day
}

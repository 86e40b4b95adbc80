// The score: a sum of points, one table row for each fact for or against an order. The provider's own formula is not
// public (SOURCES 2.7); this one is printed in the README, so that anybody can compute a score.
import { type Condition, type Facts, holds } from './conditions.ts'

interface Weight {
  readonly name: string
  readonly points: number
  /** Conditions that must all hold. */
  readonly when: readonly Condition[]
}

const yes = (field: string): Condition => ({ field, is: 'Y' })
const no = (field: string): Condition => ({ field, is: 'N' })
const above = (field: string, limit: number): Condition => ({ field, above: limit })
const upTo = (field: string, limit: number): Condition => ({ field, below: limit + 1 })

function weight(name: string, points: number, ...when: Condition[]): Weight {
  return { name, points, when }
}

export const weights: readonly Weight[] = [
  weight('country_mismatch', 12, no('is_country_match')),
  weight('far_away', 6, yes('is_country_match'), above('distance_km', 1000)),
  weight('high_risk_country', 15, yes('is_high_risk_country')),
  weight('export_controlled', 40, yes('is_export_controlled_country')),
  weight('proxy', 25, yes('is_proxy_ip_address')),
  weight('hosting_network', 12, { field: 'ip_usage_type', is: 'Data Center/Web Hosting/Transit' }),
  weight('free_email', 4, yes('is_free_email'), no('is_disposable_email')),
  weight('disposable_email', 22, yes('is_disposable_email')),
  weight('impossible_domain', 15, no('is_domain_exists')),
  weight('phone_invalid', 8, no('phone_valid')),
  weight('phone_country_mismatch', 8, no('phone_country_match')),
  weight('bin_not_found', 8, no('is_bin_found')),
  weight('bin_country_mismatch', 15, no('is_bin_country_match')),
  weight('bin_prepaid', 8, yes('is_bin_prepaid')),
  weight('avs_partial', 4, { field: 'avs_match', is: 'partial' }),
  weight('avs_none', 15, { field: 'avs_match', is: 'none' }),
  weight('cvv_no_match', 20, { field: 'cvv_result', is: 'N' }),
  weight('verified_card', -5, { field: 'avs_match', is: 'full' }, { field: 'cvv_result', is: 'M' }),
  weight('ship_other_country', 12, no('is_bill_ship_country_match')),
  weight('ship_other_state', 4, yes('is_bill_ship_country_match'), no('is_bill_ship_state_match')),
  weight('ship_other_city', 3, no('is_bill_ship_city_match')),
  weight('ship_other_postal_code', 2, no('is_bill_ship_postal_match')),
  weight('ship_forwarder', 10, yes('is_address_ship_forward')),
  weight('ip_blacklisted', 35, yes('is_ip_blacklist')),
  weight('email_blacklisted', 50, yes('is_email_blacklist')),
  weight('card_blacklisted', 50, yes('is_credit_card_blacklist')),
  weight('phone_blacklisted', 35, yes('is_phone_blacklist')),
  weight('address_blacklisted', 35, yes('is_ship_address_blacklist')),
  weight('device_blacklisted', 40, yes('is_device_blacklist')),
  weight('user_blacklisted', 40, yes('is_user_blacklist')),
  weight('common_login', 10, yes('is_high_risk_username_password')),
  weight('ip_velocity', 6, above('ip_orders_hour', 2), upTo('ip_orders_hour', 9)),
  weight('ip_velocity_high', 18, above('ip_orders_hour', 9)),
  weight('email_velocity', 8, above('email_orders_day', 4)),
  weight('phone_velocity', 6, above('phone_orders_day', 4)),
  weight('address_velocity', 6, above('address_orders_day', 4)),
  weight('card_velocity', 12, above('card_orders_day', 4)),
  weight('device_velocity', 12, above('device_orders_day', 4)),
  weight('user_velocity', 8, above('user_orders_day', 4)),
  weight('ip_many_cards', 20, above('ip_cards_day', 2)),
  weight('email_many_cards', 20, above('email_cards_day', 2)),
  weight('device_many_cards', 20, above('device_cards_day', 2)),
  weight('amount', 5, above('amount_usd', 1000), { field: 'amount_usd', below: 5000 }),
  weight('amount_high', 10, above('amount_usd', 4999.99)),
  weight('quantity', 4, above('quantity', 99)),
]

const base = 1
const most = 100

/** Returns the points of all rows that hold, plus 1, at least 1 and at most 100. `points` overrides rows by name. */
export function scoreOf(facts: Facts, points: Readonly<Record<string, number>> = {}): number {
  let score = base
  for (const row of weights)
    if (row.when.every((condition) => holds(condition, facts))) score += points[row.name] ?? row.points
  return Math.max(base, Math.min(most, Math.round(score)))
}

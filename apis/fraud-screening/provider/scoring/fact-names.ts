// The names of facts that conditions may use.
import { type TraitKind, traitKinds } from '../order/traits.ts'

/** Names of all assessments, in the provider's order. */
export const judgementNames: readonly string[] = [
  ...['is_country_match', 'is_high_risk_country', 'distance_in_km', 'distance_in_mile', 'ip_country', 'ip_continent'],
  ...['ip_region', 'ip_city', 'ip_latitude', 'ip_longitude', 'ip_timezone', 'ip_elevation', 'ip_domain'],
  ...['ip_mobile_mnc', 'ip_mobile_mcc', 'ip_mobile_brand', 'ip_netspeed', 'ip_isp_name', 'ip_usage_type'],
  ...['is_free_email', 'is_disposable_email', 'is_new_domain_name', 'is_domain_exists', 'is_proxy_ip_address'],
  ...['is_bin_found', 'is_bin_country_match', 'is_bin_name_match', 'is_bin_phone_match', 'is_bin_prepaid'],
  ...['is_address_ship_forward', 'is_bill_ship_city_match', 'is_bill_ship_state_match'],
  ...['is_bill_ship_country_match', 'is_bill_ship_postal_match', 'is_ship_address_blacklist', 'is_phone_blacklist'],
  ...['is_ip_blacklist', 'is_email_blacklist', 'is_credit_card_blacklist', 'is_device_blacklist', 'is_user_blacklist'],
  ...['is_high_risk_username_password', 'is_export_controlled_country', 'is_malware_exploit'],
]

/** Facts of the order itself, besides the assessments. */
export const orderFacts = [
  'score',
  'amount',
  'amount_usd',
  'quantity',
  'currency',
  'department',
  'payment_mode',
  'bill_country',
  'ship_country',
  'email_domain',
  'distance_km',
  'avs_match',
  'avs_result',
  'cvv_result',
  'phone_valid',
  'phone_country',
  'phone_country_match',
] as const
/** The traits with velocity facts. */
export const velocityKinds = traitKinds.filter((kind) => kind !== 'mailbox')

/** Returns the facts of a trait: orders of the last hour and day, and cards of the last day. */
export function velocityNames(kind: TraitKind): string[] {
  return [`${kind}_orders_hour`, `${kind}_orders_day`, `${kind}_cards_day`]
}

/** All names that a condition may use. */
export const factNames: ReadonlySet<string> = new Set([
  ...judgementNames,
  ...orderFacts,
  ...velocityKinds.flatMap(velocityNames),
])

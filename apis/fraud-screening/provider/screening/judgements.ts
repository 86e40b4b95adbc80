// Response members that assess the order: Y, N, NA, and facts about the network (SOURCES 2.2, 2.3).

import { continentOf, publicLists } from '../checks/countries.ts'
import { milesOf } from '../checks/distance.ts'
import { judgeCities, judged, judgeEqual, judgePostalCodes, judgeStates } from '../checks/judgement.ts'
import { netSpeedOf } from '../network/usage-type.ts'
import type { TraitKind } from '../order/traits.ts'
import type { Findings } from './findings.ts'

/** The provider's value for an unknown fact about the network. */
const unknown = '-'

export type Judgements = ReturnType<typeof judgementsOf>

/** Returns the members in the provider's order (SOURCES 2.2). */
export function judgementsOf(findings: Findings) {
  return { ...placeOf(findings), ...buyerOf(findings), ...listsOf(findings) }
}

function placeOf({ network, order, distanceKm, highRisk, nowMs }: Findings) {
  const { country, usageType } = network
  const isMobile = network.mobileCountryCode !== undefined
  return {
    is_country_match: judgeEqual(country, order.bill.country),
    is_high_risk_country: judged(anyIn([country, order.bill.country, order.ship.country], highRisk)),
    distance_in_km: distanceKm === undefined ? unknown : distanceKm.toFixed(2),
    distance_in_mile: distanceKm === undefined ? unknown : milesOf(distanceKm).toFixed(2),
    ip_country: country ?? unknown,
    ip_continent: (country && continentOf(country)) ?? unknown,
    ip_region: network.region ?? unknown,
    ip_city: network.city ?? unknown,
    ip_latitude: network.latitude?.toString() ?? unknown,
    ip_longitude: network.longitude?.toString() ?? unknown,
    ip_timezone: offsetOf(network.timeZone, nowMs) ?? unknown,
    ip_elevation: unknown,
    ip_domain: network.domain ?? unknown,
    ip_mobile_mnc: network.mobileNetworkCode ?? unknown,
    ip_mobile_mcc: network.mobileCountryCode ?? unknown,
    ip_mobile_brand: isMobile ? (network.isp ?? unknown) : unknown,
    ip_netspeed: netSpeedOf(network.connection, usageType) ?? unknown,
    ip_isp_name: network.isp ?? unknown,
    ip_usage_type: usageType ?? unknown,
  }
}

function buyerOf({ email, card, order, isProxy, isForwarder }: Findings) {
  const { bill, ship } = order
  const country = bill.country === (ship.country ?? bill.country) ? bill.country : undefined
  return {
    is_free_email: email.isFree,
    is_disposable_email: email.isDisposable,
    // only registries know the age of a domain
    is_new_domain_name: 'NA',
    is_domain_exists: email.domainExists,
    is_proxy_ip_address: judged(isProxy),
    is_bin_found: card.isFound,
    is_bin_country_match: card.countryMatches,
    // the specification has no fields for the bank's name and phone
    is_bin_name_match: 'NA',
    is_bin_phone_match: 'NA',
    is_bin_prepaid: card.isPrepaid,
    is_address_ship_forward: judged(isForwarder),
    is_bill_ship_city_match: judgeCities(bill.city, ship.city),
    is_bill_ship_state_match: judgeStates(bill.state, ship.state, country),
    is_bill_ship_country_match: judgeEqual(bill.country, ship.country),
    is_bill_ship_postal_match: judgePostalCodes(bill.zip, ship.zip, country),
  }
}

function listsOf({ traits, blacklisted, isCommonLogin, network, order }: Findings) {
  const listed = (kind: TraitKind) => judged(traits.has(kind) ? blacklisted.has(kind) : undefined)
  const countries = [network.country, order.bill.country, order.ship.country]
  return {
    is_ship_address_blacklist: listed('address'),
    is_phone_blacklist: listed('phone'),
    is_ip_blacklist: listed('ip'),
    is_email_blacklist: blacklisted.has('mailbox') ? 'Y' : listed('email'),
    is_credit_card_blacklist: listed('card'),
    is_device_blacklist: listed('device'),
    is_user_blacklist: listed('user'),
    is_high_risk_username_password: judged(isCommonLogin),
    is_export_controlled_country: judged(anyIn(countries, publicLists.exportControlled)),
    is_malware_exploit: 'NA',
  }
}

function anyIn(countries: readonly (string | undefined)[], list: ReadonlySet<string>): boolean | undefined {
  const known = countries.filter((country) => country !== undefined)
  return known.length === 0 ? undefined : known.some((country) => list.has(country))
}

/**
 * Returns the offset, such as `+08:00`, of a time zone at a time; undefined for a name that the platform does not know.
 */
function offsetOf(timeZone: string | undefined, nowMs: number): string | undefined {
  if (timeZone === undefined) return undefined
  if (/^[+-]\d\d:\d\d$/.test(timeZone)) return timeZone
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    const offset = format
      .formatToParts(nowMs)
      .find(({ type }) => type === 'timeZoneName')
      ?.value.replace('GMT', '')
    return offset === '' ? '+00:00' : offset
  } catch {
    return undefined
  }
}

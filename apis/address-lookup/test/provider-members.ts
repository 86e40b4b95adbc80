// The members of the provider's results and their types, as its OpenAPI document has them (SOURCES 2.3): `s` a string,
// `i` an integer, `n` a number, `b` a boolean, `l` a list, `o` an object, `0` null, `e` an empty string.
import assert from 'node:assert/strict'

type Members = Readonly<Record<string, string>>

/** Members of one type. */
const of = (types: string, names: string): Members => Object.fromEntries(names.split(' ').map((name) => [name, types]))

const lines =
  'id dataset country_iso country_iso_2 country language line_1 line_2 line_3 post_town postcode county county_code uprn ' +
  'postcode_outward postcode_inward dependant_locality double_dependant_locality thoroughfare dependant_thoroughfare ' +
  'building_number building_name sub_building_name po_box department_name organisation_name postcode_type ' +
  'su_organisation_indicator delivery_point_suffix premise administrative_county postal_county traditional_county ' +
  'district ward'
const coordinates = 'longitude latitude eastings northings'

export const address: Members = {
  ...of('s', lines),
  ...of('i', 'udprn'),
  ...of('ie', 'umprn'),
  ...of('ne', coordinates),
}
/** The members of an address of another country, in the form of the United Kingdom. */
export const foreignAddress: Members = {
  ...{ ...of('s', lines), ...of('ne', 'longitude latitude'), ...of('o', 'native') },
  ...of(
    'e',
    'premise dependant_locality double_dependant_locality dependant_thoroughfare department_name udprn umprn uprn ' +
      'eastings northings district ward postal_county administrative_county traditional_county postcode_outward ' +
      'postcode_inward postcode_type su_organisation_indicator delivery_point_suffix',
  ),
}
const american =
  'id dataset country country_iso country_iso_2 language primary_number secondary_number plus_4_code line_1 line_2 ' +
  'last_line zip_code zip_plus_4_code update_key_number record_type_code carrier_route_id ' +
  'street_pre_directional_abbreviation street_name street_suffix_abbreviation street_post_directional_abbreviation ' +
  'building_or_firm_name address_secondary_abbreviation base_alternate_code lacs_status_indicator ' +
  'government_building_indicator state_abbreviation state municipality_city_state_key urbanization_city_state_key ' +
  'preferred_last_line_city_state_key county city city_abbreviation preferred_city city_state_name_facility_code ' +
  'zip_classification_code city_state_mailing_name_indicator carrier_route_rate_sortation'
export const americanAddress: Members = {
  ...of('s', american),
  ...of('ine', 'finance_number congressional_district_number county_number'),
}
export const britishInAmericanForm: Members = {
  ...{ ...americanAddress, ...of('o', 'native') },
  ...of('e', 'last_line preferred_city plus_4_code update_key_number street_suffix_abbreviation county_number'),
}
export const suggestion: Members = { ...of('s', 'id suggestion'), ...of('i', 'udprn'), ...of('o', 'urls') }
export const foreignSuggestion: Members = { ...of('s', 'id suggestion'), ...of('o', 'urls') }
const levels = 'organisation_match premise_match thoroughfare_match locality_match post_town_match postcode_match'
const rates = { ...of('s', `query ${levels}`), ...of('i', 'count'), ...of('n', 'fit confidence') }
export const cleansed: Members = { ...rates, ...of('o', 'match') }
export const notCleansed: Members = { ...rates, ...of('0', 'match') }
export const placeSuggestion: Members = of('s', 'id name descriptive_name country_iso')
export const place: Members = {
  ...of('s', 'id name descriptive_name country_iso dataset language'),
  ...{ ...of('n', 'longitude latitude'), ...of('o', 'native') },
}
export const nativePlace: Members = {
  ...of('i', 'geonameid'),
  ...of('s', 'name asciiname feature_class feature_code country_code admin1_name admin2_name admin1_code admin2_code'),
  ...of('s', 'admin3_code admin4_code population timezone modification_date'),
  ...{ ...of('l', 'alternatenames cc2'), ...of('n', 'latitude longitude') },
  ...of('i0', 'admin1_geonameid admin2_geonameid elevation dem'),
}
export const email: Members = {
  ...of('s', 'result'),
  ...of('b', 'deliverable disposable free role catchall'),
  ...of('l', 'suggestions'),
}
export const unknownEmail: Members = { ...email, ...of('0', 'deliverable catchall') }
const phoneForms = 'national_format international_format iso_country iso_country_2 country'
export const phone: Members = {
  ...{ ...of('b', 'valid'), ...of('s', phoneForms) },
  ...{ ...of('o0', 'current_carrier'), ...of('o', 'original_carrier') },
}
export const carrier: Members = of('s0', 'network_code name country network_type')
export const invalidPhone: Members = {
  ...{ ...of('b', 'valid'), ...of('0', `${phoneForms} current_carrier original_carrier`) },
}
export const key: Members = { ...of('b', 'available'), ...of('s', 'context'), ...of('l', 'contexts') }
export const keyDetails: Members = {
  ...{ ...of('s', 'name'), ...of('l', 'contexts allowed_urls current_purchases') },
  ...of('i', 'lookups_remaining redact_days'),
  ...of('o', 'daily_limit monthly_limit individual_limit notifications datasets automated_topups'),
  ...of('b', 'ip_forwarding'),
}
export const datasets: Members = of(
  'b',
  'paf mr nyb pafa pafw ab nip ecad ecaf usps herewe hereap hereee herehk herei herem heremea heremeas herena hereo ' +
    'heresa heret email phone gnaf kadaster kartverket sdfi cannar fodbosa mois upujp bev gbrcleanse uspscleanse',
)
export const usage: Members = { ...of('s', 'start end'), ...of('i', 'total'), ...of('l', 'dailyCount') }
export const licensee: Members = {
  ...of('s', 'id key createdAt name address postcode'),
  ...{ ...of('l', 'whitelist'), ...of('o', 'daily') },
}
export const config: Members = of('s', 'name payload createdAt updatedAt')

/** Fails unless the value has exactly the members, each with one of its types. */
export function assertMembers(value: unknown, members: Members, message: string): void {
  const object = Object(value)
  assert.deepEqual(Object.keys(object).sort(), Object.keys(members).sort(), message)
  for (const [name, types] of Object.entries(members)) {
    const member: unknown = object[name]
    assert.ok(
      [...types].some((type) => is[type]?.(member)),
      `${message}: ${name} is ${JSON.stringify(member)}`,
    )
  }
}

const is: Readonly<Record<string, (value: unknown) => boolean>> = {
  s: (value) => typeof value === 'string',
  i: (value) => Number.isInteger(value),
  n: (value) => typeof value === 'number',
  b: (value) => typeof value === 'boolean',
  l: (value) => Array.isArray(value),
  o: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  0: (value) => value === null,
  e: (value) => value === '',
}

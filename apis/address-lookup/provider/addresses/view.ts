// An address in the response: lines and premises by the rules of clear addressing (SOURCES 2.4), with every member
// present.
import { Address } from 'uk-clear-addressing'
import type { Of } from '#define'
import { type AddressRecord, datasetOf, isBritish, textMembers } from '../../model/address-record.ts'
import type { address as addressShape, usAddress as usShape } from '../../schemas/addresses.ts'
import { isoTwoOf } from '../places/countries.ts'
import { partsOfPostcode, spacedPostcode } from '../postcodes/postcode.ts'

type UkAddress = Of<typeof addressShape>
type UsAddress = Of<typeof usShape>

const lineMembers = [
  'building_number',
  'building_name',
  'sub_building_name',
  'department_name',
  'organisation_name',
  'po_box',
  'thoroughfare',
  'dependant_thoroughfare',
  'dependant_locality',
  'double_dependant_locality',
] as const

/** Returns the address in UK format; an address of another country fills only the members that fit (SOURCES 2.7). */
export function ukAddress(record: AddressRecord): UkAddress {
  const address = britishForm(record)
  if (isBritish(record)) return address
  const { id, ...own } = record
  return { ...address, ...britishOnly, native: { ...(record.native ?? own) } }
}

/** Members specific to UK addresses; other addresses have the equivalents in their lines and `native`. */
const britishOnly = {
  premise: '',
  dependant_locality: '',
  double_dependant_locality: '',
  dependant_thoroughfare: '',
  thoroughfare: '',
  building_number: '',
  building_name: '',
  sub_building_name: '',
  po_box: '',
  organisation_name: '',
  postcode_type: '',
  su_organisation_indicator: '',
  delivery_point_suffix: '',
  department_name: '',
  udprn: '',
  umprn: '',
  uprn: '',
  eastings: '',
  northings: '',
  district: '',
  ward: '',
  postal_county: '',
  administrative_county: '',
  traditional_county: '',
  postcode_outward: '',
  postcode_inward: '',
} as const

/** Returns a text member; empty if the address lacks it. */
function textIn(record: AddressRecord, name: (typeof textMembers)[number]): string {
  const { [name]: text = '' } = record
  return text
}

function britishForm(record: AddressRecord): UkAddress {
  const { country_iso = 'GBR', postcode = '', language = 'en', native } = record
  const { outward, inward } = partsOfPostcode(postcode)
  const { line_1, line_2, line_3, premise } = linesOf(record)
  const empty = { country: '', post_town: '', postal_county: '', administrative_county: '', traditional_county: '' }
  const texts = {
    ...empty,
    ...blankTexts,
    ...Object.fromEntries(textMembers.map((name) => [name, textIn(record, name)])),
  }
  const county = record.postal_county ?? record.administrative_county ?? record.traditional_county ?? ''
  return {
    id: record.id,
    dataset: datasetOf(record),
    country_iso,
    country_iso_2: isoTwoOf(country_iso),
    country: texts.country,
    language,
    line_1,
    line_2,
    line_3,
    post_town: texts.post_town,
    postcode: spacedPostcode(postcode),
    county,
    county_code: texts.county_code,
    uprn: texts.uprn,
    udprn: record.udprn ?? '',
    umprn: record.umprn ?? '',
    postcode_outward: outward,
    postcode_inward: inward,
    dependant_locality: texts.dependant_locality,
    double_dependant_locality: texts.double_dependant_locality,
    thoroughfare: texts.thoroughfare,
    dependant_thoroughfare: texts.dependant_thoroughfare,
    building_number: texts.building_number,
    building_name: texts.building_name,
    sub_building_name: texts.sub_building_name,
    po_box: texts.po_box,
    department_name: texts.department_name,
    organisation_name: texts.organisation_name,
    postcode_type: texts.postcode_type,
    su_organisation_indicator: texts.su_organisation_indicator,
    delivery_point_suffix: texts.delivery_point_suffix,
    premise,
    administrative_county: texts.administrative_county,
    postal_county: texts.postal_county,
    traditional_county: texts.traditional_county,
    district: texts.district,
    ward: texts.ward,
    longitude: record.longitude ?? '',
    latitude: record.latitude ?? '',
    eastings: record.eastings ?? '',
    northings: record.northings ?? '',
    ...(native && { native: { ...native } }),
  }
}

const blankTexts = {
  county_code: '',
  uprn: '',
  dependant_locality: '',
  double_dependant_locality: '',
  thoroughfare: '',
  dependant_thoroughfare: '',
  building_number: '',
  building_name: '',
  sub_building_name: '',
  po_box: '',
  department_name: '',
  organisation_name: '',
  postcode_type: '',
  su_organisation_indicator: '',
  delivery_point_suffix: '',
  district: '',
  ward: '',
}

/** Returns lines 1 to 3 and the premises. */
function linesOf(record: AddressRecord) {
  const { line_1, line_2, line_3, premise } = clearAddress(record).formattedAddress()
  return { line_1, line_2, line_3, premise }
}

function clearAddress(record: AddressRecord): Address {
  const lines = Object.fromEntries(lineMembers.map((name) => [name, textIn(record, name)]))
  return new Address({ ...lines, postcode: record.postcode ?? '', post_town: record.post_town ?? '' })
}

/** Sorts the records in the order in which a postcode lists them. */
export function inPremiseOrder(records: readonly AddressRecord[]): AddressRecord[] {
  const formatted = records.map((record) => ({ record, address: clearAddress(record) }))
  return formatted
    .sort((a, b) => Address.sort(a.address, b.address) || (a.record.id < b.record.id ? -1 : 1))
    .map(({ record }) => record)
}

/**
 * Returns one line to display; a British postcode is cut to its outward code, so that choosing a suggestion is a
 * lookup.
 */
export function suggestionText(record: AddressRecord): string {
  const { line_1, line_2, line_3 } = linesOf(record)
  const { outward } = partsOfPostcode(record.postcode ?? '')
  const code = isBritish(record) ? outward : record.postcode
  return [line_1, line_2, line_3, record.post_town, code].filter(Boolean).join(', ')
}

/** Returns the address in US format; most members are known for US addresses only (SOURCES 2.5). */
export function usAddress(record: AddressRecord, blank: UsAddress): UsAddress {
  const { country = '', country_iso = 'GBR', language = 'en', postcode = '', post_town = '', native } = record
  const { line_1, line_2, line_3, premise } = linesOf(record)
  const common = {
    ...blank,
    id: record.id,
    dataset: datasetOf(record),
    country,
    country_iso,
    country_iso_2: isoTwoOf(country_iso),
    language,
    line_1,
    line_2: [line_2, line_3].filter(Boolean).join(', '),
    zip_code: postcode,
    city: post_town,
    county: record.postal_county ?? record.administrative_county ?? '',
  }
  // other addresses have their parts in `native` only
  if (country_iso !== 'USA') return { ...common, native: { ...ukAddress(record) } }
  const parts = {
    primary_number: record.building_number ?? premise,
    secondary_number: record.sub_building_name ?? '',
    street_name: record.thoroughfare ?? '',
    building_or_firm_name: record.organisation_name ?? '',
  }
  const last_line = [post_town, postcode].filter(Boolean).join(' ')
  const known = Object.entries(native ?? {}).filter(([name]) => name in blank)
  return { ...common, ...parts, last_line, preferred_city: post_town, ...Object.fromEntries(known) }
}

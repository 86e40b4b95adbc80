// Addresses in the provider's responses; unknown strings are empty (SOURCES 2.1).
import { anyObject, anyOf, bool, int, list, map, nullable, num, type Of, obj, opt, type Shape, str } from '#define'
import { answer } from './answer.ts'

const numberOrText = anyOf([num(), str()], { doc: 'A number, or empty.' })
const native = opt(anyObject({ doc: 'The record in the form of its own country; for records from outside the UK.' }))

/** Members of a UK address. */
const ukMembers = {
  id: str({ doc: 'Data set and key, such as paf_23747771.' }),
  dataset: str({ doc: 'paf, mr, nyb, ab, pafa, pafw and others.' }),
  country_iso: str({ doc: 'Three letters.' }),
  country_iso_2: str({ doc: 'Two letters.' }),
  country: str({ doc: 'England, Scotland, Wales, Northern Ireland, Jersey, Guernsey or Isle of Man.' }),
  language: str(),
  line_1: str(),
  line_2: str(),
  line_3: str(),
  post_town: str(),
  postcode: str(),
  county: str(),
  county_code: str(),
  uprn: str({ doc: 'Unique property reference number, as a string.' }),
  udprn: anyOf([int(), str()], { doc: 'Unique delivery point reference number.' }),
  umprn: anyOf([int(), str()], { doc: 'Number of a multiple-residence record, or empty.' }),
  postcode_outward: str(),
  postcode_inward: str(),
  dependant_locality: str(),
  double_dependant_locality: str(),
  thoroughfare: str(),
  dependant_thoroughfare: str(),
  building_number: str(),
  building_name: str(),
  sub_building_name: str(),
  po_box: str(),
  department_name: str(),
  organisation_name: str(),
  postcode_type: str({ doc: 'S, L or empty.' }),
  su_organisation_indicator: str({ doc: 'Y or empty.' }),
  delivery_point_suffix: str(),
  premise: str({ doc: 'Number, name and part of the building in one line.' }),
  administrative_county: str(),
  postal_county: str(),
  traditional_county: str(),
  district: str(),
  ward: str(),
  longitude: numberOrText,
  latitude: numberOrText,
  eastings: numberOrText,
  northings: numberOrText,
}

/** An address with every member. */
export const address = obj({ ...ukMembers, native })

/** An address from which the caller can select members. */
export const someOfAddress: Shape<Partial<Of<typeof address>>> = {
  type: 'object',
  properties: { ...ukMembers, native },
}

/** An address in the format of the United States; mostly empty for other countries. */
export const usAddress = obj({
  id: str(),
  dataset: str(),
  country: str(),
  country_iso: str(),
  country_iso_2: str(),
  language: str(),
  primary_number: str({ doc: 'House number.' }),
  secondary_number: str({ doc: 'Number of the flat or suite.' }),
  plus_4_code: str(),
  line_1: str(),
  line_2: str(),
  last_line: str(),
  zip_code: str(),
  zip_plus_4_code: str(),
  update_key_number: str(),
  record_type_code: str(),
  carrier_route_id: str(),
  street_pre_directional_abbreviation: str(),
  street_name: str(),
  street_suffix_abbreviation: str(),
  street_post_directional_abbreviation: str(),
  building_or_firm_name: str(),
  address_secondary_abbreviation: str(),
  base_alternate_code: str(),
  lacs_status_indicator: str(),
  government_building_indicator: str(),
  state_abbreviation: str(),
  state: str(),
  municipality_city_state_key: str(),
  urbanization_city_state_key: str(),
  preferred_last_line_city_state_key: str(),
  county: str(),
  city: str(),
  city_abbreviation: str(),
  preferred_city: str(),
  city_state_name_facility_code: str(),
  zip_classification_code: str(),
  city_state_mailing_name_indicator: str(),
  carrier_route_rate_sortation: str(),
  finance_number: numberOrText,
  congressional_district_number: numberOrText,
  county_number: numberOrText,
  native,
})

const suggestion = obj({
  id: str(),
  suggestion: str({ doc: 'One line to display.' }),
  udprn: opt(int()),
  umprn: opt(int()),
  urls: map(str(), { doc: 'Paths at the provider under which the address can be looked up.' }),
})
export const suggestions = answer(obj({ hits: list(suggestion) }))

const match = str({ doc: 'FULL, PARTIAL, INCORRECT, MISSING, NA, or NO_MATCH when nothing was found.' })

export const cleansed = answer(
  obj({
    query: str(),
    match: nullable(address),
    count: int({ doc: 'Candidates that were considered, 0 to 10.' }),
    fit: num({ min: 0, max: 1, doc: 'How well the supplied address matches.' }),
    confidence: num({ min: 0, max: 1, doc: 'The same, ignoring what was not supplied.' }),
    organisation_match: match,
    premise_match: match,
    thoroughfare_match: match,
    locality_match: match,
    post_town_match: match,
    postcode_match: match,
  }),
)

const location = {
  id: str({ example: 'geonames_2643743' }),
  name: str(),
  descriptive_name: str({ doc: 'Name with the areas around it.' }),
  country_iso: str(),
}
export const placeSuggestions = answer(obj({ hits: list(obj(location)) }))
export const resolvedPlace = answer(
  obj({
    ...location,
    dataset: str(),
    language: str(),
    longitude: numberOrText,
    latitude: numberOrText,
    native: opt(anyObject({ doc: 'The record of the gazetteer.' })),
  }),
)

const known = nullable(bool())

export const emailResult = answer(
  obj({
    result: str({ doc: 'deliverable, not_deliverable or unknown; for unknown, deliverable and catchall are null.' }),
    deliverable: known,
    disposable: known,
    free: known,
    role: known,
    catchall: known,
    suggestions: list(str(), { doc: 'The probable intended address.' }),
  }),
)

const knownText = nullable(str())
const carrier = nullable(
  obj({
    network_code: knownText,
    name: knownText,
    country: knownText,
    network_type: nullable(str(), { doc: 'mobile, landline, virtual, …' }),
  }),
)

export const phoneResult = answer(
  obj({
    valid: bool(),
    national_format: knownText,
    international_format: knownText,
    iso_country: knownText,
    iso_country_2: knownText,
    country: knownText,
    current_carrier: opt(carrier),
    original_carrier: opt(carrier),
  }),
)

// An address as stored: its non-empty members, under their names in the API.

/** String members. */
export const textMembers = [
  'country',
  'country_iso',
  'language',
  'post_town',
  'postcode',
  'postal_county',
  'administrative_county',
  'traditional_county',
  'county_code',
  'uprn',
  'dependant_locality',
  'double_dependant_locality',
  'thoroughfare',
  'dependant_thoroughfare',
  'building_number',
  'building_name',
  'sub_building_name',
  'po_box',
  'department_name',
  'organisation_name',
  'postcode_type',
  'su_organisation_indicator',
  'delivery_point_suffix',
  'district',
  'ward',
] as const
type TextMember = (typeof textMembers)[number]

export interface AddressRecord extends Partial<Readonly<Record<TextMember, string>>> {
  /** Data set and key, such as `paf_8`. */
  readonly id: string
  readonly udprn?: number
  readonly umprn?: number
  readonly latitude?: number
  readonly longitude?: number
  readonly eastings?: number
  readonly northings?: number
  /** The record in its own country's format. */
  readonly native?: Readonly<Record<string, unknown>>
}

export function datasetOf({ id }: Pick<AddressRecord, 'id'>): string {
  return id.slice(0, Math.max(0, id.indexOf('_')))
}

/** Parses a stored row. */
export function parseRecord(json: string): AddressRecord {
  return JSON.parse(json) as AddressRecord // written by `saveAddresses`
}

/** True if the address is in the United Kingdom or on an island in the same postal file. */
export function isBritish({ country_iso = 'GBR' }: AddressRecord): boolean {
  return britishCountries.includes(country_iso)
}
export const britishCountries: readonly string[] = ['GBR', 'IMN', 'JEY', 'GGY']

// The tables of address lookup. Addresses and places are shared by all accounts; everything about keys belongs to one.
import type { ProviderKit } from '#define'

/** A delivery point. */
export interface AddressesTable {
  /** Derived from the public id (`provider/addresses/ids.ts`). */
  id: number
  /** Upper case, without the space. */
  postcode: string
  lat: number | null
  lon: number | null
  /** Its members that are not empty, as JSON. */
  record: string
}

/** How many addresses a word was stored with, counting each import. */
export interface VocabularyTable {
  word: string
  uses: number
}

export interface PlacesTable {
  /** Id of GeoNames. */
  id: number
  /** Folded. */
  name: string
  country_iso: string
  population: number
  record: string
}

/** One row: which data is present. */
export interface StateTable {
  id: number
  revision: number
  /** 1 once the sample town is stored, 2 once imported addresses have replaced it. */
  sample: number
  /** 1 once imported places have replaced those of the sample. */
  places: number
  /** 1 if all addresses are stored with their pairs of words. */
  pairs: number
}

/** An administrative area of GeoNames. */
export interface AreasTable {
  /** Country and codes, such as `GB.ENG`. */
  code: string
  name: string
}

/** A part of the file that is being imported, or whose import broke off. */
export interface ImportPartsTable {
  /** From 0. */
  part: number
  /** Of everything up to its end. */
  digest: string
  /** What it adds to the counts of the report, as JSON. */
  counts: string
}

/** What a key has used. Its limits are settings. */
export interface KeysTable {
  account: string
  key: string
  remaining: number
  /** `YYYY-MM-DD` and `YYYY-MM`: the periods that the counts are of. */
  day: string
  day_used: number
  month: string
  month_used: number
}

/** A lookup that was charged. */
export interface LookupsTable {
  account: string
  key: string
  /** Milliseconds since the epoch. */
  at: number
  /** Distinguishes lookups of the same millisecond. */
  nonce: string
  day: string
  kind: string
  ip: string
  term: string
  url: string
  /** With a comma before and after each. */
  tags: string
  licensee: string
}

export interface ConfigsTable {
  account: string
  key: string
  name: string
  payload: string
  created_at: string
  updated_at: string
}

export interface LicenseesTable {
  account: string
  key: string
  /** Twenty-four hexadecimal digits, in the order of creation. */
  id: string
  licensee: string
  created_at: string
  name: string
  address: string
  postcode: string
  /** JSON list. */
  whitelist: string
  daily_limit: number | null
  day: string
  day_used: number
  updated_at: string
  cancelled: number
}

export interface Tables {
  address_lookup_addresses: AddressesTable
  address_lookup_vocabulary: VocabularyTable
  address_lookup_places: PlacesTable
  address_lookup_state: StateTable
  address_lookup_areas: AreasTable
  address_lookup_import_parts: ImportPartsTable
  address_lookup_keys: KeysTable
  address_lookup_lookups: LookupsTable
  address_lookup_configs: ConfigsTable
  address_lookup_licensees: LicenseesTable
}
export type Db = ProviderKit<Tables>['db']
export type Database = Pick<ProviderKit<Tables>, 'db' | 'dialect'>

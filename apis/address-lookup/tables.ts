// The tables of address lookup. Addresses and places are shared by all accounts; everything about keys belongs to one.
import type { ProviderKit } from '#define'

/** A delivery point. */
interface AddressesTable {
  /** Row id, derived from the public id (`provider/addresses/ids.ts`). */
  id: number
  /** Postcode in upper case, without the space. */
  postcode: string
  lat: number | null
  lon: number | null
  /** Non-empty members as JSON. */
  record: string
}

/** A word and the number of addresses stored with it, counting each import. */
interface VocabularyTable {
  word: string
  uses: number
}

interface PlacesTable {
  /** GeoNames id. */
  id: number
  /** Folded name. */
  name: string
  country_iso: string
  population: number
  record: string
}

/** The single row of state: which data is present. */
interface StateTable {
  id: number
  revision: number
  /** State of the sample: 1 once the town is stored, 2 once imported addresses have replaced it. */
  sample: number
  /** Set to 1 once imported places have replaced those of the sample. */
  places: number
  /** Set to 1 if all addresses are stored with their pairs of words. */
  pairs: number
}

/** An administrative area of GeoNames. */
interface AreasTable {
  /** Code with its country, such as `GB.ENG`. */
  code: string
  name: string
}

/** A part of a file whose import is under way or was interrupted. */
interface ImportPartsTable {
  /** Part number, from 0. */
  part: number
  /** Digest of everything up to the end of the part. */
  digest: string
  /** Its share of the report's counts, as JSON. */
  counts: string
}

/** The use of a key. Its limits are settings. */
export interface KeysTable {
  account: string
  key: string
  remaining: number
  /** Day and month of the counts: `YYYY-MM-DD` and `YYYY-MM`. */
  day: string
  day_used: number
  month: string
  month_used: number
}

/** A charged lookup. */
export interface LookupsTable {
  account: string
  key: string
  /** Milliseconds since the epoch. */
  at: number
  /** Distinguishes lookups within one millisecond. */
  nonce: string
  day: string
  kind: string
  ip: string
  term: string
  url: string
  /** Tags with a comma before and after each. */
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
  /** Id of twenty-four hexadecimal digits, in the order of creation. */
  id: string
  licensee: string
  created_at: string
  name: string
  address: string
  postcode: string
  /** Whitelist as a JSON list. */
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

// Words and keys as the index knows them. Addresses and queries are folded alike, so the databases need no rules of
// their own.

import { type AddressRecord, datasetOf } from '../addresses/record.ts'
import { partsOfPostcode } from '../postcodes/postcode.ts'

/** Longer words are truncated, in addresses and in queries. */
const longestWord = 40

/** Lower case without accents and apostrophes. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ`]/gu, '')
    .toLowerCase()
}

/** The words of a string: runs of letters and digits. */
export function wordsOf(text: string): string[] {
  return (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, longestWord))
}

const keyLetters = {
  postcode: 'p',
  postcode_outward: 'o',
  postcode_area: 'a',
  postcode_sector: 's',
  post_town: 't',
  country: 'c',
  postcode_type: 'y',
  su_organisation_indicator: 'i',
  uprn: 'u',
  country_iso: 'n',
  dataset: 'd',
} as const
export type KeyKind = keyof typeof keyLetters

/** A value that matches as a whole; the underscore distinguishes it from every word. */
export function keyWord(kind: KeyKind, value: string): string {
  const separator = kind === 'postcode' || kind === 'postcode_sector' ? '' : '_'
  const word = fold(value)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replaceAll(' ', separator)
  return `${keyLetters[kind]}_${word.slice(0, longestWord)}`
}

const wordMembers = [
  'organisation_name',
  'department_name',
  'sub_building_name',
  'building_name',
  'building_number',
  'po_box',
  'dependant_thoroughfare',
  'thoroughfare',
  'double_dependant_locality',
  'dependant_locality',
  'post_town',
] as const

/** The words of an address that people may type: of its postcode the outward code only. */
export function addressWords(record: AddressRecord): string[] {
  const { outward } = partsOfPostcode(record.postcode ?? '')
  const text = [...wordMembers.map((name) => record[name] ?? ''), outward].join(' ')
  return [...new Set(wordsOf(record.po_box ? `po box ${text}` : text))]
}

/** What filters look for. */
export function addressKeys(record: AddressRecord): string[] {
  const { post_town, postcode = '', country, postcode_type, su_organisation_indicator, uprn, country_iso } = record
  const { outward, area, sector } = partsOfPostcode(postcode)
  const values: Readonly<Record<KeyKind, string | undefined>> = {
    ...{ post_town, postcode, country, postcode_type, su_organisation_indicator, uprn, country_iso },
    ...{ postcode_outward: outward, postcode_area: area, postcode_sector: sector, dataset: datasetOf(record) },
  }
  const kinds = Object.keys(keyLetters) as KeyKind[] // the keys of a constant
  return kinds.flatMap((kind) => (values[kind] ? [keyWord(kind, values[kind])] : []))
}

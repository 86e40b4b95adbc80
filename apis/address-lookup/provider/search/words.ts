// Words and keys of the index. Addresses and queries are folded alike, so the databases need no rules of their own.

import { type AddressRecord, datasetOf } from '../../model/address-record.ts'
import { fold, isAscii } from '../../model/fold.ts'
import { partsOfPostcode } from '../postcodes/postcode.ts'

/** Maximum word length; longer words are truncated, in addresses and in queries. */
const longestWord = 40

/** Returns the words of a string: runs of letters and digits. */
export function wordsOf(text: string): string[] {
  const folded = fold(text)
  // ASCII needs no Unicode tables, which are slow
  const words = folded.match(isAscii.test(folded) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => word.slice(0, longestWord))
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
  udprn: 'b',
} as const
export type KeyKind = keyof typeof keyLetters
const kinds = Object.keys(keyLetters) as KeyKind[] // the keys of a constant

/** Returns a word for a value that matches as a whole; the underscore distinguishes it from plain words. */
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

/** Returns the searchable words of an address, with the outward code only of its postcode. */
export function addressWords(record: AddressRecord): readonly string[] {
  const words = new Set<string>()
  if (record.po_box) for (const word of ['po', 'box']) words.add(word)
  for (const name of wordMembers) {
    const text = record[name]
    if (text) for (const word of wordsOfText(text)) words.add(word)
  }
  if (record.postcode) for (const word of wordsOfText(partsOfPostcode(record.postcode).outward)) words.add(word)
  return [...words]
}

/** Cached, because streets, towns and numbers recur in most addresses. */
function wordsOfText(text: string): readonly string[] {
  if (text.length > longestRemembered) return wordsOf(text)
  const known = remembered.get(text)
  if (known) return known
  if (remembered.size >= mostRemembered) remembered.clear()
  const words = wordsOf(text)
  remembered.set(text, words)
  return words
}
const remembered = new Map<string, readonly string[]>()
const mostRemembered = 5000
const longestRemembered = 100

/** Words that barely distinguish streets. */
export const streetTypes: ReadonlySet<string> = new Set(
  'street road lane avenue close drive way gardens crescent court place square terrace grove mews walk the of'.split(
    ' ',
  ),
)
const pairLetter = 'x'
export const isNumberWord = (word: string): boolean => /^\d/.test(word)
/** True if a word forms pairs with numbers: neither codes nor common street types do. */
export const isPairedWord = (word: string): boolean => !/[\d_]/.test(word) && !streetTypes.has(word)

/**
 * Returns the pair of a number and a word in one address. Both are frequent and select little; together they are rare,
 * and the databases need not intersect anything.
 */
export function pairWord(number: string, word: string): string {
  return `${pairLetter}_${number}_${word}`
}

/** Returns the pairs of an address, from its words. */
export function addressPairs(words: readonly string[]): string[] {
  const numbers = words.filter(isNumberWord)
  if (numbers.length === 0) return []
  const others = words.filter(isPairedWord)
  return numbers.flatMap((number) => others.map((word) => pairWord(number, word)))
}

/** True if the vocabulary counts a word or key: it skips those almost as numerous as addresses. */
export function isCounted(word: string): boolean {
  return word.charAt(1) !== '_' || !uncounted.includes(word.charAt(0))
}
const uncounted: readonly string[] = [
  pairLetter,
  keyLetters.postcode,
  keyLetters.postcode_sector,
  keyLetters.uprn,
  keyLetters.udprn,
]

/** Returns the filter keys of an address; of the kinds with these letters, or of all. */
export function addressKeys(record: AddressRecord, letters?: ReadonlySet<string>): string[] {
  const keys: string[] = []
  for (const kind of kinds) {
    if (letters !== undefined && !letters.has(keyLetters[kind])) continue
    const value = keyValue(record, kind)
    if (value) keys.push(keyWord(kind, value))
  }
  return keys
}

function keyValue(record: AddressRecord, kind: KeyKind): string | undefined {
  switch (kind) {
    case 'postcode_outward':
      return partsOfPostcode(record.postcode ?? '').outward
    case 'postcode_area':
      return partsOfPostcode(record.postcode ?? '').area
    case 'postcode_sector':
      return partsOfPostcode(record.postcode ?? '').sector
    case 'dataset':
      return datasetOf(record)
    case 'udprn':
      return isFoundByNumber(record) ? undefined : String(record.udprn)
    default:
      return record[kind]
  }
}

/** True if the id of an address contains its UDPRN, or if it is a residence that shares one. */
function isFoundByNumber({ id, udprn, umprn }: AddressRecord): boolean {
  return udprn === undefined || umprn !== undefined || id === `paf_${udprn}`
}

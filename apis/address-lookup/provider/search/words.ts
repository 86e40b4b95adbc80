// Words and keys as the index knows them. Addresses and queries are folded alike, so the databases need no rules of
// their own.

import { type AddressRecord, datasetOf } from '../addresses/record.ts'
import { partsOfPostcode } from '../postcodes/postcode.ts'

/** Longer words are truncated, in addresses and in queries. */
const longestWord = 40

/** Lower case without accents and apostrophes. */
export function fold(text: string): string {
  // most texts are, and need none of the rest
  if (isAscii.test(text)) return text.replace(/['`]/g, '').toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ`]/gu, '')
    .toLowerCase()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is that of ASCII
const isAscii = /^[\x00-\x7f]*$/

/** The words of a string: runs of letters and digits. */
export function wordsOf(text: string): string[] {
  const folded = fold(text)
  // of most texts the letters are known without the tables of Unicode, which are slow
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

/** Streets, towns and numbers recur in most addresses. */
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

/** Words that say little about a street. */
export const streetTypes: ReadonlySet<string> = new Set(
  'street road lane avenue close drive way gardens crescent court place square terrace grove mews walk the of'.split(
    ' ',
  ),
)
const pairLetter = 'x'
export const isNumberWord = (word: string): boolean => /^\d/.test(word)
/** Whether a word makes pairs with numbers: no code, and none that most streets have. */
export const isPairedWord = (word: string): boolean => !/[\d_]/.test(word) && !streetTypes.has(word)

/**
 * A number and a word that one address has. Both are frequent and select little; together they are rare, and neither
 * database need intersect anything to know it.
 */
export function pairWord(number: string, word: string): string {
  return `${pairLetter}_${number}_${word}`
}

/** The pairs of an address, of its words. */
export function addressPairs(words: readonly string[]): string[] {
  const numbers = words.filter(isNumberWord)
  if (numbers.length === 0) return []
  const others = words.filter(isPairedWord)
  return numbers.flatMap((number) => others.map((word) => pairWord(number, word)))
}

/** Whether the vocabulary counts a word or key: all but those that are almost as many as addresses. */
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

/** What filters look for; of the kinds with some letters, or of all. */
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

/** Whether the id of an address tells its UDPRN, or it is one of the residences that share it. */
function isFoundByNumber({ id, udprn, umprn }: AddressRecord): boolean {
  return udprn === undefined || umprn !== undefined || id === `paf_${udprn}`
}

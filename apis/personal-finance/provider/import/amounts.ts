// Amounts in banks' notations: `1,234.56`, `1.234,56`, `(12.00)`, `12.00-`, `$ 12`, `12.00 DR`, `-120,50 kr`.
// decimal-marks.ts decides which mark is the decimal one.
import { unitsOf } from '../money.ts'
import { findCurrency } from '../reference/currencies.ts'
import { directionOf } from './directions.ts'

export type DecimalMark = ',' | '.'

/** The digits of an amount, and its sign. */
export interface WrittenAmount {
  /** Digits, commas and points. */
  readonly number: string
  /** True if blanks or apostrophes group the digits, so commas and points do not. */
  readonly isGrouped: boolean
  readonly isNegative: boolean
  /** True if a minus, a plus, brackets or a word such as `CR` gives the direction. */
  readonly hasSign: boolean
  /** The currency beside the digits, lower-case; undefined for none, and for a word of several, such as `kr`. */
  readonly currency: string | undefined
}

/** Names of currencies besides their codes and symbols, lower-case and without points. */
const currencyWords = new Set([
  ...['kr', 'zł', 'zl', 'kč', 'kc', 'lei', 'leu', 'ft', 'rs', 're', 'fr', 'sfr', 'euro', 'euros', 'lt', 'tl'],
  ...['rm', 'rp', 'r'],
  ...['руб', 'р', 'лв', 'грн', 'дин', 'din', 'kn', '円', '元', '원'],
])
/** Words and symbols of a single currency, by code. */
const currencies: ReadonlyMap<string, string> = new Map([
  ...['€', 'euro', 'euros'].map((name) => [name, 'eur'] as const),
  ...['₽', 'руб'].map((name) => [name, 'rub'] as const),
  ...['₴', 'грн'].map((name) => [name, 'uah'] as const),
  ...['₺', 'tl'].map((name) => [name, 'try'] as const),
  ...['zł', 'zl'].map((name) => [name, 'pln'] as const),
  ...['kč', 'kc'].map((name) => [name, 'czk'] as const),
  ...['sfr', 'fr'].map((name) => [name, 'chf'] as const),
  ...['원', '₩'].map((name) => [name, 'krw'] as const),
  ...Object.entries({ '£': 'gbp', '₹': 'inr', ft: 'huf', лв: 'bgn', 円: 'jpy', rm: 'myr', rp: 'idr', '₪': 'ils' }),
  ...Object.entries({ us$: 'usd', r$: 'brl', a$: 'aud', au$: 'aud', c$: 'cad', ca$: 'cad', nz$: 'nzd', hk$: 'hkd' }),
  ...Object.entries({ s$: 'sgd', nt$: 'twd', mx$: 'mxn', '₫': 'vnd', r: 'zar' }),
])
/** Triangles are minus signs in Japan. */
const minusSigns = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D\u25B2\u25B3]/g
const blanks = /[\s\u00a0\u202f]/g

/** Separates digits from sign and currency; undefined if the string is not an amount. */
export function parseAmount(text: string): WrittenAmount | undefined {
  if (text.length > 60) return undefined
  // converts full-width digits and points
  // an apostrophe before digits keeps spreadsheets from reading them
  const plain = withWesternDigits(text)
    .replaceAll('´', "'")
    .normalize('NFKC')
    .replace(minusSigns, '-')
    .trim()
    .replace(/^'(?=[-+(\d])/, '')
  // the point of `Rs.500` belongs to the word
  const first = plain.search(/(?<!\p{L})[.,]\d|\d/u)
  if (first < 0) return undefined
  let last = plain.length
  while (!/\d/.test(plain.charAt(last - 1))) last -= 1
  const written = plain.slice(first, last)
  if (!/^[\d.,\s\u00a0\u202f'’`ʼ′]+$/.test(written)) return undefined
  const before = signOf(plain.slice(0, first))
  // `12,-` and `45.--` are whole amounts
  const after = signOf(plain.slice(last).replace(/^[.,](-{1,2})?(?!-)/, ''))
  if (!before || !after) return undefined
  const signs = [...before.signs, ...after.signs]
  const isBracketed = before.brackets === '(' && after.brackets === ')'
  if (before.brackets + after.brackets !== (isBracketed ? '()' : '') || signs.length + (isBracketed ? 1 : 0) > 1)
    return undefined
  const number = written.replace(/[\s\u00a0\u202f'’`ʼ′]/g, '')
  return {
    number,
    isGrouped: number !== written,
    isNegative: isBracketed || signs[0] === -1,
    hasSign: isBracketed || signs.length > 0,
    currency: before.currency ?? after.currency,
  }
}

/** Replaces the digits and marks of Arabic and Persian. */
export function withWesternDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹٫٬]/g, (mark) =>
    mark === '٫' ? '.' : mark === '٬' ? ',' : String((mark.charCodeAt(0) - 0x660) % 16),
  )
}

/** Returns the currency of a code, symbol or word, lower-case; undefined for an unknown or ambiguous one. */
export function currencyNamed(word: string): string | undefined {
  const plain = word.trim().replaceAll('.', '').toLowerCase()
  return currencies.get(plain) ?? findCurrency(plain)?.id
}

interface Sign {
  readonly signs: readonly (1 | -1)[]
  readonly brackets: string
  readonly currency?: string | undefined
}
/** Signs of nearly all amounts: looking them up halves the time of a long file. */
const frequent: ReadonlyMap<string, Sign> = new Map([
  ['', { signs: [], brackets: '' }],
  ['-', { signs: [-1], brackets: '' }],
])

/** Returns the sign in the text before or after the digits; undefined for unknown text. */
function signOf(text: string): Sign | undefined {
  const known = frequent.get(text)
  if (known) return known
  const signs = [...text.matchAll(/[+-]/g)].map(([sign]): 1 | -1 => (sign === '-' ? -1 : 1))
  const brackets = text.replace(/[^()]/g, '')
  const word = text.replace(/[+\-()]/g, '').replace(blanks, '')
  if (word === '' || isCurrency(word)) return { signs, brackets, currency: currencyNamed(word) }
  const direction = directionOf(word)
  if (direction !== undefined) return { signs: [...signs, direction], brackets }
  // a currency and a direction, as in `12.50 USD CR`
  const [one = '', other = '', ...more] = text
    .replace(/[+\-()]/g, ' ')
    .trim()
    .split(/\s+/)
  if (more.length > 0 || other === '') return undefined
  const [name, side] = isCurrency(one) ? [one, directionOf(other)] : [other, directionOf(one)]
  return side === undefined || !isCurrency(name)
    ? undefined
    : { signs: [...signs, side], brackets, currency: currencyNamed(name) }
}

function isCurrency(word: string): boolean {
  const plain = word.replaceAll('.', '').toLowerCase()
  return /^[A-Za-z]{0,3}\p{Sc}$/u.test(word) || currencyWords.has(plain) || findCurrency(plain) !== undefined
}

/**
 * Returns the amount in units (money.ts); undefined if it is too large, or if its other mark does not group digits, as
 * in `12,50` with a decimal point.
 */
export function unitsUnder({ number, isNegative }: WrittenAmount, decimal: DecimalMark): number | undefined {
  const [whole = '', fraction = '', ...more] = number.split(decimal)
  const group = decimal === ',' ? '.' : ','
  if (more.length > 0 || !/^\d{0,20}$/.test(fraction) || number.length > 40) return undefined
  const groups = whole.split(group)
  const isNumber = groups.length === 1 ? /^\d*$/.test(whole) && whole + fraction !== '' : areGroups(groups)
  if (!isNumber) return undefined
  const units = unitsOf(`${groups.join('')}.${fraction}`.replace(/^\./, '0.').replace(/\.$/, ''))
  return units === undefined ? undefined : isNegative ? 0 - units : units
}

/** Reports whether groups have three digits, or two before the last three, as in India. */
function areGroups([first = '', ...others]: readonly string[]): boolean {
  const last = others.pop() ?? ''
  const lengths = new Set(others.map((group) => group.length))
  const isEven = lengths.size === 0 || (lengths.size === 1 && (lengths.has(3) || (lengths.has(2) && first.length <= 2)))
  return /^[1-9]\d{0,2}$/.test(first) && last.length === 3 && isEven
}

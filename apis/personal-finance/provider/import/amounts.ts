// Amounts as banks write them: `1,234.56`, `1.234,56`, `(12.00)`, `12.00-`, `$ 12`, `12.00 DR`.
import { unitsOf } from '../money.ts'

/** An amount in units (money.ts); undefined if it is not one. `decimalComma`: a single comma is a decimal separator. */
export function readAmount(text: string, decimalComma = false): number | undefined {
  const plain = text.replace(/[\u2212\u2013]/g, '-').replace(/[\s\u00a0\u202f'’]/g, '')
  const isDebit = /^\(.*\)$/.test(plain) || /-$/.test(plain) || /DR$/i.test(plain)
  const bare = plain
    .replace(/^\(|\)$/g, '')
    .replace(/-$/, '')
    .replace(/(CR|DR)$/i, '')
  const match = /^([+-]?)(?:\p{Sc}|[A-Z]{0,3}\p{Sc}|[A-Z]{3})?([+-]?)(\d[\d.,]*|[.,]\d+)(?:\p{Sc}|[A-Z]{3})?$/u.exec(
    bare,
  )
  if (!match || (match[1] && match[2])) return undefined
  const number = decimalNumber(match[3] ?? '', decimalComma)
  if (number === undefined) return undefined
  const units = unitsOf(number)
  const negative = isDebit !== (match[1] === '-' || match[2] === '-')
  return units === undefined ? undefined : negative ? 0 - units : units
}

/** Digits with a decimal point. Of two kinds of separators the last is the decimal one. */
function decimalNumber(text: string, decimalComma: boolean): string | undefined {
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')]
  const mark = comma >= 0 && point >= 0 ? (comma > point ? ',' : '.') : lone(text, decimalComma)
  const thousands = mark === ',' ? '.' : ','
  const whole = text.replaceAll(thousands, '').replace(mark, '.')
  return /^\d*\.?\d{0,10}$/.test(whole) && /\d/.test(whole) && whole.length <= 25 ? whole : undefined
}

/**
 * The decimal separator of a number with one kind of separators: a comma when other than three digits follow, or in
 * such a file.
 */
function lone(text: string, decimalComma: boolean): ',' | '.' {
  const commas = text.split(',').length - 1
  if (commas === 1 && !/,\d{3}$/.test(text)) return ','
  const points = text.split('.').length - 1
  if (points > 1) return ','
  return decimalComma ? ',' : '.'
}

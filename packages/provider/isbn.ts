// International Standard Book Numbers: check digits, and the two forms of one number (ISO 2108; the ISBN Users' Manual,
// 7th edition, section 5). It is pure arithmetic: the list of assigned prefixes changes every few weeks.

/** Normalises an ISBN: no hyphens or blanks, X in upper case; undefined if length or check digit is wrong. */
export function normalIsbn(text: string): string | undefined {
  const plain = text.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{9}[\dX]$/.test(plain)) return weighted(plain, (at) => 10 - at) % 11 === 0 ? plain : undefined
  if (/^97[89]\d{10}$/.test(plain)) return weighted(plain, weightOf13) % 10 === 0 ? plain : undefined
  return undefined
}

/** Returns both forms of a normalised ISBN, 13 digits first. Those that begin with 979 have one form. */
export function isbnForms(isbn: string): string[] {
  if (isbn.length === 13) return isbn.startsWith('978') ? [isbn, toTen(isbn)] : [isbn]
  return [withCheckDigit(`978${isbn.slice(0, 9)}`), isbn]
}

/** Appends the check digit to the first twelve digits. */
export function withCheckDigit(body: string): string {
  return `${body}${(10 - (weighted(body, weightOf13) % 10)) % 10}`
}

function toTen(isbn: string): string {
  const body = isbn.slice(3, 12)
  const check = (11 - (weighted(body, (at) => 10 - at) % 11)) % 11
  return `${body}${check === 10 ? 'X' : check}`
}

const weightOf13 = (at: number) => (at % 2 === 0 ? 1 : 3)

function weighted(digits: string, weight: (at: number) => number): number {
  let sum = 0
  for (let at = 0; at < digits.length; at++) sum += (digits[at] === 'X' ? 10 : Number(digits[at])) * weight(at)
  return sum
}

// Words as both indexes know them: folded strings without accents and case, and keys that match as a whole. Stored text
// and queries are folded alike, so the databases need no language rules of their own.

/** Longer words are truncated, in stored text and in queries. */
const longestWord = 64

/** Lower case without accents; `ß` and ligatures are spelled out by the compatibility form. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ]/gu, '')
    .toLowerCase()
}

/** The words of a string: runs of letters and digits; each Chinese character is a word. */
export function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{Script=Han}&&[\p{L}\p{N}]]|[[\p{L}\p{N}]--\p{Script=Han}]+/gv) ?? []
  return words.map((word) => (word.length > longestWord ? word.slice(0, longestWord) : word))
}

/** Kinds of keys, by their letter in the index. */
export const keyKinds = {
  author: 'a',
  edition: 'e',
  language: 'l',
  isbn: 'i',
  oclc: 'o',
  lccn: 'n',
  ia: 'r',
  subject: 's',
  person: 'p',
  place: 'q',
  time: 't',
  publisher: 'u',
  identifier: 'x',
} as const
export type KeyKind = keyof typeof keyKinds

/** A key as one word of the index. The letter and the underscore distinguish it from every word of a text. */
export function keyWord(kind: KeyKind, value: string): string {
  const word = fold(value).replace(/[^\p{L}\p{N}]+/gu, '_')
  return `${keyKinds[kind]}_${word.slice(0, 2 * longestWord)}`
}

/**
 * The key of a subject (SOURCES 3.2): lower case, underscores for spaces, without characters that are special in a
 * path.
 */
export function subjectKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[;/?:@&=+$,<>#%"{}|\\^[\]`\n\r]/g, '')
    .replaceAll(' ', '_')
}

/** An ISBN without hyphens; undefined when it is invalid (length and check digit). */
export function normalIsbn(text: string): string | undefined {
  const plain = text.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{9}[\dX]$/.test(plain)) return weighted(plain, (at) => 10 - at) % 11 === 0 ? plain : undefined
  if (/^97[89]\d{10}$/.test(plain))
    return weighted(plain, (at) => (at % 2 === 0 ? 1 : 3)) % 10 === 0 ? plain : undefined
  return undefined
}

/** Both forms of an ISBN, the one with 13 digits first. Those that begin with 979 have one form. */
export function isbnForms(isbn: string): string[] {
  if (isbn.length === 13) return isbn.startsWith('978') ? [isbn, toTen(isbn)] : [isbn]
  const body = `978${isbn.slice(0, 9)}`
  const check = (10 - (weighted(body, (at) => (at % 2 === 0 ? 1 : 3)) % 10)) % 10
  return [`${body}${check}`, isbn]
}

function toTen(isbn: string): string {
  const body = isbn.slice(3, 12)
  const check = (11 - (weighted(body, (at) => 10 - at) % 11)) % 11
  return `${body}${check === 10 ? 'X' : check}`
}

function weighted(digits: string, weight: (at: number) => number): number {
  let sum = 0
  for (const [at, digit] of [...digits].entries()) sum += (digit === 'X' ? 10 : Number(digit)) * weight(at)
  return sum
}

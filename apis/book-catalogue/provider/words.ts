// Words in the form of both indexes: folded strings without accents and case, and keys that match as a whole. Stored
// text and queries are folded alike, so the databases need no language rules of their own.

import { plainLetters } from '#provider'

/** Maximum word length; longer words are truncated, in stored text and in queries. */
const longestWord = 64

/** Returns lower case without accents. Letters that Unicode does not decompose, such as `ł`, stay. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ]/gu, '')
    .toLowerCase()
}

/** Returns the words of a string: runs of letters and digits; each Chinese character is a word. */
export function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{Script=Han}&&[\p{L}\p{N}]]|[[\p{L}\p{N}]--\p{Script=Han}]+/gv) ?? []
  return words.map((word) => (word.length > longestWord ? word.slice(0, longestWord) : word))
}

/**
 * Returns the words of a stored string. After them, those with letters that Unicode does not decompose are repeated in
 * plain letters, as many people type them (SOURCES 1.7).
 */
export function storedWordsOf(text: string): string[] {
  const words = wordsOf(text)
  const plain = wordsOf(plainLetters(text))
  return plain.join(' ') === words.join(' ') ? words : [...words, ...plain]
}

/** Kinds of keys, by their letter in the index. */
const keyKinds = {
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

/** Returns a key as one word of the index. The letter and the underscore distinguish it from words of a text. */
export function keyWord(kind: KeyKind, value: string): string {
  const word = fold(value).replace(/[^\p{L}\p{N}]+/gu, '_')
  return `${keyKinds[kind]}_${word.slice(0, 2 * longestWord)}`
}

/**
 * Returns the key of a subject (SOURCES 3.2): lower case, underscores for spaces, without characters that are special
 * in a path.
 */
export function subjectKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[;/?:@&=+$,<>#%"{}|\\^[\]`\n\r]/g, '')
    .replaceAll(' ', '_')
}

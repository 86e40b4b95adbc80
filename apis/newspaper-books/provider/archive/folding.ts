// The compared form of names and titles: without case, accents and punctuation (SOURCES 4.3).
import { plainLetters } from '#provider'

/** Returns words separated and surrounded by single blanks, so that a word is found as ` word `. */
export function folded(text: string): string {
  const words = plainLetters(text)
    .replace(/['’ʼ]/g, '')
    .match(/[\p{L}\p{N}]+/gu)
  return words ? ` ${words.join(' ')} ` : ' '
}

/** Returns the form without the surrounding blanks: a portion of a title can begin within a word. */
export function titleForm(text: string): string {
  return folded(text).trim()
}

// Guesses if a text is English.
import { stopWords, wordsOf } from './words.ts'

const greetings = new Set('hello hi good morning evening night day bye yes thank thanks test one two three'.split(' '))

/** True if a text has only English letters, and some common English words. */
export function isEnglish(text: string): boolean {
  const words = wordsOf(text)
  const common = words.filter((word) => stopWords.has(word) || greetings.has(word)).length
  return /^[\p{ASCII}’‘“”–—…]*$/u.test(text) && (words.length === 0 || common * 6 >= words.length)
}

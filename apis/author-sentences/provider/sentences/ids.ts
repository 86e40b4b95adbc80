// The ids of books and sentences. They depend only on author, name and text, so that a later import yields the same
// ones.
import { createHash } from 'node:crypto'
import { comparable } from '../comparable.ts'

const bookDigits = 4
const sentenceDigits = 8

export function assignBookId(book: { author: string; name: string }, isTaken: (id: string) => boolean): string {
  return shortest([book.author, book.name], bookDigits, isTaken)
}

export function assignSentenceId(
  sentence: { author: string; name: string; text: string },
  isTaken: (id: string) => boolean,
): string {
  return shortest([sentence.author, sentence.name, sentence.text], sentenceDigits, isTaken)
}

/** Returns the shortest prefix of the hash that is not taken. */
function shortest(parts: readonly string[], digits: number, isTaken: (id: string) => boolean): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(parts.map(comparable)))
    .digest('hex')
  for (let length = digits; length < hash.length; length++) {
    const id = hash.slice(0, length)
    if (!isTaken(id)) return id
  }
  return hash
}

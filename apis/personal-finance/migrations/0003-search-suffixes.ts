// Splits texts into words and suffixes for migration 0003. It is a copy, so that changes of the search never change the
// migration.
import { createHash } from 'node:crypto'

/** Longest prefix of a suffix that is stored, in code points. */
const suffixLength = 16
/**
 * Longer words are stored as pieces; the overlap keeps any search word of at most `suffixLength` whole in one of them.
 */
const pieceLength = 2 * suffixLength

/** Returns the digest under which a text is stored. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text.toWellFormed()).digest('base64url').slice(0, 20)
}

/** Returns the distinct words of a folded text, long ones in pieces. */
export function wordsOf(text: string): string[] {
  const words = text
    .toWellFormed()
    .split(/\s+/)
    .filter((word) => word !== '')
  return [...new Set(words.flatMap(piecesOf))]
}

function piecesOf(word: string): string[] {
  if (word.length <= pieceLength) return [word]
  const characters = [...word]
  const pieces: string[] = []
  for (let at = 0; ; at += suffixLength) {
    pieces.push(characters.slice(at, at + pieceLength).join(''))
    if (at + pieceLength >= characters.length) return pieces
  }
}

/** Returns the distinct suffixes of a word, each cut to its first `suffixLength` code points. */
export function suffixesOf(word: string): string[] {
  const characters = [...word]
  return [...new Set(characters.map((_, at) => characters.slice(at, at + suffixLength).join('')))]
}

/** Returns an amount in searchable form: 1/10,000 of a currency unit as a decimal with two to four digits. */
export function searchableAmount(units: number): string {
  const digits = String(Math.abs(units)).padStart(5, '0')
  const cents = digits.slice(-4).replace(/0{1,2}$/, '')
  return `${units < 0 ? '-' : ''}${digits.slice(0, -4)}.${cents}`
}

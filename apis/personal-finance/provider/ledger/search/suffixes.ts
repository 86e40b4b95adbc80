// How words are cut up so that an index finds them by any part of them. A search word holds no white space, so it is part of a text
// when it is part of one of its words, and part of a word when one of the word's endings begins with it: a range of an ordered
// index, whether one letter is looked for or twenty.
import { createHash } from 'node:crypto'
import { splitWords } from '../../search-text.ts'

/** Longest beginning of an ending that is kept, in code points; of longer search words the rest is looked up in the texts. */
export const endingLength = 16
/** Longer words are kept as pieces, which overlap by so much that whatever is looked for is whole in one of them. */
const pieceLength = 2 * endingLength

/** The words of a folded text, each once, long ones in pieces. */
export function piecesOf(text: string): string[] {
  return [...new Set(splitWords(text.toWellFormed()).flatMap(cut))]
}

function cut(word: string): string[] {
  if (word.length <= pieceLength) return [word]
  const characters = [...word]
  const pieces: string[] = []
  for (let at = 0; ; at += endingLength) {
    pieces.push(characters.slice(at, at + pieceLength).join(''))
    if (at + pieceLength >= characters.length) return pieces
  }
}

/** The endings of a piece, each once; the first is the piece itself, or its beginning. */
export function endingsOf(piece: string): string[] {
  const characters = [...piece]
  return [...new Set(characters.map((_, at) => characters.slice(at, at + endingLength).join('')))]
}

/** What the database calls a text: the same for the same text, and for no other. */
export function keyOf(text: string): string {
  return createHash('sha256').update(text.toWellFormed()).digest('base64url').slice(0, 20)
}

/** The beginning of a search word that endings are compared with, the least text after all that begin so, and whether that is all. */
export function rangeOf(word: string): { first: string; after: string; whole: boolean } {
  const characters = [...word.toWellFormed()]
  const kept = characters.slice(0, endingLength)
  return { first: kept.join(''), after: following(kept), whole: kept.length === characters.length }
}

/** In order of code points, which is that of UTF-8 too. Surrogates are none. */
function following(characters: readonly string[]): string {
  const last = characters.at(-1)?.codePointAt(0)
  // made of the last character alone: no ending is as long as this
  if (last === undefined) return '\u{10ffff}'.repeat(endingLength + 1)
  const before = characters.slice(0, -1)
  if (last === 0x10ffff) return following(before)
  return before.join('') + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1)
}

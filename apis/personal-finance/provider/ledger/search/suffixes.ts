// How words are split so that an index finds them by any part. A search word has no spaces, so a text contains it when
// one of its words does, and a word contains it when one of the word's suffixes begins with it. In an ordered index
// that is a range, for one letter as for twenty.
import { createHash } from 'node:crypto'
import { splitWords } from '../../search-text.ts'

/**
 * Longest prefix of a suffix that is stored, in code points; the rest of longer search words is compared with the
 * texts.
 */
export const suffixLength = 16
/**
 * Longer words are stored as pieces; their overlap keeps any search word of at most `suffixLength` whole in one of
 * them.
 */
const pieceLength = 2 * suffixLength

/** The distinct words of a folded text, long ones in pieces. */
export function wordPieces(text: string): string[] {
  return [...new Set(splitWords(text.toWellFormed()).flatMap(piecesOf))]
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

/** The distinct suffixes of a piece, cut to `suffixLength`; the first is the piece itself or its prefix. */
export function suffixesOf(piece: string): string[] {
  const characters = [...piece]
  return [...new Set(characters.map((_, at) => characters.slice(at, at + suffixLength).join('')))]
}

/** The key of a text in the index: a digest of it. */
export function searchTextKey(text: string): string {
  return createHash('sha256').update(text.toWellFormed()).digest('base64url').slice(0, 20)
}

/**
 * The suffixes from `first` to before `after` begin with the word, or when it is not `whole`, with its first
 * `suffixLength` code points.
 */
export function suffixRange(word: string): { first: string; after: string; whole: boolean } {
  const characters = [...word.toWellFormed()]
  const prefix = characters.slice(0, suffixLength)
  return { first: prefix.join(''), after: following(prefix), whole: prefix.length === characters.length }
}

/**
 * The least string after all that begin with the characters, in the order of code points, which is that of UTF-8.
 * Surrogates are not code points.
 */
function following(characters: readonly string[]): string {
  const last = characters.at(-1)?.codePointAt(0)
  // when it has only the last code point there is: no suffix is as long as this
  if (last === undefined) return '\u{10ffff}'.repeat(suffixLength + 1)
  const before = characters.slice(0, -1)
  if (last === 0x10ffff) return following(before)
  return before.join('') + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1)
}

// Finds the words that are a few slips away from a spelling: a letter left out, added, or another, or two neighbours swapped (optimal
// string alignment). Goes through all words in order and keeps the table of slips of the letters that a word shares with the one before
// it; once a beginning has too many slips, all words with it are passed over.
import { letterBits, mayBeNear } from './letters.ts'
import type { Tables } from './lexicon/tables.ts'

/** Longest spelling, in bytes, that slips are counted in. */
export const longestSpelling = 32
/** More than any limit. */
const far = 99

export interface SlipSearch {
  /** At most so many slips. */
  readonly limit: number
  /** Whether the spelling is held against the beginning of each word that fits best, instead of against the whole word. */
  readonly beginning?: boolean
}
type WordTexts = Pick<Tables, 'wordText' | 'wordAt' | 'wordShared' | 'wordLetters'>

/** Gives each word within the limit and its slips to `found`, in the order of words. Throws for an empty or too long spelling. */
export function walkSpellings(
  { wordText, wordAt, wordShared, wordLetters }: WordTexts,
  spelling: Uint8Array,
  { limit, beginning = false }: SlipSearch,
  found: (word: number, slips: number) => void,
): void {
  const { length } = spelling
  if (length === 0 || length > longestSpelling) throw new Error('slips are counted in 1 to 32 bytes')
  const width = length + 2
  const deepest = length + limit
  /** Slips between the first letters of a word (row) and of the spelling (column); only near the diagonal. */
  const rows = new Uint8Array((deepest + 2) * width).fill(far)
  for (let column = 0; column <= length; column++) rows[column] = column
  /** The fewest slips of the whole spelling against any beginning of a word, by its length. */
  const best = new Uint8Array(deepest + 2).fill(far)
  best[0] = length

  /** Fills the row of a word's beginning that ends at `end`; whether anything in it is within the limit. */
  function fill(depth: number, end: number): boolean {
    const row = depth * width
    const from = Math.max(0, depth - limit)
    const to = Math.min(length, depth + limit)
    const byte = wordText[end] ?? 0
    const before = wordText[end - 1] ?? 0
    let least = far
    if (from > 0) rows[row + from - 1] = far
    for (let column = from; column <= to; column++) {
      let slips = depth
      if (column > 0) {
        const here = row + column
        const letter = spelling[column - 1]
        slips = (rows[here - width - 1] ?? far) + (letter === byte ? 0 : 1)
        slips = Math.min(slips, (rows[here - width] ?? far) + 1, (rows[here - 1] ?? far) + 1)
        if (depth > 1 && column > 1 && letter === before && spelling[column - 2] === byte)
          slips = Math.min(slips, (rows[here - 2 * width - 2] ?? far) + 1)
      }
      rows[row + column] = slips
      if (slips < least) least = slips
    }
    rows[row + to + 1] = far
    const whole = to === length ? (rows[row + length] ?? far) : far
    best[depth] = Math.min(best[depth - 1] ?? far, whole)
    return least <= limit
  }

  const letters = letterBits(Buffer.from(spelling).toString())
  const bounds = { limit, beginning }
  let tooFar = far
  /** What a word shares with the last one whose rows were filled. */
  let shared = 0
  for (let word = 0; word < wordShared.length; word++) {
    shared = Math.min(shared, wordShared[word] ?? 0)
    if (!mayBeNear(letters, wordLetters[word] ?? 0, bounds)) continue
    let depth = Math.min(shared, deepest)
    if (shared < tooFar) {
      const start = wordAt[word] ?? 0
      const to = Math.min((wordAt[word + 1] ?? 0) - start, beginning ? deepest : deepest + 1)
      tooFar = far
      while (depth < to && tooFar === far) if (!fill(++depth, start + depth - 1)) tooFar = depth
      shared = far
      if (tooFar === far && !beginning) {
        const slips = rows[depth * width + length] ?? far
        if (slips <= limit) found(word, slips)
      }
    } else depth = tooFar
    if (!beginning) continue
    const slips = best[depth] ?? far
    if (slips <= limit) found(word, slips)
  }
}

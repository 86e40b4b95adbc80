// Finds the words a few slips away from a spelling: a letter left out, added or changed, or two neighbours swapped
// (optimal string alignment). Most words are excluded by their letters and length, or, where only beginnings are
// compared, by what they begin with: words come in order, and once a beginning has too many slips, so have all words
// with it.

import type { Tables } from '../lexicon/tables.ts'
import { lengthClass, letterBits, mayBeNear } from './letters.ts'
import { createBeginningSlips, createSlips } from './spelling-slips.ts'

/** More than any limit. */
const far = 99

export interface SlipSearch {
  /** The most slips. */
  readonly limit: number
  /** Whether the spelling is compared with the best-matching beginning of each word instead of the whole word. */
  readonly beginning?: boolean
}
type WordTexts = Pick<Tables, 'wordText' | 'wordAt' | 'wordShared' | 'wordsByLength' | 'lengthAt' | 'lengthLetters'>
type OnMatch = (word: number, slips: number) => void

/**
 * Calls `onMatch` with each word within the limit and its slips, in the order of words. Throws for an empty or too long
 * spelling.
 */
export function walkSpellings(
  words: WordTexts,
  spelling: Uint8Array,
  { limit, beginning = false }: SlipSearch,
  onMatch: OnMatch,
): void {
  if (beginning) walkBeginnings(words, spelling, limit, onMatch)
  else walkWhole(words, spelling, limit, onMatch)
}

function walkWhole(words: WordTexts, spelling: Uint8Array, limit: number, onMatch: OnMatch): void {
  const { wordText, wordAt, wordsByLength, lengthAt, lengthLetters } = words
  const letters = letterBits(Buffer.from(spelling).toString())
  const slipsTo = createSlips(spelling, limit)
  const near: number[] = []
  const end = lengthAt[lengthClass(spelling.length + limit) + 1] ?? 0
  for (let at = lengthAt[Math.max(0, spelling.length - limit)] ?? 0; at < end; at++) {
    if (!mayBeNear(letters, lengthLetters[at] ?? 0, limit)) continue
    const word = wordsByLength[at] ?? 0
    const slips = slipsTo(wordText, wordAt[word] ?? 0, wordAt[word + 1] ?? 0)
    if (slips <= limit) near.push(word * far + slips)
  }
  for (const one of Float64Array.from(near).sort()) onMatch(Math.floor(one / far), one % far)
}

function walkBeginnings(
  { wordText, wordAt, wordShared }: WordTexts,
  spelling: Uint8Array,
  limit: number,
  onMatch: OnMatch,
): void {
  const { add, fewest } = createBeginningSlips(spelling, limit)
  const deepest = spelling.length + limit
  const count = wordShared.length
  /** How many letters of the current word have been counted. */
  let depth = 0
  for (let word = 0; word < count; word++) {
    depth = Math.min(depth, wordShared[word] ?? 0)
    const start = wordAt[word] ?? 0
    const to = Math.min((wordAt[word + 1] ?? 0) - start, deepest)
    let goesOn = true
    for (; goesOn && depth < to; depth++) goesOn = add(depth, wordText[start + depth] ?? 0)
    const slips = fewest(depth)
    if (slips <= limit) onMatch(word, slips)
    if (goesOn) continue
    // most words are excluded here
    for (; word + 1 < count && (wordShared[word + 1] ?? 0) >= depth; word++)
      if (slips <= limit) onMatch(word + 1, slips)
  }
}

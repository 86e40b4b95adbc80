// Finds the words a few slips away from a spelling: a letter left out, added or changed, or two neighbours swapped
// (optimal string alignment). Most words are excluded by their letters and length. For beginnings they are excluded by
// their prefix: words are sorted, and a prefix with too many slips excludes every word with it.

import { present } from '#define/present'
import type { Tables } from '../lexicon/tables.ts'
import { lengthClass, letterBits, mayBeNear } from './letters.ts'
import { createBeginningSlips, createSlips } from './spelling-slips.ts'

/** Number of slips above any limit. */
const far = 99

interface SlipSearch {
  /** Maximum number of slips. */
  readonly limit: number
  /** True to compare the spelling with the best-matching beginning of each word instead of the whole word. */
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
  const end = present(lengthAt[lengthClass(spelling.length + limit) + 1])
  for (let at = present(lengthAt[Math.max(0, spelling.length - limit)]); at < end; at++) {
    if (!mayBeNear(letters, present(lengthLetters[at]), limit)) continue
    const word = present(wordsByLength[at])
    const slips = slipsTo(wordText, present(wordAt[word]), present(wordAt[word + 1]))
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
  /** Number of letters of the current word counted so far. */
  let depth = 0
  for (let word = 0; word < count; word++) {
    depth = Math.min(depth, present(wordShared[word]))
    const start = present(wordAt[word])
    const to = Math.min(present(wordAt[word + 1]) - start, deepest)
    let goesOn = true
    for (; goesOn && depth < to; depth++) goesOn = add(depth, present(wordText[start + depth]))
    const slips = fewest(depth)
    if (slips <= limit) onMatch(word, slips)
    if (goesOn) continue
    // most words are skipped here
    for (; word + 1 < count && present(wordShared[word + 1]) >= depth; word++)
      if (slips <= limit) onMatch(word + 1, slips)
  }
}

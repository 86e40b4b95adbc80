// Picks the most frequent of many words quickly: frequency and word become one sortable number.
import type { Lexicon } from './lexicon/lexicon.ts'
import { smallest } from './smallest.ts'

const span = 2 ** 20

/** At most so many of the words, the most frequent first, equally frequent ones in order. */
export function mostFrequent({ tables }: Lexicon, words: ArrayLike<number>, most: number): number[] {
  const { wordFrequency } = tables
  // the bits of a positive float are ordered as the float is
  const bits = new Uint32Array(wordFrequency.buffer, wordFrequency.byteOffset, wordFrequency.length)
  const keys = new Float64Array(words.length)
  for (let at = 0; at < keys.length; at++) {
    const word = words[at] ?? 0
    keys[at] = -((bits[word] ?? 0) * span) + word
  }
  return Array.from(smallest(keys, most), (key) => ((key % span) + span) % span)
}

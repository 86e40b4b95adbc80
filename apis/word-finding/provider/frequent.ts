// Picks the most frequent of many words quickly, by their ranks in the order of frequency.
import type { Lexicon } from './lexicon/lexicon.ts'
import { smallest } from './smallest.ts'

/** At most so many of the words, the most frequent first, equally frequent ones in order. */
export function mostFrequent({ tables }: Lexicon, words: readonly number[], most: number): number[] {
  const { wordRank, wordsByFrequency } = tables
  const ranks = new Float64Array(words.length)
  for (let at = 0; at < ranks.length; at++) ranks[at] = wordRank[words[at] ?? 0] ?? 0
  return Array.from(smallest(ranks, most), (rank) => wordsByFrequency[rank] ?? 0)
}

/** The same for words `from` to `to`. */
export function mostFrequentBetween({ tables }: Lexicon, from: number, to: number, most: number): number[] {
  const { wordRank, wordsByFrequency } = tables
  const ranks = new Float64Array(wordRank.subarray(from, to))
  return Array.from(smallest(ranks, most), (rank) => wordsByFrequency[rank] ?? 0)
}

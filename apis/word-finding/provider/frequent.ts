// Picks the most frequent of many words quickly, by their ranks in the order of frequency.
import { present } from '#define/present'
import type { Lexicon } from './lexicon/lexicon.ts'
import { smallest } from './smallest.ts'

/** Returns at most `most` of the words, most frequent first; equally frequent ones keep their order. */
export function mostFrequent({ tables }: Lexicon, words: readonly number[], most: number): number[] {
  const { wordRank, wordsByFrequency } = tables
  const ranks = new Float64Array(words.length)
  for (let at = 0; at < ranks.length; at++) ranks[at] = present(wordRank[present(words[at])])
  return Array.from(smallest(ranks, most), (rank) => present(wordsByFrequency[rank]))
}

/** Like `mostFrequent`, for the words `from` to `to`. */
export function mostFrequentBetween({ tables }: Lexicon, from: number, to: number, most: number): number[] {
  const { wordRank, wordsByFrequency } = tables
  const ranks = new Float64Array(wordRank.subarray(from, to))
  return Array.from(smallest(ranks, most), (rank) => present(wordsByFrequency[rank]))
}

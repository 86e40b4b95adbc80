// Picks the most frequent of many words quickly, by their ranks in the order of frequency.
import type { Lexicon } from './lexicon/lexicon.ts'
import { smallest } from './smallest.ts'

/** At most so many of the words, the most frequent first, equally frequent ones in order. */
export function mostFrequent({ tables }: Lexicon, words: readonly number[], most: number): number[] {
  const { wordPlace, wordsByFrequency } = tables
  const places = new Float64Array(words.length)
  for (let at = 0; at < places.length; at++) places[at] = wordPlace[words[at] ?? 0] ?? 0
  return Array.from(smallest(places, most), (place) => wordsByFrequency[place] ?? 0)
}

/** The same for words `from` to `to`. */
export function mostFrequentBetween({ tables }: Lexicon, from: number, to: number, most: number): number[] {
  const { wordPlace, wordsByFrequency } = tables
  const places = new Float64Array(wordPlace.subarray(from, to))
  return Array.from(smallest(places, most), (place) => wordsByFrequency[place] ?? 0)
}

// Completions of partial input; if nothing begins with it, spelling corrections or words of similar meaning (SOURCES
// 1.4).

import { mostFrequentBetween } from '../frequent.ts'
import type { Lexicon } from '../lexicon/lexicon.ts'
import type { Remember } from '../match-cache.ts'
import type { Meaning } from '../meaning/meaning.ts'
import { popularity } from '../sound/sounds.ts'
import type { Spelling } from '../spelling/spelling.ts'
import type { WordItem } from './describe.ts'
import type { SuggestQuery } from './query.ts'

interface SuggestDeps {
  readonly lexicon: Lexicon
  readonly spelling: Spelling
  readonly meaning: Meaning
  readonly remember: Remember
}
/** Minimum length of a corrected string. */
const shortestCorrected = 3
/** The limit of words in a corrected text; a longer text is a description rather than a misspelt entry. */
const mostWordsCorrected = 3

/** Returns suggestions, popular ones first; empty for an empty text. */
export function suggest(
  { lexicon, spelling, meaning, remember }: SuggestDeps,
  { typed, max }: SuggestQuery,
): WordItem[] {
  if (typed === '') return []
  const { from, to } = lexicon.beginningWith(typed)
  if (to > from)
    return mostFrequentBetween(lexicon, from, to, max).map((word) => ({
      word: lexicon.textOf(word),
      score: 1 + popularity(lexicon.frequencyOf(word)),
    }))
  if (typed.length < shortestCorrected) return []
  const meant = typed.trim()
  const isEntry = meant.split(/\s+/).length <= mostWordsCorrected
  const corrections = isEntry ? [() => spelling.beginningLike(meant), () => spelling.like(meant)] : []
  const ways = [...corrections, () => meaning.like(meant)]
  for (const way of ways) {
    const matches = remember(`sug ${ways.length - ways.indexOf(way)} ${meant}`, way)
    if (matches.length > 0)
      return matches.slice(0, max).map(({ word }, at) => ({ word: lexicon.textOf(word), score: max - at }))
  }
  return []
}

// Collects the best match of each word during a search, in tables with a slot for every word, so that thousands of
// matches allocate no objects. One board serves all searches, one after another.
import { present } from '#define/present'
import type { Lexicon } from './lexicon/lexicon.ts'
import { type Match, matchOf } from './matches.ts'
import { smallest } from './smallest.ts'

/** Relation that led to a word: synonym or antonym. */
export type Tag = 'syn' | 'ant'
interface Finding {
  readonly word: number
  /** Rank value, above 0. */
  readonly score: number
  /** Synset or pronunciation that matched. */
  readonly by?: number
  readonly tag?: Tag | undefined
}
/** Computes the reported score of a match, which replaces the score it is ordered by. */
type ReportedScore = (score: number, tags: readonly Tag[] | undefined) => number
export interface Board {
  /** Keeps the match unless the word has a better one. */
  put(finding: Finding): void
  /** Removes a word and its match; -1 removes nothing. */
  drop(word: number): void
  /**
   * Takes at most `most` of the best matches and empties the board. Ordered by score, then by frequency, then by word.
   */
  take(by: 'synset' | 'pronunciation' | 'nothing', most?: number, reportedScore?: ReportedScore): Match[]
}

/**
 * Upper bound on the number of words: a score and a word's frequency rank form one number, which gives the order of
 * selection.
 */
const span = 2 ** 18
const tags: readonly (readonly Tag[] | undefined)[] = [undefined, ['syn'], ['ant']]

export function createBoard(lexicon: Lexicon): Board {
  const { wordCount } = lexicon
  const { wordRank, wordsByFrequency } = lexicon.tables
  if (wordCount > span) throw new Error('there are more words than the board has room for')
  const scores = new Float32Array(wordCount)
  // positive floats sort in the order of their bits
  const bits = new Uint32Array(scores.buffer)
  const reasons = new Int32Array(wordCount)
  const tagged = new Uint8Array(wordCount)
  const touched = new Uint32Array(wordCount)
  const keys = new Float64Array(wordCount)
  let count = 0

  function matchFor(word: number, by: 'synset' | 'pronunciation' | 'nothing', scoreOf: ReportedScore): Match {
    const ownTags = tags[present(tagged[word])]
    const score = scoreOf(present(scores[word]), ownTags)
    const reason = present(reasons[word])
    return matchOf(word, score, {
      synset: by === 'synset' ? reason : undefined,
      pronunciation: by === 'pronunciation' ? reason : undefined,
      tags: ownTags,
    })
  }
  return {
    put({ word, score, by = 0, tag }) {
      const before = present(scores[word])
      if (score <= before) return
      if (before === 0) touched[count++] = word
      scores[word] = score
      reasons[word] = by
      tagged[word] = tag === undefined ? 0 : tag === 'syn' ? 1 : 2
    },
    drop(word) {
      if (word < 0 || scores[word] === 0) return
      scores[word] = 0
      touched[touched.indexOf(word)] = present(touched[--count])
    },
    take(by, most = count, reportedScore = (score) => score) {
      for (let at = 0; at < count; at++) {
        const word = present(touched[at])
        keys[at] = present(wordRank[word]) - present(bits[word]) * span
      }
      const best = smallest(keys.subarray(0, count), most)
      const matches: Match[] = []
      for (let at = 0; at < best.length; at++) {
        const key = present(best[at])
        const rank = key - Math.floor(key / span) * span
        matches.push(matchFor(present(wordsByFrequency[rank]), by, reportedScore))
      }
      for (let at = 0; at < count; at++) scores[present(touched[at])] = 0
      count = 0
      return matches
    },
  }
}

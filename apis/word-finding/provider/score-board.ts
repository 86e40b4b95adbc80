// Collects the best match of each word during a search, in tables as long as all words, so that thousands of matches
// make no objects. One board serves all searches, one after another.
import type { Lexicon } from './lexicon/lexicon.ts'
import { type Match, matchOf } from './matches.ts'
import { smallest } from './smallest.ts'

/** How a word was found, where that is reported. */
export type Tag = 'syn' | 'ant'
export interface Finding {
  readonly word: number
  /** Above 0. */
  readonly score: number
  /** The synset or the pronunciation that matched. */
  readonly by?: number
  readonly tag?: Tag | undefined
}
/** The reported score of a match, in place of the one it is ordered by. */
export type ReportedScore = (score: number, tags: readonly Tag[] | undefined) => number
export interface Board {
  /** Keeps the match unless the word has a better one. */
  put(finding: Finding): void
  /** Removes a word, whatever it matched. */
  drop(word: number): void
  /** At most `most` of the best matches; empties the board. By score, then by frequency, then by word. */
  take(by: 'synset' | 'pronunciation' | 'nothing', most?: number, reportedScore?: ReportedScore): Match[]
}

/** More than there are words: a score and a word's frequency rank make one number, in the order of selection. */
const span = 2 ** 18
const tags: readonly (readonly Tag[] | undefined)[] = [undefined, ['syn'], ['ant']]

export function createBoard(lexicon: Lexicon): Board {
  const { wordCount } = lexicon
  const { wordRank, wordsByFrequency } = lexicon.tables
  if (wordCount > span) throw new Error('there are more words than the board has room for')
  const scores = new Float32Array(wordCount)
  // the bits of a positive float are ordered as the float is
  const bits = new Uint32Array(scores.buffer)
  const reasons = new Int32Array(wordCount)
  const tagged = new Uint8Array(wordCount)
  const touched = new Uint32Array(wordCount)
  const keys = new Float64Array(wordCount)
  let count = 0

  function matchFor(word: number, by: 'synset' | 'pronunciation' | 'nothing', scoreOf: ReportedScore): Match {
    const ownTags = tags[tagged[word] ?? 0]
    const score = scoreOf(scores[word] ?? 0, ownTags)
    const reason = reasons[word] ?? 0
    return matchOf(word, score, {
      synset: by === 'synset' ? reason : undefined,
      pronunciation: by === 'pronunciation' ? reason : undefined,
      tags: ownTags,
    })
  }
  return {
    put({ word, score, by = 0, tag }) {
      const before = scores[word] ?? 0
      if (score <= before) return
      if (before === 0) touched[count++] = word
      scores[word] = score
      reasons[word] = by
      tagged[word] = tag === undefined ? 0 : tag === 'syn' ? 1 : 2
    },
    drop(word) {
      if ((scores[word] ?? 0) === 0) return
      scores[word] = 0
      touched[touched.indexOf(word)] = touched[--count] ?? 0
    },
    take(by, most = count, reportedScore = (score) => score) {
      for (let at = 0; at < count; at++) {
        const word = touched[at] ?? 0
        keys[at] = (wordRank[word] ?? 0) - (bits[word] ?? 0) * span
      }
      const best = smallest(keys.subarray(0, count), most)
      const matches: Match[] = []
      for (let at = 0; at < best.length; at++) {
        const key = best[at] ?? 0
        const rank = key - Math.floor(key / span) * span
        matches.push(matchFor(wordsByFrequency[rank] ?? 0, by, reportedScore))
      }
      for (let at = 0; at < count; at++) scores[touched[at] ?? 0] = 0
      count = 0
      return matches
    },
  }
}

// Where a search puts what it finds: the best finding of each word, kept in tables as long as all words, so that thousands of
// findings make no objects. One board serves all searches, one after the other.
import { mostFrequent } from './frequent.ts'
import type { Lexicon } from './lexicon/lexicon.ts'
import type { Match } from './matches.ts'
import { smallest } from './smallest.ts'

/** How a word was found, where that is told. */
export type Tag = 'syn' | 'ant'
export interface Finding {
  readonly word: number
  /** Above 0. */
  readonly score: number
  /** The synset or the pronunciation that fitted. */
  readonly by?: number
  readonly tag?: Tag | undefined
}
export interface Board {
  /** Keeps the finding unless the word has a better one. */
  put(finding: Finding): void
  /** Removes a word, whatever was found. */
  drop(word: number): void
  /** The best findings, at most so many, and an empty board: by score, then by frequency, then by word. */
  take(by: 'synset' | 'pronunciation' | 'nothing', most?: number): Match[]
}

const span = 2 ** 20
const tags: readonly (readonly Tag[] | undefined)[] = [undefined, ['syn'], ['ant']]

export function createBoard(lexicon: Lexicon): Board {
  const scores = new Float32Array(lexicon.wordCount)
  const reasons = new Int32Array(lexicon.wordCount)
  const tagged = new Uint8Array(lexicon.wordCount)
  let touched: number[] = []

  /** So many of the best, in no order. */
  function bestOf(most: number): number[] {
    if (touched.length <= most) return touched
    // the bits of a positive float are ordered as the float is, so that one number holds score and word
    const bits = new Uint32Array(scores.buffer)
    const keys = new Float64Array(touched.length)
    for (let at = 0; at < keys.length; at++) {
      const word = touched[at] ?? 0
      keys[at] = word - (bits[word] ?? 0) * span
    }
    const worst = Math.ceil(-(smallest(keys, most).at(-1) ?? 0) / span)
    const better = touched.filter((word) => (bits[word] ?? 0) > worst)
    const even = touched.filter((word) => bits[word] === worst)
    return [...better, ...mostFrequent(lexicon, even, most - better.length)]
  }
  function matchOf(word: number, by: 'synset' | 'pronunciation' | 'nothing'): Match {
    const told = tags[tagged[word] ?? 0]
    return {
      word,
      score: scores[word] ?? 0,
      ...(by === 'nothing' ? {} : { [by]: reasons[word] ?? 0 }),
      ...(told ? { tags: told } : {}),
    }
  }
  return {
    put({ word, score, by = 0, tag }) {
      const before = scores[word] ?? 0
      if (score <= before) return
      if (before === 0) touched.push(word)
      scores[word] = score
      reasons[word] = by
      tagged[word] = tag === undefined ? 0 : tag === 'syn' ? 1 : 2
    },
    drop(word) {
      if ((scores[word] ?? 0) === 0) return
      scores[word] = 0
      touched = touched.filter((one) => one !== word)
    },
    take(by, most = touched.length) {
      const frequencies = lexicon.tables.wordFrequency
      const best = bestOf(most).sort(
        (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || (frequencies[b] ?? 0) - (frequencies[a] ?? 0) || a - b,
      )
      const found = best.slice(0, most).map((word) => matchOf(word, by))
      for (const word of touched) scores[word] = 0
      touched = []
      return found
    },
  }
}

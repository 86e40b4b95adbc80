// Words by spelling: matches of a pattern with wildcards, and corrections of a misspelt word.

import { present } from '#define/present'
import { mostFrequent } from '../frequent.ts'
import type { Lexicon, Span } from '../lexicon/lexicon.ts'
import type { Match } from '../matches.ts'
import type { Board } from '../score-board.ts'
import { pointsPerStep, popularity, type Sounds } from '../sound/sounds.ts'
import { fitsPattern, mayFit, patternBits, star } from './letters.ts'
import { longestSpelling } from './spelling-slips.ts'
import { walkSpellings } from './spelling-walk.ts'

export interface Spelling {
  /** Returns at most `most` words that match the pattern (`*` any characters, `?` one), most frequent first. */
  ofPattern(pattern: string, most: number): Match[]
  /** Returns a test of single words against the pattern. */
  fits(pattern: string): (word: number) => boolean
  /** Returns the word itself if it exists, then words a few slips away, near and frequent ones first. */
  like(text: string): Match[]
  /** Returns words that begin a slip or two away from the text, near and frequent ones first. */
  beginningLike(text: string): Match[]
}

/** True if the string is a pattern. */
export function isPattern(text: string): boolean {
  return /[*?]/.test(text)
}

const longestPattern = 120
const mostResults = 1000
/**
 * The limit of words with a prefix up to which all are tried; larger sets are tried by frequency until enough match.
 */
const fewBegun = 12_000
/** Slip limits by length of the text; a long text is retried with a higher limit if nothing is found. */
const slipsFor = (length: number): readonly number[] => (length <= 3 ? [1] : length <= 8 ? [2] : [2, 3])

/** Worth of a spelling: each slip lowers it, each power of ten of its frequency raises it. */
const worth = { exact: 200, close: 100, slip: 20, frequency: 5, beginning: 4 }
/** Slips charged to a word of the same sound, and those added with each step of the sound score. */
const soundSlips = { same: 1.2, perStep: 0.5, steps: 3 }

export function createSpelling(lexicon: Lexicon, sounds: Sounds, board: Board): Spelling {
  const { tables } = lexicon
  const { wordAt, wordText, wordsByFrequency, frequentLetters, frequentPairs } = tables

  function fits(pattern: string): (word: number) => boolean {
    const bytes = Buffer.from(pattern.replace(/\*+/g, '*'))
    if (bytes.length > longestPattern) return () => false
    const least = bytes.filter((byte) => byte !== star).length
    const open = least < bytes.length
    return (word) => {
      const [from, to] = [present(wordAt[word]), present(wordAt[word + 1])]
      return (open ? to - from >= least : to - from === least) && fitsPattern(wordText, from, to, bytes)
    }
  }
  /** Returns at most `most` of the most frequent words that match. */
  function frequentOf(pattern: string, fit: (word: number) => boolean, most: number): number[] {
    const words: number[] = []
    const required = patternBits(pattern)
    for (let at = 0; at < wordsByFrequency.length && words.length < most; at++) {
      if (!mayFit(present(frequentLetters[at]), present(frequentPairs[at]), required)) continue
      const word = present(wordsByFrequency[at])
      if (fit(word)) words.push(word)
    }
    return words
  }
  /** Like `frequentOf`, among the words of a beginning. */
  function begunBy({ from, to }: Span, fit: (word: number) => boolean, most: number): number[] {
    const matching: number[] = []
    for (let word = from; word < to; word++) if (fit(word)) matching.push(word)
    return mostFrequent(lexicon, matching, most)
  }
  function ofPattern(pattern: string, most: number): Match[] {
    const fit = fits(pattern)
    const { from, to } = lexicon.beginningWith(present(pattern.split(/[*?]/, 1)[0]))
    const words = to - from > fewBegun ? frequentOf(pattern, fit, most) : begunBy({ from, to }, fit, most)
    return words.map((word) => ({ word, score: popularity(lexicon.frequencyOf(word)) }))
  }
  function worthOf(word: number, slips: number, spelling: Uint8Array): number {
    const beginning = wordText[present(wordAt[word])] === spelling[0] ? worth.beginning : 0
    const frequent = worth.frequency * Math.log10(lexicon.frequencyOf(word))
    return Math.max(0.1, worth.close - worth.slip * slips + frequent + beginning)
  }
  /** Puts words a few slips away on the board; returns their number. */
  function putWithin(limit: number, spelling: Uint8Array): number {
    let count = 0
    walkSpellings(tables, spelling, { limit }, (word, slips) => {
      board.put({ word, score: slips === 0 ? worth.exact : worthOf(word, slips, spelling) })
      count++
    })
    return count
  }
  function like(text: string): Match[] {
    const spelling = Buffer.from(text)
    if (spelling.length === 0 || spelling.length > longestSpelling) return []
    const alike = sounds.like(text, soundSlips.steps)
    for (const limit of slipsFor(spelling.length)) if (putWithin(limit, spelling) > 0) break
    for (const { word, score } of alike) {
      const steps = (100 - score) / pointsPerStep
      board.put({ word, score: worthOf(word, soundSlips.same + soundSlips.perStep * steps, spelling) })
    }
    return board.take('nothing', mostResults, (score) => Math.round(score * 10))
  }
  function beginningLike(text: string): Match[] {
    const spelling = Buffer.from(text)
    if (spelling.length === 0 || spelling.length > longestSpelling) return []
    const limit = present(slipsFor(spelling.length)[0])
    walkSpellings(tables, spelling, { limit, beginning: true }, (word, slips) =>
      board.put({ word, score: worthOf(word, slips, spelling) }),
    )
    return board.take('nothing', mostResults)
  }
  return { ofPattern, fits, like, beginningLike }
}

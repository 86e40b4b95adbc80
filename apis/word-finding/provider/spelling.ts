// Words by spelling: those of a pattern with wildcards, and those that a misspelt word was probably meant to be.
import type { Board } from './board.ts'
import { mostFrequent } from './frequent.ts'
import { createSlipCounter, fitsPattern, hasMoreBits, letterBits, longestSpelling, star } from './letters.ts'
import type { Lexicon } from './lexicon/lexicon.ts'
import type { Match } from './matches.ts'
import { pointsPerStep, popularity, type Sounds } from './sounds.ts'

export interface Spelling {
  /** Words of the pattern (`*` any characters, `?` one), the most frequent first, at most so many. */
  ofPattern(pattern: string, most: number): Match[]
  /** Whether a word is of the pattern. */
  fits(pattern: string): (word: number) => boolean
  /** The word itself when there is one, then words a few slips away, near and frequent ones first. */
  like(text: string): Match[]
  /** Words that begin a slip or two away from the text, near and frequent ones first. */
  beginningLike(text: string): Match[]
}

/** Whether a text is a pattern. */
export function isPattern(text: string): boolean {
  return /[*?]/.test(text)
}

/** A literal part of so many bytes is looked for in all words at once. */
const searchedLiteral = 4
const longestPattern = 120
const mostTold = 1000
/**
 * A pattern is first tried on the most frequent words, which answer most patterns; after each `tried` of them that goes on only
 * while it promises to be done before `triedInAll`.
 */
const tried = 5000
const triedInAll = 40_000
/** Slips that are looked for, by length of the text; a long one is tried with more when nothing is found. */
const slipsFor = (length: number): readonly number[] => (length <= 3 ? [1] : length <= 8 ? [2] : [2, 3])

/** What a spelling is worth: each slip counts against it, each power of ten of its frequency for it. */
const worth = { exact: 200, close: 100, slip: 20, frequency: 5, beginning: 4 }
/** A word that sounds the same counts like so many slips, and more with each step of the sound score. */
const soundSlips = { same: 1.2, perStep: 0.5, steps: 3 }

export function createSpelling(lexicon: Lexicon, sounds: Sounds, board: Board): Spelling {
  const { tables } = lexicon
  const { wordAt, wordText, wordLetters, wordsByFrequency } = tables
  const text = Buffer.from(wordText.buffer, wordText.byteOffset, wordText.byteLength)

  function fits(pattern: string): (word: number) => boolean {
    const bytes = Buffer.from(pattern.replace(/\*+/g, '*'))
    if (bytes.length > longestPattern) return () => false
    const letters = lettersIn(pattern)
    const least = bytes.filter((byte) => byte !== star).length
    const open = least < bytes.length
    return (word) => {
      if (((wordLetters[word] ?? 0) & letters) !== letters) return false
      const [from, to] = [wordAt[word] ?? 0, wordAt[word + 1] ?? 0]
      return (open ? to - from >= least : to - from === least) && fitsPattern(wordText, from, to, bytes)
    }
  }
  /** All words that fit, in no order: those of a prefix, those that contain a long literal, or all are looked at. */
  function allOf(pattern: string, fit: (word: number) => boolean): number[] {
    const found: number[] = []
    const literals = pattern.split(/[*?]+/)
    const longest = literals.reduce((a, b) => (b.length > a.length ? b : a), '')
    if (longest.length >= searchedLiteral) {
      for (let at = text.indexOf(longest); at >= 0; at = text.indexOf(longest, at + 1)) {
        const word = lastStart(wordAt, at)
        if (fit(word) && found.at(-1) !== word) found.push(word)
      }
      return found
    }
    const letters = lettersIn(pattern)
    const { from, to } = lexicon.beginningWith(literals[0] ?? '')
    for (let word = from; word < to; word++)
      if (((wordLetters[word] ?? 0) & letters) === letters && fit(word)) found.push(word)
    return found
  }
  function ofPattern(pattern: string, most: number): Match[] {
    const fit = fits(pattern)
    const matchOf = (word: number): Match => ({ word, score: popularity(lexicon.frequencyOf(word)) })
    const frequent: number[] = []
    for (let at = 0; at < wordsByFrequency.length; at++) {
      if (at % tried === 0 && at > 0 && frequent.length < (most * at) / triedInAll) break
      const word = wordsByFrequency[at] ?? 0
      if (fit(word)) frequent.push(word)
      if (frequent.length === most) return frequent.map(matchOf)
    }
    return mostFrequent(lexicon, allOf(pattern, fit), most).map(matchOf)
  }
  function worthOf(word: number, slips: number, wanted: Uint8Array): number {
    const beginning = wordText[wordAt[word] ?? 0] === wanted[0] ? worth.beginning : 0
    const frequent = worth.frequency * Math.log10(lexicon.frequencyOf(word))
    return Math.max(0.1, worth.close - worth.slip * slips + frequent + beginning)
  }
  /** Puts words a few slips away on the board; gives how many there are. */
  function putWithin(limit: number, wanted: Uint8Array, letters: number): number {
    const countSlips = createSlipCounter(wanted)
    let found = 0
    for (let word = 0; word < lexicon.wordCount; word++) {
      const has = wordLetters[word] ?? 0
      if (hasMoreBits(has & ~letters, limit) || hasMoreBits(letters & ~has, limit)) continue
      const [from, to] = [wordAt[word] ?? 0, wordAt[word + 1] ?? 0]
      const longer = to - from - wanted.length
      if (longer > limit || longer < -limit) continue
      const slips = countSlips(wordText, from, to)
      if (slips > limit) continue
      board.put({ word, score: slips === 0 ? worth.exact : worthOf(word, slips, wanted) })
      found++
    }
    return found
  }
  function like(given: string): Match[] {
    const wanted = Buffer.from(given)
    if (wanted.length === 0 || wanted.length > longestSpelling) return []
    const alike = sounds.like(given, soundSlips.steps)
    for (const limit of slipsFor(wanted.length)) if (putWithin(limit, wanted, letterBits(given)) > 0) break
    for (const { word, score } of alike) {
      const steps = (100 - score) / pointsPerStep
      board.put({ word, score: worthOf(word, soundSlips.same + soundSlips.perStep * steps, wanted) })
    }
    return board.take('nothing', mostTold).map((match) => ({ ...match, score: Math.round(match.score * 10) }))
  }
  function beginningLike(given: string): Match[] {
    const wanted = Buffer.from(given)
    if (wanted.length === 0 || wanted.length > longestSpelling) return []
    const limit = slipsFor(wanted.length)[0] ?? 1
    const letters = letterBits(given)
    const countSlips = createSlipCounter(wanted, true)
    for (let word = 0; word < lexicon.wordCount; word++) {
      if (hasMoreBits(letters & ~(wordLetters[word] ?? 0), limit)) continue
      const [from, to] = [wordAt[word] ?? 0, wordAt[word + 1] ?? 0]
      const slips = countSlips(wordText, from, Math.min(to, from + wanted.length + limit))
      if (slips <= limit) board.put({ word, score: worthOf(word, slips, wanted) })
    }
    return board.take('nothing', mostTold)
  }
  return { ofPattern, fits, like, beginningLike }
}

function lettersIn(pattern: string): number {
  return letterBits(pattern.replace(/[^a-z]/g, ''))
}

/** The last entry that starts at the place or before. */
function lastStart(at: Uint32Array, place: number): number {
  let low = 0
  let high = at.length - 1
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((at[middle] ?? 0) <= place) low = middle
    else high = middle
  }
  return low
}

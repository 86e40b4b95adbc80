// Rhymes: words that sound the same from their last stressed vowel on, and near rhymes.

import { present } from '#define/present'
import type { Lexicon } from '../lexicon/lexicon.ts'
import type { Match } from '../matches.ts'
import type { Board } from '../score-board.ts'
import { countSyllables, isVowel, rhymePart } from './phonemes.ts'
import { createHeard, createSoundDistance, hear } from './sound-distance.ts'
import { popularity } from './sounds.ts'
import { speak } from './spoken.ts'

export interface Rhymes {
  /** Returns perfect rhymes of the query, popular ones first; never the query itself. */
  perfect(text: string): Match[]
  /**
   * Returns words with the same stressed vowel and syllables and a similar ending, without the perfect rhymes; close
   * and popular ones first.
   */
  near(text: string): Match[]
}

/** Maximum distance in points between nearly equal endings. */
const farthest = 9.5
/** Base worth of the rarest near rhyme, before its distance counts. */
const rareNear = 300
/** Minimum score, which keeps even the rarest on the board; they are returned without a score. */
const leastScore = 0.5
const mostResults = 2000
const roundDown = (score: number): number => Math.floor(score)

export function createRhymes(lexicon: Lexicon, board: Board): Rhymes {
  const { tables } = lexicon
  const distance = createSoundDistance()
  const [target, candidate] = [createHeard(), createHeard()]
  const soundsOf = (rhyme: number) =>
    tables.rhymeSounds.subarray(tables.rhymeSoundsAt[rhyme], tables.rhymeSoundsAt[rhyme + 1])

  function putAll(rhyme: number, text: string, worthOf: (popular: number) => number): void {
    for (let at = present(tables.rhymeAt[rhyme]); at < present(tables.rhymeAt[rhyme + 1]); at++) {
      const pronunciation = present(tables.rhymePronunciations[at])
      const word = present(tables.pronunciationWord[pronunciation])
      if (endsWithWord(lexicon.textOf(word), text)) continue
      board.put({ word, by: pronunciation, score: worthOf(popularity(lexicon.frequencyOf(word))) })
    }
  }
  function perfect(text: string): Match[] {
    for (const form of speak(lexicon, text)) {
      const part = rhymePart(form)
      const rhyme = lowerBound(lexicon, part)
      if (part.length > 0 && Buffer.compare(soundsOf(rhyme), part) === 0)
        putAll(rhyme, text, (popular) => popular + leastScore)
    }
    return board.take('pronunciation', mostResults, roundDown)
  }
  function near(text: string): Match[] {
    for (const form of speak(lexicon, text)) {
      const part = rhymePart(form)
      const [vowel] = part
      if (vowel === undefined) continue
      hear(target, part)
      const syllables = countSyllables(part)
      const to = lowerBound(lexicon, Uint8Array.of(vowel + 1))
      for (let rhyme = lowerBound(lexicon, Uint8Array.of(vowel)); rhyme < to; rhyme++) {
        const sounds = soundsOf(rhyme)
        if (countSyllables(sounds) !== syllables || Math.abs(sounds.length - part.length) > 2) continue
        if (endsOpen(sounds) !== endsOpen(part)) continue
        const points = distance(target, hear(candidate, sounds), farthest)
        if (points === 0 || points >= farthest) continue
        putAll(rhyme, text, (popular) => (popular + rareNear) * (1 - points / (2 * farthest)))
      }
    }
    return board.take('pronunciation', mostResults, roundDown)
  }
  return { perfect, near }
}

function endsOpen(sounds: Uint8Array): boolean {
  return isVowel(present(sounds.at(-1)))
}

/** True if the candidate is the query itself, or a phrase or compound that ends in it: such a rhyme is only nominal. */
function endsWithWord(candidate: string, text: string): boolean {
  if (!candidate.endsWith(text)) return false
  const before = candidate[candidate.length - text.length - 1]
  return before === undefined || before === ' ' || before === '-'
}

/** Returns the first rhyme part that does not sort before these sounds. */
function lowerBound({ tables }: Lexicon, sounds: Uint8Array): number {
  let low = 0
  let high = tables.rhymeSoundsAt.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    const middleSounds = tables.rhymeSounds.subarray(tables.rhymeSoundsAt[middle], tables.rhymeSoundsAt[middle + 1])
    if (Buffer.compare(middleSounds, sounds) < 0) low = middle + 1
    else high = middle
  }
  return low
}

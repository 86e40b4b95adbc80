// Words by sound: what sounds like a text, what sounds exactly the same, and what has the same consonants.
import type { Board } from './board.ts'
import { findNumber, type Lexicon } from './lexicon/lexicon.ts'
import type { Match } from './matches.ts'
import { bare, countSyllables } from './phonemes.ts'
import { consonantsOf, hashOf, skeletonOf } from './sound-classes.ts'
import { createHeard, createSoundDistance, hear, leastForVowel } from './sound-distance.ts'
import { speak } from './spoken.ts'

export interface Sounds {
  /** What sounds like the text, 100 for the same sounds, in steps of 5; at most so many steps away. */
  like(text: string, steps?: number): Match[]
  /** Other words of exactly the same sounds. */
  homophones(text: string): Match[]
  /** Other words of the same consonants in the same order. */
  sameConsonants(text: string): Match[]
}

/** Points beyond which nothing is alike: some for each sound, up to what is told at all. */
const farthest = { least: 9, perSound: 3, most: 25 }
export const pointsPerStep = 5
/** The share of a step that still counts as none. */
const grace = 0.6
/** At most so many pronunciations are compared for one text, and so many words told. */
const mostCompared = 12_000
const mostTold = 1500

export function createSounds(lexicon: Lexicon, board: Board): Sounds {
  const distance = createSoundDistance()
  const [wanted, found] = [createHeard(), createHeard()]
  const near = new Uint32Array(mostCompared)
  const { phonemes, phonemesAt, pronunciationWord } = lexicon.tables
  const syllablesOf = Uint8Array.from(pronunciationWord, (_, one) =>
    countSyllables(phonemes, phonemesAt[one], phonemesAt[one + 1]),
  )

  function like(text: string, steps = farthest.most / pointsPerStep): Match[] {
    const most = steps * pointsPerStep
    for (const form of speak(lexicon, text)) {
      const limit = Math.min(most, farthest.least + farthest.perSound * form.length)
      const syllables = countSyllables(form)
      hear(wanted, form)
      const count = collectNear(lexicon, form, near)
      for (let at = 0; at < count; at++) {
        const pronunciation = near[at] ?? 0
        if (Math.abs((syllablesOf[pronunciation] ?? 0) - syllables) * leastForVowel >= limit) continue
        const [from, to] = [phonemesAt[pronunciation] ?? 0, phonemesAt[pronunciation + 1] ?? 0]
        const points = distance(wanted, hear(found, phonemes, from, to), limit)
        if (points >= limit) continue
        board.put({ word: pronunciationWord[pronunciation] ?? 0, by: pronunciation, score: 100 - points })
      }
    }
    return board.take('pronunciation', mostTold).map((match) => ({ ...match, score: stepped(match.score) }))
  }
  function same(text: string, fits: (wanted: Uint8Array, found: Uint8Array) => boolean): Match[] {
    for (const form of speak(lexicon, text)) {
      for (const pronunciation of withSkeleton(lexicon, hashOf(skeletonOf(form)))) {
        if (!fits(form, lexicon.phonemesOf(pronunciation))) continue
        const word = pronunciationWord[pronunciation] ?? 0
        board.put({ word, by: pronunciation, score: 1 + popularity(lexicon.frequencyOf(word)) })
      }
    }
    board.drop(lexicon.find(text))
    return board.take('pronunciation', mostTold)
  }
  return {
    like,
    homophones: (text) => same(text, (a, b) => equal(a.map(bare), b.map(bare))),
    sameConsonants: (text) => same(text, (a, b) => equal(consonantsOf(a), consonantsOf(b))),
  }
}

function stepped(closeness: number): number {
  return 100 - pointsPerStep * Math.floor((100 - closeness) / pointsPerStep + 1 - grace)
}

/** Words that are only known how to be spoken, and never seen in text, are less frequent than this. */
const leastSeen = 0.02

/** A score by frequency, 0 for what was never seen. */
export function popularity(frequency: number): number {
  return frequency < leastSeen ? 0 : Math.floor(1000 * Math.log10(1 + frequency))
}

function equal(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}

function withSkeleton({ tables }: Lexicon, hash: number): Uint32Array {
  const place = findNumber(tables.skeletonHash, hash)
  if (place < 0) return new Uint32Array(0)
  return tables.skeletonPronunciations.subarray(tables.skeletonAt[place], tables.skeletonAt[place + 1])
}

/** Pronunciations whose skeleton is the same, or has one class less, more, or another; gives how many were put into `into`. */
function collectNear({ tables }: Lexicon, form: Uint8Array, into: Uint32Array): number {
  const skeleton = skeletonOf(form)
  const whole = hashOf(skeleton)
  const seen = new Set<number>()
  let count = 0
  const take = (place: number): void => {
    if (place < 0 || seen.has(place)) return
    seen.add(place)
    const to = tables.skeletonAt[place + 1] ?? 0
    for (let at = tables.skeletonAt[place] ?? 0; at < to && count < into.length; at++)
      into[count++] = tables.skeletonPronunciations[at] ?? 0
  }
  take(findNumber(tables.skeletonHash, whole))
  const shortened = [...skeleton.keys()].map((at) => hashOf(skeleton, at))
  for (const hash of shortened) take(findNumber(tables.skeletonHash, hash))
  for (const hash of [whole, ...shortened]) {
    const place = findNumber(tables.shortenedHash, hash)
    const to = place < 0 ? 0 : (tables.shortenedAt[place + 1] ?? 0)
    for (let at = tables.shortenedAt[place] ?? 0; at < to; at++) take(tables.shortenedSkeletons[at] ?? 0)
  }
  return count
}

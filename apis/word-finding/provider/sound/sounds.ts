// Words by sound: similar to a string, identical in sound, or with the same consonants.

import { present } from '#define/present'
import { findNumber, type Lexicon } from '../lexicon/lexicon.ts'
import type { Match } from '../matches.ts'
import type { Board } from '../score-board.ts'
import { createMarks } from './marks.ts'
import { bare } from './phonemes.ts'
import { consonantsOf, hashOf, skeletonOf } from './sound-classes.ts'
import { createSoundWalk } from './sound-walk.ts'
import { speak } from './spoken.ts'

export interface Sounds {
  /**
   * Returns words that sound like the query, scored from 100 for identical sounds in steps of 5; at most `steps` steps
   * away.
   */
  like(text: string, steps?: number): Match[]
  /** Returns other words with exactly the same sounds. */
  homophones(text: string): Match[]
  /** Returns other words with the same consonants in the same order. */
  sameConsonants(text: string): Match[]
}

/** Maximum distance in points: a few for each sound, within the reported range. */
const farthest = { least: 9, perSound: 3, most: 25 }
export const pointsPerStep = 5
/** Share of a step that still counts as no step. */
const grace = 0.6
/** The limit of pronunciations compared for one query, and of words returned. */
const mostCompared = 12_000
const mostResults = 1500

export function createSounds(lexicon: Lexicon, board: Board): Sounds {
  const walk = createSoundWalk()
  const { phonemes, phonemesAt, pronunciationWord, pronunciationsBySound } = lexicon.tables
  const near = createMarks(pronunciationWord.length)
  const close = createMarks(pronunciationWord.length)
  const pointsOf = new Float32Array(pronunciationWord.length)
  const taken = new Uint32Array(mostCompared)
  const seen = createMarks(lexicon.tables.skeletonHash.length)

  function like(text: string, steps = farthest.most / pointsPerStep): Match[] {
    const most = steps * pointsPerStep
    for (const form of speak(lexicon, text)) {
      const limit = Math.min(most, farthest.least + farthest.perSound * form.length)
      walk.begin(form, limit)
      markNear(form)
      const compared = near.takeAll(taken)
      for (let at = 0; at < compared; at++) {
        const pronunciation = present(pronunciationsBySound[present(taken[at])])
        const points = walk.pointsTo(
          phonemes,
          present(phonemesAt[pronunciation]),
          present(phonemesAt[pronunciation + 1]),
        )
        if (points >= limit) continue
        pointsOf[pronunciation] = points
        close.mark(pronunciation)
      }
      // in numerical order, so that of two equally close pronunciations the most common is reported
      const closeCount = close.takeAll(taken)
      for (let at = 0; at < closeCount; at++) {
        const pronunciation = present(taken[at])
        const word = present(pronunciationWord[pronunciation])
        board.put({ word, by: pronunciation, score: 100 - present(pointsOf[pronunciation]) })
      }
    }
    return board.take('pronunciation', mostResults, stepped)
  }
  /** Marks the ranks of pronunciations whose skeleton is the same, or lacks, adds or changes one class. */
  function markNear(form: Uint8Array): void {
    const { skeletonHash, skeletonAt, skeletonRanks, shortenedHash, shortenedAt, shortenedSkeletons } = lexicon.tables
    const skeleton = skeletonOf(form)
    const skeletonKey = hashOf(skeleton)
    let left = mostCompared
    const take = (skeletonNumber: number): void => {
      if (skeletonNumber < 0 || !seen.mark(skeletonNumber)) return
      const from = present(skeletonAt[skeletonNumber])
      const to = Math.min(present(skeletonAt[skeletonNumber + 1]), from + left)
      for (let at = from; at < to; at++) near.mark(present(skeletonRanks[at]))
      left -= to - from
    }
    take(findNumber(skeletonHash, skeletonKey))
    const shortened = [...skeleton.keys()].map((at) => hashOf(skeleton, at))
    for (const hash of shortened) take(findNumber(skeletonHash, hash))
    for (const hash of [skeletonKey, ...shortened]) {
      const index = findNumber(shortenedHash, hash)
      if (index < 0) continue
      const to = present(shortenedAt[index + 1])
      for (let at = present(shortenedAt[index]); at < to; at++) take(present(shortenedSkeletons[at]))
    }
    seen.clear()
  }
  function same(text: string, fits: (form: Uint8Array, other: Uint8Array) => boolean): Match[] {
    for (const form of speak(lexicon, text)) {
      for (const pronunciation of withSkeleton(lexicon, hashOf(skeletonOf(form)))) {
        if (!fits(form, lexicon.phonemesOf(pronunciation))) continue
        const word = present(pronunciationWord[pronunciation])
        board.put({ word, by: pronunciation, score: 1 + popularity(lexicon.frequencyOf(word)) })
      }
    }
    board.drop(lexicon.find(text))
    return board.take('pronunciation', mostResults)
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

/** Frequency below which a word comes only from the pronouncing dictionary and is unseen in text. */
const leastSeen = 0.02

/** Returns a score by frequency, 0 for unseen words. */
export function popularity(frequency: number): number {
  return frequency < leastSeen ? 0 : Math.floor(1000 * Math.log10(1 + frequency))
}

function equal(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}

/** Returns the pronunciations of a skeleton, in the order of their numbers. */
function withSkeleton({ tables }: Lexicon, hash: number): Uint32Array {
  const skeleton = findNumber(tables.skeletonHash, hash)
  if (skeleton < 0) return new Uint32Array(0)
  const ranks = tables.skeletonRanks.subarray(tables.skeletonAt[skeleton], tables.skeletonAt[skeleton + 1])
  return ranks.map((rank) => present(tables.pronunciationsBySound[rank])).sort()
}

// Pronunciations of all words that have one, the skeletons by which they are found, and their rhymes.
import { present } from '#define/present'
import { findNumber } from '../lexicon/lexicon.ts'
import { rhymePart } from '../sound/phonemes.ts'
import { hashOf, skeletonOf } from '../sound/sound-classes.ts'
import { createPack, gather, gatherByKey, growingNumbers, orderBy, startsOf } from './packing.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Length above which phrases are found by their whole skeleton only. */
const longestNearPhrase = 6

export function buildSounds(vocabulary: Vocabulary, wordFrequency: Float32Array) {
  const pack = createPack()
  const words = growingNumbers()
  const skeletons = createSkeletons()
  const rhymes = createRhymes()
  for (const { word, phonemes } of pronunciationsOf(vocabulary)) {
    pack.add(phonemes)
    words.push(word)
    skeletons.add(skeletonOf(phonemes), /[ -]/.test(present(vocabulary.texts[word])))
    rhymes.add(rhymePart(phonemes))
  }
  const pronunciationWord = words.done()
  const { bytes: phonemes, at: phonemesAt } = pack.done()
  const pronunciationAt = startsOf(pronunciationWord, vocabulary.texts.length)
  const pronunciationsBySound = orderBySound(phonemes, phonemesAt)
  return {
    pronunciationAt,
    phonemes,
    phonemesAt,
    pronunciationWord,
    pronunciationsBySound,
    ...skeletons.done(pronunciationsBySound),
    ...rhymes.done(pronunciationWord, wordFrequency),
  }
}

/** Yields pronunciations by word; phrases and compounds are pronounced as their parts if all of them are known. */
function* pronunciationsOf({ texts, numberOf, spokenForms }: Vocabulary) {
  for (const [word, text] of texts.entries()) {
    const known = spokenForms(word)
    for (const phonemes of known) yield { word, phonemes }
    if (known.length > 0 || !/[ -]/.test(text)) continue
    const parts = text.split(/[ -]/).map((part) => {
      const number = numberOf.get(part)
      return number === undefined ? undefined : spokenForms(number)[0]
    })
    if (parts.every((part) => part !== undefined))
      yield { word, phonemes: Uint8Array.from(parts.flatMap((part) => [...part])) }
  }
}

/** Returns pronunciation numbers in the order of their bytes; equal bytes keep their order. */
function orderBySound(phonemes: Uint8Array, at: Uint32Array): Uint32Array {
  const bytesOf = (one: number): Uint8Array => phonemes.subarray(at[one], at[one + 1])
  const order = Uint32Array.from({ length: at.length - 1 }, (_, one) => one)
  return order.sort((a, b) => Buffer.compare(bytesOf(a), bytesOf(b)) || a - b)
}

function createSkeletons() {
  const hashes = growingNumbers()
  const shortened = growingNumbers()
  const shortenedFrom = growingNumbers()
  const seen = new Set<number>()
  return {
    add(skeleton: readonly number[], isPhrase: boolean): void {
      const hash = hashOf(skeleton)
      hashes.push(hash)
      if (seen.has(hash) || (isPhrase && skeleton.length > longestNearPhrase)) return
      seen.add(hash)
      for (const left of skeleton.keys()) {
        shortened.push(hashOf(skeleton, left))
        shortenedFrom.push(hash)
      }
    },
    done(bySound: Uint32Array) {
      const all = hashes.done()
      const ranks = new Uint32Array(all.length)
      for (const [rank, pronunciation] of bySound.entries()) ranks[pronunciation] = rank
      const skeletons = gatherByKey(all, ranks)
      const from = shortenedFrom.done().map((hash) => findNumber(skeletons.keys, hash))
      const near = gatherByKey(shortened.done(), from)
      return {
        skeletonHash: skeletons.keys,
        skeletonAt: skeletons.at,
        skeletonRanks: skeletons.values,
        shortenedHash: near.keys,
        shortenedAt: near.at,
        shortenedSkeletons: near.values,
      }
    },
  }
}

function createRhymes() {
  const numbers = new Map<string, number>()
  const owners = growingNumbers()
  return {
    /** Adds a rhyme part. The empty part of a word without a vowel rhymes with nothing. */
    add(part: Uint8Array): void {
      const key = Buffer.from(part).toString('latin1')
      const number = numbers.get(key) ?? numbers.size
      numbers.set(key, number)
      owners.push(number)
    },
    done(pronunciationWord: Uint32Array, wordFrequency: Float32Array) {
      const keys = [...numbers.keys()].sort()
      const renumbered = new Uint32Array(keys.length)
      for (const [at, key] of keys.entries()) renumbered[present(numbers.get(key))] = at
      const owner = owners.done().map((number) => present(renumbered[number]))
      const bits = new Uint32Array(wordFrequency.buffer)
      const frequentFirst = orderBy(owner.length, (one) => 2 ** 32 - present(bits[present(pronunciationWord[one])]))
      const gathered = gather(
        frequentFirst.map((one) => present(owner[one])),
        frequentFirst,
        keys.length,
      )
      const pack = createPack()
      for (const key of keys) pack.add(Buffer.from(key, 'latin1'))
      const { bytes: rhymeSounds, at: rhymeSoundsAt } = pack.done()
      return { rhymeSounds, rhymeSoundsAt, rhymeAt: gathered.at, rhymePronunciations: gathered.values }
    },
  }
}

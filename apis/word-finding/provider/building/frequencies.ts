// Word frequencies, estimated from WordNet's own counts: its tagged text (by lemma) and the running text of its
// definitions and examples (by form).
import { present } from '#define/present'
import { lemmasOf } from '../lemmas.ts'
import { orderBy, pairSpan } from './packing.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Approximate number of running words in the tagged text. */
const taggedWords = 700_000
const taggedWeight = 0.6
/** The assumed share of one inflected form in a lemma's occurrences. */
const formShare = 0.25
/** The share of a form that is absent from the running text; possibly not a form of the lemma at all. */
const unseenFormShare = 0.01
/**
 * Assumed occurrences beyond the counted ones, per million; higher for words with many senses or a known pronunciation.
 */
const unseen = { word: 0.001, sense: 0.02, spoken: 0.01 }

interface Counted {
  readonly wordCounts: Uint32Array
  readonly pairs: Float64Array
  readonly sensesAt: Uint32Array
  readonly senseCount: Uint16Array
}

export function buildFrequencies(vocabulary: Vocabulary, counted: Counted) {
  const { texts } = vocabulary
  const written = counted.wordCounts.reduce((sum, count) => sum + count, 0)
  const pairs = counted.pairs.slice().sort()
  const wordFrequency = Float32Array.from(texts, (text, word) => {
    const count = present(counted.wordCounts[word]) + countPhrase(vocabulary, pairs, text)
    const inTagged = taggedShare(vocabulary, counted, { word, text, isWritten: count > 0 })
    const known = vocabulary.spokenForms(word).length > 0 ? unseen.spoken : 0
    const beyond = unseen.word + unseen.sense * sensesIn(counted, word) + known
    return taggedWeight * inTagged + (1 - taggedWeight) * (count / written) * 1e6 + beyond
  })
  // positive floats sort in the order of their bits
  const bits = new Uint32Array(wordFrequency.buffer)
  const wordsByFrequency = orderBy(texts.length, (word) => 2 ** 32 - present(bits[word]))
  const wordRank = new Uint32Array(texts.length)
  for (const [rank, word] of wordsByFrequency.entries()) wordRank[word] = rank
  return { wordFrequency, wordsByFrequency, wordRank }
}

const sensesIn = ({ sensesAt }: Counted, word: number): number => present(sensesAt[word + 1]) - present(sensesAt[word])

/** Occurrences per million in tagged text; for a form without senses, its share of its lemma's occurrences. */
function taggedShare(
  { numberOf }: Vocabulary,
  counted: Counted,
  { word, text, isWritten }: { word: number; text: string; isWritten: boolean },
): number {
  const tagged = (one: number): number => {
    let sum = 0
    for (let at = present(counted.sensesAt[one]); at < present(counted.sensesAt[one + 1]); at++)
      sum += present(counted.senseCount[at])
    return (sum / taggedWords) * 1e6
  }
  if (sensesIn(counted, word) > 0) return tagged(word)
  const lemma = lemmasOf(text)
    .map((one) => numberOf.get(one))
    .find((one) => one !== undefined && sensesIn(counted, one) > 0)
  return lemma === undefined ? 0 : tagged(lemma) * (isWritten ? formShare : unseenFormShare)
}

/** Counts how often the two words of a phrase are neighbours, in sorted pairs. */
function countPhrase({ numberOf }: Vocabulary, pairs: Float64Array, text: string): number {
  const space = text.indexOf(' ')
  if (space < 0 || text.includes(' ', space + 1)) return 0
  const [first, second] = [numberOf.get(text.slice(0, space)), numberOf.get(text.slice(space + 1))]
  if (first === undefined || second === undefined) return 0
  const pair = first * pairSpan + second
  return lowerBound(pairs, pair + 1) - lowerBound(pairs, pair)
}

/** Returns the number of smaller pairs. */
function lowerBound(pairs: Float64Array, target: number): number {
  let low = 0
  let high = pairs.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (present(pairs[middle]) < target) low = middle + 1
    else high = middle
  }
  return low
}

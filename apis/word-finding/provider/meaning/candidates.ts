// The first round of the reverse dictionary: reads the postings of a description's terms and selects the synsets worth
// judging. Keeps its counters between calls, which do not overlap.

import { present } from '#define/present'
import type { Lexicon } from '../lexicon/lexicon.ts'
import { smallest } from '../smallest.ts'
import type { QueryTerm } from './description.ts'
import { inDefinition, inDefinitionHead, placesOf, synsetOf } from './terms.ts'

interface Candidates {
  /** Returns at most `most` synsets, the most promising first. */
  collect(terms: readonly QueryTerm[], most: number): number[]
  /** Writes to `into` how well a synset from the last `collect` matches each term, itself or by its kind. */
  met(synset: number, terms: readonly QueryTerm[], into: Float64Array): void
  /** True if the synset is of a kind that the term names. */
  isOfKind(synset: number, term: number): boolean
}

/** Worths by the place of a term: at the head of a definition, later in it, or only in the name. */
const fieldWorths = { head: 1.15, definition: 1, words: 0.85, plain: 1.15 }
/** Worth of a term that is only related to a synset. */
const relatedWorth = 0.7
/** Limits on the substitutes searched for: the best few, of at least this worth and not too frequent. */
const substituteLimits = { most: 6, worth: 0.4, postings: 1200 }
const span = 2 ** 20

export function createCandidates(lexicon: Lexicon): Candidates {
  const { postingsAt, related, relatedAt, plainPostings, plainPostingsAt } = lexicon.tables
  const hits = createHits(lexicon)
  const { scores, high, low, near, plain } = hits
  const kinds = createKindMarks(lexicon)
  const keys = new Float64Array(lexicon.synsetCount)

  function readSubstitutes(one: QueryTerm): void {
    const others = [...one.substitutes]
      .filter(([, worth]) => worth >= substituteLimits.worth)
      .sort(([, a], [, b]) => b - a)
    for (const [term, worth] of others.slice(0, substituteLimits.most))
      if (present(postingsAt[term + 1]) - present(postingsAt[term]) <= substituteLimits.postings)
        hits.read(term, (one.weight * worth) / 2, 0)
  }
  function promise(synset: number, terms: readonly QueryTerm[]): number {
    let score = present(scores[synset])
    let left = kinds.of(synset) & ~(present(high[synset]) | present(low[synset]))
    for (; left !== 0; left &= left - 1) {
      const one = present(terms[31 - Math.clz32(left & -left)])
      score += one.weight * one.kindWorth
    }
    return score
  }
  return {
    collect(terms, most) {
      hits.clear()
      kinds.mark(terms)
      for (const [at, one] of terms.entries()) {
        const bit = 1 << at
        hits.read(one.term, one.weight, bit)
        // a single word has more than enough candidates
        if (terms.length > 1) {
          hits.mark({ bit, into: plain, weight: one.weight }, synsetsOf(plainPostings, plainPostingsAt, one.term))
          hits.mark({ bit, into: near, weight: one.weight * relatedWorth }, synsetsOf(related, relatedAt, one.term))
        }
        readSubstitutes(one)
      }
      const touched = hits.touched()
      for (let at = 0; at < touched.length; at++) {
        const synset = present(touched[at])
        keys[at] = synset - Math.floor(promise(synset, terms) * 1000) * span
      }
      return Array.from(smallest(keys.subarray(0, touched.length), most), (key) => ((key % span) + span) % span)
    },
    isOfKind: (synset, term) => ((kinds.of(synset) >> term) & 1) === 1,
    met(synset, terms, into) {
      const [highs, lows, ofKind] = [present(high[synset]), present(low[synset]), kinds.of(synset)]
      for (let at = 0; at < terms.length; at++) {
        const isLow = (lows >> at) & 1
        const fieldWorth =
          (highs >> at) & 1 ? (isLow ? fieldWorths.head : fieldWorths.definition) : isLow ? fieldWorths.words : 0
        const kindWorth = (ofKind >> at) & 1 ? present(terms[at]).kindWorth : 0
        const nearWorth = (present(near[synset]) >> at) & 1 ? relatedWorth : 0
        const plainWorth = (present(plain[synset]) >> at) & 1 ? fieldWorths.plain : 0
        into[at] = Math.max(fieldWorth, plainWorth, kindWorth, nearWorth)
      }
    },
  }
}

function synsetsOf(synsets: Uint32Array, at: Uint32Array, term: number): Uint32Array {
  return synsets.subarray(present(at[term]), present(at[term + 1]))
}

/**
 * Counts the hits of a description's terms so far: a score for each synset, and the terms it matches with the place of
 * each.
 */
function createHits({ tables, synsetCount }: Lexicon) {
  const { postings, postingsAt } = tables
  const scores = new Float32Array(synsetCount)
  const touched = new Uint32Array(synsetCount)
  /** Two bits for each term: 0 absent, 1 in the name, 2 in the definition, 3 at its head. */
  const low = new Uint32Array(synsetCount)
  const high = new Uint32Array(synsetCount)
  /** Terms that are only related to a synset, one bit each. */
  const near = new Uint32Array(synsetCount)
  /** Terms of a synset's definition in plain words, one bit each. */
  const plain = new Uint32Array(synsetCount)
  let count = 0

  function raise(synset: number, weight: number): void {
    const before = present(scores[synset])
    if (before === 0) touched[count++] = synset
    scores[synset] = before + weight
  }
  function read(term: number, weight: number, bit: number): void {
    for (let at = present(postingsAt[term]); at < present(postingsAt[term + 1]); at++) {
      const entry = present(postings[at])
      const synset = synsetOf(entry)
      raise(synset, weight)
      if (bit === 0) continue
      const fields = placesOf(entry)
      if (fields & inDefinition) high[synset] = present(high[synset]) | bit
      if (fields & inDefinitionHead || !(fields & inDefinition)) low[synset] = present(low[synset]) | bit
    }
  }
  /** Raises the score of each synset and marks the term in `into`. */
  function mark({ bit, into, weight }: Mark, synsets: Uint32Array): void {
    for (const synset of synsets) {
      raise(synset, weight)
      into[synset] = present(into[synset]) | bit
    }
  }
  function clear(): void {
    for (let at = 0; at < count; at++) {
      const synset = present(touched[at])
      scores[synset] = 0
      low[synset] = 0
      high[synset] = 0
      near[synset] = 0
      plain[synset] = 0
    }
    count = 0
  }
  return { scores, high, low, near, plain, read, mark, clear, touched: () => touched.subarray(0, count) }
}

interface Mark {
  readonly bit: number
  readonly into: Uint32Array
  readonly weight: number
}

/** Terms that name a kind of each synset, by its position in the tree of kinds. */
function createKindMarks({ tables, synsetCount }: Lexicon) {
  const { kindFrom } = tables
  const ofKinds = new Uint32Array(synsetCount)
  /** Marks, for each position in the tree of kinds, the terms that name a kind of the synset there. */
  function mark(terms: readonly QueryTerm[]): void {
    // the spans of one term are disjoint, so its bit flips at both ends of each span
    const boundaries: { readonly position: number; readonly bit: number }[] = []
    for (const [at, { kinds }] of terms.entries())
      for (const { from, to } of kinds)
        boundaries.push({ position: from, bit: 1 << at }, { position: to, bit: 1 << at })
    boundaries.sort((a, b) => a.position - b.position)
    let bits = 0
    let done = 0
    for (const { position, bit } of boundaries) {
      if (position > done) ofKinds.fill(bits, done, position)
      done = Math.max(done, position)
      bits ^= bit
    }
    ofKinds.fill(0, done)
  }
  return { mark, of: (synset: number): number => present(ofKinds[present(kindFrom[synset])]) }
}

// The first round of the reverse dictionary: reads the postings of a description's terms and picks the synsets worth
// judging. Keeps its counters between calls, which do not overlap.

import type { Lexicon } from '../lexicon/lexicon.ts'
import { smallest } from '../smallest.ts'
import type { QueryTerm } from './description.ts'
import { inDefinition, inDefinitionHead, placesOf, synsetOf } from './terms.ts'

export interface Candidates {
  /** At most `most` synsets, the most promising first. */
  collect(terms: readonly QueryTerm[], most: number): number[]
  /** Writes to `into` how well a synset, one of those collected last, meets each term, by itself or by its kind. */
  met(synset: number, terms: readonly QueryTerm[], into: Float64Array): void
  /** Whether it is of a kind that the term names. */
  isOfKind(synset: number, term: number): boolean
}

/** By where a term occurs: at the head of a definition, later in it, or only in the name. */
const fieldWorths = { head: 1.15, definition: 1, words: 0.85, plain: 1.15 }
/** Of a term that a synset only has to do with. */
const relatedWorth = 0.7
/** Bounds on the substitutes that are searched for: the best few, of at least this worth and not too frequent. */
const substituteLimits = { most: 6, worth: 0.4, postings: 1200 }
const span = 2 ** 20

export function createCandidates(lexicon: Lexicon): Candidates {
  const { postings, postingsAt, related, relatedAt, plainPostings, plainPostingsAt, kindFrom } = lexicon.tables
  const scores = new Float32Array(lexicon.synsetCount)
  const touched = new Uint32Array(lexicon.synsetCount)
  /** Two bits for each term: 0 absent, 1 in the name, 2 in the definition, 3 at its head. */
  const low = new Uint32Array(lexicon.synsetCount)
  const high = new Uint32Array(lexicon.synsetCount)
  const ofKinds = new Uint32Array(lexicon.synsetCount)
  /** The terms that a synset only has to do with. */
  const near = new Uint32Array(lexicon.synsetCount)
  /** The terms of its definition in plain words. */
  const plain = new Uint32Array(lexicon.synsetCount)
  const keys = new Float64Array(lexicon.synsetCount)
  let touchedCount = 0

  function read(term: number, weight: number, bit: number): void {
    for (let at = postingsAt[term] ?? 0; at < (postingsAt[term + 1] ?? 0); at++) {
      const entry = postings[at] ?? 0
      const synset = synsetOf(entry)
      const before = scores[synset] ?? 0
      if (before === 0) touched[touchedCount++] = synset
      scores[synset] = before + weight
      if (bit === 0) continue
      const fields = placesOf(entry)
      if (fields & inDefinition) high[synset] = (high[synset] ?? 0) | bit
      if (fields & inDefinitionHead || !(fields & inDefinition)) low[synset] = (low[synset] ?? 0) | bit
    }
  }
  function readRelated(term: number, weight: number, bit: number): void {
    for (let at = relatedAt[term] ?? 0; at < (relatedAt[term + 1] ?? 0); at++) {
      const synset = related[at] ?? 0
      const before = scores[synset] ?? 0
      if (before === 0) touched[touchedCount++] = synset
      scores[synset] = before + weight
      near[synset] = (near[synset] ?? 0) | bit
    }
  }
  function readPlain(term: number, weight: number, bit: number): void {
    for (let at = plainPostingsAt[term] ?? 0; at < (plainPostingsAt[term + 1] ?? 0); at++) {
      const synset = plainPostings[at] ?? 0
      const before = scores[synset] ?? 0
      if (before === 0) touched[touchedCount++] = synset
      scores[synset] = before + weight
      plain[synset] = (plain[synset] ?? 0) | bit
    }
  }
  function clear(): void {
    for (let at = 0; at < touchedCount; at++) {
      const synset = touched[at] ?? 0
      scores[synset] = 0
      low[synset] = 0
      high[synset] = 0
      near[synset] = 0
      plain[synset] = 0
    }
    touchedCount = 0
  }
  function readSubstitutes(one: QueryTerm): void {
    const others = [...one.substitutes]
      .filter(([, worth]) => worth >= substituteLimits.worth)
      .sort(([, a], [, b]) => b - a)
    for (const [term, worth] of others.slice(0, substituteLimits.most))
      if ((postingsAt[term + 1] ?? 0) - (postingsAt[term] ?? 0) <= substituteLimits.postings)
        read(term, (one.weight * worth) / 2, 0)
  }
  /** Marks, for each position in the tree of kinds, the terms that name a kind of the synset there. */
  function markKinds(terms: readonly QueryTerm[]): void {
    // the spans of one term are disjoint, so its bit flips at each end of one
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
  const kindsOf = (synset: number): number => ofKinds[kindFrom[synset] ?? 0] ?? 0

  function promise(synset: number, terms: readonly QueryTerm[]): number {
    let score = scores[synset] ?? 0
    let left = kindsOf(synset) & ~((high[synset] ?? 0) | (low[synset] ?? 0))
    for (; left !== 0; left &= left - 1) {
      const one = terms[31 - Math.clz32(left & -left)]
      if (one) score += one.weight * one.kindWorth
    }
    return score
  }
  return {
    collect(terms, most) {
      clear()
      markKinds(terms)
      for (const [at, one] of terms.entries()) {
        read(one.term, one.weight, 1 << at)
        if (terms.length > 1) readPlain(one.term, one.weight, 1 << at)
        // around a single word there is more than enough
        if (terms.length > 1) readRelated(one.term, one.weight * relatedWorth, 1 << at)
        readSubstitutes(one)
      }
      for (let at = 0; at < touchedCount; at++) {
        const synset = touched[at] ?? 0
        keys[at] = synset - Math.floor(promise(synset, terms) * 1000) * span
      }
      return Array.from(smallest(keys.subarray(0, touchedCount), most), (key) => ((key % span) + span) % span)
    },
    isOfKind: (synset, term) => ((kindsOf(synset) >> term) & 1) === 1,
    met(synset, terms, into) {
      const [highs, lows, ofKind] = [high[synset] ?? 0, low[synset] ?? 0, kindsOf(synset)]
      for (let at = 0; at < terms.length; at++) {
        const isLow = (lows >> at) & 1
        const fieldWorth =
          (highs >> at) & 1 ? (isLow ? fieldWorths.head : fieldWorths.definition) : isLow ? fieldWorths.words : 0
        const kindWorth = (ofKind >> at) & 1 ? (terms[at]?.kindWorth ?? 0) : 0
        const nearWorth = ((near[synset] ?? 0) >> at) & 1 ? relatedWorth : 0
        const plainWorth = ((plain[synset] ?? 0) >> at) & 1 ? fieldWorths.plain : 0
        into[at] = Math.max(fieldWorth, plainWorth, kindWorth, nearWorth)
      }
    },
  }
}

// The first round of the reverse dictionary: reads the postings of a description's terms and picks the synsets worth
// judging. Keeps its counters between calls, which do not overlap.

import type { Lexicon } from '../lexicon/lexicon.ts'
import { smallest } from '../smallest.ts'
import type { WantedTerm } from './description.ts'
import { inDefinition, inDefinitionHead, placesOf, synsetOf } from './terms.ts'

export interface Candidates {
  /** At most so many synsets, the most promising first. */
  collect(wanted: readonly WantedTerm[], most: number): number[]
  /**
   * Puts into a table how well each term is met by itself or by the kind of the synset; only for what was collected
   * last.
   */
  met(synset: number, wanted: readonly WantedTerm[], into: Float64Array): void
}

/** Where a term stands: among the first of a definition, later, only in the name. */
const placeWorth = { head: 1.15, definition: 1, words: 0.85 }
/**
 * Which terms are looked for in place of a wanted one: so many, those that do nearly as well and are not everywhere.
 */
const instead = { most: 6, worth: 0.4, postings: 1200 }
const span = 2 ** 20

export function createCandidates(lexicon: Lexicon): Candidates {
  const { postings, postingsAt, kindFrom } = lexicon.tables
  const scores = new Float32Array(lexicon.synsetCount)
  const touched = new Uint32Array(lexicon.synsetCount)
  /** Two bits for each term: 0 not there, 1 in the name, 2 in the definition, 3 among its first. */
  const low = new Uint32Array(lexicon.synsetCount)
  const high = new Uint32Array(lexicon.synsetCount)
  const ofKinds = new Uint32Array(lexicon.synsetCount)
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
      const places = placesOf(entry)
      if (places & inDefinition) high[synset] = (high[synset] ?? 0) | bit
      if (places & inDefinitionHead || !(places & inDefinition)) low[synset] = (low[synset] ?? 0) | bit
    }
  }
  function clear(): void {
    for (let at = 0; at < touchedCount; at++) {
      const synset = touched[at] ?? 0
      scores[synset] = 0
      low[synset] = 0
      high[synset] = 0
    }
    touchedCount = 0
  }
  function readInstead(one: WantedTerm): void {
    const others = [...one.instead].filter(([, worth]) => worth >= instead.worth).sort(([, a], [, b]) => b - a)
    for (const [term, worth] of others.slice(0, instead.most))
      if ((postingsAt[term + 1] ?? 0) - (postingsAt[term] ?? 0) <= instead.postings)
        read(term, (one.weight * worth) / 2, 0)
  }
  /** Marks, for each place in the tree of kinds, the wanted terms that name a kind of what is there. */
  function markKinds(wanted: readonly WantedTerm[]): void {
    // spans of one term lie apart, so that its bit is turned at each end of one
    const turns: { readonly place: number; readonly bit: number }[] = []
    for (const [at, { kinds }] of wanted.entries())
      for (const { from, to } of kinds) turns.push({ place: from, bit: 1 << at }, { place: to, bit: 1 << at })
    turns.sort((a, b) => a.place - b.place)
    let bits = 0
    let done = 0
    for (const { place, bit } of turns) {
      if (place > done) ofKinds.fill(bits, done, place)
      done = Math.max(done, place)
      bits ^= bit
    }
    ofKinds.fill(0, done)
  }
  const kindsOf = (synset: number): number => ofKinds[kindFrom[synset] ?? 0] ?? 0

  function promise(synset: number, wanted: readonly WantedTerm[]): number {
    let score = scores[synset] ?? 0
    let left = kindsOf(synset) & ~((high[synset] ?? 0) | (low[synset] ?? 0))
    for (; left !== 0; left &= left - 1) {
      const one = wanted[31 - Math.clz32(left & -left)]
      if (one) score += one.weight * one.kindWorth
    }
    return score
  }
  return {
    collect(wanted, most) {
      clear()
      markKinds(wanted)
      for (const [at, one] of wanted.entries()) {
        read(one.term, one.weight, 1 << at)
        readInstead(one)
      }
      for (let at = 0; at < touchedCount; at++) {
        const synset = touched[at] ?? 0
        keys[at] = synset - Math.floor(promise(synset, wanted) * 1000) * span
      }
      return Array.from(smallest(keys.subarray(0, touchedCount), most), (key) => ((key % span) + span) % span)
    },
    met(synset, wanted, into) {
      const [highs, lows, ofKind] = [high[synset] ?? 0, low[synset] ?? 0, kindsOf(synset)]
      for (let at = 0; at < wanted.length; at++) {
        const isLow = (lows >> at) & 1
        const place =
          (highs >> at) & 1 ? (isLow ? placeWorth.head : placeWorth.definition) : isLow ? placeWorth.words : 0
        const kindWorth = (ofKind >> at) & 1 ? (wanted[at]?.kindWorth ?? 0) : 0
        into[at] = Math.max(place, kindWorth)
      }
    },
  }
}

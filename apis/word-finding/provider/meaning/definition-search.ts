// The reverse dictionary: synsets that match a description. They are found by the terms of their definitions, then
// judged by how much of the description they match, directly, through a word of similar meaning or by kind.

import { present } from '#define/present'
import { findNumber, type Lexicon } from '../lexicon/lexicon.ts'
import { noTerm } from '../lexicon/tables.ts'
import { createCandidates } from './candidates.ts'
import { createDescriptions, type Description } from './description.ts'
import { tokensOf } from './terms.ts'

/** A synset and its score, which ranks within one answer. */
interface Described {
  readonly synset: number
  readonly score: number
}
/** Finds the synsets that a text describes, best first. */
type DefinitionSearch = (text: string) => Described[]

/** Weight of a definition's length against it, for one word and for several, and the usual length. */
const lengthShares = { one: 0.5, more: 0.7 }
const usualLength = 6
/** Exponent of the matched share: matching half of a description scores much less than half. */
const wholeness = 1.75
const otherPartWorth = 0.5
/** Factor for names of people, places and species, which are seldom what the user is looking for. */
const nameWorth = 0.75
/** Factor for synsets of another kind than the description names, if WordNet knows many of that kind. */
const otherKindWorth = 0.75
const fewestKinds = 40
const mostJudged = 500
const mostDescribed = 300
/** Number of definitions compared word for word, which is expensive. */
const mostRead = 100
/** Minimum run of equal words in a definition that raises its worth; each word from the third on adds to it. */
const shortestRun = 3
const runShare = 0.15
const intenseWorth = 1.6
const intensifier =
  /\b(?:very|extremely|unusually|exceedingly|intensely|extraordinarily|highly|exceptionally|extreme|intense|great|greatly|overwhelming)\b/
/** Upper bound on the substitutes of a description. */
const mostRows = 2 ** 16 - 1

export function createDefinitionSearch(lexicon: Lexicon): DefinitionSearch {
  const read = createDescriptions(lexicon)
  const candidates = createCandidates(lexicon)
  const substitutesFor = createSubstitutes(lexicon)
  return (text) => {
    const description = read(text)
    const { terms: queryTerms } = description
    const substitutes = substitutesFor(description)
    const met = new Float64Array(queryTerms.length)
    const synsets = candidates.collect(queryTerms, mostJudged)
    const { about, part } = description
    const kindCount = queryTerms[about]?.kinds.reduce((sum, { from, to }) => sum + to - from, 0) ?? 0
    const isElsewhere = (synset: number) =>
      part === 'n' && kindCount >= fewestKinds && !candidates.isOfKind(synset, about)
    const scores = new Float64Array(synsets.length)
    for (let at = 0; at < synsets.length; at++) {
      const synset = present(synsets[at])
      candidates.met(synset, queryTerms, met)
      substitutes.meet(synset, met)
      scores[at] = judge(lexicon, { synset, met, description }) * (isElsewhere(synset) ? otherKindWorth : 1)
    }
    substitutes.forget()
    const order = Uint16Array.from(scores.keys())
    const bestFirst = (a: number, b: number) =>
      present(scores[b]) - present(scores[a]) || present(synsets[a]) - present(synsets[b])
    order.sort(bestFirst)
    for (const at of order.subarray(0, mostRead))
      scores[at] = present(scores[at]) * wordingOf(lexicon, present(synsets[at]), description)
    order.sort(bestFirst)
    return Array.from(order.subarray(0, mostDescribed), (at) => ({
      synset: present(synsets[at]),
      score: present(scores[at]),
    }))
  }
}

interface Judged {
  readonly synset: number
  /** Degree to which each term is matched. */
  readonly met: Float64Array
  readonly description: Description
}

function judge(lexicon: Lexicon, { synset, met, description }: Judged): number {
  const { terms: queryTerms } = description
  let sum = 0
  let of = 0
  for (let at = 0; at < queryTerms.length; at++) {
    const { weight } = present(queryTerms[at])
    sum += weight * present(met[at])
    of += weight
  }
  const { definitionWordsAt } = lexicon.tables
  const words = present(definitionWordsAt[synset + 1]) - present(definitionWordsAt[synset])
  const lengthShare = queryTerms.length === 1 ? lengthShares.one : lengthShares.more
  const length = 1 - lengthShare + (lengthShare * words) / usualLength
  const fitting = lexicon.partOf(synset) === description.part ? 1 : otherPartWorth
  const isName = hasOnlyNames(lexicon, synset)
  return (Math.min(1, sum / of) ** wholeness * sum * fitting * (isName ? nameWorth : 1)) / (1 + length)
}

/** Returns the factor for a synset with a definition in the words of the description. */
function wordingOf(lexicon: Lexicon, synset: number, { tokens, isIntense }: Description): number {
  const plain = lexicon.plainDefinitionOf(synset)
  let best = 1
  for (const definition of plain === undefined
    ? [lexicon.definitionOf(synset)]
    : [lexicon.definitionOf(synset), plain]) {
    const worded = 1 + runShare * Math.max(0, longestRun(tokens, tokensOf(definition)) - shortestRun + 1)
    best = Math.max(best, isIntense && intensifier.test(definition) ? worded * intenseWorth : worded)
  }
  return best
}

/** Returns the length of the longest run of words that two texts share. */
function longestRun(one: readonly string[], other: readonly string[]): number {
  let longest = 0
  for (let from = 0; from < one.length - longest; from++)
    for (let at = other.indexOf(present(one[from])); at >= 0; at = other.indexOf(present(one[from]), at + 1)) {
      let length = 1
      while (from + length < one.length && one[from + length] === other[at + length]) length++
      if (length > longest) longest = length
    }
  return longest
}

function hasOnlyNames({ tables, isName }: Lexicon, synset: number): boolean {
  const end = present(tables.synsetWordsAt[synset + 1])
  for (let at = present(tables.synsetWordsAt[synset]); at < end; at++)
    if (!isName(present(tables.synsetWords[at]))) return false
  return true
}

/**
 * Terms that substitute for those of the description. `rowOf` quickly rules out most terms; a substitute's row holds
 * its worth for each term of the description.
 */
function createSubstitutes(lexicon: Lexicon) {
  const { definitionWords, definitionWordsAt, synsetWords, synsetWordsAt, wordTerm, termAt } = lexicon.tables
  const { plainSynsets, plainWords, plainWordsAt } = lexicon.tables
  const rowOf = new Uint16Array(termAt.length)
  let worths = new Float64Array(0)

  return ({ terms: queryTerms }: Description) => {
    const width = queryTerms.length
    const terms = [...new Set(queryTerms.flatMap(({ substitutes }) => [...substitutes.keys()]))].slice(0, mostRows)
    // row 0 is unused
    if (worths.length < (terms.length + 1) * width) worths = new Float64Array((terms.length + 1) * width)
    worths.fill(0)
    for (const [at, term] of terms.entries()) rowOf[term] = at + 1
    for (const [at, { substitutes }] of queryTerms.entries())
      for (const [term, worth] of substitutes) worths[present(rowOf[term]) * width + at] = worth

    function meetAll(words: Uint32Array, from: number, to: number, met: Float64Array): void {
      for (let index = from; index < to; index++) {
        const term = present(wordTerm[present(words[index])])
        const row = term === noTerm ? 0 : present(rowOf[term]) * width
        if (row === 0) continue
        for (let at = 0; at < width; at++) {
          const worth = present(worths[row + at])
          if (worth > present(met[at])) met[at] = worth
        }
      }
    }
    return {
      /** Raises `met` by the substitutes among the words of the synset and of its definition. */
      meet(synset: number, met: Float64Array): void {
        meetAll(definitionWords, present(definitionWordsAt[synset]), present(definitionWordsAt[synset + 1]), met)
        const plain = findNumber(plainSynsets, synset)
        if (plain >= 0) meetAll(plainWords, present(plainWordsAt[plain]), present(plainWordsAt[plain + 1]), met)
        meetAll(synsetWords, present(synsetWordsAt[synset]), present(synsetWordsAt[synset + 1]), met)
      },
      forget(): void {
        for (const term of terms) rowOf[term] = 0
      },
    }
  }
}

// The reverse dictionary: synsets that match a description. Found by the terms of their definitions, then judged by how
// much of the description they match, be it through a word of similar meaning or by kind.

import { findNumber, type Lexicon } from '../lexicon/lexicon.ts'
import { noTerm } from '../lexicon/tables.ts'
import { createCandidates } from './candidates.ts'
import { createDescriptions, type Description } from './description.ts'
import { tokensOf } from './terms.ts'

/** A synset and how well it matches; scores rank within one answer. */
export interface Described {
  readonly synset: number
  readonly score: number
}
/** Finds the synsets that a text describes, best first. */
export type DefinitionSearch = (text: string) => Described[]

/** How much the length of a definition counts against it, for one word and for more, and the usual length. */
const lengthShares = { one: 0.5, more: 0.7 }
const usualLength = 6
/** Matching half of a description scores much less than half. */
const wholeness = 1.75
const otherPartWorth = 0.5
/** Names of people, places and species are seldom what somebody is looking for. */
const nameWorth = 0.75
/** For what is not of the kind that the description names, when WordNet knows many of that kind. */
const otherKindWorth = 0.75
const fewestKinds = 40
const mostJudged = 500
const mostDescribed = 300
/** Definitions are compared word for word only where it may matter. */
const mostRead = 100
/** A definition with the same words in the same order is worth more for each word from the third on. */
const shortestRun = 3
const runShare = 0.15
const intenseWorth = 1.6
const intensifier =
  /\b(?:very|extremely|unusually|exceedingly|intensely|extraordinarily|highly|exceptionally|extreme|intense|great|greatly|overwhelming)\b/
/** More substitutes than any description has. */
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
      const synset = synsets[at] ?? 0
      candidates.met(synset, queryTerms, met)
      substitutes.meet(synset, met)
      scores[at] = judge(lexicon, { synset, met, description }) * (isElsewhere(synset) ? otherKindWorth : 1)
    }
    substitutes.forget()
    const order = Uint16Array.from(scores.keys())
    const bestFirst = (a: number, b: number) =>
      (scores[b] ?? 0) - (scores[a] ?? 0) || (synsets[a] ?? 0) - (synsets[b] ?? 0)
    order.sort(bestFirst)
    for (const at of order.subarray(0, mostRead))
      scores[at] = (scores[at] ?? 0) * wordingOf(lexicon, synsets[at] ?? 0, description)
    order.sort(bestFirst)
    return Array.from(order.subarray(0, mostDescribed), (at) => ({ synset: synsets[at] ?? 0, score: scores[at] ?? 0 }))
  }
}

interface Judged {
  readonly synset: number
  /** How well each term is met. */
  readonly met: Float64Array
  readonly description: Description
}

function judge(lexicon: Lexicon, { synset, met, description }: Judged): number {
  const { terms: queryTerms } = description
  let sum = 0
  let of = 0
  for (let at = 0; at < queryTerms.length; at++) {
    const weight = queryTerms[at]?.weight ?? 0
    sum += weight * (met[at] ?? 0)
    of += weight
  }
  const { definitionWordsAt } = lexicon.tables
  const words = (definitionWordsAt[synset + 1] ?? 0) - (definitionWordsAt[synset] ?? 0)
  const lengthShare = queryTerms.length === 1 ? lengthShares.one : lengthShares.more
  const length = 1 - lengthShare + (lengthShare * words) / usualLength
  const fitting = lexicon.partOf(synset) === description.part ? 1 : otherPartWorth
  const isName = hasOnlyNames(lexicon, synset)
  return (Math.min(1, sum / of) ** wholeness * sum * fitting * (isName ? nameWorth : 1)) / (1 + length)
}

/** How much more a synset is worth that one of its definitions says in the words of the description. */
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

/** The length of the longest run of words that two texts have in common. */
function longestRun(one: readonly string[], other: readonly string[]): number {
  let longest = 0
  for (let from = 0; from < one.length - longest; from++)
    for (let at = other.indexOf(one[from] ?? ''); at >= 0; at = other.indexOf(one[from] ?? '', at + 1)) {
      let length = 1
      while (from + length < one.length && one[from + length] === other[at + length]) length++
      if (length > longest) longest = length
    }
  return longest
}

function hasOnlyNames({ tables, isName }: Lexicon, synset: number): boolean {
  const end = tables.synsetWordsAt[synset + 1] ?? 0
  for (let at = tables.synsetWordsAt[synset] ?? 0; at < end; at++)
    if (!isName(tables.synsetWords[at] ?? 0)) return false
  return true
}

/**
 * Terms that substitute for those of the description. `rowOf` says at once that most terms are not substitutes; a
 * substitute's row holds how well it does for each term of the description.
 */
function createSubstitutes(lexicon: Lexicon) {
  const { definitionWords, definitionWordsAt, synsetWords, synsetWordsAt, wordTerm, termAt } = lexicon.tables
  const { plainSynsets, plainWords, plainWordsAt } = lexicon.tables
  const rowOf = new Uint16Array(termAt.length)
  let worths = new Float64Array(0)

  return ({ terms: queryTerms }: Description) => {
    const width = queryTerms.length
    const terms = [...new Set(queryTerms.flatMap(({ substitutes }) => [...substitutes.keys()]))].slice(0, mostRows)
    // row 0 belongs to no term
    if (worths.length < (terms.length + 1) * width) worths = new Float64Array((terms.length + 1) * width)
    worths.fill(0)
    for (const [at, term] of terms.entries()) rowOf[term] = at + 1
    for (const [at, { substitutes }] of queryTerms.entries())
      for (const [term, worth] of substitutes) worths[(rowOf[term] ?? 0) * width + at] = worth

    function meetAll(words: Uint32Array, from: number, to: number, met: Float64Array): void {
      for (let index = from; index < to; index++) {
        const term = wordTerm[words[index] ?? 0] ?? noTerm
        const row = term === noTerm ? 0 : (rowOf[term] ?? 0) * width
        if (row === 0) continue
        for (let at = 0; at < width; at++) {
          const worth = worths[row + at] ?? 0
          if (worth > (met[at] ?? 0)) met[at] = worth
        }
      }
    }
    return {
      /** Raises `met` by the substitutes among the words of the synset and of its definition. */
      meet(synset: number, met: Float64Array): void {
        meetAll(definitionWords, definitionWordsAt[synset] ?? 0, definitionWordsAt[synset + 1] ?? 0, met)
        const plain = findNumber(plainSynsets, synset)
        if (plain >= 0) meetAll(plainWords, plainWordsAt[plain] ?? 0, plainWordsAt[plain + 1] ?? 0, met)
        meetAll(synsetWords, synsetWordsAt[synset] ?? 0, synsetWordsAt[synset + 1] ?? 0, met)
      },
      forget(): void {
        for (const term of terms) rowOf[term] = 0
      },
    }
  }
}

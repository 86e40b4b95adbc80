// The reverse dictionary: synsets that match a description. Found by the terms of their definitions, then judged by how
// much of the description they match, be it through a word of similar meaning or by kind.

import type { Lexicon } from '../lexicon/lexicon.ts'
import { noTerm } from '../lexicon/tables.ts'
import { createCandidates } from './candidates.ts'
import { createDescriptions, type Description } from './description.ts'

/** A synset and how well it matches; scores rank within one answer. */
export interface Described {
  readonly synset: number
  readonly score: number
}
/** Finds the synsets that a text describes, best first. */
export type DefinitionSearch = (text: string) => Described[]

/** How much the length of a definition counts against it, and the usual length. */
const lengthShare = 0.5
const usualLength = 6
/** Matching half of a description scores much less than half. */
const wholeness = 2
const otherPartWorth = 0.7
/** Names of people, places and species are seldom what somebody is looking for. */
const nameWorth = 0.75
const mostJudged = 500
const mostDescribed = 300
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
    const scores = new Float64Array(synsets.length)
    for (let at = 0; at < synsets.length; at++) {
      const synset = synsets[at] ?? 0
      candidates.met(synset, queryTerms, met)
      substitutes.meet(synset, met)
      scores[at] = judge(lexicon, { synset, met, description })
    }
    substitutes.forget()
    const order = Uint16Array.from(scores.keys())
    order.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || (synsets[a] ?? 0) - (synsets[b] ?? 0))
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
  const length = 1 - lengthShare + (lengthShare * words) / usualLength
  const fitting = lexicon.partOf(synset) === description.part ? 1 : otherPartWorth
  const isName = hasOnlyNames(lexicon, synset)
  return (Math.min(1, sum / of) ** wholeness * sum * fitting * (isName ? nameWorth : 1)) / (1 + length)
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
        meetAll(synsetWords, synsetWordsAt[synset] ?? 0, synsetWordsAt[synset + 1] ?? 0, met)
      },
      forget(): void {
        for (const term of terms) rowOf[term] = 0
      },
    }
  }
}

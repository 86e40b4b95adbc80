// The reverse dictionary: synsets that a description fits. Found by the terms of their definitions, then judged by how much of the
// description is met, be it by another word of like meaning or by what the thing is a kind of.
import { type Candidates, createCandidates } from './candidates.ts'
import { createDescriptions, type Description } from './description.ts'
import { membersOf } from './graph.ts'
import type { Lexicon } from './lexicon/lexicon.ts'
import { noTerm } from './lexicon/tables.ts'

/** A synset and how well it fits; scores rank one answer only. */
export interface Described {
  readonly synset: number
  readonly score: number
}
/** Finds the synsets that a text describes, best first. */
export type DefinitionSearch = (text: string) => Described[]

/** How much the length of a definition counts against it, and what is usual. */
const lengthShare = 0.5
const usualLength = 6
/** What meets half of a description fits far less than half as well. */
const wholeness = 2
const otherPartWorth = 0.7
/** Names of people, places and species are seldom what somebody is looking for. */
const nameWorth = 0.75
const mostJudged = 500
const mostDescribed = 300

export function createDefinitionSearch(lexicon: Lexicon): DefinitionSearch {
  const read = createDescriptions(lexicon)
  const candidates = createCandidates(lexicon)
  const meets = createInstead(lexicon)
  return (text) => {
    const description = read(text)
    const { wanted } = description
    const instead = meets(description)
    const found: Described[] = []
    for (const synset of candidates.collect(wanted, mostJudged)) {
      const met = candidates.met(synset, wanted)
      instead.meet(synset, met)
      found.push({ synset, score: judge(lexicon, { synset, met, description }) })
    }
    instead.forget()
    return found.sort((a, b) => b.score - a.score || a.synset - b.synset).slice(0, mostDescribed)
  }
}

interface Judged {
  readonly synset: number
  /** How well each term is met. */
  readonly met: ReturnType<Candidates['met']>
  readonly description: Description
}

function judge(lexicon: Lexicon, { synset, met, description }: Judged): number {
  let [sum, of] = [0, 0]
  for (const [at, { weight }] of description.wanted.entries()) {
    sum += weight * (met[at] ?? 0)
    of += weight
  }
  const { definitionWordsAt } = lexicon.tables
  const words = (definitionWordsAt[synset + 1] ?? 0) - (definitionWordsAt[synset] ?? 0)
  const length = 1 - lengthShare + (lengthShare * words) / usualLength
  const fitting = lexicon.partOf(synset) === description.part ? 1 : otherPartWorth
  const isName = membersOf(lexicon, synset).every(lexicon.isName)
  return (Math.min(1, sum / of) ** wholeness * sum * fitting * (isName ? nameWorth : 1)) / (1 + length)
}

/** Terms that do instead of wanted ones, marked in a table of all terms so that most words are passed over at once. */
function createInstead(lexicon: Lexicon) {
  const { tables } = lexicon
  const marked = new Uint8Array(tables.termAt.length)
  return ({ wanted }: Description) => {
    for (const { instead } of wanted) for (const term of instead.keys()) marked[term] = 1
    const meetTerm = (term: number, met: number[]): void => {
      if (term === noTerm || marked[term] === 0) return
      for (const [at, { instead }] of wanted.entries()) met[at] = Math.max(met[at] ?? 0, instead.get(term) ?? 0)
    }
    return {
      meet(synset: number, met: number[]): void {
        const { definitionWords, definitionWordsAt, synsetWords, synsetWordsAt, wordTerm } = tables
        for (let at = definitionWordsAt[synset] ?? 0; at < (definitionWordsAt[synset + 1] ?? 0); at++)
          meetTerm(wordTerm[definitionWords[at] ?? 0] ?? noTerm, met)
        for (let at = synsetWordsAt[synset] ?? 0; at < (synsetWordsAt[synset + 1] ?? 0); at++)
          meetTerm(wordTerm[synsetWords[at] ?? 0] ?? noTerm, met)
      },
      forget(): void {
        for (const { instead } of wanted) for (const term of instead.keys()) marked[term] = 0
      },
    }
  }
}

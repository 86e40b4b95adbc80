// Reads definitions and examples: the terms by which a synset is found, the words that occur together, and the
// frequency of each word.
import { present } from '#define/present'
import { lemmasOf } from '../lemmas.ts'
import { noTerm } from '../lexicon/tables.ts'
import {
  createStems,
  inDefinition,
  inDefinitionHead,
  inWords,
  isSilent,
  mostSynsets,
  posting,
  tokensOf,
} from '../meaning/terms.ts'
import { gather, growingDoubles, growingNumbers, packTexts, pairSpan } from './packing.ts'
import type { Vocabulary } from './vocabulary.ts'
import type { WordNetSynset } from './wordnet-files.ts'

export interface GlossCollector {
  /** Adds one synset, in the order of numbers; returns its definition without examples. */
  add(number: number, synset: WordNetSynset): string
  readonly wordCounts: Uint32Array
  /** Returns pairs of neighbours as first word times 2^20 plus second word, once per occurrence. */
  pairs(): Float64Array
  tables(): ReturnType<typeof buildTerms> & { wordTerm: Uint32Array }
}

/** Number of leading terms of a definition that name the kind of the defined thing. */
const headTerms = 3

export function createGlossCollector(vocabulary: Vocabulary): GlossCollector {
  const { texts, numberOf } = vocabulary
  const stem = createStems(50_000)
  const wordCounts = new Uint32Array(texts.length)
  const pairs = growingDoubles()
  const terms = new Map<string, number>()
  const entries = { term: growingNumbers(), posting: growingNumbers() }
  const words = { owner: growingNumbers(), word: growingNumbers() }
  let synsetCount = 0

  /**
   * Counts the words of a run of text and their neighbours; returns their numbers, -1 for anything that is not a word.
   */
  function count(tokens: readonly string[]): number[] {
    let before = -1
    return tokens.map((token) => {
      const number = numberOf.get(token) ?? -1
      if (number >= 0) wordCounts[number] = present(wordCounts[number]) + 1
      if (number >= 0 && before >= 0) pairs.push(before * pairSpan + number)
      before = number
      return number
    })
  }
  function addTerm(token: string, field: number, fields: Map<string, number>): void {
    if (token.includes('-')) for (const part of token.split('-')) addTerm(part, field, fields)
    if (isSilent(token)) return
    const term = stem(token)
    fields.set(term, (fields.get(term) ?? 0) | field)
  }
  function collectDefinition(number: number, definition: string, fields: Map<string, number>): void {
    let spoken = 0
    for (const run of definition.split(/[;:(),]/)) {
      const tokens = tokensOf(run)
      const numbers = count(tokens)
      for (const [at, token] of tokens.entries()) {
        if (isSilent(token)) continue
        addTerm(token, spoken++ < headTerms ? inDefinition | inDefinitionHead : inDefinition, fields)
        const word = wordFor(token, present(numbers[at]), numberOf)
        if (word < 0) continue
        words.owner.push(number)
        words.word.push(word)
      }
    }
  }
  return {
    wordCounts,
    pairs: () => pairs.done(),
    add(number, synset) {
      if (number >= mostSynsets) throw new Error('WordNet has more synsets than a posting can name')
      synsetCount = number + 1
      const { definition, examples } = splitGloss(synset.gloss)
      const fields = new Map<string, number>()
      collectDefinition(number, definition, fields)
      for (const example of examples) count(tokensOf(example))
      for (const word of synset.words) for (const token of tokensOf(word)) addTerm(token, inWords, fields)
      for (const [text, where] of fields) {
        const term = terms.get(text) ?? terms.size
        terms.set(text, term)
        entries.term.push(term)
        entries.posting.push(posting(number, where))
      }
      return definition
    },
    tables() {
      const built = buildTerms({
        terms: [...terms.keys()],
        entryTerms: entries.term.done(),
        entryPostings: entries.posting.done(),
        synsetCount,
        wordOwners: words.owner.done(),
        words: words.word.done(),
      })
      const numbers = new Map(built.sorted.map((text, number) => [text, number]))
      const wordTerm = Uint32Array.from(texts, (text) =>
        text.includes(' ') || isSilent(text) ? noTerm : (numbers.get(stem(text)) ?? noTerm),
      )
      return { ...built, wordTerm }
    },
  }
}

/** Returns the word itself, or its base form if it is not listed; -1 if neither is. */
function wordFor(token: string, word: number, numberOf: ReadonlyMap<string, number>): number {
  if (word >= 0) return word
  for (const base of lemmasOf(token)) {
    const number = numberOf.get(base)
    if (number !== undefined) return number
  }
  return -1
}

/** Splits a gloss; the definition ends where the first quoted example begins. */
function splitGloss(gloss: string): { definition: string; examples: string[] } {
  const quote = gloss.startsWith('"') ? 0 : gloss.indexOf('; "')
  if (quote < 0) return { definition: gloss, examples: [] }
  return { definition: gloss.slice(0, quote).trim(), examples: gloss.slice(quote).split('"') }
}

interface Collected {
  readonly terms: readonly string[]
  readonly entryTerms: Uint32Array
  readonly entryPostings: Uint32Array
  readonly synsetCount: number
  readonly wordOwners: Uint32Array
  readonly words: Uint32Array
}

function buildTerms(collected: Collected) {
  const { terms, synsetCount } = collected
  const order = terms.map((text, old) => ({ text, old })).sort((a, b) => (a.text < b.text ? -1 : 1))
  const renumbered = new Uint32Array(terms.length)
  for (const [at, { old }] of order.entries()) renumbered[old] = at
  const byTerm = gather(
    collected.entryTerms.map((term) => present(renumbered[term])),
    collected.entryPostings,
    terms.length,
  )
  const bySynset = gather(collected.wordOwners, collected.words, synsetCount)
  const sorted = order.map(({ text }) => text)
  const packed = packTexts(sorted)
  return {
    sorted,
    termText: packed.bytes,
    termAt: packed.at,
    postingsAt: byTerm.at,
    postings: byTerm.values,
    definitionWordsAt: bySynset.at,
    definitionWords: bySynset.values,
  }
}

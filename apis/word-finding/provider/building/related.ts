// The terms that have to do with a synset although neither its words nor its definition contain them: those of the
// words that are derived from its own, and of the definitions of the words that define it. "Dentist" is defined by
// dentistry, and dentistry by teeth.
import type { Lexicon } from '../lexicon/lexicon.ts'
import { noTerm } from '../lexicon/tables.ts'
import { basesNamed, takeSteps } from '../meaning/graph.ts'
import { pointerKinds } from '../meaning/pointers.ts'
import { gather, growingNumbers } from './packing.ts'

const derived = pointerKinds('+', '\\', '/', '<')
const similar = pointerKinds('&', '^', '$')
/** The most that are kept of a synset, the rarest first. */
const mostRelated = 24
const mostSteps = 8
const unknown = -2
/** Words that more definitions use say little by their own definitions. */
const mostDefined = 1200
/** Terms of more definitions are not kept. */
const mostPostings = 2500

/** By term, the synsets that it is related to. */
export function buildRelated(lexicon: Lexicon) {
  const { tables, synsetCount } = lexicon
  const { postingsAt, definitionWords, definitionWordsAt, wordTerm, senseSynset, synsetWords, synsetWordsAt } = tables
  const [terms, synsets] = [growingNumbers(), growingNumbers()]
  const countOf = (term: number) => (postingsAt[term + 1] ?? 0) - (postingsAt[term] ?? 0)
  const senses = new Int32Array(lexicon.wordCount).fill(unknown)
  const found = new Set<number>()
  const own = new Set<number>()

  function addWord(word: number): void {
    const term = wordTerm[word] ?? noTerm
    if (term !== noTerm && !own.has(term) && countOf(term) <= mostPostings) found.add(term)
  }
  function addDefinition(synset: number): void {
    for (let at = definitionWordsAt[synset] ?? 0; at < (definitionWordsAt[synset + 1] ?? 0); at++)
      addWord(definitionWords[at] ?? 0)
  }
  function addWords(synset: number): void {
    for (let at = synsetWordsAt[synset] ?? 0; at < (synsetWordsAt[synset + 1] ?? 0); at++) addWord(synsetWords[at] ?? 0)
  }
  const step = (synset: number, kinds: number, take: (target: number, word: number) => void) =>
    takeSteps(lexicon, { synset, position: 0, kinds, most: mostSteps }, take)
  /** The most used synset of a word or of its base form, -1 for none; looked up once for each word. */
  function mainSense(word: number): number {
    if (senses[word] === unknown) {
      const { from, to } = lexicon.sensesOf(word)
      const base = from < to ? word : (basesNamed(lexicon, lexicon.textOf(word))[0] ?? -1)
      senses[word] = base < 0 ? -1 : (senseSynset[lexicon.sensesOf(base).from] ?? -1)
    }
    return senses[word] ?? -1
  }
  /** What a word of a definition means, and what is derived from it. */
  function addMeaning(word: number): void {
    if (countOf(wordTerm[word] ?? 0) > mostDefined) return
    const synset = mainSense(word)
    if (synset < 0) return
    addWords(synset)
    addDefinition(synset)
    step(synset, derived, (target, one) => (one < 0 ? addWords(target) : addWord(one)))
  }

  for (let synset = 0; synset < synsetCount; synset++) {
    found.clear()
    own.clear()
    const [from, to] = [definitionWordsAt[synset] ?? 0, definitionWordsAt[synset + 1] ?? 0]
    for (let at = from; at < to; at++) own.add(wordTerm[definitionWords[at] ?? 0] ?? noTerm)
    step(synset, derived, (target, word) => {
      if (word >= 0) addWord(word)
      addDefinition(target)
    })
    step(synset, similar, addWords)
    for (let at = from; at < to; at++)
      if (wordTerm[definitionWords[at] ?? 0] !== noTerm) addMeaning(definitionWords[at] ?? 0)
    const kept = [...found].sort((a, b) => countOf(a) - countOf(b)).slice(0, mostRelated)
    for (const term of kept) {
      terms.push(term)
      synsets.push(synset)
    }
  }
  const byTerm = gather(terms.done(), synsets.done(), postingsAt.length - 1)
  return { relatedAt: byTerm.at, related: byTerm.values }
}

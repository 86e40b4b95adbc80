// Terms related to a synset that neither its words nor its definition contain: those of the words derived from its own,
// and of the definitions of the words that define it. "Dentist" is defined by dentistry, and dentistry by teeth.
import { present } from '#define/present'
import type { Lexicon } from '../lexicon/lexicon.ts'
import { noTerm } from '../lexicon/tables.ts'
import { basesNamed, takeSteps } from '../meaning/graph.ts'
import { pointerKinds } from '../meaning/pointers.ts'
import { gather, growingNumbers } from './packing.ts'

const derived = pointerKinds('+', '\\', '/', '<')
const similar = pointerKinds('&', '^', '$')
/** The limit of related terms per synset; the rarest are kept. */
const mostRelated = 24
const mostSteps = 8
const unknown = -2
/** The limit of definitions that use a word; more frequent words say little by their own definitions. */
const mostDefined = 1200
/** The limit of definitions that contain a term; more frequent terms are not kept. */
const mostPostings = 2500

/** Builds the synsets related to each term. */
export function buildRelated(lexicon: Lexicon) {
  const { tables, synsetCount } = lexicon
  const { postingsAt, definitionWords, definitionWordsAt, wordTerm, senseSynset, synsetWords, synsetWordsAt } = tables
  const [terms, synsets] = [growingNumbers(), growingNumbers()]
  const countOf = (term: number) => present(postingsAt[term + 1]) - present(postingsAt[term])
  const senses = new Int32Array(lexicon.wordCount).fill(unknown)
  const found = new Set<number>()
  const own = new Set<number>()

  function addWord(word: number): void {
    const term = present(wordTerm[word])
    if (term !== noTerm && !own.has(term) && countOf(term) <= mostPostings) found.add(term)
  }
  function addDefinition(synset: number): void {
    for (let at = present(definitionWordsAt[synset]); at < present(definitionWordsAt[synset + 1]); at++)
      addWord(present(definitionWords[at]))
  }
  function addWords(synset: number): void {
    for (let at = present(synsetWordsAt[synset]); at < present(synsetWordsAt[synset + 1]); at++)
      addWord(present(synsetWords[at]))
  }
  const step = (synset: number, kinds: number, take: (target: number, word: number) => void) =>
    takeSteps(lexicon, { synset, position: 0, kinds, most: mostSteps }, take)
  /** Returns the most used synset of a word or of its base form, -1 if there is none; cached by word. */
  function mainSense(word: number): number {
    if (senses[word] === unknown) {
      const { from, to } = lexicon.sensesOf(word)
      const [base] = from < to ? [word] : basesNamed(lexicon, lexicon.textOf(word))
      senses[word] = base === undefined ? -1 : present(senseSynset[lexicon.sensesOf(base).from])
    }
    return present(senses[word])
  }
  /** Adds the meaning of a word in a definition, and the words derived from it. */
  function addMeaning(word: number): void {
    if (countOf(present(wordTerm[word])) > mostDefined) return
    const synset = mainSense(word)
    if (synset < 0) return
    addWords(synset)
    addDefinition(synset)
    step(synset, derived, (target, one) => (one < 0 ? addWords(target) : addWord(one)))
  }

  for (let synset = 0; synset < synsetCount; synset++) {
    found.clear()
    own.clear()
    const [from, to] = [present(definitionWordsAt[synset]), present(definitionWordsAt[synset + 1])]
    for (let at = from; at < to; at++) own.add(present(wordTerm[present(definitionWords[at])]))
    step(synset, derived, (target, word) => {
      if (word >= 0) addWord(word)
      addDefinition(target)
    })
    step(synset, similar, addWords)
    for (let at = from; at < to; at++)
      if (wordTerm[present(definitionWords[at])] !== noTerm) addMeaning(present(definitionWords[at]))
    const kept = [...found].sort((a, b) => countOf(a) - countOf(b)).slice(0, mostRelated)
    for (const term of kept) {
      terms.push(term)
      synsets.push(synset)
    }
  }
  const byTerm = gather(terms.done(), synsets.done(), postingsAt.length - 1)
  return { relatedAt: byTerm.at, related: byTerm.values }
}

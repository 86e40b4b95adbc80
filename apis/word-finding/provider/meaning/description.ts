// Analyses a description: its terms with their weights, the words of similar meaning that match as well, and the kinds
// that each term names.

import { present } from '#define/present'
import type { Lexicon, PartTag, Span } from '../lexicon/lexicon.ts'
import { noTerm } from '../lexicon/tables.ts'
import { basesNamed, type Sense, sensesOf, takeSteps, wordsNamed } from './graph.ts'
import { paraphrases } from './paraphrases.ts'
import { pointerKinds } from './pointers.ts'
import { createStems, isSilent, tokensOf } from './terms.ts'

/** One term of a description. */
export interface QueryTerm {
  readonly term: number
  /** Weight; higher for rare terms. */
  readonly weight: number
  /** Terms that substitute for this one, with their worths, below 1. */
  readonly substitutes: ReadonlyMap<number, number>
  /** Spans that hold the `kindFrom` of each synset of a kind that the term names. */
  readonly kinds: readonly Span[]
  /** Worth of a synset of such a kind. */
  readonly kindWorth: number
}
export interface Description {
  readonly terms: readonly QueryTerm[]
  /** Index of the term that names the kind of the described thing; -1 if there is none. */
  readonly about: number
  /** Part of speech of the described word, as the description's form suggests. */
  readonly part: PartTag
  /** All words of the description in order, without its introduction. */
  readonly tokens: readonly string[]
  /** True if the description asks for more than its words say, as "very big" does. */
  readonly isIntense: boolean
}

/** The limit of terms: a mask has one bit for each. */
const mostTerms = 24
/** The limit of senses whose words are substitutes and whose kinds count. */
const mostSenses = 4
const mostKinds = 12
/** The share of a phrase's meaning that one of its words carries. */
const phraseShare = 0.8
const laterSense = 0.8
const worth = { synonym: 0.8, derived: 0.75, similar: 0.65, kind: 0.5, subkind: 0.45, definition: 0.4 }
/** Worth of a kind of the subject, or of anything else the description mentions. */
const kindWorth = { about: 1.25, mentioned: 0.35 }
const steps = [
  { kinds: pointerKinds('+', '\\', '/', '<'), worth: worth.derived },
  { kinds: pointerKinds('&', '^', '$'), worth: worth.similar },
  { kinds: pointerKinds('@'), worth: worth.kind },
  { kinds: pointerKinds('~'), worth: worth.subkind },
]
/** Steps for an intense description: something very big is huge rather than big. */
const intenseSteps = steps.map((step) => (step.worth === worth.similar ? { ...step, worth: 1 } : step))
const mostSteps = 30

const alternativeWorth = 0.75
/** Further kinds of a subject, for words that people use more broadly than WordNet does. */
const broader: ReadonlyMap<string, readonly string[]> = new Map([
  ['place', ['building', 'structure', 'establishment', 'room', 'land', 'facility']],
  ['building', ['structure', 'establishment']],
  ['shop', ['mercantile establishment', 'establishment']],
  ['store', ['mercantile establishment']],
  ['something', ['artifact']],
  ['thing', ['artifact']],
  ['tool', ['implement', 'device', 'instrument']],
  ['device', ['implement', 'instrument', 'machine']],
  ['machine', ['device', 'appliance']],
  ['instrument', ['device']],
  ['vehicle', ['conveyance']],
  ['doctor', ['medical practitioner', 'specialist']],
  ['clothes', ['garment', 'clothing']],
  ['fear', ['phobia']],
  ['word', ['language unit', 'expression']],
  ['shape', ['figure']],
  ['feeling', ['emotion', 'state', 'symptom']],
  ['group', ['animal group', 'gathering', 'social group']],
  ['room', ['area']],
  ['money', ['payment', 'cost', 'outgo']],
  ['study', ['discipline', 'science']],
])
const intense = /^(?:very|extremely|really|incredibly|so)\b/
/** Phrases that introduce a description without being part of it. */
const introduction =
  /^(?:(?:what(?:'s| is| are| do you call| do we call)|(?:the )?(?:word|term|name) (?:for|meaning)|when (?:someone|somebody|a person|you|it) (?:is|are)|to be) )+/
/** Words that only indicate a person. */
const somebody = /^(?:someone|somebody|anyone)$/
const verbForm = /^to [a-z]/
const adverbForm = /^(?:in an?|with) .* (?:way|manner)$/
const adjectiveForm =
  /^(?:very|not|un?able|without|lacking|full of|having|being|relating|afraid|capable|covered|filled|extremely|somewhat|quite|too|easily|able to|happening|occurring|done|made|lasting|easy|hard|difficult|likely|willing|ready|impossible|possible|unwilling|never|always)\b/
/** Connecting words; the subject of a description precedes the first of these. */
const connecting =
  /^(?:of|for|that|who|which|whose|with|without|in|to|used|where|when|made|from|on|by|at|under|you|we|they|he|she|it|is|are|was|can|between|against|about|after|before)$/

/** Creates the reader of descriptions. */
export function createDescriptions(lexicon: Lexicon): (text: string) => Description {
  const { tables } = lexicon
  const { wordTerm } = tables
  const stem = createStems()
  const byStem = new Map([...paraphrases].map(([plain, formal]) => [stem(plain), formal]))
  const paraphrasesOf = (token: string) => paraphrases.get(token) ?? byStem.get(stem(token))
  let isIntense = false

  function weightOf(term: number): number {
    const count = present(tables.postingsAt[term + 1]) - present(tables.postingsAt[term])
    return Math.log(1 + lexicon.synsetCount / (count + 1))
  }
  function queryTermOf(token: string, term: number, isAbout: boolean): QueryTerm {
    const substitutes = new Map<number, number>()
    const kinds: Span[] = []
    const add = (other: number, value: number): void => {
      if (other >= 0 && other !== term && value > (substitutes.get(other) ?? 0)) substitutes.set(other, value)
    }
    for (const other of paraphrasesOf(token) ?? []) add(lexicon.findTerm(stem(other)), alternativeWorth)
    for (const named of new Set([...wordsNamed(lexicon, token), ...basesNamed(lexicon, token)])) {
      for (const [at, sense] of sensesOf(lexicon, named).slice(0, mostKinds).entries()) {
        kinds.push(below(sense.synset))
        if (at >= mostSenses) continue
        const share = laterSense ** at
        eachSubstitute(lexicon, { sense, isIntense }, (word, value) => {
          const own = present(wordTerm[word])
          if (own !== noTerm) add(own, value * share)
          else for (const part of phraseTerms(word)) add(part, value * phraseShare * share)
        })
      }
    }
    if (isAbout)
      for (const other of broader.get(token) ?? []) {
        const [sense] = sensesOf(lexicon, lexicon.find(other))
        if (sense) kinds.push(below(sense.synset))
      }
    return {
      term,
      weight: weightOf(term),
      substitutes: substitutes,
      kinds: merged(kinds),
      kindWorth: isAbout ? kindWorth.about : kindWorth.mentioned,
    }
  }
  const below = (synset: number): Span => ({
    from: present(tables.kindFrom[synset]) + 1,
    to: present(tables.kindTo[synset]),
  })
  /** Returns the terms of a phrase's words; empty for a single word. */
  function phraseTerms(word: number): number[] {
    const text = lexicon.textOf(word)
    if (!text.includes(' ')) return []
    return tokensOf(text).flatMap((token) => (isSilent(token) ? [] : [lexicon.findTerm(stem(token))]))
  }
  return (whole) => {
    const text = whole.replace(introduction, '')
    isIntense = intense.test(text)
    const tokens = tokensOf(text).flatMap((one) => (one.includes('-') ? [one, ...one.split('-')] : [one]))
    const subject = subjectOf(tokens)
    const terms = new Map<number, QueryTerm>()
    let about = -1
    for (const [at, original] of tokens.entries()) {
      const token = somebody.test(original) ? 'person' : original
      if (isSilent(token) || terms.size >= mostTerms) continue
      const term = lexicon.findTerm(stem(token))
      if (term < 0 || terms.has(term)) continue
      if (at === subject) about = terms.size
      terms.set(term, queryTermOf(token, term, at === subject))
    }
    return { about, terms: [...terms.values()], part: partOf(text), tokens, isIntense: intense.test(text) }
  }
}

/** Calls back with each word that can substitute for a sense, and its worth. */
function eachSubstitute(
  lexicon: Lexicon,
  { sense, isIntense }: { readonly sense: Sense; readonly isIntense: boolean },
  add: (word: number, worth: number) => void,
): void {
  const { definitionWords, definitionWordsAt, synsetWords, synsetWordsAt } = lexicon.tables
  const addAll = (synset: number, value: number): void => {
    const end = present(synsetWordsAt[synset + 1])
    for (let at = present(synsetWordsAt[synset]); at < end; at++) add(present(synsetWords[at]), value)
  }
  addAll(sense.synset, worth.synonym)
  for (const { kinds, worth: stepWorth } of isIntense ? intenseSteps : steps)
    takeSteps(lexicon, { synset: sense.synset, position: sense.position, kinds, most: mostSteps }, (synset, word) => {
      if (word < 0) addAll(synset, stepWorth)
      else add(word, stepWorth)
    })
  const end = present(definitionWordsAt[sense.synset + 1])
  for (let at = present(definitionWordsAt[sense.synset]); at < end; at++)
    add(present(definitionWords[at]), worth.definition)
}

/** Keeps the outermost spans, in order; spans of a tree are nested or disjoint. */
function merged(spans: readonly Span[]): Span[] {
  const outer: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from || b.to - a.to))
    if (span.to > span.from && span.to > (outer.at(-1)?.to ?? 0)) outer.push(span)
  return outer
}

/** Returns the index of the token that a description is about: the last before a connecting word. */
function subjectOf(tokens: readonly string[]): number {
  const connection = tokens.findIndex((token, at) => at > 0 && connecting.test(token))
  return connection < 0 ? tokens.length - 1 : connection - 1
}

function partOf(text: string): PartTag {
  if (verbForm.test(text)) return 'v'
  if (adverbForm.test(text)) return 'adv'
  return adjectiveForm.test(text) ? 'adj' : 'n'
}

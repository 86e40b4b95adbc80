// What a description asks for: its terms with their weights, the words of like meaning that would do as well, and what kind of thing
// each term would name.
import { basesNamed, membersOf, type Sense, sensesOf, stepsFrom, wordsNamed } from './graph.ts'
import type { Lexicon, PartTag, Span } from './lexicon/lexicon.ts'
import { noTerm } from './lexicon/tables.ts'
import { pointerKinds } from './pointers.ts'
import { createStems, isSilent, tokensOf } from './terms.ts'

/** One term of a description. */
export interface WantedTerm {
  readonly term: number
  /** Rare terms weigh more. */
  readonly weight: number
  /** How well another term does instead, below 1. */
  readonly instead: ReadonlyMap<number, number>
  /** What is of a kind that the term names has a `kindFrom` in one of these spans. */
  readonly kinds: readonly Span[]
  /** What it is worth to be of such a kind. */
  readonly kindWorth: number
}
export interface Description {
  readonly wanted: readonly WantedTerm[]
  /** The part of speech of what is described, as its form suggests. */
  readonly part: PartTag
}

/** A mask has a bit for each. */
const mostTerms = 24
/** Senses whose words do instead, and whose kinds are asked for. */
const mostSenses = 4
const mostKinds = 12
/** The share that a word of a phrase has in its meaning. */
const phraseShare = 0.8
const laterSense = 0.8
const worth = { synonym: 0.8, derived: 0.75, similar: 0.65, kind: 0.5, subkind: 0.45, definition: 0.4 }
/** To be a kind of what the description is about, or of something else that it mentions. */
const kindWorth = { about: 1.25, mentioned: 0.35 }
const steps = [
  { kinds: pointerKinds('+', '\\', '/', '<'), worth: worth.derived },
  { kinds: pointerKinds('&', '^', '$'), worth: worth.similar },
  { kinds: pointerKinds('@'), worth: worth.kind },
  { kinds: pointerKinds('~'), worth: worth.subkind },
]
const mostSteps = 30

/** Ways to say the same that no relation of WordNet tells. */
const alternatives: ReadonlyMap<string, readonly string[]> = new Map([
  ['without', ['lacking', 'free', 'deprived']],
  ['unable', ['cannot', 'incapable', 'lacking']],
  ['inability', ['unable', 'cannot', 'lack']],
])
const alternativeWorth = 0.85
/** Words that say only that somebody is meant. */
const somebody = /^(?:someone|somebody|anyone)$/
const verbForm = /^to [a-z]/
const adverbForm = /^(?:in an?|with) .* (?:way|manner)$/
const adjectiveForm =
  /^(?:very|not|un?able|without|lacking|full of|having|being|relating|afraid|capable|covered|filled|extremely|somewhat|quite|too|easily|able to)\b/
/** What comes before the first of these is what a description is about. */
const connecting =
  /^(?:of|for|that|who|which|whose|with|without|in|to|used|where|when|made|from|on|by|at|under|between|against|about|after|before)$/

/** Makes the reader of descriptions. */
export function createDescriptions(lexicon: Lexicon): (text: string) => Description {
  const { tables } = lexicon
  const stem = createStems()

  function weightOf(term: number): number {
    const count = (tables.postingsAt[term + 1] ?? 0) - (tables.postingsAt[term] ?? 0)
    return Math.log(1 + lexicon.synsetCount / (count + 1))
  }
  function* insteadOf(sense: Sense): Generator<[word: number, worth: number]> {
    for (const word of membersOf(lexicon, sense.synset)) yield [word, worth.synonym]
    for (const { kinds, worth: stepWorth } of steps) {
      let left = mostSteps
      for (const step of stepsFrom(lexicon, sense.synset, { kinds, place: sense.place })) {
        if (left-- <= 0) break
        if (step.word !== undefined) yield [step.word, stepWorth]
        else for (const word of membersOf(lexicon, step.synset)) yield [word, stepWorth]
      }
    }
    const { definitionWords, definitionWordsAt } = tables
    for (let at = definitionWordsAt[sense.synset] ?? 0; at < (definitionWordsAt[sense.synset + 1] ?? 0); at++)
      yield [definitionWords[at] ?? 0, worth.definition]
  }
  /** A word's term; the terms of a phrase's words, at a share. */
  function* termsOf(word: number): Generator<[term: number, share: number]> {
    const term = tables.wordTerm[word] ?? noTerm
    if (term !== noTerm) yield [term, 1]
    else if (lexicon.textOf(word).includes(' '))
      for (const token of tokensOf(lexicon.textOf(word)))
        if (!isSilent(token)) yield [lexicon.findTerm(stem(token)), phraseShare]
  }
  function wantedOf(token: string, term: number, isAbout: boolean): WantedTerm {
    const instead = new Map<number, number>()
    const kinds: Span[] = []
    const add = (other: number, value: number): void => {
      if (other >= 0 && other !== term && value > (instead.get(other) ?? 0)) instead.set(other, value)
    }
    for (const other of alternatives.get(token) ?? []) add(lexicon.findTerm(stem(other)), alternativeWorth)
    for (const named of new Set([...wordsNamed(lexicon, token), ...basesNamed(lexicon, token)])) {
      for (const [at, sense] of sensesOf(lexicon, named).slice(0, mostKinds).entries()) {
        kinds.push({ from: (tables.kindFrom[sense.synset] ?? 0) + 1, to: tables.kindTo[sense.synset] ?? 0 })
        if (at >= mostSenses) continue
        for (const [word, value] of insteadOf(sense))
          for (const [other, share] of termsOf(word)) add(other, value * share * laterSense ** at)
      }
    }
    return {
      term,
      weight: weightOf(term),
      instead,
      kinds: merged(kinds),
      kindWorth: isAbout ? kindWorth.about : kindWorth.mentioned,
    }
  }
  return (text) => {
    const tokens = tokensOf(text).flatMap((one) => (one.includes('-') ? [one, ...one.split('-')] : [one]))
    const subject = subjectOf(tokens)
    const wanted = new Map<number, WantedTerm>()
    for (const [at, given] of tokens.entries()) {
      const token = somebody.test(given) ? 'person' : given
      if (isSilent(token) || wanted.size >= mostTerms) continue
      const term = lexicon.findTerm(stem(token))
      if (term >= 0 && !wanted.has(term)) wanted.set(term, wantedOf(token, term, at === subject))
    }
    return { wanted: [...wanted.values()], part: partOf(text) }
  }
}

/** Spans of a tree lie within one another or apart: only the outer ones, in order. */
function merged(spans: readonly Span[]): Span[] {
  const outer: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from || b.to - a.to))
    if (span.to > span.from && span.to > (outer.at(-1)?.to ?? 0)) outer.push(span)
  return outer
}

/** The place of the token that a description is about: the last before a connecting word. */
function subjectOf(tokens: readonly string[]): number {
  const connection = tokens.findIndex((token, at) => at > 0 && connecting.test(token))
  return connection < 0 ? tokens.length - 1 : connection - 1
}

function partOf(text: string): PartTag {
  if (verbForm.test(text)) return 'v'
  if (adverbForm.test(text)) return 'adv'
  return adjectiveForm.test(text) ? 'adj' : 'n'
}

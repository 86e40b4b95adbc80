// Translates sentences with glossary terms. A term passes through the programs as a word of the sentence, with its own
// translation in place of the dictionary's, so that it is inflected for the sentence and articles and adjectives agree
// with it. A result that is not a form of the term is replaced by the term as written.

import { present } from '#define/present'
import { likeIn } from '../../glossaries/term-case.ts'
import { hasSameMarks, joined, type Passage, type Piece, plainText } from '../../piece.ts'
import type { Rendering, UsedTerm, UsedTerms } from '../engine.ts'
import { isNested, type MarkPair, pairsOf } from '../mark-pairs.ts'
import { type LexicalUnit, unitsOf, withTranslations } from './lookup.ts'
import type { Mode } from './modes.ts'
import type { ModePart } from './parts.ts'
import type { Pipeline } from './pipeline.ts'
import { type FromStream, fromStream, toStream } from './stream.ts'
import {
  isFormOf,
  isInflecting,
  planSource,
  planTarget,
  type SourcePlan,
  type TargetPlan,
  translationBy,
  withHead,
} from './term-plan.ts'
import type { Reading, Words } from './words.ts'

export interface TermRoute {
  readonly modes: readonly Mode[]
  /** Base languages. */
  readonly source: string
  readonly target: string
  /** The words of each language. */
  readonly words: { readonly source: Words; readonly target: Words }
  pipeline(mode: Mode, part: ModePart): Pipeline
  /** Translates with marks in place of terms. */
  plain(sentence: Passage): Promise<Rendering>
}

/** A term that passes through the programs as a word between two marks. */
interface Carried {
  readonly mark: number
  readonly term: UsedTerm
  readonly plan: SourcePlan
  readonly pair: MarkPair
}
/** The outcome for a term: its own translation, or the dictionary's if the text has another word. */
type Outcome = TargetPlan | 'another word'

/** Limit of terms in a sentence that pass through as words; further terms are inserted as written. */
const mostCarried = 50
/** Number of times a sentence is sent, each time with fewer terms as words. */
const attempts = 3

export async function renderWithTerms(sentence: Passage, terms: UsedTerms, route: TermRoute): Promise<Rendering> {
  const wordings = new Map(Array.from(terms, ([mark, term]) => [mark, asWritten(term)]))
  let carried = /\p{L}/u.test(plainText(sentence)) || hasInflected(terms) ? await carriedIn(sentence, terms, route) : []
  for (let attempt = 0; attempt < attempts && carried.length > 0; attempt += 1) {
    const lost = new Set<number>()
    const done = await carry(sentence, { carried, lost, wordings }, route)
    if (done && lost.size === 0) return { ...done, wordings }
    for (const [mark, term] of terms) wordings.set(mark, asWritten(term))
    carried = lost.size === 0 ? [] : carried.filter(({ mark }) => !lost.has(mark))
  }
  return { ...(await route.plain(sentence)), wordings }
}

const asWritten = ({ text, source, target }: UsedTerm) => likeIn(text, { source, target })
const hasInflected = (terms: UsedTerms) => [...terms.values()].some(({ isExact }) => !isExact)

async function carriedIn(sentence: Passage, terms: UsedTerms, { source, words }: TermRoute): Promise<Carried[]> {
  let next = Math.max(...sentence.filter((piece) => typeof piece === 'number'), ...terms.keys()) + 1
  const carried: Carried[] = []
  for (const [mark, term] of [...terms].slice(0, mostCarried)) {
    const plan = await planSource(term, source, words.source)
    if (plan) carried.push({ mark, term, plan, pair: { open: next, close: next + 1 } })
    next += 2
  }
  return carried
}

interface Carrying {
  readonly carried: readonly Carried[]
  /** Collects the marks of terms to insert as written. */
  readonly lost: Set<number>
  /** Collects the resulting wording of each term. */
  readonly wordings: Map<number, string>
}

async function carry(sentence: Passage, of: Carrying, route: TermRoute): Promise<Rendering | undefined> {
  const { carried, lost } = of
  const outcomes = new Map<number, Outcome>()
  let pieces: Piece[] = sentence.flatMap((piece) => {
    const one = carried.find(({ mark }) => mark === piece)
    return one ? [one.pair.open, one.plan.head, one.pair.close] : [piece]
  })
  const unknown = new Set<string>()
  let words = 0
  for (const [index, mode] of route.modes.entries()) {
    const at = { isFirst: index === 0, isLast: index === route.modes.length - 1 }
    const done = await step(pieces, mode, { ...of, outcomes, at }, route)
    if (!done) return undefined
    for (const word of done.unknown) unknown.add(word)
    pieces = done.pieces
    words = done.words
  }
  const isLower = /^\P{L}*\p{Ll}/u.test(plainText(sentence.map((piece) => textOf(piece, carried))))
  for (const one of carried) {
    const taking = { outcome: outcomes.get(one.mark), isLower }
    const back = lost.has(one.mark) ? undefined : await takeBack(pieces, one, taking, route)
    if (back === undefined) {
      lost.add(one.mark)
      continue
    }
    pieces = back.pieces
    of.wordings.set(one.mark, back.wording)
  }
  return { pieces: joined(pieces), words, unknown: [...unknown] }
}

const textOf = (piece: Piece, carried: readonly Carried[]): Piece =>
  carried.find(({ mark }) => mark === piece)?.term.text ?? piece

interface Step extends Carrying {
  readonly outcomes: Map<number, Outcome>
  readonly at: { readonly isFirst: boolean; readonly isLast: boolean }
}

/** Runs one mode of the route; returns undefined if marks were lost. */
async function step(passage: Passage, mode: Mode, of: Step, route: TermRoute): Promise<FromStream | undefined> {
  const pairs = pairsOf(passage)
  const looked = await route.pipeline(mode, 'lookup').translate(toStream(passage, pairs))
  const units = unitsOf(looked)
  const translations = new Map<number, Reading>()
  for (const one of of.carried) {
    const pair = pairs.findIndex(({ open, close }) => open === one.pair.open && close === one.pair.close)
    const [unit, ...others] = units.get(pair) ?? []
    if (!unit || others.length > 0) of.lost.add(one.mark)
    else if (of.at.isFirst && !isEntry(one, unit)) {
      if (one.term.isExact || one.plan.isPhrase) of.lost.add(one.mark)
      else of.outcomes.set(one.mark, 'another word')
    } else if (of.at.isLast && !of.outcomes.has(one.mark)) {
      const plan = await targetFor(one.term, unit, route)
      if (!plan) of.lost.add(one.mark)
      else {
        of.outcomes.set(one.mark, plan)
        translations.set(pair, translationBy(plan, unit, one.term.isExact))
      }
    }
  }
  if (of.lost.size > 0) return undefined
  const answer = await route.pipeline(mode, 'transfer').translate(withTranslations(looked, translations))
  const done = fromStream(answer, pairs)
  return done && hasSameMarks(passage, done.pieces) && isNested(passage, done.pieces, pairs) ? done : undefined
}

/** True if the unit is the entry: an unknown word must match exactly, a known word must be a form of the entry. */
function isEntry({ plan, term }: Carried, { source }: LexicalUnit): boolean {
  return source ? plan.lemmas.has(source.lemma.toLowerCase()) : term.isExact
}

async function targetFor(term: UsedTerm, { source }: LexicalUnit, { target, words }: TermRoute) {
  const kind = source ? source.tags[0] : 'n'
  if (kind === undefined || !isInflecting(kind)) return undefined
  return planTarget(term.target, { kind, language: target }, words.target)
}

/** Replaces a term's two marks by its own mark and returns its wording; undefined if that is not a form of the term. */
async function takeBack(
  pieces: readonly Piece[],
  { mark, pair, term }: Carried,
  { outcome, isLower }: { readonly outcome: Outcome | undefined; readonly isLower: boolean },
  { words }: TermRoute,
): Promise<{ pieces: Piece[]; wording: string } | undefined> {
  const open = pieces.indexOf(pair.open)
  const text = pieces[open + 1]
  if (!outcome || typeof text !== 'string' || pieces[open + 2] !== pair.close) return undefined
  const put = (before: string, wording: string, behind: string) => ({
    pieces: [...pieces.slice(0, open), before, mark, behind, ...pieces.slice(open + 3)],
    wording,
  })
  if (outcome === 'another word') return put('', text, '')
  const isInside = isLower && /^\p{Ll}/u.test(term.text)
  // an article joined to the word comes back with it
  const found = Array.from(text.matchAll(/[\p{L}\p{M}]+/gu))
  const readings = await words.target.readings(found.map(([word]) => word))
  const form = found.findLast(([word]) => isFormOf(outcome, readings.get(word.toLowerCase()) ?? []))
  if (!form) return undefined
  const [word] = form
  const written = present(outcome.words[outcome.head])
  const isNoun = outcome.reading.tags[0] === 'n'
  if (term.isExact && isNoun && word.toLowerCase() !== written.toLowerCase()) return undefined
  const wording = await withHead(outcome, caseOf(word, { written, isInside }), words.target)
  return put(text.slice(0, form.index), wording, text.slice(form.index + word.length))
}

/** Applies the glossary's capitals; otherwise the programs decide at the start of a sentence. */
function caseOf(word: string, { written, isInside }: { readonly written: string; readonly isInside: boolean }): string {
  if (/^\p{Lu}/u.test(written)) return word.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
  return isInside ? word.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase()) : word
}

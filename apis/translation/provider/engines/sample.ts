// The built-in engine: looks up phrases, words and nouns in our own lexicon, the longest match first. It is a sample:
// unknown words stay in brackets, and a text of unknown words is never returned as if it were translated.
import { createPacer } from '#provider'
import {
  type Agreeing,
  attributive,
  type Determiner,
  determinerFor,
  kindOf,
  predicative,
} from '../../seed/agreement.ts'
import {
  isLexiconLanguage,
  type Lexicon,
  type LexiconLanguage,
  lexiconKey,
  lexiconLanguages,
  type NounMatch,
  type PairLexicon,
  type Wording,
} from '../../seed/lexicon.ts'
import type { WordForms } from '../glossaries/word-forms.ts'
import { baseOf } from '../language-code.ts'
import { joined, type Passage, type Piece, plainText } from '../piece.ts'
import { articleFor, articleKind } from './articles.ts'
import type { Engine, EngineOptions, Rendering, UsedTerms } from './engine.ts'

const variants = ['en-GB', 'en-US', 'es-419', 'pt-BR', 'pt-PT']
/** Number of words in the longest phrase. */
const longestPhrase = 9
/** Number of words in which an article looks for its noun. */
const lookAhead = 4
/** Number of characters after a mark in which it looks. */
const longestAhead = 60

export function createSampleEngine(lexicon: Lexicon, forms: WordForms): Engine {
  return {
    label: 'sample lexicon',
    isSample: true,
    isRough: true,
    hasFormality: true,
    followsInstructions: false,
    sources: lexiconLanguages,
    targets: [...lexiconLanguages, ...variants],
    async translate(sentences, options, terms = []) {
      const [source, target] = [baseOf(options.source), baseOf(options.target)]
      if (!isLexiconLanguage(source) || !isLexiconLanguage(target)) throw new TypeError(`${source} to ${target}`)
      const pair = lexicon.pair(source, target)
      const pause = createPacer()
      const renderings: Rendering[] = []
      for (const [index, sentence] of sentences.entries()) {
        const used = terms[index] ?? new Map()
        renderings.push(render(sentence, { source, target, pair, options, termAt: termsBy(used, forms, target) }))
        await pause()
      }
      return renderings
    },
  }
}

/** A term at a mark, and its noun if the lexicon has it. */
interface TermAhead {
  readonly wording: string
  readonly match: NounMatch | undefined
}
type TermAt = (mark: number) => TermAhead | undefined

function termsBy(terms: UsedTerms, forms: WordForms, target: string): TermAt {
  return (mark) => {
    const term = terms.get(mark)
    if (!term) return undefined
    const { wording, isExact } = term
    const isPlural = !isExact && wording.toLowerCase() !== term.target.toLowerCase()
    const inflected = { noun: { singular: term.target, plural: wording, gender: undefined }, isPlural }
    return { wording, match: forms.nounIn(wording, target, !isExact) ?? (isPlural ? inflected : undefined) }
  }
}

interface Pair {
  readonly source: LexiconLanguage
  readonly target: LexiconLanguage
  readonly pair: PairLexicon
  readonly options: EngineOptions
  readonly termAt: TermAt
}

function render(sentence: Passage, pair: Pair): Rendering {
  const unknown: string[] = []
  let words = 0
  let isFirst = true
  const state: SentenceState = { determiner: undefined, subject: undefined, isTitle: isTitle(plainText(sentence)) }
  const pieces: Piece[] = []
  for (const [index, piece] of sentence.entries()) {
    if (typeof piece === 'number') {
      pieces.push(piece)
      continue
    }
    const ahead = textAhead(sentence, index + 1)
    const next = sentence[index + 1]
    const term = typeof next === 'number' ? pair.termAt(next) : undefined
    const part = renderText(piece, { ...pair, isFirst, ahead, term, state })
    if (part.words > 0) isFirst = false
    words += part.words
    for (const word of part.unknown) unknown.push(word)
    pieces.push(part.text)
  }
  const text = plainText(sentence)
  const inCapitals = words > 1 && text === text.toUpperCase() && text !== text.toLowerCase()
  const written = inCapitals ? pieces.map((piece) => (typeof piece === 'string' ? piece.toUpperCase() : piece)) : pieces
  return { pieces: withQuestionMarks(joined(written), pair.target), words, unknown }
}

/** The first characters from a piece on, without marks. */
function textAhead(sentence: Passage, from: number): string {
  let text = ''
  for (let index = from; index < sentence.length && text.length < longestAhead; index += 1) {
    const piece = sentence[index]
    if (typeof piece === 'string') text += piece
  }
  return text.slice(0, longestAhead)
}

interface Token {
  readonly start: number
  readonly end: number
  readonly key: string
}

/** Splits a text into tokens; an elided article is a separate word in French and Italian. */
function tokensOf(text: string, language: LexiconLanguage): Token[] {
  const word =
    language === 'fr' || language === 'it'
      ? /(?<!\p{L})\p{L}(?:\.\p{L})+\.?|[\p{L}\p{M}]+['’]?(?:-[\p{L}\p{M}]+)*/gu
      : /(?<!\p{L})\p{L}(?:\.\p{L})+\.?|[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu
  return Array.from(text.matchAll(word), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
    key: lexiconKey(found),
  }))
}

/** State that words of a sentence leave for later ones. */
interface SentenceState {
  determiner: Determiner
  /** The subject of an adjective after a verb. */
  subject: Agreeing | undefined
  readonly isTitle: boolean
}

interface Part extends Pair {
  readonly state: SentenceState
  readonly isFirst: boolean
  /** The text after this part, beyond a mark. */
  readonly ahead: string
  /** The term that follows immediately. */
  readonly term: TermAhead | undefined
}

function renderText(text: string, context: Part) {
  const { source, target, pair, state } = context
  const informal = context.options.formality === 'informal'
  const tokens = tokensOf(text, source)
  const unknown: string[] = []
  let result = ''
  let at = 0
  let afterArticle = false
  let capitalise = false
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index]
    if (!token) break
    const between = text.slice(at, token.start)
    result += target === 'es' || source !== 'es' ? between : between.replaceAll(/[¿¡]/g, '')
    capitalise = index === 0 && context.isFirst && /^\p{Lu}/u.test(text.slice(token.start))
    const cased = (rendered: string) => (capitalise ? upperFirst(rendered) : rendered)

    const kind = articleKind(token.key, source)
    const phrase = longestMatch(text, tokens, index, pair)
    if (kind !== undefined && (phrase === undefined || phrase.words === 1)) {
      const next = tokens[index + 1]
      const term = next ? undefined : context.term
      const [rest, restTokens] = next ? [text, tokens] : [context.ahead, tokensOf(context.ahead, source)]
      const noun = term?.match ?? nounAhead(rest, restTokens, next ? index + 1 : 0, pair)
      const word = next ?? restTokens[0]
      const following = term?.wording ?? (word ? renderedWord(word.key, pair, informal) : '')
      const article = articleFor(kind, target, { match: noun, next: following })
      result += cased(article)
      at = token.end
      // the space after an article is dropped with it if the target language has none or elides it
      if (article === '' || article.endsWith("'")) at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0
      else if (/['’]$/.test(token.key)) result += ' '
      if (article === '' && index === 0 && capitalise && next) {
        // the next word begins the sentence instead
        const rendered = renderedWord(next.key, pair, informal)
        if (rendered !== '') {
          result += upperFirst(rendered)
          at = next.end
          index += 1
        }
      }
      afterArticle = true
      state.determiner = kind
      index += 1
      continue
    }
    const startsSentence = (index === 0 && context.isFirst) || /[:"“«(¿¡]\s*$/.test(between)
    if (/[.;!?]/.test(between)) state.subject = undefined
    const word = wordAt({ text, tokens, index, phrase, startsSentence, afterArticle }, context)
    result += cased(word.text)
    if (word.unknown !== undefined) unknown.push(word.unknown)
    index += word.count
    at = tokens[index - 1]?.end ?? text.length
    afterArticle = false
  }
  return { text: result + text.slice(at), words: tokens.length, unknown }
}

interface Place {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly index: number
}
interface Known extends Place {
  readonly phrase: { readonly wording: Wording; readonly words: number } | undefined
  readonly startsSentence: boolean
  readonly afterArticle: boolean
}

/** Translates a phrase, a noun, a name, or an unknown word in brackets. */
function wordAt(
  { phrase, startsSentence, afterArticle, ...place }: Known,
  context: Part,
): { readonly text: string; readonly count: number; readonly unknown?: string } {
  const { source, pair, state, options } = context
  const { start = 0, end = 0, key = '' } = place.tokens[place.index] ?? {}
  const word = place.text.slice(start, end)
  const isName = isNameOf(word, { source, startsSentence })
  const isNameInside = isName && /\p{Ll}/u.test(word) && !state.isTitle && !pair.capitalised.has(key)
  const isAdjective = pair.adjectives.has(key) && nounBehind(place, context).match !== undefined
  const noun = isNameInside || isAdjective ? undefined : pair.nouns.get(key)
  if (phrase && (phrase.words > 1 || !(isNameInside || (afterArticle && noun)))) {
    const wording = options.formality === 'informal' ? phrase.wording.informal : phrase.wording.formal
    return { text: phrase.words > 1 ? wording : agreed(wording, key, place, context), count: phrase.words }
  }
  state.determiner = undefined
  if (noun) {
    state.subject ??= agreeing(noun)
    return { text: nounText(noun), count: 1 }
  }
  return isName ? { text: word, count: 1 } : { text: `[${word}]`, count: 1, unknown: word }
}

const agreeing = ({ noun, isPlural }: NounMatch): Agreeing => ({ gender: noun.gender, isPlural })
const pronouns: Readonly<Record<string, Agreeing>> = {
  he: { gender: 'm', isPlural: false },
  she: { gender: 'f', isPlural: false },
  we: { gender: 'm', isPlural: true },
  they: { gender: 'm', isPlural: true },
}

/** A word in the form that agrees with its noun. */
function agreed(wording: string, key: string, place: Place, context: Part): string {
  const { source, target, pair, state, options } = context
  const isAdjective = pair.adjectives.has(key)
  const { match, next } = nounBehind(place, context)
  const noun = match && agreeing(match)
  const following = next === undefined ? '' : renderedWord(next, pair, options.formality === 'informal')
  const determiner = noun && determinerFor(wording, target, noun, following)
  if (determiner !== undefined) {
    state.determiner = kindOf(wording)
    return determiner
  }
  if (isAdjective && noun) return attributive(wording, target, noun, state.determiner)
  // an adverb before the adjective of a noun changes nothing
  if (!noun) state.determiner = undefined
  if (source === 'en') state.subject = pronouns[key] ?? state.subject
  return isAdjective && state.subject ? predicative(wording, target, state.subject) : wording
}

/** The noun after a word, across adjectives and marks, and the next word. */
function nounBehind({ text, tokens, index }: Place, { source, pair, ahead, term }: Part) {
  const inside = tokens.slice(index + 1, index + 1 + lookAhead)
  const isAtEnd = index + 1 + inside.length === tokens.length
  const behind = isAtEnd && !/[,.;:!?]\s*$/.test(text) ? tokensOf(ahead, source) : []
  let before = tokens[index]
  for (const token of [...inside, ...behind].slice(0, lookAhead)) {
    const between = behind.includes(token) ? '' : text.slice(before?.end, token.start)
    if (!onlyQuotes.test(between)) break
    const match = pair.nouns.get(token.key)
    if (match) return { match, next: inside[0]?.key ?? token.key }
    if (!pair.adjectives.has(token.key) && !/^(?:and|und|y|et|e|en)$/.test(token.key)) break
    before = token
  }
  return { match: isAtEnd && inside.length === 0 ? term?.match : undefined, next: inside[0]?.key }
}

/** Text allowed between an article and its noun. */
const onlyQuotes = /^[\s'’"“”„«»()*_]*$/

function longestMatch(text: string, tokens: readonly Token[], from: number, { wordings }: PairLexicon) {
  const start = tokens[from]?.start ?? 0
  for (let words = Math.min(longestPhrase, tokens.length - from); words > 0; words -= 1) {
    const wording = wordings.get(lexiconKey(text.slice(start, tokens[from + words - 1]?.end)))
    if (wording) return { wording, words }
  }
  return undefined
}

function nounAhead(text: string, tokens: readonly Token[], from: number, { nouns }: PairLexicon) {
  for (let index = from; index < Math.min(from + lookAhead, tokens.length); index += 1) {
    const token = tokens[index]
    const before = tokens[index - 1]
    if (!token || (before && !onlyQuotes.test(text.slice(before.end, token.start)))) return undefined
    const match = nouns.get(token.key)
    if (match) return match
  }
  return undefined
}

function renderedWord(key: string, { nouns, wordings }: PairLexicon, informal: boolean): string {
  const noun = nouns.get(key)
  if (noun) return nounText(noun)
  const wording = wordings.get(key)
  return wording ? (informal ? wording.informal : wording.formal) : ''
}

const nounText = ({ noun, isPlural }: NounMatch) => (isPlural ? noun.plural : noun.singular)

/**
 * True for a name: a capital inside a sentence marks one, except in German, where every noun has one. Acronyms are
 * names too.
 */
function isNameOf(
  word: string,
  { source, startsSentence }: { readonly source: LexiconLanguage; readonly startsSentence: boolean },
) {
  if (/^\p{Lu}[\p{Lu}\d]+$/u.test(word)) return word.length <= 6
  if (/^\p{L}*\p{Ll}\p{Lu}/u.test(word)) return true
  return source !== 'de' && !startsSentence && /^\p{Lu}/u.test(word)
}

/** True for a heading: every word that is not short has a capital, including at least two after the first. */
function isTitle(sentence: string): boolean {
  const words = sentence.match(/\p{L}+/gu) ?? []
  const capitals = words.slice(1).filter((word) => /^\p{Lu}/u.test(word))
  return capitals.length > 1 && words.every((word) => word.length < 4 || /^\p{Lu}/u.test(word))
}

function upperFirst(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

/** Adds the opening marks of Spanish questions and exclamations. */
function withQuestionMarks(pieces: Piece[], target: LexiconLanguage): Piece[] {
  if (target !== 'es') return pieces
  const last = pieces.findLast((piece) => typeof piece === 'string')
  const first = pieces.findIndex((piece) => typeof piece === 'string' && /\p{L}/u.test(piece))
  const mark = typeof last === 'string' ? /[?!](?=["'»”)\s]*$)/.exec(last)?.[0] : undefined
  const text = pieces[first]
  if (mark === undefined || typeof text !== 'string' || /[¿¡]/.test(text)) return pieces
  pieces[first] = text.replace(/[\p{L}[]/u, (letter) => (mark === '?' ? '¿' : '¡') + letter)
  return pieces
}

// The built-in engine: looks up phrases, words and nouns in a lexicon of ours, the longest match first. It is a
// sample: what it does not know stays in brackets, and it never returns a text of words it does not know as if it were
// translated.
import { createPacer } from '#provider'
import {
  isLexiconLanguage,
  type Lexicon,
  type LexiconLanguage,
  lexiconKey,
  lexiconLanguages,
  type NounMatch,
  type PairLexicon,
} from '../../seed/lexicon.ts'
import type { WordForms } from '../glossaries/word-forms.ts'
import { baseOf } from '../language-code.ts'
import { joined, type Passage, type Piece } from '../piece.ts'
import { articleFor, articleKind } from './articles.ts'
import type { Engine, EngineOptions, Rendering, UsedTerms } from './engine.ts'

const variants = ['en-GB', 'en-US', 'es-419', 'pt-BR', 'pt-PT']
/** Words of the longest phrase. */
const longestPhrase = 9
/** How far an article looks for its noun. */
const lookAhead = 3
/** Characters behind a mark in which it looks. */
const longestAhead = 60

export function createSampleEngine(lexicon: Lexicon, forms: WordForms): Engine {
  return {
    label: 'sample lexicon',
    isSample: true,
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
        const pausing = pause()
        if (pausing) await pausing
      }
      return renderings
    },
  }
}

/** A term at a mark, and its noun where the lexicon has it. */
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
  const pieces: Piece[] = []
  for (const [index, piece] of sentence.entries()) {
    if (typeof piece === 'number') {
      pieces.push(piece)
      continue
    }
    const ahead = textAhead(sentence, index + 1)
    const next = sentence[index + 1]
    const term = typeof next === 'number' ? pair.termAt(next) : undefined
    const part = renderText(piece, { ...pair, isFirst, ahead, term })
    if (part.words > 0) isFirst = false
    words += part.words
    for (const word of part.unknown) unknown.push(word)
    pieces.push(part.text)
  }
  return { pieces: withQuestionMarks(joined(pieces), pair.target), words, unknown }
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

/** An elided article is a word of its own in French and Italian. */
function tokensOf(text: string, language: LexiconLanguage): Token[] {
  const word =
    language === 'fr' || language === 'it'
      ? /[\p{L}\p{M}]+['’]?(?:-[\p{L}\p{M}]+)*/gu
      : /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu
  return Array.from(text.matchAll(word), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
    key: lexiconKey(found),
  }))
}

interface Part extends Pair {
  readonly isFirst: boolean
  /** The text after this part, behind a mark. */
  readonly ahead: string
  /** The term that follows immediately. */
  readonly term: TermAhead | undefined
}

function renderText(text: string, context: Part) {
  const { source, target, pair } = context
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
      // the space after an article goes with it where the language has none or elides it
      if (article === '' || article.endsWith("'")) at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0
      else if (!/^\s/.test(text.slice(at))) result += ' '
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
      index += 1
      continue
    }

    const noun = pair.nouns.get(token.key)
    if (phrase && (phrase.words > 1 || !(afterArticle && noun))) {
      result += cased(informal ? phrase.wording.informal : phrase.wording.formal)
      index += phrase.words
      at = tokens[index - 1]?.end ?? text.length
    } else {
      const word = text.slice(token.start, token.end)
      if (noun) result += cased(nounText(noun))
      else if (isName(word, { source, isFirst: index === 0 && context.isFirst })) result += word
      else {
        unknown.push(word)
        result += `[${word}]`
      }
      at = token.end
      index += 1
    }
    afterArticle = false
  }
  return { text: result + text.slice(at), words: tokens.length, unknown }
}

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
    if (!token || (before && /[^\s'’]/.test(text.slice(before.end, token.start)))) return undefined
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

/** A capital inside a sentence marks a name, except in German, where every noun has one. Acronyms are names too. */
function isName(word: string, { source, isFirst }: { readonly source: LexiconLanguage; readonly isFirst: boolean }) {
  if (/^\p{Lu}[\p{Lu}\d]+$/u.test(word)) return word.length <= 6
  return source !== 'de' && !isFirst && /^\p{Lu}/u.test(word)
}

function upperFirst(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

/** Spanish opens what ends in a question or exclamation mark. */
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

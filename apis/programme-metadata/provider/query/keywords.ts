// The language of `q`: words, "phrases", AND, OR, NOT, parentheses, and `title:`, `synopsis:` and `pid:` (SOURCES 2.5).
// Adjacent words must all occur.
import { plainLetters } from '#provider'
import { invalidParameter } from '../errors.ts'

export type KeywordField = 'title' | 'synopsis' | 'pid'
export type Keywords =
  | { readonly kind: 'words'; readonly field: KeywordField | undefined; readonly words: readonly string[] }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Keywords[] }
  | { readonly kind: 'not'; readonly part: Keywords }

/** Limits of the work for one query. */
const maxTerms = 40
const maxDepth = 20

/** Returns words in plain lower-case letters, without apostrophes. */
export function wordsOf(text: string): string[] {
  const plain = plainLetters(text).replaceAll(/['’]/g, '')
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Returns all words that can occur in a match, for the order by relevance. */
export function wantedWords(keywords: Keywords): string[] {
  if (keywords.kind === 'words') return [...keywords.words]
  return keywords.kind === 'not' ? [] : keywords.parts.flatMap(wantedWords)
}

/** Parses a query. Throws 400 for a syntax error. A query without words is an empty `or`, which matches nothing. */
export function parseKeywords(q: string): Keywords {
  const tokens = tokensOf(q)
  let at = 0
  let terms = 0

  function alternatives(depth: number): Keywords {
    if (depth > maxDepth) throw invalidParameter('q', `has more than ${maxDepth} levels of parentheses`)
    const parts = [required(depth)]
    while (tokens[at]?.kind === 'OR') {
      at++
      parts.push(required(depth))
    }
    return joined('or', parts)
  }
  function required(depth: number): Keywords {
    const parts: Keywords[] = []
    for (;;) {
      const kind = tokens[at]?.kind
      if (kind === undefined || kind === 'OR' || kind === ')') break
      if (kind === 'AND') at++
      else parts.push(negated(depth))
    }
    return parts.length === 0 ? nothing : joined('and', parts)
  }
  function negated(depth: number): Keywords {
    let isNegated = false
    while (tokens[at]?.kind === 'NOT') {
      at++
      isNegated = !isNegated
    }
    const part = primary(depth)
    return isNegated ? { kind: 'not', part } : part
  }
  function primary(depth: number): Keywords {
    const token = tokens[at]
    if (token?.kind === '(') {
      at++
      const inner = alternatives(depth + 1)
      if (tokens[at]?.kind !== ')') throw invalidParameter('q', 'has an opening parenthesis without a closing one')
      at++
      return inner
    }
    if (token?.kind !== 'words') throw invalidParameter('q', 'has an operator without words after it')
    at++
    terms++
    if (terms > maxTerms) throw invalidParameter('q', `has more than ${maxTerms} words`)
    return { kind: 'words', field: token.field, words: token.words }
  }

  const result = tokens.length === 0 ? nothing : alternatives(0)
  if (at < tokens.length) throw invalidParameter('q', 'has a closing parenthesis without an opening one')
  return result
}

const nothing: Keywords = { kind: 'or', parts: [] }

function joined(kind: 'and' | 'or', parts: readonly Keywords[]): Keywords {
  const [only] = parts
  return only && parts.length === 1 ? only : { kind, parts }
}

type Token =
  | { readonly kind: 'AND' | 'OR' | 'NOT' | '(' | ')' }
  | { readonly kind: 'words'; readonly field: KeywordField | undefined; readonly words: readonly string[] }

function tokensOf(q: string): Token[] {
  const tokens: Token[] = []
  const pattern = /(?:(title|synopsis|pid):)?(?:"([^"]*)"|([()])|([^\s()"]+))|\s+|"/giy
  for (const match of q.matchAll(pattern)) {
    const [whole, field, phrase, parenthesis, word] = match
    if (whole.trim() === '') continue
    if (whole === '"') throw invalidParameter('q', 'has an opening quotation mark without a closing one')
    if (parenthesis === '(' || parenthesis === ')') {
      if (field !== undefined) throw invalidParameter('q', 'has a field prefix before a parenthesis')
      tokens.push({ kind: parenthesis })
    } else if (word !== undefined && field === undefined && /^(?:AND|OR|NOT)$/.test(word))
      tokens.push({ kind: word === 'AND' ? 'AND' : word === 'OR' ? 'OR' : 'NOT' })
    else pushWords(tokens, { field: fieldOf(field), text: phrase ?? word ?? '' })
  }
  return tokens
}

function pushWords(tokens: Token[], { field, text }: { field: KeywordField | undefined; text: string }): void {
  const words = field === 'pid' ? [text.toLowerCase()] : wordsOf(text)
  // bare punctuation is not a condition
  if (words.length > 0) tokens.push({ kind: 'words', field, words })
}

function fieldOf(text: string | undefined): KeywordField | undefined {
  const name = text?.toLowerCase()
  return name === 'title' || name === 'synopsis' || name === 'pid' ? name : undefined
}

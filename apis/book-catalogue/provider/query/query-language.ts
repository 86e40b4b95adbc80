// Parses the query language (SOURCES 1.2): words, phrases, OR, NOT, parentheses, field:value, ranges, prefixes. It
// handles only syntax and fields; `query-compile.ts` compiles the tree to conditions.

import { wordsOf } from '../words.ts'
import { anywhere, type Field, fieldOf } from './query-fields.ts'

export type QueryNode =
  | { readonly kind: 'all' }
  /** Words that must all occur; with `prefix`, the last one is a prefix. `value` is the text as written. */
  | {
      readonly kind: 'words'
      readonly field: Field
      readonly words: readonly string[]
      readonly prefix: boolean
      readonly value: string
    }
  | { readonly kind: 'phrase'; readonly field: Field; readonly words: readonly string[]; readonly value: string }
  /** A range; an undefined end is open. */
  | { readonly kind: 'range'; readonly field: Field; readonly low: End | undefined; readonly high: End | undefined }
  | { readonly kind: 'exists'; readonly field: Field; readonly name: string }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly QueryNode[] }
  | { readonly kind: 'not'; readonly part: QueryNode }
export interface End {
  readonly value: string
  readonly inclusive: boolean
}

const deepest = 40
const mostNodes = 120
const mostWords = 60
const longestQuery = 4000

/** A syntax error, caught within this file. */
class BadQuery extends Error {}

/** Parses a query. It never fails: a query with a syntax error is read as plain words, including operators. */
export function readQuery(text: string): QueryNode {
  const query = text.slice(0, longestQuery)
  try {
    return createParser(query).read()
  } catch (error) {
    if (!(error instanceof BadQuery)) throw error
    return plainWords(query)
  }
}

/** Returns all words of a string, without operators. */
export function plainWords(text: string, field: Field = anywhere): QueryNode {
  return { kind: 'words', field, words: wordsOf(text).slice(0, mostWords), prefix: false, value: text }
}

type Parser = { read(): QueryNode }
interface Scope {
  readonly field: Field
  readonly name: string
  readonly depth: number
}

function createParser(text: string): Parser {
  let at = 0
  let nodes = 0

  const skipSpace = () => {
    while (/\s/.test(text.charAt(at))) at += 1
  }
  const count = <T extends QueryNode>(node: T): T => {
    nodes += 1
    if (nodes > mostNodes) throw new BadQuery()
    return node
  }
  /** Consumes an operator if it is a separate word here. */
  const take = (...signs: string[]): boolean => {
    skipSpace()
    for (const symbol of signs) {
      if (!text.startsWith(symbol, at)) continue
      if (/^[A-Z]+$/.test(symbol) && !/^(?:\s|\(|\)|$)/.test(text.slice(at + symbol.length, at + symbol.length + 1)))
        continue
      at += symbol.length
      return true
    }
    return false
  }
  const isEnd = () => {
    skipSpace()
    return at >= text.length || text[at] === ')'
  }

  function readAny(scope: Scope): QueryNode {
    const parts = [readAll(scope)]
    while (take('OR', '||')) parts.push(readAll(scope))
    return join('or', parts)
  }
  function readAll(scope: Scope): QueryNode {
    const parts: QueryNode[] = []
    for (;;) {
      parts.push(readOne(scope))
      const isJoined = take('AND', '&&')
      if (isEnd() || isNext('OR') || isNext('||')) {
        if (isJoined) throw new BadQuery()
        return join('and', parts)
      }
    }
  }
  function isNext(token: string): boolean {
    const before = at
    const isTaken = take(token)
    at = before
    return isTaken
  }
  function readOne(scope: Scope): QueryNode {
    if (isEnd() || isNext('AND') || isNext('OR')) throw new BadQuery()
    if (take('NOT') || takeSign('-') || takeSign('!')) return count({ kind: 'not', part: readOne(scope) })
    takeSign('+')
    if (take('(')) return boosted(readGroup(scope))
    const named = readField(scope)
    if (named) return readOne(named)
    if (text[at] === '"') return boosted(readPhrase(scope.field))
    if (text[at] === '[' || text[at] === '{') return readRange(scope)
    return readWord(scope)
  }
  /** Consumes an operator that directly precedes its operand. */
  function takeSign(symbol: string): boolean {
    if (text[at] !== symbol || /[\s)]/.test(text[at + 1] ?? ' ')) return false
    at += 1
    return true
  }
  function readGroup(scope: Scope): QueryNode {
    if (scope.depth >= deepest) throw new BadQuery()
    const inner = readAny({ ...scope, depth: scope.depth + 1 })
    if (!take(')')) throw new BadQuery()
    return inner
  }
  function readField(scope: Scope): Scope | undefined {
    const match = /^([A-Za-z_]\w*):(?=\s*\S)/.exec(text.slice(at, at + 60))
    const field = match?.[1] === undefined ? undefined : fieldOf(match[1])
    if (!match || !field) return undefined
    at += match[0].length
    skipSpace()
    if (scope.depth >= deepest) throw new BadQuery()
    return { field, name: match[1]?.toLowerCase() ?? '', depth: scope.depth + 1 }
  }
  function readPhrase(field: Field): QueryNode {
    let end = at + 1
    while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
    if (end >= text.length) throw new BadQuery()
    const value = unescaped(text.slice(at + 1, end))
    at = end + 1
    return count({ kind: 'phrase', field, words: wordsOf(value).slice(0, mostWords), value })
  }
  function readRange({ field }: Scope): QueryNode {
    const match = /^([[{])\s*("[^"]*"|[^\s\]}]+)\s+TO\s+("[^"]*"|[^\s\]}]+)\s*([\]}])/.exec(text.slice(at, at + 300))
    if (!match) throw new BadQuery()
    at += match[0].length
    const end = (value: string | undefined, inclusive: boolean): End | undefined =>
      value === undefined || value === '*' ? undefined : { value: value.replace(/^"(.*)"$/, '$1'), inclusive }
    return count({ kind: 'range', field, low: end(match[2], match[1] === '['), high: end(match[3], match[4] === ']') })
  }
  function readWord({ field, name }: Scope): QueryNode {
    const match = /^(?:\\[\s\S]|[^\s()"[\]{}\\])+/.exec(text.slice(at))
    if (!match) throw new BadQuery()
    at += match[0].length
    const written = match[0].replace(/(?<!\\)\^[\d.]+$/, '')
    if (/^\*(?::\*)?$/.test(written)) return count(name === '' ? { kind: 'all' } : { kind: 'exists', field, name })
    const star = /(?<!\\)\*/.exec(written)
    const value = unescaped(star ? written.slice(0, star.index) : written)
    const words = wordsOf(value).slice(0, mostWords)
    return count({ kind: 'words', field, words, prefix: star !== null && words.length > 0, value })
  }
  /** Skips a weight such as `^2` after a phrase or a group, which does not change the matches. */
  function boosted(node: QueryNode): QueryNode {
    at += /^(?:[~^][\d.]*)?/.exec(text.slice(at, at + 12))?.[0].length ?? 0
    return node
  }
  return {
    read() {
      if (isEnd() && at >= text.length) return { kind: 'all' }
      const node = readAny({ field: anywhere, name: '', depth: 0 })
      if (at < text.length) throw new BadQuery()
      return node
    },
  }
}

function join(kind: 'and' | 'or', parts: readonly QueryNode[]): QueryNode {
  const [only] = parts
  return parts.length === 1 && only ? only : { kind, parts }
}

function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, '$1')
}

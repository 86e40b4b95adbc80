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
    return new Parser(query).read()
  } catch (error) {
    if (!(error instanceof BadQuery)) throw error
    return plainWords(query)
  }
}

/** Returns all words of a string, without operators. */
export function plainWords(text: string, field: Field = anywhere): QueryNode {
  return { kind: 'words', field, words: wordsOf(text).slice(0, mostWords), prefix: false, value: text }
}

interface Scope {
  readonly field: Field
  readonly name: string
  readonly depth: number
}

class Parser {
  readonly #text: string
  #at = 0
  #nodes = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): QueryNode {
    if (this.#isEnd() && this.#at >= this.#text.length) return { kind: 'all' }
    const node = this.#readAny({ field: anywhere, name: '', depth: 0 })
    if (this.#at < this.#text.length) throw new BadQuery()
    return node
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at += 1
  }

  #count(node: QueryNode): QueryNode {
    this.#nodes += 1
    if (this.#nodes > mostNodes) throw new BadQuery()
    return node
  }

  /** Consumes an operator if it is a separate word here. */
  #take(...signs: string[]): boolean {
    this.#skipSpace()
    for (const symbol of signs) {
      if (!this.#text.startsWith(symbol, this.#at)) continue
      if (
        /^[A-Z]+$/.test(symbol) &&
        !/^(?:\s|\(|\)|$)/.test(this.#text.slice(this.#at + symbol.length, this.#at + symbol.length + 1))
      )
        continue
      this.#at += symbol.length
      return true
    }
    return false
  }

  #isEnd(): boolean {
    this.#skipSpace()
    return this.#at >= this.#text.length || this.#text[this.#at] === ')'
  }

  #readAny(scope: Scope): QueryNode {
    const parts = [this.#readAll(scope)]
    while (this.#take('OR', '||')) parts.push(this.#readAll(scope))
    return join('or', parts)
  }

  #readAll(scope: Scope): QueryNode {
    const parts: QueryNode[] = []
    for (;;) {
      parts.push(this.#readOne(scope))
      const isJoined = this.#take('AND', '&&')
      if (this.#isEnd() || this.#isNext('OR') || this.#isNext('||')) {
        if (isJoined) throw new BadQuery()
        return join('and', parts)
      }
    }
  }

  #isNext(token: string): boolean {
    const before = this.#at
    const isTaken = this.#take(token)
    this.#at = before
    return isTaken
  }

  #readOne(scope: Scope): QueryNode {
    if (this.#isEnd() || this.#isNext('AND') || this.#isNext('OR')) throw new BadQuery()
    if (this.#take('NOT') || this.#takeSign('-') || this.#takeSign('!'))
      return this.#count({ kind: 'not', part: this.#readOne(scope) })
    this.#takeSign('+')
    if (this.#take('(')) return this.#boosted(this.#readGroup(scope))
    const named = this.#readField(scope)
    if (named) return this.#readOne(named)
    if (this.#text[this.#at] === '"') return this.#boosted(this.#readPhrase(scope.field))
    if (this.#text[this.#at] === '[' || this.#text[this.#at] === '{') return this.#readRange(scope)
    return this.#readWord(scope)
  }

  /** Consumes an operator that directly precedes its operand. */
  #takeSign(symbol: string): boolean {
    if (this.#text[this.#at] !== symbol || /[\s)]/.test(this.#text[this.#at + 1] ?? ' ')) return false
    this.#at += 1
    return true
  }

  #readGroup(scope: Scope): QueryNode {
    if (scope.depth >= deepest) throw new BadQuery()
    const inner = this.#readAny({ ...scope, depth: scope.depth + 1 })
    if (!this.#take(')')) throw new BadQuery()
    return inner
  }

  #readField(scope: Scope): Scope | undefined {
    const match = /^([A-Za-z_]\w*):(?=\s*\S)/.exec(this.#text.slice(this.#at, this.#at + 60))
    const field = match?.[1] === undefined ? undefined : fieldOf(match[1])
    if (!match || !field) return undefined
    this.#at += match[0].length
    this.#skipSpace()
    if (scope.depth >= deepest) throw new BadQuery()
    return { field, name: match[1]?.toLowerCase() ?? '', depth: scope.depth + 1 }
  }

  #readPhrase(field: Field): QueryNode {
    let end = this.#at + 1
    while (end < this.#text.length && this.#text[end] !== '"') end += this.#text[end] === '\\' ? 2 : 1
    if (end >= this.#text.length) throw new BadQuery()
    const value = unescaped(this.#text.slice(this.#at + 1, end))
    this.#at = end + 1
    return this.#count({ kind: 'phrase', field, words: wordsOf(value).slice(0, mostWords), value })
  }

  #readRange({ field }: Scope): QueryNode {
    const match = /^([[{])\s*("[^"]*"|[^\s\]}]+)\s+TO\s+("[^"]*"|[^\s\]}]+)\s*([\]}])/.exec(
      this.#text.slice(this.#at, this.#at + 300),
    )
    if (!match) throw new BadQuery()
    this.#at += match[0].length
    const end = (value: string | undefined, inclusive: boolean): End | undefined =>
      value === undefined || value === '*' ? undefined : { value: value.replace(/^"(.*)"$/, '$1'), inclusive }
    return this.#count({
      kind: 'range',
      field,
      low: end(match[2], match[1] === '['),
      high: end(match[3], match[4] === ']'),
    })
  }

  #readWord({ field, name }: Scope): QueryNode {
    const match = /^(?:\\[\s\S]|[^\s()"[\]{}\\])+/.exec(this.#text.slice(this.#at))
    if (!match) throw new BadQuery()
    this.#at += match[0].length
    const written = match[0].replace(/(?<!\\)\^[\d.]+$/, '')
    if (/^\*(?::\*)?$/.test(written))
      return this.#count(name === '' ? { kind: 'all' } : { kind: 'exists', field, name })
    const star = /(?<!\\)\*/.exec(written)
    const value = unescaped(star ? written.slice(0, star.index) : written)
    const words = wordsOf(value).slice(0, mostWords)
    return this.#count({ kind: 'words', field, words, prefix: star !== null && words.length > 0, value })
  }

  /** Skips a weight such as `^2` after a phrase or a group, which does not change the matches. */
  #boosted(node: QueryNode): QueryNode {
    this.#at += /^(?:[~^][\d.]*)?/.exec(this.#text.slice(this.#at, this.#at + 12))?.[0].length ?? 0
    return node
  }
}

function join(kind: 'and' | 'or', parts: readonly QueryNode[]): QueryNode {
  const [only] = parts
  return parts.length === 1 && only ? only : { kind, parts }
}

function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, '$1')
}

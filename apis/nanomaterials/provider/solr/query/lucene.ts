// Reads the standard query syntax of Solr (SOURCES 5.3) by recursive descent. Written by hand: the meaning of AND and
// OR depends on the adjacent clauses, the parser of local parameters decides where they end, and a message should name
// the position.
import { present } from '#define/present'
import { cannotParse } from '../../errors.ts'
import type { Clause, Query } from './ast.ts'

interface LuceneOptions {
  readonly isAndDefault: boolean
  /** Reads a query that begins with local parameters, such as `{!parent which=…}`. */
  readonly readLocal: (text: string) => Query
}

const maxDepth = 50
const maxClauses = 512
const maxLength = 100_000

export function parseLucene(text: string, options: LuceneOptions): Query {
  if (text.length > maxLength) throw cannotParse(text, `it has more than ${maxLength} characters`)
  if (text.trim() === '') return { kind: 'none' }
  return new LuceneParser(text, options).parse()
}

type Conjunction = 'and' | 'or' | undefined
type Modifier = '+' | '-' | undefined
/** Characters that end a term, unless escaped with a backslash. */
const endsTerm = /[\s()[\]{}"~^:]/

class LuceneParser {
  readonly #text: string
  readonly #options: LuceneOptions
  #at = 0
  #clauses = 0

  constructor(text: string, options: LuceneOptions) {
    this.#text = text
    this.#options = options
  }

  parse(): Query {
    const query = this.#query(undefined, 0)
    this.#skipBlanks()
    if (this.#at < this.#text.length) throw this.#problem(`Encountered "${this.#peek()}"`)
    return query
  }

  /** Reads clauses up to a closing parenthesis or the end. */
  #query(field: string | undefined, depth: number): Query {
    if (depth > maxDepth) throw this.#problem('it is nested too deeply')
    const clauses: Clause[] = []
    for (;;) {
      this.#skipBlanks()
      if (this.#at >= this.#text.length || this.#peek() === ')') break
      const conjunction = clauses.length === 0 ? undefined : this.#conjunction()
      const modifier = this.#modifier()
      this.#skipBlanks()
      if (++this.#clauses > maxClauses) throw this.#problem(`too many boolean clauses: the limit is ${maxClauses}`)
      this.#add(clauses, conjunction, { modifier, query: this.#clause(field, depth) })
    }
    const [only] = clauses
    if (!only)
      throw this.#problem(this.#at < this.#text.length ? `Encountered "${this.#peek()}"` : 'Encountered "<EOF>"')
    if (clauses.length === 1 && only.occur !== 'mustNot') return only.query
    return { kind: 'boolean', clauses }
  }

  /** Combines a clause with the previous one, as Lucene's classic parser does. */
  #add(
    clauses: Clause[],
    conjunction: Conjunction,
    { modifier, query }: { readonly modifier: Modifier; readonly query: Query },
  ): void {
    const { isAndDefault } = this.#options
    const previous = clauses.at(-1)
    if (previous && previous.occur !== 'mustNot') {
      if (conjunction === 'and') clauses[clauses.length - 1] = { ...previous, occur: 'must' }
      else if (isAndDefault && conjunction === 'or') clauses[clauses.length - 1] = { ...previous, occur: 'should' }
    }
    const isRequired = isAndDefault ? conjunction !== 'or' : modifier === '+' || conjunction === 'and'
    clauses.push({ occur: modifier === '-' ? 'mustNot' : isRequired ? 'must' : 'should', query })
  }

  #conjunction(): Conjunction {
    const found = /^(?:(AND(?=[\s(]|$)|&&)|(?:OR(?=[\s(]|$)|\|\|))\s*/.exec(this.#rest(16))
    if (!found) return undefined
    this.#at += found[0].length
    return found[1] === undefined ? 'or' : 'and'
  }

  #modifier(): Modifier {
    const found = /^(?:\+|-|!(?!\w*\})|NOT(?=[\s(]|$))\s*/.exec(this.#rest(16))
    if (!found) return undefined
    this.#at += found[0].length
    return found[0].startsWith('+') ? '+' : '-'
  }

  #clause(field: string | undefined, depth: number): Query {
    const filter = /^filter\(/.exec(this.#rest(7))
    if (filter) {
      this.#at += 7
      return this.#boosted({ kind: 'filter', query: this.#group(field, depth) })
    }
    const named = this.#fieldName()
    if (named === '*' && this.#rest(1) === '*') {
      this.#at++
      return this.#boosted({ kind: 'all' })
    }
    return this.#boosted(this.#value(named ?? field, depth))
  }

  #fieldName(): string | undefined {
    const found = /^(?:\*|(?:[\w.@$-]|\\.)+):/.exec(this.#rest(300))
    if (!found || found[0].startsWith('-')) return undefined
    this.#at += found[0].length
    return found[0].slice(0, -1).replaceAll(/\\(.)/g, '$1')
  }

  #value(field: string | undefined, depth: number): Query {
    const first = this.#peek()
    if (first === '(') {
      this.#at++
      return this.#group(field, depth)
    }
    if (first === '{' && this.#rest(2) === '{!') return this.#local()
    if (first === '"') return this.#phrase(field)
    if (first === '[' || first === '{') return this.#range(field)
    if (first === '/') return this.#regexp(field)
    const comparison = /^[<>]=?/.exec(this.#rest(2))?.[0]
    if (comparison !== undefined) return this.#comparison(field, comparison)
    return this.#term(field)
  }

  /** Reads a group after its opening parenthesis. */
  #group(field: string | undefined, depth: number): Query {
    const query = this.#query(field, depth + 1)
    if (this.#peek() !== ')') throw this.#problem('Encountered "<EOF>": a ) is missing')
    this.#at++
    return query
  }

  /** Reads local parameters with their query, which ends at a blank unless it is in parentheses. */
  #local(): Query {
    const begin = this.#at
    let quote = ''
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#peek()
      if (quote !== '') {
        if (character === '\\') this.#at++
        else if (character === quote) quote = ''
      } else if (character === '"' || character === "'") quote = character
      else if (character === '}') break
    }
    this.#at++
    let open = 0
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#peek()
      if (character === '(') open++
      else if (character === ')' && --open < 0) break
      else if (/\s/.test(character) && open === 0) break
    }
    return this.#options.readLocal(this.#text.slice(begin, this.#at))
  }

  #phrase(field: string | undefined): Query {
    const text = this.#quoted()
    const [written = '', slop = '0'] = /^~(\d{1,4})/.exec(this.#rest(5)) ?? []
    this.#at += written.length
    if (field === '_query_') return this.#options.readLocal(text)
    return { kind: 'phrase', field, text, slop: Number(slop) }
  }

  #quoted(): string {
    let text = ''
    for (this.#at++; this.#at < this.#text.length && this.#peek() !== '"'; this.#at++) {
      if (this.#peek() === '\\') this.#at++
      text += this.#peek()
    }
    if (this.#peek() !== '"') throw this.#problem('a closing quotation mark is missing')
    this.#at++
    return text
  }

  #range(field: string | undefined): Query {
    const includesLow = this.#peek() === '['
    this.#at++
    const low = this.#bound()
    this.#skipBlanks()
    if (!/^TO\s/.test(this.#rest(3))) throw this.#problem('a range needs TO between its bounds')
    this.#at += 2
    const high = this.#bound()
    this.#skipBlanks()
    const end = this.#peek()
    if (end !== ']' && end !== '}') throw this.#problem('a range ends with ] or }')
    this.#at++
    return { kind: 'range', field, low, high, includesLow, includesHigh: end === ']' }
  }

  #bound(): string | undefined {
    this.#skipBlanks()
    if (this.#peek() === '"') return this.#quoted()
    const found = /^(?:\\.|[^\s\]}\\])+/.exec(this.#rest(1000))
    if (!found) throw this.#problem('a bound of a range is missing')
    this.#at += found[0].length
    return found[0] === '*' ? undefined : found[0].replaceAll(/\\(.)/g, '$1')
  }

  #comparison(field: string | undefined, comparison: string): Query {
    this.#at += comparison.length
    const bound = this.#bound()
    const includes = comparison.endsWith('=')
    const range = { kind: 'range', field, includesLow: includes, includesHigh: includes } as const
    return comparison.startsWith('>')
      ? { ...range, low: bound, high: undefined }
      : { ...range, low: undefined, high: bound }
  }

  #regexp(field: string | undefined): Query {
    const found = /^\/((?:\\.|[^\\/])*)\//.exec(this.#rest(1000))
    if (!found) throw this.#problem('a closing / is missing')
    this.#at += found[0].length
    return { kind: 'regexp', field, pattern: present(found[1]).replaceAll('\\/', '/') }
  }

  #term(field: string | undefined): Query {
    const begin = this.#at
    let isPattern = false
    for (; this.#at < this.#text.length && !endsTerm.test(this.#peek()); this.#at++) {
      if (this.#peek() === '\\') this.#at++
      else if (/[*?]/.test(this.#peek())) isPattern = true
    }
    const raw = this.#text.slice(begin, this.#at)
    if (raw === '') throw this.#problem(`Encountered "${this.#peek()}"`)
    const fuzzy = /^~(\d(?:\.\d+)?)?/.exec(this.#rest(8))
    if (raw === '*' && !fuzzy)
      return { kind: 'range', field, low: undefined, high: undefined, includesLow: true, includesHigh: true }
    if (isPattern) return { kind: 'wildcard', field, pattern: raw }
    const text = raw.replaceAll(/\\(.)/gs, '$1')
    if (!fuzzy) return { kind: 'term', field, text }
    this.#at += fuzzy[0].length
    const distance = Number(fuzzy[1] ?? 2)
    // a fraction is a similarity, as in older versions
    const edits = distance < 1 ? Math.floor((1 - distance) * [...text].length) : distance
    return { kind: 'fuzzy', field, text, edits: Math.min(2, Math.floor(edits)) }
  }

  #boosted(query: Query): Query {
    const found = /^\^(=?)(\d+(?:\.\d+)?)/.exec(this.#rest(24))
    if (!found) return query
    this.#at += found[0].length
    return { kind: 'boost', query, factor: Number(found[2]), isConstant: found[1] === '=' }
  }

  #peek(): string {
    return this.#text.charAt(this.#at)
  }
  #rest(length: number): string {
    return this.#text.slice(this.#at, this.#at + length)
  }
  #skipBlanks(): void {
    while (/\s/.test(this.#peek())) this.#at++
  }
  #problem(reason: string) {
    return cannotParse(this.#text, `${reason} at column ${this.#at}`)
  }
}

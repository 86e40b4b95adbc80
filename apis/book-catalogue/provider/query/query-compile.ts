// Compiles the tree of a query to a condition on works: as much as possible becomes one query of the word index, the
// rest comparisons. `condition-sql.ts` writes the SQL.

import { normalIsbn } from '#provider'
import type { TextQuery } from '../word-index.ts'
import { type KeyKind, keyWord } from '../words.ts'
import { accessLevels, type Field, levelOf, type NumberColumn } from './query-fields.ts'
import { type End, plainWords, type QueryNode, readQuery } from './query-language.ts'

/** A condition on a work. Numeric bounds are inclusive. */
export type Condition =
  | { readonly kind: 'true' | 'false' }
  | { readonly kind: 'text'; readonly query: TextQuery }
  | { readonly kind: 'number'; readonly column: NumberColumn | 'access'; readonly low: number; readonly high: number }
  | {
      readonly kind: 'class'
      readonly column: 'ddc' | 'lcc'
      readonly prefix?: string
      readonly low?: string
      readonly high?: string
    }
  | { readonly kind: 'id'; readonly id: number }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
/** A compiled node; `undefined` means no condition: a word without letters. */
type Compiled = Condition | undefined

const yes: Condition = { kind: 'true' }
const no: Condition = { kind: 'false' }
const most = 1_000_000_000

/** Compiles a query text. A query that is only an ISBN finds its edition. */
export function compileText(text: string): Condition {
  const isbn = normalIsbn(text.trim())
  if (isbn) return { kind: 'text', query: { kind: 'key', key: keyWord('isbn', isbn) } }
  return compileQuery(readQuery(text))
}

/** Compiles a query; one without search terms matches nothing. */
function compileQuery(node: QueryNode): Condition {
  return compile(node) ?? no
}

/** Returns the condition that a field contains all words of a string; undefined without words. */
export function compileField(field: Field, text: string): Condition | undefined {
  return compile(plainWords(text, field))
}

function compile(node: QueryNode): Compiled {
  switch (node.kind) {
    case 'all':
      return yes
    case 'exists':
      return compileExists(node.field, node.name)
    case 'range':
      return compileRange(node.field, node.low, node.high)
    case 'words':
    case 'phrase':
      return compileValue(node)
    case 'not': {
      const part = compile(node.part)
      return part && not(part)
    }
    case 'and':
      return combined(node.parts, allOf)
    case 'or':
      return combined(node.parts, anyOf)
  }
}

function combined(nodes: readonly QueryNode[], join: (parts: readonly Condition[]) => Condition): Compiled {
  const parts = nodes.map(compile).filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : join(parts)
}

function not(part: Condition): Condition {
  if (part.kind === 'true') return no
  if (part.kind === 'false') return yes
  return part.kind === 'not' ? part.part : { kind: 'not', part }
}

/** Returns the conjunction of the conditions, with those on words merged into one index query. */
export function allOf(parts: readonly Condition[]): Condition {
  const flat = parts
    .flatMap((part) => (part.kind === 'and' ? part.parts : [part]))
    .filter(({ kind }) => kind !== 'true')
  if (flat.some(({ kind }) => kind === 'false')) return no
  const required = flat.flatMap((part) => (part.kind === 'text' ? [part.query] : []))
  const excluded = flat.flatMap((part) => (part.kind === 'not' && part.part.kind === 'text' ? [part.part.query] : []))
  if (required.length === 0) return joined('and', flat)
  const rest = flat.filter((part) => part.kind !== 'text' && !(part.kind === 'not' && part.part.kind === 'text'))
  const from = joinedText('and', required)
  const query: TextQuery = excluded.length === 0 ? from : { kind: 'but', from, without: joinedText('or', excluded) }
  return joined('and', [{ kind: 'text', query }, ...rest])
}

/** Returns the disjunction of the conditions. */
export function anyOf(parts: readonly Condition[]): Condition {
  const flat = parts
    .flatMap((part) => (part.kind === 'or' ? part.parts : [part]))
    .filter(({ kind }) => kind !== 'false')
  if (flat.some(({ kind }) => kind === 'true')) return yes
  const textQueries = flat.flatMap((part) => (part.kind === 'text' ? [part.query] : []))
  const rest = flat.filter((part) => part.kind !== 'text')
  if (textQueries.length === 0) return flat.length === 0 ? no : joined('or', flat)
  return joined('or', [{ kind: 'text', query: joinedText('or', textQueries) }, ...rest])
}

function joined(kind: 'and' | 'or', parts: readonly Condition[]): Condition {
  const [only] = parts
  if (!only) return kind === 'and' ? yes : no
  return parts.length === 1 ? only : { kind, parts }
}

function joinedText(kind: 'and' | 'or', queries: readonly TextQuery[]): TextQuery {
  const flat = queries.flatMap((query) => (query.kind === kind ? query.parts : [query]))
  const [only] = flat
  return flat.length === 1 && only ? only : { kind, parts: flat }
}

type ValueNode = Extract<QueryNode, { kind: 'words' | 'phrase' }>

function compileValue(node: ValueNode): Compiled {
  const { field, value } = node
  const prefix = node.kind === 'words' && node.prefix
  switch (field.by) {
    case 'text':
      return compileWords(node, field.columns)
    case 'key':
      return keyCondition(field.kind, value, prefix)
    case 'identifier':
      return { kind: 'text', query: { kind: 'key', key: keyWord('identifier', `${field.name} ${value}`), prefix } }
    case 'id': {
      const id = /^(?:\/works\/)?OL(\d{1,9})W$/i.exec(value)?.[1]
      return id === undefined ? no : { kind: 'id', id: Number(id) }
    }
    case 'year':
      return compileYears(numberOf(value, Number.NaN), numberOf(value, Number.NaN))
    case 'number':
      return numberCondition(field.column, numberOf(value, Number.NaN), numberOf(value, Number.NaN))
    case 'class':
      return value === '' ? no : { kind: 'class', column: field.column, prefix: value.toUpperCase() }
    case 'access':
      return compileAccess(field.test, value.toLowerCase())
    case 'nothing':
      return no
  }
}

function compileWords(node: ValueNode, columns: readonly string[]): Compiled {
  const { words } = node
  const [first] = words
  if (first === undefined) return undefined
  if (node.kind === 'phrase' && words.length > 1) return { kind: 'text', query: { kind: 'phrase', columns, words } }
  const isbn = columns.length === 0 ? normalIsbn(node.value) : undefined
  const parts = words.map(
    (word, at): TextQuery => ({
      kind: 'word',
      columns,
      word,
      prefix: node.kind === 'words' && node.prefix && at === words.length - 1,
    }),
  )
  const query = joinedText('and', parts)
  if (!isbn) return { kind: 'text', query }
  return { kind: 'text', query: { kind: 'or', parts: [query, { kind: 'key', key: keyWord('isbn', isbn) }] } }
}

/** Returns the condition that a work has a key, such as of an author or of a subject. */
export function keyCondition(kind: KeyKind, value: string, prefix = false): Condition {
  const key = keyWord(kind, plainKey(kind, value))
  return { kind: 'text', query: { kind: 'key', key, ...(prefix ? { prefix } : {}) } }
}

function plainKey(kind: KeyKind, value: string): string {
  if (kind === 'isbn') return normalIsbn(value) ?? value.replace(/[\s-]/g, '')
  if (kind !== 'author' && kind !== 'edition') return value
  // the facet of an author is the key followed by the name
  return /^(?:\/(?:authors|books)\/)?OL(\d+)[AM]\b/i.exec(value.trim())?.[1] ?? value
}

/** Returns the condition that a field is not empty, for which each row has a key. */
function compileExists(field: Field, name: string): Condition {
  if (field.by === 'number') return { kind: 'number', column: field.column, low: -most, high: most }
  if (field.by === 'id') return yes
  if (field.by === 'access') return yes
  if (field.by === 'class') return { kind: 'class', column: field.column, low: '' }
  if (field.by === 'text') {
    const columns = field.columns.length === 0 ? ['title'] : field.columns
    return anyOf(columns.map((column) => existsCondition(column)))
  }
  if (field.by === 'key') return existsCondition(field.kind)
  return field.by === 'year' ? existsCondition('year') : field.by === 'nothing' ? no : existsCondition(name)
}

function existsCondition(what: string): Condition {
  return { kind: 'text', query: { kind: 'key', key: keyWord('identifier', `has ${what}`) } }
}

function compileRange(field: Field, low: End | undefined, high: End | undefined): Condition {
  if (field.by === 'access') {
    const level = (end: End | undefined, open: number) => (end ? levelOf(end.value.toLowerCase()) : open)
    const [from, to] = [level(low, 0), level(high, accessLevels.length - 1)]
    return from < 0 || to < 0 || field.test !== 'level' ? no : { kind: 'number', column: 'access', low: from, high: to }
  }
  if (field.by === 'class') {
    const bounds = { ...(low ? { low: low.value } : {}), ...(high ? { high: high.value } : {}) }
    return { kind: 'class', column: field.column, ...bounds }
  }
  // an average is not an integer; the others exclude a bound by moving to the next integer
  const step = field.by === 'number' && field.column === 'ratings_average' ? 1e-9 : 1
  const from = low ? numberOf(low.value, Number.NaN) + (low.inclusive ? 0 : step) : -most
  const to = high ? numberOf(high.value, Number.NaN) - (high.inclusive ? 0 : step) : most
  if (field.by === 'number') return numberCondition(field.column, from, to)
  return field.by === 'year' ? compileYears(from, to) : no
}

function numberCondition(column: NumberColumn, low: number, high: number): Condition {
  return low <= high ? { kind: 'number', column, low, high } : no
}

function numberOf(text: string, otherwise: number): number {
  return /^-?\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : otherwise
}

/** Years of editions in the index; others are not indexed. */
const [firstYear, lastYear] = [1000, 2099]

/** Compiles a range of years by decades, which also have keys. */
function compileYears(low: number, high: number): Condition {
  if (!(low <= high)) return no
  const parts: TextQuery[] = []
  const last = Math.min(high, lastYear)
  for (let year = Math.max(low, firstYear); year <= last; ) {
    const isDecade = year % 10 === 0 && year + 9 <= last
    parts.push({ kind: 'key', key: isDecade ? decadeKey(year) : yearKey(year) })
    year += isDecade ? 10 : 1
  }
  return parts.length === 0 ? no : { kind: 'text', query: joinedText('or', parts) }
}

export function yearKey(year: number): string {
  return keyWord('identifier', `year ${year}`)
}
export function decadeKey(year: number): string {
  return keyWord('identifier', `decade ${Math.floor(year / 10)}`)
}

function compileAccess(test: 'level' | 'readable' | 'public', value: string): Condition {
  const level = (low: number, high: number): Condition => ({ kind: 'number', column: 'access', low, high })
  const open = levelOf('public')
  const readable = levelOf('printdisabled')
  if (test === 'level') {
    const wantedLevel = levelOf(value)
    return wantedLevel < 0 ? no : level(wantedLevel, wantedLevel)
  }
  const from = test === 'public' ? open : readable
  if (value === 'true') return level(from, open)
  return value === 'false' ? level(0, from - 1) : no
}

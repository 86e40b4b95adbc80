// Reads queries in the JSON query language (SOURCES 5.6): a text, or an object with one member, the parser.
import { SolrProblem } from '../../errors.ts'
import type { Clause, Query } from '../query/ast.ts'
import { type ParserOptions, parseQuery } from '../query/parsers.ts'

const maxDepth = 20

interface TaggedQuery {
  readonly query: Query
  /** Tags by which facets exclude the query. */
  readonly tags: readonly string[]
}

export function readQuery(value: unknown, options: ParserOptions, depth = 0): Query {
  return readTagged(value, options, depth).query
}

/** Reads `{"#tag": query}`, which tags the query as `{!tag=…}` does in a text. */
export function readTagged(value: unknown, options: ParserOptions, depth = 0): TaggedQuery {
  if (depth > maxDepth) throw new SolrProblem('the query is nested too deeply')
  if (typeof value === 'string') return readText(value, options)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SolrProblem('a query must be a text or an object')
  const [[type = '', inner] = [], ...others] = Object.entries(value)
  if (others.length > 0 || type === '') throw new SolrProblem('a query has one member: the name of its parser')
  if (type.startsWith('#')) return { query: readQuery(inner, options, depth + 1), tags: type.slice(1).split(',') }
  return { query: readParser(type, inner, options, depth), tags: [] }
}

const tagForm = /^\s*\{![^}]*?\btag=(?:"([^"]*)"|'([^']*)'|([^\s}]+))/

function readText(text: string, options: ParserOptions): TaggedQuery {
  const [, double, single, plain] = tagForm.exec(text) ?? []
  const tags = double ?? single ?? plain
  return { query: parseQuery(text, options), tags: tags === undefined ? [] : tags.split(',') }
}

function readParser(type: string, inner: unknown, options: ParserOptions, depth: number): Query {
  if (type === 'bool') return readBoolean(inner, options, depth)
  if (typeof inner === 'string') return parseQuery(`{!${parserName(type)}}${inner}`, options)
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner))
    throw new SolrProblem('the parameters of a parser must be an object')
  const { query, ...rest }: Readonly<Record<string, unknown>> = { ...inner }
  const read = (part: unknown) => readQuery(part, options, depth + 1)
  const parents = rest.which ?? rest.of
  if (type === 'parent' || type === 'child')
    return { kind: type, parents: read(parents ?? ''), query: query === undefined ? undefined : read(query) }
  const params = Object.entries(rest).map(([name, value]) => `${parserName(name)}="${quoted(String(value))}"`)
  return parseQuery(`{!${[parserName(type), ...params].join(' ')} v="${quoted(String(query ?? ''))}"}`, options)
}

function readBoolean(inner: unknown, options: ParserOptions, depth: number): Query {
  const clauses = Object.entries(Object(inner)).flatMap(([name, value]): Clause[] => {
    const parts: readonly unknown[] = Array.isArray(value) ? value : [value]
    const queries = parts.map((part) => readQuery(part, options, depth + 1))
    if (name === 'must' || name === 'should') return queries.map((query) => ({ occur: name, query }))
    if (name === 'must_not') return queries.map((query) => ({ occur: 'mustNot', query }))
    if (name === 'filter') return queries.map((query) => ({ occur: 'must', query: { kind: 'filter', query } }))
    throw new SolrProblem(`bool does not know ${name.slice(0, 60)}`)
  })
  return { kind: 'boolean', clauses }
}

function parserName(name: string): string {
  if (!/^[\w.]{1,60}$/.test(name)) throw new SolrProblem(`Unknown query parser '${name.slice(0, 60)}'`)
  return name
}

const quoted = (text: string) => text.replaceAll(/["\\]/g, '\\$&')

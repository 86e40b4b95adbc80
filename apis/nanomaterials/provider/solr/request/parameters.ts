// The parameters of a request from any source: the address, a form, or a Solr JSON request (SOURCES 5.6).
import { ownMember } from '#provider'
import { SolrProblem } from '../../errors.ts'
import { parseRelaxedJson } from './relaxed-json.ts'

export interface SolrRequest {
  /** Returns the last value of a parameter. */
  one(name: string): string | undefined
  all(name: string): readonly string[]
  readonly names: readonly string[]
  /** The query: as text, or in the JSON query language. */
  readonly query: unknown
  readonly filters: readonly unknown[]
  /** Facets of the JSON facet API. */
  readonly facet: unknown
}

const mostValues = 2000

export function fromQuery(query: URLSearchParams): SolrRequest {
  const values = new Map<string, string[]>()
  for (const [name, value] of query) put(values, name, value)
  return requestOf(values, {})
}

export function fromForm(query: URLSearchParams, form: object): SolrRequest {
  const values = new Map<string, string[]>()
  for (const [name, value] of query) put(values, name, value)
  for (const [name, value] of Object.entries(form))
    for (const one of Array.isArray(value) ? value : [value]) put(values, name, textOf(one))
  return requestOf(values, {})
}

/** JSON request members that are aliases of a parameter. */
const members: Readonly<Record<string, string>> = { fields: 'fl', limit: 'rows', offset: 'start', sort: 'sort' }

export function fromJson(query: URLSearchParams, body: object): SolrRequest {
  const values = new Map<string, string[]>()
  const given: Readonly<Record<string, unknown>> = { ...body }
  for (const [name, value] of Object.entries(Object(given.params)))
    for (const one of Array.isArray(value) ? value : [value]) put(values, name, textOf(one))
  for (const [name, value] of query) put(values, name, value)
  for (const [name, value] of Object.entries(given)) {
    if (['params', 'query', 'filter', 'facet'].includes(name) || value === null) continue
    const text = Array.isArray(value) ? value.map(textOf).join(',') : textOf(value)
    put(values, ownMember(members, name) ?? name, text)
  }
  return requestOf(values, given)
}

function requestOf(
  values: ReadonlyMap<string, readonly string[]>,
  { query, filter, facet }: { readonly query?: unknown; readonly filter?: unknown; readonly facet?: unknown },
): SolrRequest {
  const all = (name: string) => values.get(name) ?? []
  const one = (name: string) => all(name).at(-1)
  const own: readonly unknown[] = Array.isArray(filter)
    ? filter
    : filter === undefined || filter === null
      ? []
      : [filter]
  return {
    one,
    all,
    names: [...values.keys()],
    query: query ?? one('q'),
    filters: [...all('fq'), ...own].filter((text) => text !== ''),
    // Solr also skips empty values
    facet: merged([
      ...all('json.facet').filter((text) => text.trim() !== ''),
      ...(facet === undefined || facet === null ? [] : [facet]),
    ]),
  }
}

/** Merges facets that come in several parts. */
function merged(parts: readonly unknown[]): unknown {
  const objects = parts.map((part) => (typeof part === 'string' ? parseRelaxedJson(part) : part))
  if (objects.length === 0) return undefined
  if (objects.some((part) => typeof part !== 'object' || part === null || Array.isArray(part)))
    throw new SolrProblem('json.facet must be an object')
  return Object.assign({}, ...objects)
}

function put(values: Map<string, string[]>, name: string, value: string): void {
  const known = values.get(name)
  if (known === undefined) values.set(name, [value])
  else if (known.length >= mostValues) throw new SolrProblem(`${name.slice(0, 100)} is repeated too often`)
  else known.push(value)
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Reads a whole number from 0. Throws for anything else. */
export function countOf(request: SolrRequest, name: string, fallback: number, most: number): number {
  const text = request.one(name)
  if (text === undefined || text === '') return fallback
  const number = Number(text)
  if (!Number.isInteger(number)) throw new SolrProblem(`For input string: "${text.slice(0, 100)}"`)
  if (number < 0) throw new SolrProblem(`'${name}' parameter cannot be negative`)
  if (number > most) throw new SolrProblem(`'${name}' can be at most ${most} here`)
  return number
}

export function isOn(text: string | undefined): boolean {
  return /^(?:true|on|yes)$/i.test(text ?? '')
}

/** Returns the parameters for the header of the response; repeated ones are lists. */
export function echo(request: SolrRequest): Record<string, unknown> {
  return Object.fromEntries(
    request.names.map((name) => {
      const values = request.all(name)
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
}

// Chooses the parser of a query: that of its local parameters, else that of the standard syntax.
import { SolrProblem } from '../../errors.ts'
import type { Query } from './ast.ts'
import { type LocalParams, namesIn, readLocalParams } from './local-params.ts'
import { parseLucene } from './lucene.ts'

export interface ParserOptions {
  readonly isAndDefault: boolean
  /** Returns the request parameter of this name. */
  readonly value: (name: string) => string | undefined
}

const maxDepth = 20

export function parseQuery(text: string, options: ParserOptions, depth = 0): Query {
  if (depth > maxDepth) throw new SolrProblem('local parameters are nested too deeply')
  const local = readLocalParams(text, options.value)
  const inner = (part: string) => parseQuery(part, options, depth + 1)
  if (!local) return parseLucene(text, { isAndDefault: options.isAndDefault, readLocal: inner })
  const type = local.params.get('type') ?? 'lucene'
  const parse = parsers[type]
  if (!parse) throw new SolrProblem(`Unknown query parser '${type.slice(0, 60)}'`)
  return parse(local, { options, inner })
}

interface Context {
  readonly options: ParserOptions
  readonly inner: (text: string) => Query
}
type Parser = (local: LocalParams, context: Context) => Query

const parsers: Readonly<Record<string, Parser | undefined>> = {
  lucene({ params, body }, { options, inner }) {
    const operator = params.get('q.op')?.toUpperCase()
    const field = params.get('df')
    const isAndDefault = operator === undefined ? options.isAndDefault : operator === 'AND'
    const query = parseLucene(body, { isAndDefault, readLocal: inner })
    return field === undefined ? query : withDefaultField(query, field)
  },
  parent: ({ params, body }, { inner }) =>
    joined('parent', { parents: params.get('which') ?? params.get('of'), body }, inner),
  child: ({ params, body }, { inner }) =>
    joined('child', { parents: params.get('of') ?? params.get('which'), body }, inner),
  filters: (local, { inner }) => ({ kind: 'filter', query: inner(local.body) }),
  term: (local) => ({ kind: 'exact', field: fieldOf(local), values: [local.body] }),
  raw: (local) => ({ kind: 'exact', field: fieldOf(local), values: [local.body] }),
  terms(local) {
    const separator = local.params.get('separator') ?? ','
    const values = local.body.split(separator).map((value) => (separator === ',' ? value.trim() : value))
    return { kind: 'exact', field: fieldOf(local), values: values.filter((value) => value !== '') }
  },
  field: (local) => ({ kind: 'phrase', field: fieldOf(local), text: local.body, slop: 0 }),
  prefix: (local) => ({ kind: 'prefix', field: fieldOf(local), pattern: local.body }),
  frange({ params, body }) {
    const isIn = (name: string) => params.get(name) !== 'false'
    const field = /^(?:field\()?\s*([\w.]+)\s*\)?$/.exec(body.trim())?.[1]
    if (field === undefined) throw new SolrProblem('frange needs the name of a field')
    const [low, high] = [params.get('l'), params.get('u')]
    return { kind: 'range', field, low, high, includesLow: isIn('incl'), includesHigh: isIn('incu') }
  },
  collapse({ params }) {
    const [min, max] = [params.get('min'), params.get('max')]
    const by = max ?? min
    return {
      kind: 'collapse',
      field: params.get('field') ?? '',
      by: by === undefined ? undefined : { field: by, isMax: max !== undefined },
      keepsMissing: params.get('nullPolicy') === 'expand',
    }
  },
  bool({ params }, { options, inner }) {
    const clauses = (['must', 'should', 'must_not', 'filter'] as const).flatMap((name) =>
      namesIn(params.get(name)).map((part) => {
        const query = inner(part.startsWith('$') ? (options.value(part.slice(1)) ?? '') : part)
        if (name === 'filter') return { occur: 'must', query: { kind: 'filter', query } } as const
        return { occur: name === 'must_not' ? 'mustNot' : name, query } as const
      }),
    )
    return { kind: 'boolean', clauses }
  },
}

function fieldOf({ params }: LocalParams): string {
  const field = params.get('f')
  if (field === undefined) throw new SolrProblem('the local parameter f is missing')
  return field
}

function joined(
  kind: 'parent' | 'child',
  { parents, body }: { readonly parents: string | undefined; readonly body: string },
  inner: (text: string) => Query,
): Query {
  if (parents === undefined) throw new SolrProblem(`${kind} needs the query of all parents in which or of`)
  return { kind, parents: inner(parents), query: body.trim() === '' ? undefined : inner(body) }
}

/** Sets the field of every clause that names none. */
function withDefaultField(query: Query, field: string): Query {
  switch (query.kind) {
    case 'boolean':
      return { ...query, clauses: query.clauses.map((one) => ({ ...one, query: withDefaultField(one.query, field) })) }
    case 'boost':
    case 'filter':
      return { ...query, query: withDefaultField(query.query, field) }
    case 'term':
    case 'phrase':
    case 'wildcard':
    case 'regexp':
    case 'prefix':
    case 'fuzzy':
    case 'range':
      return query.field === undefined ? { ...query, field } : query
    default:
      return query
  }
}

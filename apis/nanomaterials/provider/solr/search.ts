// Runs a search: the matches of the query, minus those that the filters exclude, in the order of the request.
import { SolrProblem } from '../errors.ts'
import type { Bits } from './documents/bits.ts'
import type { SolrIndex } from './documents/solr-index.ts'
import type { Query } from './query/ast.ts'
import { collapsed, type Evaluation, evaluate, type Hits, positive } from './query/evaluate.ts'
import type { ParserOptions } from './query/parsers.ts'
import { readQuery, readTagged } from './request/json-query.ts'
import { isOn, type SolrRequest } from './request/parameters.ts'
import { readSort, type SortKey } from './sort.ts'
import { createWork } from './work.ts'

export interface Search {
  readonly request: SolrRequest
  readonly parser: ParserOptions
  readonly evaluation: Evaluation
  readonly query: Query
  readonly filters: readonly Filter[]
  readonly hits: Hits
  readonly sort: readonly SortKey[]
}
interface Filter {
  readonly tags: readonly string[]
  readonly bits: Bits
}

const mostFilters = 100

export async function search(index: SolrIndex, request: SolrRequest, pause: () => Promise<void>): Promise<Search> {
  const isAndDefault = request.one('q.op')?.toUpperCase() === 'AND'
  const parser: ParserOptions = { isAndDefault, value: (name) => request.one(name) }
  const sort = readSort(request.one('sort'), index)
  const withScores = sort.some(({ isScore }) => isScore) || /\bscore\b/.test(request.all('fl').join(','))
  const defaultField = request.one('df') ?? 'text'
  const work = createWork()
  const evaluation: Evaluation = { index, withScores, isAndDefault, defaultField, pause, work }
  if (isOn(request.one('stats')))
    throw new SolrProblem("'stats' is not available here: ask for min, max, sum, avg or missing in json.facet")
  const defType = request.one('defType')
  if (defType !== undefined && defType !== 'lucene')
    throw new SolrProblem(`Unknown query parser '${defType.slice(0, 60)}'`)
  const query = positive(readQuery(request.query ?? '', parser))
  const found = await evaluate(query, evaluation)
  if (request.filters.length > mostFilters) throw new SolrProblem(`at most ${mostFilters} filters can be combined`)
  const filters: Filter[] = []
  let bits = found.bits
  const collapsing: Extract<Query, { kind: 'collapse' }>[] = []
  for (const filter of request.filters) {
    const { query: one, tags } = readTagged(filter, parser)
    if (one.kind === 'collapse') {
      collapsing.push(one)
      continue
    }
    const own = (await evaluate(positive(one), { ...evaluation, withScores: false })).bits
    filters.push({ tags, bits: own })
    bits = bits.and(own)
  }
  for (const one of collapsing) bits = collapsed({ ...found, bits }, one, evaluation)
  return { request, parser, evaluation, query, filters, hits: { ...found, bits }, sort }
}

/** Returns the matches without the filters of these tags. */
export async function withoutTags(
  { hits, filters, query, evaluation }: Search,
  tags: readonly string[],
): Promise<Bits> {
  if (tags.length === 0 || !filters.some((filter) => filter.tags.some((tag) => tags.includes(tag)))) return hits.bits
  const { bits } = await evaluate(query, { ...evaluation, withScores: false })
  return filters
    .filter((filter) => !filter.tags.some((tag) => tags.includes(tag)))
    .reduce((left, filter) => left.and(filter.bits), bits)
}

/** Returns the documents of a query inside a request, such as a facet. */
export async function docsOf(
  text: unknown,
  { parser, evaluation }: Pick<Search, 'parser' | 'evaluation'>,
): Promise<Bits> {
  const query = positive(readQuery(text, parser))
  return (await evaluate(query, { ...evaluation, withScores: false })).bits
}

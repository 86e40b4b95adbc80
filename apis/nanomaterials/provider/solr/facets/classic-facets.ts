// Facets by parameters (SOURCES 5.10): facet.field, facet.query, facet.range and facet.pivot.
import { SolrProblem } from '../../errors.ts'
import type { Bits } from '../documents/bits.ts'
import type { Field } from '../documents/field.ts'
import { fieldOf } from '../query/evaluate.ts'
import { namesIn, readLocalParams } from '../query/local-params.ts'
import { isOn, type SolrRequest } from '../request/parameters.ts'
import { NamedList } from '../response/body.ts'
import { docsOf, type Search, withoutTags } from '../search.ts'
import type { Work } from '../work.ts'
import { rangesOf } from './ranges.ts'
import { type Bucket, bucketsOf, docsOfBucket, docsWithout } from './values.ts'

const mostFacets = 100

export async function classicFacets(search: Search, work: Work): Promise<object> {
  const { request } = search
  const queries: [string, number][] = []
  for (const text of listed(request, 'facet.query')) {
    const { key, docs, body } = await scopeOf(text, search)
    queries.push([key, docs.and(await docsOf(body, search)).count()])
  }
  const fields: [string, NamedList][] = []
  for (const text of listed(request, 'facet.field')) {
    const { key, docs, body } = await scopeOf(text, search)
    fields.push([key, fieldFacet(body.trim(), docs, search, work)])
    await search.evaluation.pause()
  }
  const ranges: [string, object][] = []
  for (const text of listed(request, 'facet.range')) {
    const { key, docs, body } = await scopeOf(text, search)
    ranges.push([key, rangeFacet(body.trim(), docs, search, work)])
  }
  const pivots: [string, object[]][] = []
  for (const text of listed(request, 'facet.pivot')) {
    const { key, docs, body } = await scopeOf(text, search)
    pivots.push([key, await pivotFacet(namesIn(body), docs, search, work)])
  }
  return {
    facet_queries: Object.fromEntries(queries),
    facet_fields: Object.fromEntries(fields),
    facet_ranges: Object.fromEntries(ranges),
    facet_intervals: {},
    facet_heatmaps: {},
    ...(pivots.length === 0 ? {} : { facet_pivot: Object.fromEntries(pivots) }),
  }
}

function listed(request: SolrRequest, name: string): readonly string[] {
  const values = request.all(name)
  if (values.length > mostFacets) throw new SolrProblem(`at most ${mostFacets} of ${name} can be combined`)
  return values
}

interface Scope {
  /** Key of the result. */
  readonly key: string
  readonly docs: Bits
  readonly body: string
}

/** Reads `{!ex=tag key=name}`, which counts without the filters of a tag, under another name. */
async function scopeOf(text: string, search: Search): Promise<Scope> {
  const local = readLocalParams(text, search.parser.value)
  const excluded = namesIn(local?.params.get('ex'))
  const type = local?.params.get('type')
  // a query can name its own parser
  const body = local === undefined || (type !== undefined && type !== 'lucene') ? text : local.body
  const key = local?.params.get('key') ?? (local && type === undefined ? local.body : text)
  return { key, docs: await withoutTags(search, excluded), body }
}

interface Limits {
  readonly minCount: number
  readonly limit: number
  readonly offset: number
  readonly byCount: boolean
  readonly prefix: string
  readonly contains: string
}

function limitsOf(request: SolrRequest, field: string): Limits {
  const one = (name: string) => request.one(`f.${field}.facet.${name}`) ?? request.one(`facet.${name}`)
  const number = (name: string, fallback: number) => {
    const value = Number(one(name) ?? fallback)
    if (!Number.isInteger(value)) throw new SolrProblem(`For input string: "${String(one(name)).slice(0, 60)}"`)
    return value
  }
  const limit = number('limit', 100)
  const sort = one('sort') ?? (limit > 0 ? 'count' : 'index')
  return {
    minCount: number('mincount', one('zeros') === 'false' ? 1 : 0),
    limit,
    offset: Math.max(0, number('offset', 0)),
    byCount: sort === 'count' || sort === 'true',
    prefix: one('prefix') ?? '',
    contains: one('contains') ?? '',
  }
}

function fieldFacet(name: string, docs: Bits, search: Search, work: Work): NamedList {
  const { request, evaluation } = search
  const field = fieldOf(name, evaluation)
  const limits = limitsOf(request, name)
  const found = field ? bucketsOf(field, docs, work) : []
  const counted = limits.minCount <= 0 && field ? withZeros(field, found, work) : found
  const shown = limited(counted, limits)
  work.show(shown.length)
  const entries: [string | null, number][] = shown.map(({ value, count }) => [shownValue(value), count])
  const missing = request.one(`f.${name}.facet.missing`) ?? request.one('facet.missing')
  if (isOn(missing)) entries.push([null, docsWithout(field, docs).count()])
  return new NamedList(entries)
}

/** Adds the terms that none of the documents has. */
function withZeros(field: Field, found: readonly Bucket[], work: Work): Bucket[] {
  if (field.kind === 'number') return [...found]
  work.spend(field.terms.length)
  const counts = new Map(found.map(({ order, count }) => [order, count]))
  return field.terms.map((value, order) => ({ value, order, count: counts.get(order) ?? 0 }))
}

function limited(buckets: readonly Bucket[], { minCount, limit, offset, byCount, prefix, contains }: Limits): Bucket[] {
  const kept = buckets.filter(({ value, count }) => {
    const text = String(value)
    return count >= minCount && text.startsWith(prefix) && text.includes(contains)
  })
  if (byCount) kept.sort((one, other) => other.count - one.count || one.order - other.order)
  return kept.slice(offset, limit < 0 ? undefined : offset + limit)
}

const shownValue = (value: string | number) =>
  typeof value === 'number' && Number.isInteger(value) ? value.toFixed(1) : String(value)

function rangeFacet(name: string, docs: Bits, { request, evaluation }: Search, work: Work): object {
  const one = (parameter: string) =>
    request.one(`f.${name}.facet.range.${parameter}`) ?? request.one(`facet.range.${parameter}`)
  const list = (parameter: string) => {
    const own = request.all(`f.${name}.facet.range.${parameter}`)
    return own.length > 0 ? own : request.all(`facet.range.${parameter}`)
  }
  const [start, end, gap] = [Number(one('start')), Number(one('end')), Number(one('gap'))]
  const spec = { start, end, gap, hardEnd: isOn(one('hardend')), include: new Set(list('include')) }
  const ranges = rangesOf(fieldOf(name, evaluation), docs, spec, work)
  const minCount = limitsOf(request, name).minCount
  const counts = ranges.buckets
    .map(({ value, count }) => [shownValue(value), count] as const)
    .filter(([, count]) => count >= minCount)
  const others = list('other')
  const counted = (['before', 'after', 'between'] as const)
    .filter((other) => others.includes(other) || others.includes('all'))
    .map((other) => [other, ranges[other].count])
  return { counts: new NamedList(counts), gap, start, end, ...Object.fromEntries(counted) }
}

/** Counts the first field's values, each with those of the next field within it. */
async function pivotFacet(names: readonly string[], docs: Bits, search: Search, work: Work): Promise<object[]> {
  const [name, ...rest] = names
  if (name === undefined) return []
  const field = fieldOf(name, search.evaluation)
  if (!field) return []
  const limits = limitsOf(search.request, name)
  const minCount = Number(search.request.one('facet.pivot.mincount') ?? 1)
  const shown: object[] = []
  const buckets = limited(bucketsOf(field, docs, work), { ...limits, minCount })
  work.show(buckets.length)
  for (const bucket of buckets) {
    const inner = rest.length === 0 ? [] : await pivotFacet(rest, docsOfBucket(field, bucket, docs, work), search, work)
    shown.push({
      field: name,
      value: bucket.value,
      count: bucket.count,
      ...(inner.length === 0 ? {} : { pivot: inner }),
    })
    await search.evaluation.pause()
  }
  return shown
}

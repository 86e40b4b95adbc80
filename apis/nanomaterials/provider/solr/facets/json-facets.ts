// The JSON facet API (SOURCES 5.9): terms, queries, ranges and aggregates, each over a separate domain, and facets of
// their buckets.
import { SolrProblem } from '../../errors.ts'
import { Bits } from '../documents/bits.ts'
import { below, fieldOf } from '../query/evaluate.ts'
import { namesIn } from '../query/local-params.ts'
import { docsOf, type Search, withoutTags } from '../search.ts'
import type { Work } from '../work.ts'
import { type Aggregate, readAggregate } from './aggregates.ts'
import { rangesOf } from './ranges.ts'
import { type Bucket, bucketsOf, docsOfBucket, docsWithout } from './values.ts'

type Spec = Readonly<Record<string, unknown>>
interface Context {
  readonly search: Search
  readonly work: Work
}

const mostDepth = 8
const mostFacets = 200

/** Returns the results of all facets over a set of documents, with its count. */
export async function jsonFacets(specs: unknown, docs: Bits, context: Context, depth = 0): Promise<object> {
  const given = specOf(specs, 'facet')
  if (depth > mostDepth) throw new SolrProblem('facets are nested too deeply')
  const entries = Object.entries(given)
  if (entries.length > mostFacets) throw new SolrProblem(`at most ${mostFacets} facets can be combined`)
  const results: Record<string, unknown> = { count: docs.count() }
  for (const [name, spec] of entries) {
    await context.search.evaluation.pause()
    const result = await oneFacet(spec, docs, context, depth)
    if (result !== undefined) results[name] = result
  }
  return results
}

async function oneFacet(value: unknown, docs: Bits, context: Context, depth: number): Promise<unknown> {
  const { evaluation } = context.search
  if (typeof value === 'string') return readAggregate(value, evaluation.index)(docs, context.work)
  const spec = typed(specOf(value, 'a facet'))
  const domain = await domainOf(spec, docs, context.search)
  switch (spec.type) {
    case 'terms':
    case 'field':
      return termsFacet(spec, domain, context, depth)
    case 'query': {
      const found = domain.and(await docsOf(spec.q ?? spec.query ?? '*:*', context.search))
      return jsonFacets(spec.facet ?? {}, found, context, depth + 1)
    }
    case 'range':
      return rangeFacet(spec, domain, context, depth)
    case 'func':
      return readAggregate(String(spec.func), evaluation.index)(domain, context.work)
    default:
      throw new SolrProblem(`Unknown facet type: ${String(spec.type).slice(0, 60)}`)
  }
}

/** Converts `{terms: {field: …}}` to `{type: terms, field: …}`. */
function typed(spec: Spec): Spec {
  if (spec.type !== undefined) return spec
  const [[type = '', inner] = []] = Object.entries(spec)
  if (!['terms', 'field', 'query', 'range', 'func'].includes(type)) throw new SolrProblem('a facet needs a type')
  if (typeof inner === 'string')
    return { ...spec, type, [type === 'query' ? 'q' : type === 'func' ? 'func' : 'field']: inner }
  return { ...specOf(inner, type), type }
}

async function domainOf(spec: Spec, docs: Bits, search: Search): Promise<Bits> {
  if (spec.domain === undefined) return docs
  const domain = specOf(spec.domain, 'domain')
  let found = docs
  if (domain.excludeTags !== undefined) {
    const tags = Array.isArray(domain.excludeTags)
      ? domain.excludeTags.map(String)
      : namesIn(String(domain.excludeTags))
    found = await withoutTags(search, tags)
  }
  if (domain.query !== undefined) found = await docsOf(domain.query, search)
  if (domain.blockChildren !== undefined) {
    const parents = await docsOf(domain.blockChildren, search)
    found = below(parents, found.and(parents))
  }
  if (domain.blockParent !== undefined) found = parentsOf(await docsOf(domain.blockParent, search), found)
  for (const filter of asList(domain.filter)) found = found.and(await docsOf(filter, search))
  return found
}

function parentsOf(parents: Bits, docs: Bits): Bits {
  const found = new Bits(docs.size)
  for (let doc = docs.next(0); doc >= 0; ) {
    const parent = parents.next(doc)
    if (parent < 0) break
    found.add(parent)
    doc = docs.next(parent + 1)
  }
  return found
}

async function termsFacet(spec: Spec, docs: Bits, context: Context, depth: number): Promise<object> {
  const { index, pause } = context.search.evaluation
  const field = fieldOf(String(spec.field ?? ''), { index })
  const minCount = numberIn(spec, 'mincount', 1)
  const prefix = spec.prefix === undefined ? '' : String(spec.prefix)
  const counted = field ? bucketsOf(field, docs, context.work) : []
  const all = counted.filter(({ value, count }) => count >= minCount && String(value).startsWith(prefix))
  const sub = spec.facet === undefined ? undefined : specOf(spec.facet, 'facet')
  const order = await orderOf(spec, sub, {
    ...context,
    docsOf: (bucket) => (field ? docsOfBucket(field, bucket, docs, context.work) : docs),
    buckets: all,
  })
  const limit = numberIn(spec, 'limit', 10)
  const offset = numberIn(spec, 'offset', 0)
  const shown = all.sort(order).slice(offset, limit < 0 ? undefined : offset + limit)
  context.work.show(shown.length)
  const buckets: object[] = []
  for (const bucket of shown) {
    const below =
      sub && field && (await jsonFacets(sub, docsOfBucket(field, bucket, docs, context.work), context, depth + 1))
    buckets.push({ val: bucket.value, count: bucket.count, ...below })
    await pause()
  }
  const result: Record<string, unknown> = {}
  if (isTrue(spec.numBuckets)) result.numBuckets = all.length
  if (isTrue(spec.allBuckets)) result.allBuckets = { count: all.reduce((sum, { count }) => sum + count, 0) }
  result.buckets = buckets
  if (isTrue(spec.missing)) result.missing = await jsonFacets(sub ?? {}, docsWithout(field, docs), context, depth + 1)
  return result
}

interface SortContext extends Context {
  readonly buckets: readonly Bucket[]
  readonly docsOf: (bucket: Bucket) => Bits
}

/** Orders buckets by count, by value, or by an aggregate; ties by value. */
async function orderOf(
  spec: Spec,
  sub: Spec | undefined,
  context: SortContext,
): Promise<(one: Bucket, other: Bucket) => number> {
  const [name, direction] = sortOf(spec.sort)
  const sign = direction === 'asc' ? 1 : -1
  const byValue = (one: Bucket, other: Bucket) => one.order - other.order
  if (name === 'index') return (one, other) => sign * byValue(one, other)
  if (name === 'count') return (one, other) => sign * (one.count - other.count) || byValue(one, other)
  const text = sub?.[name]
  if (typeof text !== 'string') throw new SolrProblem(`Invalid sort option '${name.slice(0, 60)}' for facet`)
  const { search, work, buckets, docsOf: docsOfOne } = context
  const aggregate: Aggregate = readAggregate(text, search.evaluation.index)
  const values = new Map<Bucket, number>()
  for (const bucket of buckets) {
    const value = aggregate(docsOfOne(bucket), work)
    values.set(bucket, typeof value === 'number' ? value : sign * Number.POSITIVE_INFINITY)
    await search.evaluation.pause()
  }
  const measureOf = (bucket: Bucket) => values.get(bucket) ?? 0
  return (one, other) => {
    const [a, b] = [measureOf(one), measureOf(other)]
    return a === b ? byValue(one, other) : sign * (a < b ? -1 : 1)
  }
}

function sortOf(sort: unknown): readonly [string, string] {
  if (sort === undefined) return ['count', 'desc']
  if (typeof sort === 'string') {
    const [name = '', direction] = sort.trim().split(/\s+/)
    return [name, direction ?? (name === 'index' ? 'asc' : 'desc')]
  }
  const [[name = '', direction] = []] = Object.entries(specOf(sort, 'sort'))
  return [name, String(direction)]
}

async function rangeFacet(spec: Spec, docs: Bits, context: Context, depth: number): Promise<object> {
  const { index } = context.search.evaluation
  const ranges = rangesOf(
    fieldOf(String(spec.field ?? ''), { index }),
    docs,
    {
      start: Number(spec.start),
      end: Number(spec.end),
      gap: Number(spec.gap),
      hardEnd: isTrue(spec.hardend),
      include: new Set(asList(spec.include).map(String)),
    },
    context.work,
  )
  const minCount = numberIn(spec, 'mincount', 0)
  const buckets: object[] = []
  for (const { value, count, docs: inRange } of ranges.buckets) {
    if (count < minCount) continue
    buckets.push({ val: value, ...(await jsonFacets(spec.facet ?? {}, inRange(), context, depth + 1)) })
  }
  const result: Record<string, unknown> = { buckets }
  const others = asList(spec.other).map(String)
  for (const name of ['before', 'after', 'between'] as const)
    if (others.includes(name) || others.includes('all'))
      result[name] = await jsonFacets(spec.facet ?? {}, ranges[name].docs(), context, depth + 1)
  return result
}

function specOf(value: unknown, what: string): Spec {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SolrProblem(`${what.slice(0, 60)} must be an object`)
  return { ...value }
}

function numberIn(spec: Spec, name: string, fallback: number): number {
  const number = Number(spec[name] ?? fallback)
  if (!Number.isInteger(number)) throw new SolrProblem(`${name} must be a whole number`)
  return number
}

function asList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

const isTrue = (value: unknown) => value === true || value === 'true'

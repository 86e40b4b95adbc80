// Counts and values of a field within a set of documents. Passing over all pairs of a field or looking up the documents
// of the set, whichever is less work.
import { SolrProblem } from '../../errors.ts'
import type { Bits } from '../documents/bits.ts'
import { docsOfTerm, type Field, placeOf } from '../documents/field.ts'

/** How much one request may count; a pair of document and value takes some nanoseconds. */
const mostVisits = 200_000_000
/** How many values one answer may count. */
const mostBuckets = 50_000

export interface Work {
  spend(visits: number): void
  /** Notes values that the answer shows. */
  show(buckets: number): void
}
export function createWork(): Work {
  let left = mostVisits
  let shown = 0
  return {
    spend(visits) {
      left -= visits
      if (left < 0) throw new SolrProblem('the facets take too much work: use fewer, or narrower ones')
    },
    show(buckets) {
      shown += buckets
      if (shown > mostBuckets) throw new SolrProblem(`the facets have more than ${mostBuckets} values: set a limit`)
    },
  }
}

/** Steps of a binary search, about. */
const lookUp = 16

/** Calls `visit` with each value of each document: a number, or the place of a term. */
export function eachValue(field: Field, docs: Bits, work: Work, visit: (value: number, doc: number) => void): void {
  const values = field.kind === 'number' ? field.values : field.ords
  const count = docs.count()
  if (count * lookUp >= field.docs.length) {
    work.spend(field.docs.length)
    for (let at = 0; at < field.docs.length; at++) {
      const doc = field.docs[at] ?? 0
      if (docs.has(doc)) visit(values[at] ?? 0, doc)
    }
    return
  }
  work.spend(count * lookUp)
  for (let doc = docs.next(0); doc >= 0; doc = docs.next(doc + 1))
    for (let at = placeOf(field.docs, doc); field.docs[at] === doc; at++) visit(values[at] ?? 0, doc)
}

export interface Bucket {
  readonly value: string | number
  /** Ascending in the order of values. */
  readonly order: number
  readonly count: number
}

/** Each value of the documents with the number of documents that have it, in the order of values. */
export function bucketsOf(field: Field, docs: Bits, work: Work): Bucket[] {
  const last = new Map<number, number>()
  const counts = new Map<number, number>()
  if (field.kind === 'string') {
    const dense = new Int32Array(field.terms.length)
    work.spend(dense.length)
    eachValue(field, docs, work, (ord) => {
      dense[ord] = (dense[ord] ?? 0) + 1
    })
    const buckets: Bucket[] = []
    for (const [ord, count] of dense.entries())
      if (count > 0) buckets.push({ value: field.terms[ord] ?? '', order: ord, count })
    return buckets
  }
  eachValue(field, docs, work, (value, doc) => {
    // a document that has a value twice counts once
    if (last.get(value) === doc) return
    last.set(value, doc)
    counts.set(value, (counts.get(value) ?? 0) + 1)
  })
  return [...counts]
    .sort(([one], [other]) => one - other)
    .map(([value, count]) => ({
      value: field.kind === 'number' ? value : (field.terms[value] ?? ''),
      order: value,
      count,
    }))
}

/** The documents of the set that have the value. */
export function docsOfBucket(field: Field, { order }: Bucket, docs: Bits, work: Work): Bits {
  const found = new Uint32Array(docs.words.length)
  const add = (doc: number) => {
    found[doc >>> 5] = (found[doc >>> 5] ?? 0) | (1 << (doc & 31))
  }
  work.spend(found.length)
  if (field.kind === 'number')
    eachValue(field, docs, work, (value, doc) => {
      if (value === order) add(doc)
    })
  else
    for (const doc of docsOfTerm(field, order)) {
      work.spend(1)
      if (docs.has(doc)) add(doc)
    }
  return docs.withWords(found)
}

/** The documents of the set without any value. */
export function docsWithout(field: Field | undefined, docs: Bits): Bits {
  if (!field) return docs
  const having = docs.withWords(new Uint32Array(docs.words.length))
  for (const doc of field.docs) having.add(doc)
  return docs.without(having)
}

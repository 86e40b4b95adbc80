// Counts and values of a field within a set of documents. Scans all pairs of the field or looks up the documents of the
// set, whichever is less work.
import { present } from '#define/present'
import type { Bits } from '../documents/bits.ts'
import { docsOfTerm, type Field, placeOf } from '../documents/field.ts'
import type { Work } from '../work.ts'

/** Approximate number of steps of a binary search. */
const lookUp = 16

/** Calls `visit` with each value of each document: a number, or the position of a term. */
export function eachValue(field: Field, docs: Bits, work: Work, visit: (value: number, doc: number) => void): void {
  const values = field.kind === 'number' ? field.values : field.ords
  const count = docs.count()
  if (count * lookUp >= field.docs.length) {
    work.spend(field.docs.length)
    for (let at = 0; at < field.docs.length; at++) {
      const doc = present(field.docs[at])
      if (docs.has(doc)) visit(present(values[at]), doc)
    }
    return
  }
  work.spend(count * lookUp)
  for (let doc = docs.next(0); doc >= 0; doc = docs.next(doc + 1))
    for (let at = placeOf(field.docs, doc); field.docs[at] === doc; at++) visit(present(values[at]), doc)
}

export interface Bucket {
  readonly value: string | number
  /** Sort position among the values. */
  readonly order: number
  readonly count: number
}

/** Returns each value of the documents with its number of documents, in the order of values. */
export function bucketsOf(field: Field, docs: Bits, work: Work): Bucket[] {
  const last = new Map<number, number>()
  const counts = new Map<number, number>()
  if (field.kind === 'string') {
    const dense = new Int32Array(field.terms.length)
    work.spend(dense.length)
    eachValue(field, docs, work, (ord) => {
      dense[ord] = present(dense[ord]) + 1
    })
    const buckets: Bucket[] = []
    for (const [ord, count] of dense.entries())
      if (count > 0) buckets.push({ value: present(field.terms[ord]), order: ord, count })
    return buckets
  }
  eachValue(field, docs, work, (value, doc) => {
    // a document with a repeated value counts once
    if (last.get(value) === doc) return
    last.set(value, doc)
    counts.set(value, (counts.get(value) ?? 0) + 1)
  })
  return [...counts]
    .sort(([one], [other]) => one - other)
    .map(([value, count]) => ({
      value: field.kind === 'number' ? value : present(field.terms[value]),
      order: value,
      count,
    }))
}

/** Returns the documents of the set with the value. */
export function docsOfBucket(field: Field, { order }: Bucket, docs: Bits, work: Work): Bits {
  const found = new Uint32Array(docs.words.length)
  const add = (doc: number) => {
    found[doc >>> 5] = present(found[doc >>> 5]) | (1 << (doc & 31))
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

/** Returns the documents of the set without any value. */
export function docsWithout(field: Field | undefined, docs: Bits): Bits {
  if (!field) return docs
  const having = docs.withWords(new Uint32Array(docs.words.length))
  for (const doc of field.docs) having.add(doc)
  return docs.without(having)
}

// Facets over ranges of numbers, for both facet APIs.
import { SolrProblem } from '../../errors.ts'
import type { Bits } from '../documents/bits.ts'
import type { Field } from '../documents/field.ts'
import { eachValue, type Work } from './values.ts'

export interface RangeSpec {
  readonly start: number
  readonly end: number
  readonly gap: number
  /** The last range ends at `end`, even when that makes it shorter. */
  readonly hardEnd: boolean
  /** lower, upper, edge, outer or all; by default the lower bound belongs to a range. */
  readonly include: ReadonlySet<string>
}
export interface RangeBucket {
  readonly value: number
  readonly docs: Bits
}
export interface Ranges {
  readonly buckets: readonly RangeBucket[]
  readonly before: Bits
  readonly after: Bits
  readonly between: Bits
}

const mostRanges = 1000

export function rangesOf(field: Field | undefined, docs: Bits, spec: RangeSpec, work: Work): Ranges {
  const { start, gap } = spec
  const [bounds, end] = boundsOf(spec)
  const empty = () => docs.withWords(new Uint32Array(docs.words.length))
  const buckets = bounds.map((value) => ({ value, docs: empty() }))
  const [before, after, between] = [empty(), empty(), empty()]
  const has = (edge: string) => spec.include.has(edge) || spec.include.has('all')
  const [lower, upper, edge, outer] = [has('lower') || spec.include.size === 0, has('upper'), has('edge'), has('outer')]
  if (field && field.kind !== 'number') throw new SolrProblem(`Unable to range facet on field: ${field.name}`)
  if (field)
    eachValue(field, docs, work, (value, doc) => {
      const first = lower || edge
      const last = upper || edge
      if (value < start || (value === start && (outer || !first))) before.add(doc)
      if (value > end || (value === end && (outer || !last))) after.add(doc)
      if ((value > start || (value === start && first)) && (value < end || (value === end && last))) between.add(doc)
      const near = Math.floor((value - start) / gap)
      // rounding may put a value beside its range
      for (let at = Math.max(0, near - 1); at <= Math.min(bounds.length - 1, near + 1); at++) {
        const low = bounds[at] ?? 0
        const high = at === bounds.length - 1 ? end : (bounds[at + 1] ?? end)
        const isAbove = value > low || (value === low && (lower || (edge && at === 0)))
        const isBelow = value < high || (value === high && (upper || (edge && at === bounds.length - 1)))
        if (isAbove && isBelow) buckets[at]?.docs.add(doc)
      }
    })
  return { buckets, before, after, between }
}

/** Where ranges begin, and where the last one ends. */
function boundsOf({ start, end, gap, hardEnd }: RangeSpec): readonly [number[], number] {
  if (![start, end, gap].every(Number.isFinite)) throw new SolrProblem('a range needs start, end and gap as numbers')
  if (gap <= 0 || end < start)
    throw new SolrProblem('range facet infinite loop: gap must be positive and end after start')
  const count = Math.ceil((end - start) / gap)
  if (count > mostRanges) throw new SolrProblem(`at most ${mostRanges} ranges can be counted`)
  const bounds = Array.from({ length: count }, (_, at) => start + at * gap)
  return [bounds, hardEnd || count === 0 ? end : start + count * gap]
}

// Facets over numeric ranges, for both facet APIs.
import { present } from '#define/present'
import { SolrProblem } from '../../errors.ts'
import { Bits } from '../documents/bits.ts'
import type { Field } from '../documents/field.ts'
import type { Work } from '../work.ts'
import { eachValue } from './values.ts'

interface RangeSpec {
  readonly start: number
  readonly end: number
  readonly gap: number
  /** True to end the last range at `end`, even if that makes it shorter. */
  readonly hardEnd: boolean
  /** Inclusion of bounds: lower, upper, edge, outer or all; by default the lower bound belongs to a range. */
  readonly include: ReadonlySet<string>
}
/** Documents of a range: counted eagerly, and made a set only for facets within it. */
interface RangeDocs {
  readonly count: number
  docs(): Bits
}
interface RangeBucket extends RangeDocs {
  readonly value: number
}
interface Ranges {
  readonly buckets: readonly RangeBucket[]
  readonly before: RangeDocs
  readonly after: RangeDocs
  readonly between: RangeDocs
}

const mostRanges = 1000

export function rangesOf(field: Field | undefined, docs: Bits, spec: RangeSpec, work: Work): Ranges {
  const { start, gap } = spec
  const [bounds, end] = boundsOf(spec)
  const last = bounds.length - 1
  const lists = bounds.map((): number[] => [])
  const [before, after, between]: [number[], number[], number[]] = [[], [], []]
  const has = (edge: string) => spec.include.has(edge) || spec.include.has('all')
  const [lower, upper, edge, outer] = [has('lower') || spec.include.size === 0, has('upper'), has('edge'), has('outer')]
  const includesStart = lower || edge
  const includesEnd = upper || edge
  if (field && field.kind !== 'number') throw new SolrProblem(`Unable to range facet on field: ${field.name}`)
  if (field)
    eachValue(field, docs, work, (value, doc) => {
      if (value < start || (value === start && (outer || !includesStart))) before.push(doc)
      if (value > end || (value === end && (outer || !includesEnd))) after.push(doc)
      const isAfterStart = value > start || (value === start && includesStart)
      if (!isAfterStart || value > end || (value === end && !includesEnd)) return
      between.push(doc)
      const near = Math.floor((value - start) / gap)
      // rounding can put a value into the adjacent range
      for (let at = Math.max(0, near - 1); at <= Math.min(last, near + 1); at++) {
        const low = present(bounds[at])
        const high = at === last ? end : (bounds[at + 1] ?? end)
        const isAbove = value > low || (value === low && (lower || (edge && at === 0)))
        const isBelow = value < high || (value === high && (upper || (edge && at === last)))
        if (isAbove && isBelow) lists[at]?.push(doc)
      }
    })
  const counted = (list: readonly number[]): RangeDocs => ({
    count: list.length,
    docs: () => Bits.of(docs.size, list),
  })
  return {
    buckets: bounds.map((value, at) => ({ value, ...counted(present(lists[at])) })),
    before: counted(before),
    after: counted(after),
    between: counted(between),
  }
}

/** Returns the starts of the ranges, and the end of the last one. */
function boundsOf({ start, end, gap, hardEnd }: RangeSpec): readonly [number[], number] {
  if (![start, end, gap].every(Number.isFinite)) throw new SolrProblem('a range needs start, end and gap as numbers')
  if (gap <= 0 || end < start)
    throw new SolrProblem('range facet infinite loop: gap must be positive and end after start')
  const count = Math.ceil((end - start) / gap)
  if (count > mostRanges) throw new SolrProblem(`at most ${mostRanges} ranges can be counted`)
  const bounds = Array.from({ length: count }, (_, at) => start + at * gap)
  return [bounds, hardEnd || count === 0 ? end : start + count * gap]
}

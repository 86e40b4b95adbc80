// Aggregates of the JSON facet API: `avg(loValue_d)`, `unique(owner_name_s)` and the like.
import { present } from '#define/present'
import { SolrProblem } from '../../errors.ts'
import type { Bits } from '../documents/bits.ts'
import type { Field } from '../documents/field.ts'
import type { SolrIndex } from '../documents/solr-index.ts'
import { fieldOf } from '../query/evaluate.ts'
import type { Work } from '../work.ts'
import { docsWithout, eachValue } from './values.ts'

/** Computes a value of a set of documents; undefined if there is none, such as the minimum of an empty set. */
export type Aggregate = (docs: Bits, work: Work) => unknown

export function readAggregate(text: string, index: SolrIndex): Aggregate {
  const [, name = '', inner = ''] = /^\s*(\w+)\((.*)\)\s*$/s.exec(text) ?? []
  const [field = '', ...further] = inner.split(',').map((part) => part.trim())
  const make = aggregates[name]
  if (!make) throw new SolrProblem(`Unknown aggregate: ${text.slice(0, 100)}`)
  return make(fieldOf(field.replace(/^field\((.*)\)$/, '$1'), { index }), further)
}

type Make = (field: Field | undefined, further: readonly string[]) => Aggregate

const aggregates: Readonly<Record<string, Make | undefined>> = {
  min: (field) => extreme(field, (value, known) => value < known),
  max: (field) => extreme(field, (value, known) => value > known),
  sum: (field) => ofNumbers(field, (values) => values.reduce((sum, value) => sum + value, 0)),
  sumsq: (field) => ofNumbers(field, (values) => values.reduce((sum, value) => sum + value * value, 0)),
  avg: (field) => ofNumbers(field, (values) => mean(values)),
  variance: (field) => ofNumbers(field, variance),
  stddev: (field) => ofNumbers(field, (values) => Math.sqrt(variance(values))),
  percentile: (field, further) => {
    const shares = further.map(Number)
    if (shares.length === 0 || shares.some((share) => !(share >= 0 && share <= 100)))
      throw new SolrProblem('percentile needs shares from 0 to 100')
    return ofNumbers(field, (values) => {
      const sorted = values.toSorted((one, other) => one - other)
      const found = shares.map((share) => percentile(sorted, share))
      return found.length === 1 ? found[0] : found
    })
  },
  unique: distinct,
  hll: distinct,
  uniqueBlock: distinct,
  countvals: (field) => (docs, work) => {
    let count = 0
    if (field) eachValue(field, docs, work, () => count++)
    return count
  },
  missing: (field) => (docs) => docsWithout(field, docs).count(),
}

function distinct(field: Field | undefined): Aggregate {
  return (docs, work) => {
    const values = new Set<number>()
    if (field) eachValue(field, docs, work, (value) => values.add(value))
    return values.size
  }
}

function extreme(field: Field | undefined, isBetter: (value: number, known: number) => boolean): Aggregate {
  return (docs, work) => {
    let best: number | undefined
    if (field)
      eachValue(field, docs, work, (value) => {
        if (best === undefined || isBetter(value, best)) best = value
      })
    return field && field.kind !== 'number' && best !== undefined ? field.terms[best] : best
  }
}

function ofNumbers(field: Field | undefined, compute: (values: readonly number[]) => unknown): Aggregate {
  if (field && field.kind !== 'number') throw new SolrProblem(`${field.name} is not a field of numbers`)
  return (docs, work) => {
    const values: number[] = []
    if (field) eachValue(field, docs, work, (value) => values.push(value))
    return values.length === 0 ? undefined : compute(values)
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Returns the sample variance, as Solr does. */
function variance(values: readonly number[]): number {
  const average = mean(values)
  const squares = values.reduce((sum, value) => sum + (value - average) ** 2, 0)
  return values.length < 2 ? 0 : squares / (values.length - 1)
}

/** Returns the percentile, interpolated between the two nearest values. */
function percentile(sorted: readonly number[], share: number): number {
  const place = (share / 100) * (sorted.length - 1)
  const [low, high] = [present(sorted[Math.floor(place)]), present(sorted[Math.ceil(place)])]
  return low + (high - low) * (place - Math.floor(place))
}

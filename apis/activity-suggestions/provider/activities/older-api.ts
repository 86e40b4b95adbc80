// The older provider of the same data: one random match with ranges, and errors with status 200 (SOURCES 3.3). Its
// first version calls the availability accessibility; its second shows prices as dollar signs.
import type { Activity } from './activity.ts'

/** The members in the order of the older provider. */
export interface OlderActivity {
  activity: string
  type: string
  participants: number
  price: number
  link: string
  key: string
  accessibility: number
}
/** Parameters: of the declared type, or the string that did not match it. */
export type OlderQuery = Readonly<Record<string, unknown>>

/** The members of the second version, in its order. */
interface SecondActivity {
  activity: string
  accessibility: string
  type: string
  participants: number
  link: string
  key: string
  duration: string
  kidFriendly: boolean
  /** Price as one to five dollar signs. */
  price: string
}

/** A number that calls filter by, and the reader of its parameter; NaN if it is not a number. */
interface Measure {
  readonly of: (activity: Activity) => number
  readonly read: (value: unknown) => number
}
type Measures = Readonly<Record<string, Measure>>
const participants: Measure = { of: (one) => one.participants, read: Number }
const availability: Measure = { of: (one) => one.availability, read: Number }
const firstMeasures: Measures = {
  participants,
  price: { of: (one) => one.price, read: Number },
  accessibility: availability,
}
const secondMeasures: Measures = { participants, price: { of: dollarsOf, read: readDollars }, availability }

interface Range {
  readonly measure: Measure
  readonly min: number
  readonly max: number
}

export const olderErrors = {
  noMatch: 'No activity found with the specified parameters',
  /** Message for a key, in the second version. */
  noMatchByKey: 'No activities found with the specified parameters',
  invalidNumber: 'Failed to query due to error in arguments',
} as const

/**
 * Returns the activities that match; undefined if a numeric parameter is invalid. A range overrides the exact value.
 */
export function matchFirstVersion(all: readonly Activity[], query: OlderQuery): readonly Activity[] | undefined {
  return match(all, query, firstMeasures)
}

/** Like `matchFirstVersion`, with prices compared as displayed: `$$` matches a displayed `$$`. */
export function matchSecondVersion(all: readonly Activity[], query: OlderQuery): readonly Activity[] | undefined {
  return match(all, query, secondMeasures)
}

function match(all: readonly Activity[], query: OlderQuery, measures: Measures): readonly Activity[] | undefined {
  const ranges = Object.entries(measures).flatMap(([name, measure]) => rangeOf(query, name, measure))
  if (ranges.some(({ min, max }) => Number.isNaN(min) || Number.isNaN(max))) return undefined
  const { key, type } = query
  return all.filter(
    (one) =>
      (key === undefined || one.key === String(key)) &&
      (type === undefined || one.type === type) &&
      ranges.every(({ measure, min, max }) => measure.of(one) >= min && measure.of(one) <= max),
  )
}

function rangeOf(query: OlderQuery, name: string, measure: Measure): Range[] {
  const [exact, min, max] = [query[name], query[`min${name}`], query[`max${name}`]]
  const read = (value: unknown, otherwise: number) => (value === undefined ? otherwise : measure.read(value))
  if (min !== undefined || max !== undefined)
    return [{ measure, min: read(min, Number.NEGATIVE_INFINITY), max: read(max, Number.POSITIVE_INFINITY) }]
  return exact === undefined ? [] : [{ measure, min: measure.read(exact), max: measure.read(exact) }]
}

export function olderForm({ activity, type, participants, price, link, key, availability }: Activity): OlderActivity {
  return { activity, type, participants, price, link, key, accessibility: availability }
}

export function secondForm(one: Activity): { activity: SecondActivity } {
  const { activity, accessibility, type, participants, link, key, duration, kidFriendly } = one
  const price = '$'.repeat(dollarsOf(one))
  return { activity: { activity, accessibility, type, participants, link, key, duration, kidFriendly, price } }
}

/** Returns one dollar sign below a quarter of the highest price, and one more from each quarter on. */
function dollarsOf({ price }: Activity): number {
  return 1 + Math.floor(price * 4)
}

function readDollars(value: unknown): number {
  return typeof value === 'string' && /^\${1,5}$/.test(value) ? value.length : Number.NaN
}

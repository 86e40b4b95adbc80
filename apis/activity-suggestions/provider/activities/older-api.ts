// The older provider of the same data: one random match with ranges, errors with status 200. Its first version has the number that
// is called availability elsewhere under the name accessibility; its second shows prices as dollar signs.
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
/** The parameters as they come: of the declared type, or text that does not fit it. */
export type OlderQuery = Readonly<Record<string, unknown>>

/** The members of the second version, in its order. */
export interface SecondActivity {
  activity: string
  accessibility: string
  type: string
  participants: number
  link: string
  key: string
  duration: string
  kidFriendly: boolean
  /** One to five dollar signs. */
  price: string
}

/** A number that calls filter by, and how their text is read as it; NaN for none. */
interface Measure {
  readonly of: (activity: Activity) => number
  readonly read: (given: unknown) => number
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
  /** Of one by its key, in the second version. */
  noneByKey: 'No activities found with the specified parameters',
  wrongNumber: 'Failed to query due to error in arguments',
} as const

/** The activities that fit; undefined when a number is none. A range replaces the exact value of its member. */
export function matchOlder(all: readonly Activity[], query: OlderQuery): readonly Activity[] | undefined {
  return match(all, query, firstMeasures)
}

/** As `matchOlder`, with prices as they are shown: `$$` finds what is shown so. */
export function matchSecond(all: readonly Activity[], query: OlderQuery): readonly Activity[] | undefined {
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
  const read = (given: unknown, none: number) => (given === undefined ? none : measure.read(given))
  if (min !== undefined || max !== undefined)
    return [{ measure, min: read(min, Number.NEGATIVE_INFINITY), max: read(max, Number.POSITIVE_INFINITY) }]
  return exact === undefined ? [] : [{ measure, min: measure.read(exact), max: measure.read(exact) }]
}

export function olderForm({ activity, type, participants, price, link, key, availability }: Activity): OlderActivity {
  return { activity, type, participants, price, link, key, accessibility: availability }
}

export function secondForm(found: Activity): { activity: SecondActivity } {
  const { activity, accessibility, type, participants, link, key, duration, kidFriendly } = found
  const price = '$'.repeat(dollarsOf(found))
  return { activity: { activity, accessibility, type, participants, link, key, duration, kidFriendly, price } }
}

/** One dollar sign for less than a quarter of the dearest, one more for each quarter reached. */
function dollarsOf({ price }: Activity): number {
  return 1 + Math.floor(price * 4)
}

function readDollars(given: unknown): number {
  return typeof given === 'string' && /^\${1,5}$/.test(given) ? given.length : Number.NaN
}

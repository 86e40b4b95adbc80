// The first version of the older provider of the same data: one random match with ranges, errors with status 200, and the
// number that is called availability elsewhere under the name accessibility.
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

/** The older name of a number, and the member that it filters. */
const numbers = { participants: 'participants', price: 'price', accessibility: 'availability' } as const

interface Range {
  readonly member: 'participants' | 'price' | 'availability'
  readonly min: number
  readonly max: number
}

export const olderErrors = {
  noMatch: 'No activity found with the specified parameters',
  wrongNumber: 'Failed to query due to error in arguments',
} as const

/** The activities that fit; undefined when a number is none. A range replaces the exact value of its member. */
export function matchOlder(all: readonly Activity[], query: OlderQuery): readonly Activity[] | undefined {
  const ranges = Object.entries(numbers).flatMap(([name, member]) => rangeOf(query, name, member))
  if (ranges.some(({ min, max }) => Number.isNaN(min) || Number.isNaN(max))) return undefined
  const { key, type } = query
  return all.filter(
    (one) =>
      (key === undefined || one.key === String(key)) &&
      (type === undefined || one.type === type) &&
      ranges.every(({ member, min, max }) => one[member] >= min && one[member] <= max),
  )
}

function rangeOf(query: OlderQuery, name: string, member: Range['member']): Range[] {
  const [exact, min, max] = [query[name], query[`min${name}`], query[`max${name}`]]
  if (min !== undefined || max !== undefined)
    return [{ member, min: Number(min ?? Number.NEGATIVE_INFINITY), max: Number(max ?? Number.POSITIVE_INFINITY) }]
  return exact === undefined ? [] : [{ member, min: Number(exact), max: Number(exact) }]
}

export function olderForm({ activity, type, participants, price, link, key, availability }: Activity): OlderActivity {
  return { activity, type, participants, price, link, key, accessibility: availability }
}

// An activity in the provider's terms, and the generated key of one without.
import { createHash } from 'node:crypto'

/** The members in the order of the provider (SOURCES 2.1). */
export interface Activity {
  readonly activity: string
  /** Availability from 0 (easiest to reach) to 1. */
  readonly availability: number
  readonly type: string
  readonly participants: number
  /** Price from 0 (free) to 1. */
  readonly price: number
  readonly accessibility: string
  readonly duration: Duration
  readonly kidFriendly: boolean
  /** Address, or empty. */
  readonly link: string
  /** Key of seven digits. */
  readonly key: string
}
/** An activity whose key can be missing. */
export type Draft = Omit<Activity, 'key'> & { readonly key: string | undefined }

export const durations = ['minutes', 'hours', 'days', 'weeks'] as const
type Duration = (typeof durations)[number]

/** Types of the provider, and `diy` and `music` of the older data (SOURCES 2.3). */
export const types = [
  'education',
  'recreational',
  'social',
  'charity',
  'cooking',
  'relaxation',
  'busywork',
  'diy',
  'music',
]
export const accessibilities = ['Few to no challenges', 'Minor challenges', 'Major challenges']

const firstKey = 1_000_000
const keyCount = 9_000_000

/**
 * Generates a key. It depends only on the name, so that the same activity has the same key everywhere; if `isTaken` is
 * true for that key, the next free one is used.
 */
export function makeKey(activity: string, isTaken: (key: string) => boolean): string {
  const start = createHash('sha256').update(activity).digest().readUIntBE(0, 6) % keyCount
  for (let step = 0; step < keyCount; step++) {
    const key = String(firstKey + ((start + step) % keyCount))
    if (!isTaken(key)) return key
  }
  throw new Error('every key is taken')
}

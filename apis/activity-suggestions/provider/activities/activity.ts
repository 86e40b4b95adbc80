// What an activity is, how one of a file is checked, and the key of one that has none.
import { createHash } from 'node:crypto'

/** The members in the order of the provider. */
export interface Activity {
  readonly activity: string
  /** 0 (easiest to get at) to 1. */
  readonly availability: number
  readonly type: string
  readonly participants: number
  /** 0 (free) to 1. */
  readonly price: number
  readonly accessibility: string
  readonly duration: Duration
  readonly kidFriendly: boolean
  /** Address, or empty. */
  readonly link: string
  /** Seven digits. */
  readonly key: string
}
/** An activity whose key may still have to be made. */
export type Draft = Omit<Activity, 'key'> & { readonly key: string | undefined }

const durations = ['minutes', 'hours', 'days', 'weeks'] as const
type Duration = (typeof durations)[number]

/** Those of the provider, and `diy` and `music` of the older data. */
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
const accessibilities = ['Few to no challenges', 'Minor challenges', 'Major challenges']

const textLength = 500
const linkLength = 2000
const mostParticipants = 100_000

const firstKey = 1_000_000
const keyCount = 9_000_000

/** The activity in a value of a file, or what is wrong with it. Unknown members are left out. */
export function readActivity(value: unknown): Draft | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is not an object'
  const member = (name: string): unknown => (Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined)
  const activity = plainText(member('activity'), textLength)
  const availability = share(member('availability'))
  const type = oneWord(member('type'), types)
  const participants = member('participants')
  const price = share(member('price'))
  const accessibility = oneWord(member('accessibility'), accessibilities)
  const duration = oneWord(member('duration'), durations)
  const kidFriendly = member('kidFriendly')
  const link = readLink(member('link') ?? '')
  const key = readKey(member('key') ?? '')
  if (activity === undefined || activity === '') return `activity must be a text of at most ${textLength} characters`
  if (availability === undefined) return 'availability must be a number from 0 to 1'
  if (type === undefined) return `type must be one of ${types.join(', ')}`
  if (!isCount(participants)) return 'participants must be a number of people'
  if (price === undefined) return 'price must be a number from 0 to 1'
  if (accessibility === undefined) return `accessibility must be one of ${accessibilities.join(', ')}`
  if (duration === undefined) return `duration must be one of ${durations.join(', ')}`
  if (typeof kidFriendly !== 'boolean') return 'kidFriendly must be true or false'
  if (link === undefined) return 'link must be a web address or empty'
  if (key === undefined) return 'key must have seven digits, the first not 0'
  return {
    activity,
    availability,
    type,
    participants,
    price,
    accessibility,
    duration,
    kidFriendly,
    link,
    key: key === '' ? undefined : key,
  }
}

/** A key that follows from the text alone, so that the same activity has the same one everywhere; `isTaken` sends it on to the next. */
export function makeKey(activity: string, isTaken: (key: string) => boolean): string {
  const start = createHash('sha256').update(activity).digest().readUIntBE(0, 6) % keyCount
  for (let step = 0; step < keyCount; step++) {
    const key = String(firstKey + ((start + step) % keyCount))
    if (!isTaken(key)) return key
  }
  throw new Error('every key is taken')
}

function plainText(value: unknown, longest: number): string | undefined {
  if (typeof value !== 'string' || value.length > longest * 2) return undefined
  const plain = value.toWellFormed().replaceAll('\0', '').trim().replace(/\s+/g, ' ')
  return plain.length <= longest ? plain : undefined
}

function share(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= mostParticipants
}

/** One of the words, whatever its case; some rows of the older data have stray quotation marks around it. */
function oneWord<W extends string>(value: unknown, words: readonly W[]): W | undefined {
  if (typeof value !== 'string') return undefined
  const plain = value.replaceAll('"', '').trim().toLowerCase()
  return words.find((word) => word.toLowerCase() === plain)
}

function readLink(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > linkLength) return undefined
  const link = value.trim()
  if (link === '') return ''
  return /^https?:\/\/\S+$/i.test(link) && URL.canParse(link) ? link : undefined
}

/** Seven digits as text or number; empty when it is to be made. */
function readKey(value: unknown): string | undefined {
  if (value === '') return ''
  const key = typeof value === 'number' ? String(value) : value
  return typeof key === 'string' && /^[1-9]\d{6}$/.test(key) ? key : undefined
}

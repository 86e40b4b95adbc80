// Checks an activity of an import file. Unknown members are dropped.
import { cleanString } from '#provider/import'
import { accessibilities, type Draft, durations, types } from '../activities/activity.ts'

const maxNameLength = 500
const maxLinkLength = 2000
const maxParticipants = 100_000

/** Returns the activity in a JSON value, or the problem. */
export function readActivity(value: unknown): Draft | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is not an object'
  const members = new Map<string, unknown>(Object.entries(value))
  const member = (name: string): unknown => members.get(name)
  const activity = cleanString(member('activity'), maxNameLength)?.replace(/\s+/g, ' ')
  const availability = readShare(member('availability'))
  const type = readWord(member('type'), types)
  const participants = member('participants')
  const price = readShare(member('price'))
  const accessibility = readWord(member('accessibility'), accessibilities)
  const duration = readWord(member('duration'), durations)
  const kidFriendly = member('kidFriendly')
  const link = readLink(member('link') ?? '')
  const key = readKey(member('key') ?? '')
  if (activity === undefined || activity === '') return `activity must be text of at most ${maxNameLength} characters`
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

function readShare(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxParticipants
}

/**
 * Returns one of the words, ignoring case. Some rows of the older data have stray quotation marks around it (SOURCES
 * 3.2).
 */
function readWord<W extends string>(value: unknown, words: readonly W[]): W | undefined {
  if (typeof value !== 'string') return undefined
  const plain = value.replaceAll('"', '').trim().toLowerCase()
  return words.find((word) => word.toLowerCase() === plain)
}

function readLink(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > maxLinkLength) return undefined
  const link = value.trim()
  if (link === '') return ''
  return /^https?:\/\/\S+$/i.test(link) && URL.canParse(link) ? link : undefined
}

/** Returns seven digits from a string or number; empty if the key is to be generated. */
function readKey(value: unknown): string | undefined {
  if (value === '') return ''
  const key = typeof value === 'number' ? String(value) : value
  return typeof key === 'string' && /^[1-9]\d{6}$/.test(key) ? key : undefined
}

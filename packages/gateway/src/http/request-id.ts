// The id of a call: the caller's own x-request-id when it has a safe form, otherwise a generated one, which tells when
// it was made.

/** Ids are logged and kept with the record of calls, where a key must never be. */
const safeForm = /^(?!.*gh_(?:live|market|admin)_)[A-Za-z0-9._-]{8,64}$/

/** Returns the caller's id when it may be used, otherwise a new one. */
export type RequestIds = (sent?: string) => string

export interface RequestIdsDeps {
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly randomBytes: (count: number) => Buffer
}

/** Hexadecimal digits that tell processes apart. */
const processLength = 11
const timeStart = 'req_'.length + processLength
/** Digits in base 36 of the time in milliseconds: enough until the year 5188. */
const timeLength = 9
const countStart = timeStart + timeLength
/** Digits of the count, at least and at most: the longest ones are safe integers. */
const countLength = 6
const longestCount = 10

/** Makes ids that are unique across processes and sort by time within one. */
export function createRequestIds({ clock, randomBytes }: RequestIdsDeps): RequestIds {
  const prefix = `req_${randomBytes(6).toString('hex').slice(0, processLength)}`
  let count = 0
  let lastMs = -1
  let time = ''
  return (sent) => {
    if (sent !== undefined && safeForm.test(sent)) return sent
    const now = clock()
    if (now !== lastMs) {
      lastMs = now
      time = prefix + inBase36(Math.trunc(now), timeLength)
    }
    return time + inBase36(count++, countLength)
  }
}

/** What the id read last began with, and its time: under load, a millisecond has many ids. */
let latest = { start: 'none', time: 0 }

/** When an id was made, in milliseconds since the epoch; undefined for one that is not of the gateway's form. */
export function timeOfRequestId(id: string): number | undefined {
  if (id.length < countStart + countLength) return undefined
  if (id.startsWith(latest.start)) return latest.time
  if (!id.startsWith('req_')) return undefined
  const time = numberIn(id, timeStart, countStart)
  if (time !== undefined) latest = { start: id.slice(0, countStart), time }
  return time
}

/** An id in three parts, from which `requestIdOf` makes the same one. */
export interface RequestIdParts {
  /** What the ids of its process begin with. */
  readonly process: string
  readonly time: number
  readonly count: number
}

/** The beginning that an id of the gateway's form shares with the others of its process; empty for any other id. */
export function processOfRequestId(id: string): string {
  return timeOfRequestId(id) === undefined || countOfRequestId(id) === undefined ? '' : id.slice(0, timeStart)
}

/** The number of an id among those of its process; undefined for one that is not of the gateway's form. */
export function countOfRequestId(id: string): number | undefined {
  const { length } = id
  if (length < countStart + countLength || length > countStart + longestCount) return undefined
  // a number has one form only, so a longer one does not begin with 0
  if (length > countStart + countLength && id.charCodeAt(countStart) === 0x30) return undefined
  return numberIn(id, countStart, length)
}

export function requestIdOf({ process, time, count }: RequestIdParts): string {
  return process + inBase36(time, timeLength) + inBase36(count, countLength)
}

function inBase36(value: number, length: number): string {
  return value.toString(36).padStart(length, '0')
}

/** Read digit by digit: it runs for every call, and a piece of the id would have to be thrown away. */
function numberIn(id: string, start: number, end: number): number | undefined {
  let value = 0
  for (let at = start; at < end; at++) {
    const code = id.charCodeAt(at)
    const digit = code >= 0x61 ? code - 0x61 + 10 : code - 0x30
    if (digit < 0 || digit > 35 || (digit > 9 && code < 0x61)) return undefined
    value = value * 36 + digit
  }
  return value
}

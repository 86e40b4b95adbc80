// The id of a call: the caller's own x-request-id if it has a safe form, otherwise a generated one, which contains its
// time.

/** Matches ids that are safe to log and to keep with the record of calls, where a key must never be. */
const safeForm = /^(?!.*gh_(?:live|market|admin)_)[A-Za-z0-9._-]{8,64}$/

/** An id; a generated one with the parts from which `textOf` builds it. */
export interface RequestId {
  readonly text: string
  /** The common prefix of its process's ids; empty for an id that a caller chose. */
  readonly process: string
  /** Milliseconds since the epoch. */
  readonly time: number
  /** The number of ids its process had generated before. */
  readonly count: number
}

/** Returns the caller's id if it is acceptable, otherwise a new one. */
export type RequestIds = (sent?: string) => RequestId

interface RequestIdsDeps {
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly randomBytes: (count: number) => Buffer
}

/** The number of hexadecimal digits that distinguish processes. */
const processLength = 11
const timeStart = 'req_'.length + processLength
/** The number of base-36 digits of the time in milliseconds: enough until the year 5188. */
const timeLength = 9
/** The least number of digits of the count. */
const countLength = 6

/** Creates ids that are unique across processes and sort by time within one. */
export function createRequestIds({ clock, randomBytes }: RequestIdsDeps): RequestIds {
  const process = `req_${randomBytes(6).toString('hex').slice(0, processLength)}`
  let count = 0
  let lastMs = -1
  let beginning = ''
  return (sent) => {
    if (sent !== undefined && safeForm.test(sent)) return chosenId(sent)
    const now = Math.trunc(clock())
    if (now !== lastMs) {
      lastMs = now
      beginning = beginningOf(process, now)
    }
    const id = { text: beginning + inBase36(count, countLength), process, time: now, count }
    count++
    return id
  }
}

/** Returns an id that was not generated here. */
export function chosenId(text: string): RequestId {
  return { text, process: '', time: 0, count: 0 }
}

/** Returns the id with these parts. */
export function textOf({ process, time, count }: Omit<RequestId, 'text'>): string {
  return beginningOf(process, time) + inBase36(count, countLength)
}

function beginningOf(process: string, time: number): string {
  return process + inBase36(time, timeLength)
}

function inBase36(value: number, length: number): string {
  return value.toString(36).padStart(length, '0')
}

/**
 * Returns the time of an id in milliseconds since the epoch; undefined for an id of another form than the gateway's.
 */
export function timeOfRequestId(id: string): number | undefined {
  if (!id.startsWith('req_') || id.length < timeStart + timeLength + countLength) return undefined
  const time = Number.parseInt(id.slice(timeStart, timeStart + timeLength), 36)
  return Number.isNaN(time) ? undefined : time
}

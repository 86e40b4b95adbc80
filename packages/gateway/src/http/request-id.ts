// The id of a call: the caller's own x-request-id when it has a safe form, otherwise a generated one, which tells when
// it was made.

/** Ids are logged and kept with the record of calls, where a key must never be. */
const safeForm = /^(?!.*gh_(?:live|market|admin)_)[A-Za-z0-9._-]{8,64}$/

/** An id, and for one that was made here the parts from which `textOf` makes it. */
export interface RequestId {
  readonly text: string
  /** What all ids of its process begin with; empty for an id that a caller chose. */
  readonly process: string
  /** Milliseconds since the epoch. */
  readonly time: number
  /** How many ids its process had made before. */
  readonly count: number
}

/** Returns the caller's id when it may be used, otherwise a new one. */
export type RequestIds = (sent?: string) => RequestId

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
/** Digits of the count, at least. */
const countLength = 6

/** Makes ids that are unique across processes and sort by time within one. */
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

/** An id that was not made here. */
export function chosenId(text: string): RequestId {
  return { text, process: '', time: 0, count: 0 }
}

/** The id with these parts. */
export function textOf({ process, time, count }: Omit<RequestId, 'text'>): string {
  return beginningOf(process, time) + inBase36(count, countLength)
}

function beginningOf(process: string, time: number): string {
  return process + inBase36(time, timeLength)
}

function inBase36(value: number, length: number): string {
  return value.toString(36).padStart(length, '0')
}

/** When an id was made, in milliseconds since the epoch; undefined for one that is not of the gateway's form. */
export function timeOfRequestId(id: string): number | undefined {
  if (!id.startsWith('req_') || id.length < timeStart + timeLength + countLength) return undefined
  const time = Number.parseInt(id.slice(timeStart, timeStart + timeLength), 36)
  return Number.isNaN(time) ? undefined : time
}

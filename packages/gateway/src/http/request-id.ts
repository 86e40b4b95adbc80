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
      time = prefix + Math.trunc(now).toString(36).padStart(timeLength, '0')
    }
    return time + (count++).toString(36).padStart(6, '0')
  }
}

/** When an id was made, in milliseconds since the epoch; undefined for one that is not of the gateway's form. */
export function timeOfRequestId(id: string): number | undefined {
  if (!id.startsWith('req_') || id.length < timeStart + timeLength + 6) return undefined
  const time = Number.parseInt(id.slice(timeStart, timeStart + timeLength), 36)
  return Number.isNaN(time) ? undefined : time
}

// The id of a call: the caller's own x-request-id when it has a safe form, otherwise a generated one.

const safeForm = /^[A-Za-z0-9._-]{8,64}$/

/** Returns the caller's id when it may be used, otherwise a new one. */
export type RequestIds = (sent?: string) => string

export interface RequestIdsDeps {
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly randomBytes: (count: number) => Buffer
}

/** Makes ids that are unique across processes and sort by time within one. */
export function createRequestIds({ clock, randomBytes }: RequestIdsDeps): RequestIds {
  const prefix = `req_${clock().toString(36)}${randomBytes(6).toString('hex')}`
  let count = 0
  return (sent) =>
    sent !== undefined && safeForm.test(sent) ? sent : `${prefix}${(count++).toString(36).padStart(6, '0')}`
}

// The id of a call: the caller's own x-request-id where it has a safe form, else one of ours.

const safeForm = /^[A-Za-z0-9._-]{8,64}$/

/** Makes ids that are unique over processes and sort by time within one. */
export function createRequestIds(parts: {
  clock: () => number
  randomBytes: (count: number) => Buffer
}): (own?: string) => string {
  const process = parts.randomBytes(6).toString('hex')
  const started = parts.clock().toString(36)
  let count = 0
  return (own) =>
    own !== undefined && safeForm.test(own) ? own : `req_${started}${process}${(count++).toString(36).padStart(6, '0')}`
}

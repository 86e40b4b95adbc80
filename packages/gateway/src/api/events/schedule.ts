// When a delivery is tried again, and when a webhook is given up.

const s = 1000
const min = 60 * s
const hour = 60 * min
/** Delays before each try, the first one included. */
const delays = [0, 5 * s, 5 * min, 30 * min, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]
const spread = 0.2
const maxRetryAfterMs = 24 * hour
/** The time of failures only after which a webhook is switched off. */
export const givenUpAfterMs = 5 * 24 * hour

/**
 * Returns the milliseconds until the next try, after `tries` of them; undefined after the last. `random` is from 0 up
 * to 1; a `Retry-After` of the receiver counts if it is later.
 */
export function retryDelayMs(
  tries: number,
  {
    random,
    retryAfter,
    now,
  }: { readonly random: number; readonly retryAfter: string | undefined; readonly now: number },
): number | undefined {
  const delay = delays[tries]
  if (delay === undefined) return undefined
  const spreadOut = delay * (1 + spread * (2 * random - 1))
  return Math.round(Math.max(spreadOut, Math.min(retryAfterMs(retryAfter, now), maxRetryAfterMs)))
}

/** Reads seconds or an HTTP date (RFC 9110, section 10.2.3); 0 for neither. */
function retryAfterMs(value: string | undefined, now: number): number {
  if (value === undefined) return 0
  if (/^\d+$/.test(value)) return Number(value) * s
  const at = Date.parse(value)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}

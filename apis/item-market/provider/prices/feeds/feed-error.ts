// Reasons why reading a marketplace failed: a closed set, each with a message that is safe to show.

export type FeedErrorReason =
  /** No connection, or no response in time. */
  | 'unreachable'
  /** 429, or our own budget for that host is used up. */
  | 'limited'
  /** 401 or 403: missing or wrong key, or a blocked network. */
  | 'refused'
  /** 404, or the marketplace's equivalent for an unknown item. */
  | 'unknown'
  /** Any other status. */
  | 'status'
  /** A truncated response. */
  | 'cut'
  /** A response that differs from the documentation. */
  | 'shape'
  /** Implausible prices. */
  | 'implausible'
  /** A required secret is not stored. */
  | 'secret'

interface FeedErrorOptions {
  readonly retryAfterMs?: number | undefined
  readonly isOurs?: boolean
}

export class FeedError extends Error {
  override name = 'FeedError'
  readonly reason: FeedErrorReason
  /** Pause that the marketplace requested, if any. */
  readonly retryAfterMs: number | undefined
  /** True if our own rate limiter refused the request before it was sent. */
  readonly isOurs: boolean
  constructor(reason: FeedErrorReason, message: string, { retryAfterMs, isOurs = false }: FeedErrorOptions = {}) {
    super(message)
    this.reason = reason
    this.retryAfterMs = retryAfterMs
    this.isOurs = isOurs
  }
}

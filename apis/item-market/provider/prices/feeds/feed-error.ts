// Why a marketplace could not be read: a closed set of reasons, each with a sentence that is safe to show.

export type FeedErrorReason =
  /** No connection, or no response in time. */
  | 'unreachable'
  /** 429, or our own budget for that host is used up. */
  | 'limited'
  /** 401 or 403: a key is missing or wrong, or the network is blocked. */
  | 'refused'
  /** 404, or the marketplace's own way of saying that it does not know the item. */
  | 'unknown'
  /** Any other status. */
  | 'status'
  /** The response ended too early. */
  | 'cut'
  /** The response is not what is documented. */
  | 'shape'
  /** The prices cannot be right. */
  | 'implausible'
  /** The source needs a secret that is not stored. */
  | 'secret'

interface FeedErrorOptions {
  readonly retryAfterMs?: number | undefined
  readonly isOurs?: boolean
}

export class FeedError extends Error {
  override name = 'FeedError'
  readonly reason: FeedErrorReason
  /** How long the marketplace asked to be left alone, if it did. */
  readonly retryAfterMs: number | undefined
  /** No request was sent: our own rate limiter refused it. */
  readonly isOurs: boolean
  constructor(reason: FeedErrorReason, message: string, { retryAfterMs, isOurs = false }: FeedErrorOptions = {}) {
    super(message)
    this.reason = reason
    this.retryAfterMs = retryAfterMs
    this.isOurs = isOurs
  }
}

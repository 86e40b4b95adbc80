// Why a marketplace could not be read: a closed set of reasons, each with a sentence that is safe to show.

export type FeedReason =
  /** No connection, or no answer in time. */
  | 'unreachable'
  /** 429, or our own budget for that host is used up. */
  | 'limited'
  /** 401 or 403: a key is missing or wrong, or the caller's network is not welcome. */
  | 'refused'
  /** 404 or the marketplace's own way of saying that it does not know the item. */
  | 'unknown'
  /** Any other status. */
  | 'status'
  /** The answer ended too early. */
  | 'cut'
  /** The answer is not what is documented. */
  | 'shape'
  /** The prices cannot be right. */
  | 'implausible'
  /** The source needs a secret that is not stored. */
  | 'secret'

interface FailureFacts {
  readonly retryAfterMs?: number | undefined
  readonly ours?: boolean
}

export class FeedFailure extends Error {
  override name = 'FeedFailure'
  readonly reason: FeedReason
  /** How long the marketplace asked to be left alone, if it did. */
  readonly retryAfterMs: number | undefined
  /** Nothing was asked: we ourselves held back. */
  readonly ours: boolean
  constructor(reason: FeedReason, message: string, { retryAfterMs, ours = false }: FailureFacts = {}) {
    super(message)
    this.reason = reason
    this.retryAfterMs = retryAfterMs
    this.ours = ours
  }
}

// What an embedded provider may say to the outside: the operator's sealed texts, and calls that may carry them.

/**
 * Sealed texts of the operator that belong to one API. A stored text is placed in calls by `outbound`; it is never
 * handed back.
 */
export interface Secrets {
  /**
   * Stores a text under a name of lower-case letters, digits, `.`, `_` and `-`, in place of the one before. Fails with
   * 'provider_key.refused'.
   */
  put(name: string, text: string): Promise<void>
  /** True when there was one. Resolves when no process holds it any more. */
  remove(name: string): Promise<boolean>
  /** In alphabetical order. */
  names(): Promise<string[]>
}

/** Stands for a sealed text in a request: `{ secret: 'steam' }`, `{ secret: 'channel.7', prefix: 'Bearer ' }`. */
export interface SecretRef {
  readonly secret: string
  /** Text before it. */
  readonly prefix?: string
}
export interface OutboundRequest {
  /** Default GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /**
   * Absolute http or https address without credentials. Private addresses are allowed: the operator's own servers stand
   * there.
   */
  readonly url: string
  /** Added to the query of the address. */
  readonly query?: Readonly<Record<string, string | SecretRef>>
  readonly headers?: Readonly<Record<string, string | SecretRef>>
  readonly body?: string | Buffer | AsyncIterable<Buffer>
  readonly signal?: AbortSignal
  /** Milliseconds to the head of the answer; default 30,000. */
  readonly firstByteMs?: number
  /** Milliseconds without a byte; default 60,000. */
  readonly idleMs?: number
  /** Milliseconds in all; default 600,000. */
  readonly totalMs?: number
  /** Bytes of the decoded body; default 64 MiB. */
  readonly maxBytes?: number
}
export interface OutboundAnswer {
  readonly status: number
  /** By lower-case name. Sealed texts of the request that come back are overwritten, here and in the body. */
  readonly headers: Readonly<Record<string, string>>
  /** Decoded. To be read to its end, or cancelled. Throws OutboundFailure. */
  readonly body: AsyncIterable<Buffer>
  /** The whole body. Rejects with OutboundFailure. */
  bytes(): Promise<Buffer>
  /** Ends the call without reading on. */
  cancel(): void
}
/** Sends a request; redirects are not followed. Rejects with OutboundFailure. */
export type Outbound = (request: OutboundRequest) => Promise<OutboundAnswer>

/**
 * `cut`: the answer broke off. `large`: beyond `maxBytes`. `secret`: a sealed text is not stored. `address`: not one to
 * call.
 */
export type OutboundReason = 'unreachable' | 'slow' | 'cut' | 'large' | 'aborted' | 'secret' | 'address'

/** A call that gave no whole answer. The message is for the log. */
export class OutboundFailure extends Error {
  override name = 'OutboundFailure'
  readonly reason: OutboundReason
  constructor(reason: OutboundReason, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.reason = reason
  }
}

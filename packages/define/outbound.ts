// How an embedded provider calls out: the operator's secrets, and requests that may carry them.
import type { Cancellation } from './cancellation.ts'
import type { Pushed } from './pushed.ts'

/** The operator's secrets for one API. `outbound` puts a stored secret into requests and `sign` signs with it;
 * it is never returned. */
export interface Secrets {
  /**
   * Stores a secret under a name of lower-case letters, digits, `.`, `_` and `-`, replacing any previous one. Fails
   * with `provider_key.refused`.
   */
  put(name: string, text: string): Promise<void>
  /** Resolves when no process holds the secret any more, with whether there was one. */
  remove(name: string): Promise<boolean>
  /** In alphabetical order. */
  names(): Promise<string[]>
  /**
   * The RSASSA-PKCS1-v1_5 signature (RFC 8017, section 8.2) of the data by a stored RSA key, which is PKCS #8 DER in
   * base64. Undefined when no such secret is stored; rejects when it is not a private key.
   */
  sign(name: string, data: Buffer, hash: SignatureHash): Promise<Buffer | undefined>
}
export type SignatureHash = 'sha1' | 'sha256'

/** A secret in a request: `{ secret: 'steam' }`, `{ secret: 'channel.7', prefix: 'Bearer ' }`. */
export interface SecretRef {
  readonly secret: string
  /** Prefix of the value. */
  readonly prefix?: string
}
export interface OutboundRequest {
  /** Default GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /**
   * Absolute http or https URL without credentials. Private addresses are allowed, because the operator's own servers
   * may be there.
   */
  readonly url: string
  /** Added to the query of the address. */
  readonly query?: Readonly<Record<string, string | SecretRef>>
  readonly headers?: Readonly<Record<string, string | SecretRef>>
  readonly body?: string | Buffer | AsyncIterable<Buffer>
  readonly signal?: AbortSignal | Cancellation
  /** Milliseconds until the response head; default 30,000. */
  readonly firstByteMs?: number
  /** Milliseconds without a byte; default 60,000. */
  readonly idleMs?: number
  /** Milliseconds in total; default 600,000. */
  readonly totalMs?: number
  /** Bytes of the decoded body; default 64 MiB. */
  readonly maxBytes?: number
}
export interface OutboundAnswer {
  readonly status: number
  /** By lower-case name. Secrets of the request that are echoed are masked, here and in the body. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * Decoded. Read it to its end, or cancel it; it throws OutboundFailure. A provider that runs on the forwarding thread
   * may have it pushed instead, and answer with a `Pushed` of its own.
   */
  readonly body: AsyncIterable<Buffer> & Partial<Pushed>
  /** The whole body. Rejects with OutboundFailure. */
  bytes(): Promise<Buffer>
  /** Ends the call without reading the rest. */
  cancel(): void
}
/** Sends a request; redirects are not followed. Rejects with OutboundFailure. */
export type Outbound = (request: OutboundRequest) => Promise<OutboundAnswer>

/**
 * `cut`: the response ended early. `large`: beyond `maxBytes`. `secret`: the secret is not stored. `address`: the URL
 * is not one that may be called.
 */
export type OutboundReason = 'unreachable' | 'slow' | 'cut' | 'large' | 'aborted' | 'secret' | 'address'

/** A call without a complete response. The message is for the log. */
export class OutboundFailure extends Error {
  override name = 'OutboundFailure'
  readonly reason: OutboundReason
  constructor(reason: OutboundReason, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.reason = reason
  }
}

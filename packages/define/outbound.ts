// Outbound calls of embedded providers: the operator's secrets, and requests that can carry them.

/**
 * The operator's secrets for one API. `outbound` puts a stored secret into requests and `sign` signs with it;
 * it is never returned.
 */
export interface Secrets {
  /**
   * Stores a secret under a name of lower-case letters, digits, `.`, `_` and `-`, replacing any previous one. Fails
   * with `provider_key.refused`.
   */
  put(name: string, text: string): Promise<void>
  /** Resolves once no process holds the secret any more; true if there was one. */
  remove(name: string): Promise<boolean>
  /** Names of the stored secrets, in alphabetical order. */
  names(): Promise<string[]>
  /**
   * Signs the data with a stored RSA key (PKCS #8 DER in base64) by RSASSA-PKCS1-v1_5 (RFC 8017, section 8.2).
   * Resolves to undefined if no such secret is stored; rejects if it is not a private key.
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
   * Absolute http or https URL without credentials. Private addresses are allowed: the operator's own servers may be
   * there.
   */
  readonly url: string
  /** Parameters added to the query of the URL. */
  readonly query?: Readonly<Record<string, string | SecretRef>>
  readonly headers?: Readonly<Record<string, string | SecretRef>>
  readonly body?: string | Buffer | AsyncIterable<Buffer>
  readonly signal?: AbortSignal
  /** Timeout of the response head in milliseconds; default 30,000. */
  readonly firstByteMs?: number
  /** Idle timeout in milliseconds; default 60,000. */
  readonly idleMs?: number
  /** Total timeout in milliseconds; default 600,000. */
  readonly totalMs?: number
  /** Largest decoded body in bytes; default 64 MiB. */
  readonly maxBytes?: number
}
export interface OutboundAnswer {
  readonly status: number
  /** Headers by lower-case name. Echoed secrets of the request are masked, here and in the body. */
  readonly headers: Readonly<Record<string, string>>
  /** The decoded body. Read it to its end, or cancel it; it throws OutboundFailure. */
  readonly body: AsyncIterable<Buffer>
  /** Reads the whole body. Rejects with OutboundFailure. */
  bytes(): Promise<Buffer>
  /** Ends the call without reading the rest. */
  cancel(): void
}
/** Sends a request; redirects are not followed. Rejects with OutboundFailure. */
export type Outbound = (request: OutboundRequest) => Promise<OutboundAnswer>

/**
 * The reason of a failure. `cut`: the response ended early. `large`: beyond `maxBytes`. `secret`: the secret is not
 * stored. `address`: the URL is not allowed.
 */
export type OutboundReason = 'unreachable' | 'slow' | 'cut' | 'large' | 'aborted' | 'secret' | 'address'

/** An outbound call without a complete response. The message is for the log. */
export class OutboundFailure extends Error {
  override name = 'OutboundFailure'
  readonly reason: OutboundReason
  constructor(reason: OutboundReason, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.reason = reason
  }
}

/** A fetched resource, read whole. */
export interface Fetched {
  readonly status: number
  readonly contentType: string
  /** The `Location` of a redirect, unchanged. */
  readonly location?: string | undefined
  readonly bytes: Buffer
}
/**
 * The guarded fetcher: public addresses only, resolved once and pinned, bounded in size and time, redirects not
 * followed.
 */
export type Fetcher = (url: string, options: FetchOptions) => Promise<Fetched>

interface FetchOptions {
  readonly maxBytes: number
  readonly timeoutMs: number
  /** The account whose share of concurrent name resolutions this fetch uses; empty for the operator. */
  readonly account: string
  /** Aborts the fetch. */
  readonly signal?: AbortSignal | undefined
}

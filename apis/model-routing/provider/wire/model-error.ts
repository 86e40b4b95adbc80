// The error of a chat call in no wire format.

/**
 * `status` is that of the response; each wire renders `kind` in its own terms. `retry`: another channel may do
 * better. The message may be shown to the caller.
 */
export class ModelError extends Error {
  override name = 'ModelError'
  readonly status: number
  readonly kind: ModelErrorKind
  readonly code: string | undefined
  readonly param: string | undefined
  readonly retry: boolean
  /** Seconds that the provider asks to wait. */
  readonly retryAfterS: number | undefined

  constructor(
    kind: ModelErrorKind,
    message: string,
    details: {
      readonly status?: number | undefined
      readonly code?: string | undefined
      readonly param?: string | undefined
      readonly retry?: boolean | undefined
      readonly retryAfterS?: number | undefined
      readonly cause?: unknown
    } = {},
  ) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.status = details.status ?? statusOf[kind]
    this.code = details.code
    this.param = details.param
    this.retry = details.retry ?? false
    this.retryAfterS = details.retryAfterS
  }
}
export type ModelErrorKind =
  | 'invalid'
  | 'authentication'
  | 'billing'
  | 'permission'
  | 'missing'
  | 'conflict'
  | 'large'
  | 'limited'
  | 'server'
  | 'unavailable'
  | 'timeout'
  | 'unimplemented'

const statusOf: Readonly<Record<ModelErrorKind, number>> = {
  invalid: 400,
  authentication: 401,
  billing: 402,
  permission: 403,
  missing: 404,
  conflict: 409,
  large: 413,
  limited: 429,
  server: 500,
  unimplemented: 501,
  unavailable: 503,
  timeout: 504,
}

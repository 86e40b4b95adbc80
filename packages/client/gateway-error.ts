// The errors of the client. GatewayError and its kinds represent responses other than successes; without a response the
import { memberOf } from './answer.ts'
// error is ConnectionError or TimeoutError.

export interface ErrorDetails {
  /** HTTP status. */
  readonly status: number
  /** `error.code` (or `gateway_error.code`) of the body, such as `quota.minute`; undefined if the body has none. */
  readonly code: string | undefined
  /** Identifies the call in the gateway's log. */
  readonly requestId: string | undefined
  /** Seconds until the call can be retried. */
  readonly retryAfter: number | undefined
  /** The whole body: JSON if it is JSON, otherwise text. */
  readonly body: unknown
}

export class GatewayError extends Error implements ErrorDetails {
  override name = 'GatewayError'
  readonly status: number
  readonly code: string | undefined
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
  readonly body: unknown
  constructor(message: string, details: ErrorDetails) {
    super(message)
    this.status = details.status
    this.code = details.code
    this.requestId = details.requestId
    this.retryAfter = details.retryAfter
    this.body = details.body
  }
}

/** 400, 413, 422 and every other 4xx without its own class: the call itself is wrong. */
export class InvalidRequestError extends GatewayError {
  override name = 'InvalidRequestError'
}
/** 401: the key is missing or unknown. */
export class AuthenticationError extends GatewayError {
  override name = 'AuthenticationError'
}
/** 403: the key lacks the permission, or a provider key is missing. */
export class PermissionDeniedError extends GatewayError {
  override name = 'PermissionDeniedError'
}
/** 404: there is no such API, endpoint or resource. */
export class NotFoundError extends GatewayError {
  override name = 'NotFoundError'
}
/** 429: the calls of a minute or a day are used up, here or at the provider. `retryAfter` is the time to wait. */
export class RateLimitError extends GatewayError {
  override name = 'RateLimitError'
}
/** 5xx: the gateway or the provider failed. */
export class ServerError extends GatewayError {
  override name = 'ServerError'
}

/** Thrown if no response arrived, or the connection broke off. `cause` is the error of `fetch`. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
}
/** Thrown if the call took longer than its `timeoutMs`. */
export class TimeoutError extends Error {
  override name = 'TimeoutError'
}

const classes: Readonly<Record<number, typeof GatewayError>> = {
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  429: RateLimitError,
}

function classFor(status: number): typeof GatewayError {
  const own = classes[status]
  if (own) return own
  if (status >= 500) return ServerError
  return status >= 400 ? InvalidRequestError : GatewayError
}

/**
 * Reads a response that is not a success. Code and message come from `error.code` and `error.message`, or from
 * `gateway_error` if a provider's `error` has another form; an `error` that is a string is the message; without either
 * the message names the status. `nowMs` is for a `retry-after` that is a date.
 */
export async function errorOf(response: Response, nowMs: number): Promise<GatewayError> {
  const text = await response.text().catch(() => '')
  const body = parsed(text)
  const error = memberOf(body, 'error')
  const beside = memberOf(body, 'gateway_error')
  const message = textOr(error) ?? textOr(memberOf(error, 'message')) ?? textOr(memberOf(beside, 'message'))
  const { status, headers } = response
  return new (classFor(status))(message ?? `The gateway answered ${status}.`, {
    status,
    code: textOr(memberOf(error, 'code')) ?? textOr(memberOf(beside, 'code')),
    requestId: headers.get('x-request-id') ?? textOr(memberOf(memberOf(body, 'meta'), 'requestId')),
    retryAfter: retryAfterOf(headers, nowMs),
    body,
  })
}

/** Returns the seconds in `retry-after`, which is a number or an HTTP date (RFC 9110, section 10.2.3). */
export function retryAfterOf(headers: Headers, nowMs: number): number | undefined {
  const text = headers.get('retry-after')?.trim()
  if (!text) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? undefined : Math.max(0, (atMs - nowMs) / 1000)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
function textOr(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

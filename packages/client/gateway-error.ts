// The one error of the client: a response that is not a success. For broken connections and timeouts fetch's own errors
// are thrown.

export interface ErrorDetails {
  /** HTTP status. */
  readonly status: number
  /** `error.code` of the body, such as `quota.minute`; undefined when the body has none. */
  readonly code: string | undefined
  /** Identifies the call in the gateway's log. */
  readonly requestId: string | undefined
  /** Seconds after which the call may be retried. */
  readonly retryAfter: number | undefined
  /** The whole body: JSON where it is JSON, else text. */
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

/**
 * Reads a response that is not a success. Code and message come from `error.code` and `error.message`; an `error` that
 * is a string is the message; without either the message names the status. `nowMs` is for a `retry-after` that is a
 * date.
 */
export async function errorOf(response: Response, nowMs: number): Promise<GatewayError> {
  const text = await response.text().catch(() => '')
  const body = parsed(text)
  const error = memberOf(body, 'error')
  const message = textOr(error) ?? textOr(memberOf(error, 'message')) ?? `The gateway answered ${response.status}.`
  return new GatewayError(message, {
    status: response.status,
    code: textOr(memberOf(error, 'code')),
    requestId: response.headers.get('x-request-id') ?? textOr(memberOf(memberOf(body, 'meta'), 'requestId')),
    retryAfter: retryAfterOf(response.headers, nowMs),
    body,
  })
}

/** Seconds that `retry-after` asks for, given as a number or as an HTTP date (RFC 9110, section 10.2.3). */
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
function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
function textOr(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

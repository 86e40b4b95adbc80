// Sends HTTP requests for which the typed client has no method: documents, and calls of any endpoint. It throws the
// client's errors.

import { GatewayError } from '#client'
import { memberOf } from './member.ts'

export interface SendOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: RequestInit['body']
  readonly timeoutMs?: number
  /** Statuses that count as a failure; default 400 and above. */
  readonly failsOn?: (status: number) => boolean
}

const usualMs = 30_000
const errorBytes = 256 * 1024

/** Sends a request and returns the response with its body unread. Throws GatewayError, or the error of `fetch`. */
export async function send(url: string, options: SendOptions = {}): Promise<Response> {
  const { method = 'GET', headers = {}, body, failsOn = (status) => status >= 400 } = options
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new DOMException('no answer', 'TimeoutError')),
    options.timeoutMs ?? usualMs,
  )
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: late.signal,
      headers: { 'user-agent': 'gatehouse-cli', ...headers },
      ...(body != null && { body }),
    })
    if (failsOn(response.status)) throw await errorOf(response)
    return response
  } finally {
    clearTimeout(timer)
  }
}

async function errorOf(response: Response): Promise<GatewayError> {
  const body = parsed((await response.text().catch(() => '')).slice(0, errorBytes))
  const error = memberOf(body, 'error')
  const beside = memberOf(body, 'gateway_error')
  const { status, headers } = response
  const plain = `The gateway answered ${status}.`
  const own = textOf(error) ?? textOf(memberOf(error, 'message')) ?? textOf(memberOf(body, 'message'))
  const message = own ?? textOf(memberOf(beside, 'message')) ?? plain
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return new GatewayError(message, {
    status,
    body,
    code: textOf(memberOf(error, 'code')) ?? textOf(memberOf(beside, 'code')),
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

// Answers paths that are not calls: health, metrics, documents. They need no key and are not counted.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Failure } from '#define'
import { errors } from '#define/reflect'
import { endResponse, stallTimeoutMs } from './stalled-client.ts'
import type { Page, SendPage, StoredPage } from './stored-page.ts'

export interface SystemDeps {
  /** Reports whether this process should get calls. */
  readonly readiness: () => Promise<{ readonly isReady: boolean; readonly text: string }>
  readonly metrics: () => Promise<{ contentType: string; text: string }>
  readonly isLocal: (request: IncomingMessage) => boolean
  /** Reports whether the request uses a host name of the operator. */
  readonly isOperatorHost: (request: IncomingMessage) => boolean
  /** Answers /console/session, which signs the operator in and out. */
  readonly session: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** Returns a document or a page of the console; undefined for an unknown path. */
  readonly page: (path: string, asked: string | undefined) => Promise<StoredPage | undefined>
  /**
   * Returns the gateway's address as the caller knows it, or undefined if the request's Host header cannot be trusted.
   */
  readonly askedAddress: (request: IncomingMessage) => string | undefined
  readonly sendPage: SendPage
}

const sessionPath = '/console/session'
const prefixes = [
  ...['/healthz', '/readyz', '/metrics', '/openapi', '/openapi.json', '/docs', '/console', '/client'],
  ...['/llms.txt', '/robots.txt'],
]

/** Reports whether a request target is one of these paths. */
export function isSystemPath(target: string): boolean {
  // nearly every request is a call
  if (target.startsWith('/v1/')) return false
  return (
    target === '/' ||
    prefixes.some((prefix) => target.startsWith(prefix) && /^(?:$|[/?])/.test(target.slice(prefix.length)))
  )
}

/** Answers GET and HEAD, and any method at `/console/session`; anything else is 405. */
export async function answerSystem(
  request: IncomingMessage,
  response: ServerResponse,
  deps: SystemDeps,
): Promise<void> {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
  if (path === sessionPath) return deps.session(request, response)
  const stored = await answerFor(path, request, deps)
  if ('forms' in stored && deps.sendPage(request, response, stored)) return
  sendPage(request, response, 'forms' in stored ? failure('gateway.busy', errors['gateway.busy'].say) : stored)
}

/** Answers with an error; the head must not have been sent. */
export function sendSystemFailure(request: IncomingMessage, response: ServerResponse, error: Failure): void {
  sendPage(request, response, failure(error.code, error.message, error.notes.retryAfterS))
}

function sendPage(request: IncomingMessage, response: ServerResponse, page: Page): void {
  const body = typeof page.body === 'string' ? Buffer.from(page.body) : page.body
  response.writeHead(page.status, {
    'content-type': page.contentType,
    'content-length': body.length,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...page.headers,
  })
  endResponse(response, stallTimeoutMs, request.method === 'HEAD' ? undefined : body)
}

async function answerFor(path: string, request: IncomingMessage, deps: SystemDeps): Promise<Page | StoredPage> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return { ...failure('method.unknown', `${path} answers GET, HEAD.`), headers: { allow: 'GET, HEAD' } }
  if (path === '/healthz') return text(200, 'ok\n')
  if (path === '/readyz') {
    const readiness = await deps.readiness()
    return text(readiness.isReady ? 200 : 503, `${readiness.text}\n`)
  }
  if (path === '/metrics') {
    if (!deps.isLocal(request)) return failure('admin.remote', errors['admin.remote'].say)
    if (!deps.isOperatorHost(request)) return failure('admin.host', errors['admin.host'].say)
    const metrics = await deps.metrics()
    const headers = { 'cache-control': 'no-store' }
    return { status: 200, contentType: metrics.contentType, body: metrics.text, headers }
  }
  return (
    (await deps.page(path, deps.askedAddress(request))) ??
    failure('endpoint.unknown', `There is no page ${path.slice(0, 80)}.`)
  )
}

const text = (status: number, body: string): Page => ({ status, contentType: 'text/plain; charset=utf-8', body })

function failure(code: keyof typeof errors, message: string, retryAfterS?: number): Page {
  return {
    status: errors[code].status,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify({ error: { code, message } }),
    ...(retryAfterS === undefined ? {} : { headers: { 'retry-after': String(retryAfterS) } }),
  }
}

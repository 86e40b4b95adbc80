// The path /console/session: exchanges the operator key for a session (POST), returns the time left of a session and
// the version of the program (GET), and ends it (DELETE).
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Failure, fail } from '#define'
import { endResponse, stallTimeoutMs } from '../../call/http/stalled-client.ts'
import { programVersion } from '../../process/program-version.ts'
import { type Audit, operatorActor } from '../accounts/audit.ts'
import { cookieOf, isOwnPage, isSecure, setCookie } from './session-requests.ts'
import { type Sessions, sessionMs } from './sessions.ts'

interface SessionEndpointDeps {
  readonly sessions: Sessions
  readonly audit: Pick<Audit, 'write'>
  readonly isOperatorKey: (presented: string | undefined) => boolean
  /** Reports whether the request can be the operator's, by its address. */
  readonly isLocal: (request: IncomingMessage) => boolean
  /** Reports whether the request comes from this machine, regardless of the settings. */
  readonly isLoopback: (request: IncomingMessage) => boolean
  readonly isOperatorHost: (request: IncomingMessage) => boolean
  readonly baseUrl: string
  readonly clock: () => number
}

const version = programVersion()
const sessionPath = '/console/session'
const adminKeyHeader = 'x-gateway-admin-key'

/** Answers a request for that path. Rejects if the database is down. */
export async function answerSession(
  request: IncomingMessage,
  response: ServerResponse,
  deps: SessionEndpointDeps,
): Promise<void> {
  try {
    const { expiresAt, cookie } = await outcomeOf(request, deps)
    send(response, 200, {
      body: { operator: expiresAt === undefined ? null : { leftMs: expiresAt - deps.clock(), version } },
      cookie,
    })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    send(response, error.info.status, { body: { error: { code: error.code, message: error.message } } })
  }
}

interface Outcome {
  readonly expiresAt?: number | undefined
  readonly cookie?: string
}

async function outcomeOf(request: IncomingMessage, deps: SessionEndpointDeps): Promise<Outcome> {
  const { sessions } = deps
  const token = cookieOf(request)
  if (request.method === 'GET' || request.method === 'HEAD')
    return {
      expiresAt: token === undefined || !isOwnPage(request, deps.baseUrl) ? undefined : await sessions.check(token),
    }
  if (!isOwnPage(request, deps.baseUrl)) throw fail('session.origin', {})
  if (request.method === 'DELETE') return end(request, token, deps)
  if (request.method === 'POST') return start(request, deps)
  throw fail('method.unknown', { path: sessionPath, allow: 'GET, POST, DELETE', method: request.method ?? '' })
}

async function start(request: IncomingMessage, deps: SessionEndpointDeps): Promise<Outcome> {
  refuseUnsuitable(request, deps)
  const key = request.headers[adminKeyHeader]
  if (!deps.isOperatorKey(typeof key === 'string' ? key : undefined))
    throw fail('key.invalid', { header: adminKeyHeader })
  const { token, expiresAt } = deps.sessions.start()
  await deps.audit.write({ actor: operatorActor, action: 'console.sign-in', target: 'console' })
  return { expiresAt, cookie: setCookie(request, token, sessionMs / 1000) }
}

/**
 * Refuses a request from an address that the operator API would not answer, or over a connection on which the cookie
 * could be read.
 */
function refuseUnsuitable(request: IncomingMessage, deps: SessionEndpointDeps): void {
  if (!deps.isLocal(request)) throw fail('admin.remote', {})
  if (!deps.isOperatorHost(request)) throw fail('admin.host', {})
  if (!isSecure(request) && !deps.isLoopback(request)) throw fail('session.insecure', {})
}

async function end(request: IncomingMessage, token: string | undefined, deps: SessionEndpointDeps): Promise<Outcome> {
  if (token !== undefined && (await deps.sessions.check(token)) !== undefined) {
    await deps.sessions.end(token)
    await deps.audit.write({ actor: operatorActor, action: 'console.sign-out', target: 'console' })
  }
  return { cookie: setCookie(request, '', 0) }
}

function send(
  response: ServerResponse,
  status: number,
  { body, cookie }: { readonly body: unknown; readonly cookie?: string | undefined },
): void {
  const text = Buffer.from(JSON.stringify(body))
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': text.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(cookie === undefined ? {} : { 'set-cookie': cookie }),
  })
  endResponse(response, stallTimeoutMs, text)
}

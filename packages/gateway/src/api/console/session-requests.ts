// Recognises a console session in requests: a cookie that only this origin's own pages can use.
//
// SameSite=Strict keeps the cookie from other sites, but every port of one host is the same site. So a request with the
// cookie also needs a header that other origins could only send after a preflight, whose response does not permit
// cookies; and every changing request needs an Origin of ours.
import type { IncomingMessage } from 'node:http'
import { fail } from '#define'
import type { Sessions } from './sessions.ts'

/** Header sent by the console with each request that relies on its cookie. */
const consoleHeader = 'x-gateway-console'

interface SessionRequestsDeps {
  readonly sessions: Pick<Sessions, 'check'>
  /** The gateway's address; a TLS proxy can forward another host. */
  readonly baseUrl: string
}

/**
 * Creates the check of a request without an operator key: resolves with true if it has a session instead. Throws
 * `session.ended` and `session.origin`.
 */
export function createHasSession({ sessions, baseUrl }: SessionRequestsDeps): (r: IncomingMessage) => Promise<boolean> {
  return async (request) => {
    const token = cookieOf(request)
    if (token === undefined || request.headers[consoleHeader] === undefined) return false
    if (!isOwnPage(request, baseUrl)) throw fail('session.origin', {})
    if ((await sessions.check(token)) === undefined) throw fail('session.ended', {})
    return true
  }
}

/** Reports whether a page of this gateway sent the request, according to the browser. */
export function isOwnPage({ method, headers }: IncomingMessage, baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const { origin, host } = headers
  // browsers leave it out only for reads of the same origin
  if (origin === undefined) return method === 'GET' || method === 'HEAD'
  const parsed = URL.parse(origin)
  return parsed !== null && (parsed.host === host || parsed.origin === new URL(baseUrl).origin)
}

/** Reports whether the page was loaded over HTTPS, by the Origin header. */
export function isSecure({ headers: { origin = '' } }: IncomingMessage): boolean {
  return origin.startsWith('https:')
}

const secureName = '__Host-gatehouse-console'

/**
 * Returns the cookie's name without HTTPS. Cookies do not distinguish ports, so the name does: two gateways on one
 * machine would otherwise sign each other out.
 */
function loopbackName({ headers: { host = '' } }: IncomingMessage): string {
  return `gatehouse-console-${/:(\d{1,5})$/.exec(host)?.[1] ?? '80'}`
}

/** Returns the token in the cookie of a request. */
export function cookieOf(request: IncomingMessage): string | undefined {
  const names = [secureName, loopbackName(request)]
  for (const pair of (request.headers.cookie ?? '').split(';', maxCookies)) {
    const [name = '', value] = pair.trim().split('=', 2)
    if (names.includes(name)) return value
  }
  return undefined
}
const maxCookies = 100

/** Returns the header that stores the token in the browser, or removes it if `maxAgeS` is 0. */
export function setCookie(request: IncomingMessage, token: string, maxAgeS: number): string {
  const rest = `Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict`
  return isSecure(request) ? `${secureName}=${token}; ${rest}; Secure` : `${loopbackName(request)}=${token}; ${rest}`
}

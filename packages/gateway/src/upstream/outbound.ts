// Calls of embedded providers to addresses that the operator set (marketplaces, model providers, a server next door). Sealed texts
// are placed here and nowhere else, and what an answer echoes of them is masked (DESIGN 6.4). Redirects are not followed.
import { Readable } from 'node:stream'
import { type Outbound, type OutboundAnswer, OutboundFailure, type OutboundRequest, type SecretRef } from '#define'
import { refuseUnsafe, reveal, type Secret } from '../secret.ts'
import type { Needles } from './masking.ts'
import type { Pools } from './pools.ts'
import { type OutboundBounds, OutboundCall } from './to-queue.ts'

export interface OutboundParts {
  readonly pools: Pools
  /** Opens a sealed text of the API that calls. */
  readonly open: (name: string) => Secret | undefined | Promise<Secret | undefined>
}

const defaults = { firstByteMs: 30_000, idleMs: 60_000, totalMs: 600_000, maxBytes: 64 * 1024 * 1024 }

/** Makes the caller of one API. */
export function createOutbound({ pools, open }: OutboundParts): Outbound {
  return async (request) => {
    const url = readAddress(request.url)
    const needles: Needles[] = []
    const placed = (value: SecretRef, secret: Secret | undefined): string => {
      if (!secret) throw new OutboundFailure('secret', `the text ${value.secret} is not stored`)
      const found = pools.needles(secret)
      if (found) needles.push(found)
      return (value.prefix ?? '') + safe(reveal(secret))
    }
    // nothing is waited for that is known: most texts are, and an await for each costs more than all the rest
    const place = (value: string | SecretRef): string | Promise<string> => {
      if (typeof value === 'string') return safe(value)
      const secret = open(value.secret)
      return secret instanceof Promise ? secret.then((opened) => placed(value, opened)) : placed(value, secret)
    }
    for (const [name, value] of Object.entries(request.query ?? {})) {
      const text = place(value)
      url.searchParams.append(name, typeof text === 'string' ? text : await text)
    }
    const headers: Record<string, string> = { 'user-agent': 'gatehouse', 'accept-encoding': 'gzip, br' }
    for (const [name, value] of Object.entries(request.headers ?? {})) {
      const text = place(value)
      headers[name.toLowerCase()] = typeof text === 'string' ? text : await text
    }
    return send(pools, { url, headers, request, needles })
  }
}

interface Sending {
  readonly url: URL
  readonly headers: Record<string, string>
  readonly request: OutboundRequest
  readonly needles: readonly Needles[]
}

function send(pools: Pools, { url, headers, request, needles }: Sending): Promise<OutboundAnswer> {
  const body = bodyOf(request.body)
  const sendsOn = body instanceof Readable
  const bounds = boundsOf(request)
  const call = new OutboundCall({ ...bounds, needles, sendsOn, signal: request.signal })
  if (call.done) return call.answered
  pools.origin(url.origin).pool.dispatch(
    {
      method: request.method ?? 'GET',
      path: url.pathname + url.search,
      headers,
      body,
      // all other times are the call's own (watch.ts)
      headersTimeout: sendsOn ? bounds.firstByteMs : 0,
      bodyTimeout: 0,
    },
    call,
  )
  return call.answered
}

/** Left-out bounds are the defaults, also when they are there as undefined. */
function boundsOf({ firstByteMs, idleMs, totalMs, maxBytes }: OutboundRequest): OutboundBounds {
  return {
    firstByteMs: firstByteMs ?? defaults.firstByteMs,
    idleMs: idleMs ?? defaults.idleMs,
    totalMs: totalMs ?? defaults.totalMs,
    maxBytes: maxBytes ?? defaults.maxBytes,
  }
}

function bodyOf(body: OutboundRequest['body']): string | Buffer | Readable | null {
  if (body === undefined) return null
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : Readable.from(body)
}

function readAddress(text: string): URL {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new OutboundFailure('address', 'the address is not an http(s) one')
  if (url.username !== '' || url.password !== '')
    throw new OutboundFailure('address', 'the address holds a user name or password')
  return url
}

function safe(value: string): string {
  try {
    refuseUnsafe(value)
  } catch (cause) {
    throw new OutboundFailure('secret', 'a value holds a control character', { cause })
  }
  return value
}

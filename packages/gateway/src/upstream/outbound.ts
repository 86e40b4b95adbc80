// Calls of embedded providers to addresses that the operator configured (marketplaces, model providers, a local
// server). Sealed secrets are inserted here and nowhere else, and an answer that echoes them is masked
// (docs/architecture.md, outbound rule 4). Redirects are not followed.
import { Readable } from 'node:stream'
import { type Outbound, type OutboundAnswer, OutboundFailure, type OutboundRequest, type SecretRef } from '#define'
import { refuseUnsafe, reveal, type Secret } from '../secret.ts'
import { hopHeader } from './hops.ts'
import type { KeyForms } from './masking.ts'
import type { Pools } from './pools.ts'
import { receivedHops } from './received-hops.ts'
import { type OutboundLimits, ToQueue } from './to-queue.ts'

export interface OutboundDeps {
  readonly pools: Pools
  /** Opens a sealed secret of the calling API. */
  readonly open: (name: string) => Secret | undefined | Promise<Secret | undefined>
}

const defaults = { firstByteMs: 30_000, idleMs: 60_000, totalMs: 600_000, maxBytes: 64 * 1024 * 1024 }

/** Creates the outbound function of one API. */
export function createOutbound({ pools, open }: OutboundDeps): Outbound {
  return async (request) => {
    const url = readAddress(request.url)
    const keyForms: KeyForms[] = []
    const withSecret = (value: SecretRef, secret: Secret | undefined): string => {
      if (!secret) throw new OutboundFailure('secret', `the secret ${value.secret} is not stored`)
      const forms = pools.keyForms(secret)
      if (forms) keyForms.push(forms)
      return (value.prefix ?? '') + safe(reveal(secret))
    }
    // awaited only when necessary: most values are available, and an await for each costs more than everything else
    const resolve = (value: string | SecretRef): string | Promise<string> => {
      if (typeof value === 'string') return safe(value)
      const secret = open(value.secret)
      return secret instanceof Promise ? secret.then((opened) => withSecret(value, opened)) : withSecret(value, secret)
    }
    for (const [name, value] of Object.entries(request.query ?? {})) {
      const resolved = resolve(value)
      url.searchParams.append(name, typeof resolved === 'string' ? resolved : await resolved)
    }
    const headers: Record<string, string> = { 'user-agent': 'gatehouse', 'accept-encoding': 'gzip, br' }
    for (const [name, value] of Object.entries(request.headers ?? {})) {
      const resolved = resolve(value)
      headers[name.toLowerCase()] = typeof resolved === 'string' ? resolved : await resolved
    }
    headers[hopHeader] = pools.hops.after(receivedHops())
    return send(pools, { url, headers, request, keyForms })
  }
}

interface ResolvedRequest {
  readonly url: URL
  readonly headers: Record<string, string>
  readonly request: OutboundRequest
  readonly keyForms: readonly KeyForms[]
}

function send(pools: Pools, { url, headers, request, keyForms }: ResolvedRequest): Promise<OutboundAnswer> {
  const body = bodyOf(request.body)
  const streamsRequest = body instanceof Readable
  const { exchange, answered } = new ToQueue({
    ...limitsOf(request),
    keyForms,
    streamsRequest,
    signal: request.signal,
  })
  if (exchange.done) return answered
  pools.origin(url.origin).pool.dispatch(
    {
      method: request.method ?? 'GET',
      path: url.pathname + url.search,
      headers,
      body,
      headersTimeout: exchange.headersTimeoutMs,
      bodyTimeout: 0,
    },
    exchange,
  )
  return answered
}

/** Absent or undefined limits take their defaults. */
function limitsOf({ firstByteMs, idleMs, totalMs, maxBytes }: OutboundRequest): OutboundLimits {
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
    throw new OutboundFailure('address', 'the address contains a user name or password')
  return url
}

function safe(value: string): string {
  try {
    refuseUnsafe(value)
  } catch (cause) {
    throw new OutboundFailure('secret', 'a value contains a control character', { cause })
  }
  return value
}

// Calls of embedded providers to addresses that the operator configured (marketplaces, model providers, a local
// server). Sealed secrets are inserted here and nowhere else, and an answer that echoes them is masked
// (docs/architecture.md, outbound rule 4). Redirects are not followed.
import { Readable } from 'node:stream'
import { type Outbound, type OutboundAnswer, OutboundFailure, type OutboundRequest, type SecretRef } from '#define'
import { createLru } from '../cache/lru.ts'
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
    const address = addressOf(request.url)
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
    const query = request.query ? new URLSearchParams(address.search) : undefined
    for (const name in request.query) {
      const resolved = resolve(request.query[name] ?? '')
      query?.append(name, typeof resolved === 'string' ? resolved : await resolved)
    }
    const headers: Record<string, string> = { 'user-agent': 'gatehouse', 'accept-encoding': 'gzip, br' }
    for (const name in request.headers) {
      const resolved = resolve(request.headers[name] ?? '')
      headers[name.toLowerCase()] = typeof resolved === 'string' ? resolved : await resolved
    }
    headers[hopHeader] = pools.hops.after(receivedHops())
    const search = query ? query.toString() : address.search.slice(1)
    const path = search === '' ? address.path : `${address.path}?${search}`
    return send(pools, { origin: address.origin, path, headers, request, keyForms })
  }
}

interface ResolvedRequest {
  readonly origin: string
  /** With the query. */
  readonly path: string
  readonly headers: Record<string, string>
  readonly request: OutboundRequest
  readonly keyForms: readonly KeyForms[]
}

function send(pools: Pools, { origin, path, headers, request, keyForms }: ResolvedRequest): Promise<OutboundAnswer> {
  const body = bodyOf(request.body)
  const streamsRequest = body instanceof Readable
  const { exchange, answered } = new ToQueue({
    ...limitsOf(request),
    keyForms,
    streamsRequest,
    signal: request.signal,
  })
  if (exchange.done) return answered
  pools.origin(origin).pool.dispatch(
    {
      method: request.method ?? 'GET',
      path,
      headers,
      body,
      headersTimeout: exchange.headersTimeoutMs,
      bodyTimeout: 0,
      // no request is pipelined behind another (pools.ts), so undici can skip its check per answer
      blocking: false,
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

/** An address as it is called. */
interface Address {
  readonly origin: string
  readonly path: string
  /** With its question mark, if there is one. */
  readonly search: string
}

/** Most calls go to a few addresses, and parsing one costs more than looking it up. */
const addresses = createLru<string, Address>(1000)
const longestKept = 500

function addressOf(text: string): Address {
  const known = addresses.get(text)
  if (known) return known
  const { origin, pathname, search } = readAddress(text)
  const address = { origin, path: pathname, search }
  if (text.length <= longestKept) addresses.set(text, address)
  return address
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

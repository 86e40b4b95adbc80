// Calls of embedded providers to addresses that the operator configured (marketplaces, model providers, a local
// server). Sealed secrets are inserted here and nowhere else, and a response that echoes them is masked
// (docs/architecture.md, outbound rule 4). Redirects are not followed.
import { Readable } from 'node:stream'
import {
  type Outbound,
  type OutboundAnswer,
  OutboundFailure,
  type OutboundRequest,
  type SecretRef,
} from '#define/outbound'
import { createLru } from '../process/cache/lru.ts'
import { refuseUnsafe, reveal, type Secret } from '../process/secret.ts'
import { hopHeader, type ReceivedHops } from './hops.ts'
import type { KeyForms } from './masking.ts'
import type { Pools } from './pools.ts'
import { receivedHops } from './received-hops.ts'
import { ToQueue } from './to-queue.ts'

interface OutboundDeps {
  readonly pools: Pools
  /** Opens a sealed secret of the calling API. */
  readonly open: (name: string) => Secret | undefined | Promise<Secret | undefined>
}

const defaults = { firstByteMs: 30_000, idleMs: 60_000, totalMs: 600_000, maxBytes: 64 * 1024 * 1024 }

/** Creates the outbound function of one API. */
export function createOutbound({ pools, open }: OutboundDeps): Outbound {
  return (request) => {
    try {
      const secrets = openSecrets(request, open)
      // awaited only if necessary: most secrets are in memory, and an await costs more than everything else here
      if (secrets instanceof Promise) return secrets.then((opened) => send(pools, request, opened))
      return send(pools, request, secrets)
    } catch (error) {
      return Promise.reject(error)
    }
  }
}

/** Opened secrets, in the order in which the request names them. */
type Secrets = readonly (Secret | undefined)[]

function openSecrets({ query, headers }: OutboundRequest, open: OutboundDeps['open']): Secrets | Promise<Secrets> {
  const secrets: ReturnType<OutboundDeps['open']>[] = []
  for (const name in query) openSecret(query[name], open, secrets)
  for (const name in headers) openSecret(headers[name], open, secrets)
  return areOpen(secrets) ? secrets : Promise.all(secrets)
}

function openSecret(
  value: string | SecretRef | undefined,
  open: OutboundDeps['open'],
  secrets: ReturnType<OutboundDeps['open']>[],
): void {
  if (typeof value === 'object') secrets.push(open(value.secret))
}

function areOpen(secrets: readonly ReturnType<OutboundDeps['open']>[]): secrets is Secrets {
  for (const secret of secrets) if (secret instanceof Promise) return false
  return true
}

/** The values of one request, with its secrets in place. */
class Values {
  readonly #pools: Pools
  readonly #secrets: Secrets
  #used = 0
  /** The forms of every inserted secret. */
  readonly keyForms: KeyForms[] = []

  constructor(pools: Pools, secrets: Secrets) {
    this.#pools = pools
    this.#secrets = secrets
  }

  /** Returns the text of a value. It must be called in the order of `Secrets`. */
  text(value: string | SecretRef): string {
    if (typeof value === 'string') return safe(value)
    const secret = this.#secrets[this.#used++]
    if (!secret) throw new OutboundFailure('secret', `the secret ${value.secret} is not stored`)
    const forms = this.#pools.keyForms(secret)
    if (forms) this.keyForms.push(forms)
    return (value.prefix ?? '') + safe(reveal(secret))
  }
}

function pathOf({ path, search }: Address, query: OutboundRequest['query'], values: Values): string {
  if (!query) return path + search
  const parameters = new URLSearchParams(search)
  for (const [name, value] of Object.entries(query)) parameters.append(name, values.text(value))
  const all = parameters.toString()
  return all === '' ? path : `${path}?${all}`
}

/** Returns a flat list of names and values. */
function headersFor(headers: OutboundRequest['headers'], values: Values, hops: string): string[] {
  const sent = ['user-agent', 'gatehouse', 'accept-encoding', 'gzip, br']
  for (const [name, value] of Object.entries(headers ?? {})) put(sent, lowerName(name), values.text(value))
  put(sent, hopHeader, hops)
  return sent
}

/** Sets a header; a later value replaces an earlier one. */
function put(list: string[], name: string, value: string): void {
  for (let at = 0; at < list.length; at += 2)
    if (list[at] === name) {
      list[at + 1] = value
      return
    }
  list.push(name, value)
}

/** Cache of names in lower case; providers send the same few again and again. */
const lowerNames = createLru<string, string>(1000)

function lowerName(name: string): string {
  const known = lowerNames.get(name)
  if (known !== undefined) return known
  const lower = name.toLowerCase()
  lowerNames.set(name, lower)
  return lower
}

interface SendOptions {
  /** Headers of the call on whose behalf the request is sent; by default those of the current call. */
  readonly received?: ReceivedHops
  readonly publicOnly?: boolean | undefined
}

/** Sends a request with the secrets that it names. */
export function send(
  pools: Pools,
  request: OutboundRequest,
  secrets: Secrets,
  { received = receivedHops(), publicOnly }: SendOptions = {},
): Promise<OutboundAnswer> {
  const address = addressOf(request.url)
  const values = new Values(pools, secrets)
  const path = pathOf(address, request.query, values)
  const headers = headersFor(request.headers, values, pools.hops.after(received))
  const { origin } = address
  const body = bodyOf(request.body)
  const { exchange, answered } = new ToQueue({
    // absent or undefined limits take their defaults
    firstByteMs: request.firstByteMs ?? defaults.firstByteMs,
    idleMs: request.idleMs ?? defaults.idleMs,
    totalMs: request.totalMs ?? defaults.totalMs,
    maxBytes: request.maxBytes ?? defaults.maxBytes,
    keyForms: values.keyForms,
    streamsRequest: body instanceof Readable,
    signal: request.signal,
  })
  if (exchange.done) return answered
  pools.origin(origin, publicOnly).pool.dispatch(
    {
      method: request.method ?? 'GET',
      path,
      headers,
      body,
      headersTimeout: exchange.headersTimeoutMs,
      bodyTimeout: 0,
      // requests are never pipelined (pools.ts), so undici can skip its check per response
      blocking: false,
    },
    exchange,
  )
  return answered
}

function bodyOf(body: OutboundRequest['body']): string | Buffer | Readable | null {
  if (body === undefined) return null
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : Readable.from(body)
}

/** A parsed address. */
interface Address {
  readonly origin: string
  readonly path: string
  /** The query with its question mark, or an empty string. */
  readonly search: string
}

/** Cache of parsed addresses: most calls go to a few, and parsing costs more than a look-up. */
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

// Sends requests to addresses that accounts or the operator have named, such as webhooks: to public ones, and to others
// only where the operator allows it. A name is resolved once, and the connection goes to the address that was checked.
// Redirects are not followed; no more of an answer is read than is kept.

import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { Client } from 'undici'
import { plainAddress } from '../process/address-blocks.ts'
import type { OutboundAllow } from '../process/outbound-allow.ts'
import { createCallerNames, type Resolve } from './caller-names.ts'
import { limitInterim } from './interim-limit.ts'
import { isPublicAddress } from './public-address.ts'

/** The reason why nothing was sent, or why no answer came; the owner of the address may see the message. */
export class NamedFetchError extends Error {
  override name = 'NamedFetchError'
}

interface NamedRequest {
  /** The account that named the address; it resolves a few names at a time. */
  readonly account: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Limit of the whole exchange, name resolution included. */
  readonly timeoutMs: number
  /** Bytes of the answer that are read; what follows is dropped with the connection. */
  readonly keptBytes: number
  readonly signal?: AbortSignal
}
interface NamedAnswer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly bytes: Buffer
}
export interface NamedFetch {
  /** Sends a POST. Rejects with NamedFetchError. */
  post(address: string, request: NamedRequest): Promise<NamedAnswer>
  /** Returns the problem of an address that shows without resolving it; undefined without one. */
  problemOf(address: string): string | undefined
}

interface NamedFetchDeps {
  readonly allow: OutboundAllow
  /** Resolvers of public names, and of names that the operator allows; tests replace them. */
  readonly resolve?: Resolve
  readonly resolveAllowed?: (host: string) => Promise<readonly LookupAddress[]>
}

const maxAddressLength = 2048

/** Creates the fetcher. */
export function createNamedFetch(deps: NamedFetchDeps): NamedFetch {
  const { allow, resolve = createCallerNames(), resolveAllowed = (host) => lookup(host, { all: true }) } = deps

  function isAllowed(host: string, address: string): boolean {
    if (isNeverAllowed(address)) return false
    return isPublicAddress(address) || allow.hasName(host) || allow.hasAddress(address)
  }

  async function addressesOf(host: string, asker: { account: string; signal: AbortSignal }) {
    const family = isIP(host)
    if (family !== 0) return [{ address: host, family }]
    const asked = isResolvedHere(host, allow) ? resolveAllowed(host) : resolve(host, asker)
    return Promise.race([asked, aborted(asker.signal)]).catch((cause: unknown) => {
      if (asker.signal.aborted) throw cause
      return []
    })
  }

  async function pin(url: URL, asker: { account: string; signal: AbortSignal }): Promise<LookupAddress> {
    const host = hostOf(url)
    const addresses = await addressesOf(host, asker)
    const [first] = addresses
    if (!first) throw new NamedFetchError(`The host ${host} is not known.`)
    for (const { address } of addresses) if (!isAllowed(host, address)) throw new NamedFetchError(closed(host))
    return first
  }

  return {
    problemOf(address) {
      const url = readUrl(address)
      if (typeof url === 'string') return url
      const host = hostOf(url)
      if (isIP(host) !== 0) return isAllowed(host, host) ? undefined : closed(host)
      return isLocalName(host) && !allow.hasName(host) ? closed(host) : undefined
    },
    async post(address, request) {
      const url = readUrl(address)
      if (typeof url === 'string') throw new NamedFetchError(url)
      const timeout = AbortSignal.timeout(request.timeoutMs)
      const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout
      try {
        return await send(url, await pin(url, { account: request.account, signal }), { ...request, signal })
      } catch (cause) {
        if (cause instanceof NamedFetchError) throw cause
        throw new NamedFetchError(
          timeout.aborted ? `No answer within ${request.timeoutMs / 1000} s.` : reasonOf(cause),
          {
            cause,
          },
        )
      }
    },
  }
}

function readUrl(text: string): URL | string {
  const url = text.length <= maxAddressLength ? URL.parse(text) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return `The address must be http or https, and at most ${maxAddressLength} characters long.`
  if (url.username !== '' || url.password !== '') return 'The address may not hold a user name or password.'
  return url
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

const closed = (host: string) =>
  `${host} is not a public address. The operator can allow it with GATEHOUSE_OUTBOUND_ALLOW.`

/** Reports whether a name is resolved as the machine does it: only names that the operator has listed. */
function isResolvedHere(host: string, allow: OutboundAllow): boolean {
  return allow.hasName(host) || isLocalName(host)
}

/** Reports whether the host is `localhost` or below it (RFC 6761, section 6.3). */
function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Networks to which nothing is ever sent: unspecified, link-local, multicast, and metadata services of clouds. */
const never = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
] as const)
  never.ipv4.addSubnet(address, bits, 'ipv4')
for (const [address, bits] of [
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
] as const)
  never.ipv6.addSubnet(address, bits, 'ipv6')

function isNeverAllowed(address: string): boolean {
  const plain = plainAddress(address)
  const family = isIP(plain) === 4 ? 'ipv4' : 'ipv6'
  return never[family].check(plain, family)
}

async function send(
  url: URL,
  pinned: LookupAddress,
  { headers, body, keptBytes, timeoutMs, signal }: NamedRequest & { readonly signal: AbortSignal },
): Promise<NamedAnswer> {
  const client = new Client(url.origin, {
    connect: {
      timeout: timeoutMs,
      lookup: (_host, options, done) =>
        options.all ? done(null, [pinned]) : done(null, pinned.address, pinned.family),
    },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  try {
    const path = url.pathname + url.search
    const limited = limitInterim(signal, new NamedFetchError('The host sends no answer but interim ones.'))
    const answer = await client.request({ method: 'POST', path, headers, body, ...limited })
    const { 'retry-after': retryAfter } = answer.headers
    return {
      status: answer.statusCode,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
      bytes: await firstBytes(answer.body, keptBytes),
    }
  } finally {
    await client.destroy().catch(() => {})
  }
}

/** The time in which the beginning of an answer is waited for. The status is what counts. */
const bodyMs = 2000

/** Returns the beginning of a body: what has come when there is enough of it, it ends, breaks off, or time is up. */
async function firstBytes(body: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  const timer = setTimeout(() => body.destroy(), bodyMs)
  try {
    if (most > 0)
      for await (const chunk of body) {
        if (!Buffer.isBuffer(chunk)) break
        chunks.push(chunk)
        size += chunk.length
        if (size >= most) break
      }
  } catch {
    // the beginning of a body that breaks off is all there is
  } finally {
    clearTimeout(timer)
    body.on('error', () => {}).destroy()
  }
  return Buffer.concat(chunks).subarray(0, most)
}

/** Returns a sentence for an error of the connection, without what it may quote. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  return reasons[code] ?? 'The connection failed or broke off.'
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The host refuses the connection.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  ECONNRESET: 'The host has cut the connection.',
  UND_ERR_SOCKET: 'The host has cut the connection.',
  UND_ERR_CONNECT_TIMEOUT: 'The host does not answer.',
  CERT_HAS_EXPIRED: 'The certificate of the host has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the host is self-signed.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the host cannot be verified.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the host is for another name.',
}

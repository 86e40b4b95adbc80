// Fetches a URL from a caller (docs/architecture.md, outbound rule 9): public addresses only, resolved once and pinned
// to the address that was checked, limited in size and time, without following redirects.
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { Client } from 'undici'
import type { Fetched, Fetcher } from '#define/outbound'
import { createCallerNames, type Resolve, TooManyNames } from './caller-names.ts'
import { limitInterim } from './interim-limit.ts'
import { isPublicAddress } from './public-address.ts'

/** The reason why a URL was not fetched; the caller may see the message. */
class FetchRefused extends Error {
  override name = 'FetchRefused'
}

/** Creates the fetcher. Only tests replace `isPublic` and `resolve`. */
export function createGuardedFetch(
  options: { resolve?: Resolve; isPublic?: (address: string) => boolean } = {},
): Fetcher {
  const resolve = options.resolve ?? createCallerNames()
  const allowed = options.isPublic ?? isPublicAddress
  return async (text, { account, signal: leaving, ...bounds }) => {
    const url = readUrl(text)
    const timeout = AbortSignal.timeout(bounds.timeoutMs)
    const signal = leaving ? AbortSignal.any([timeout, leaving]) : timeout
    const asked = (host: string) => Promise.race([resolve(host, { account, signal }), aborted(signal)])
    const pinned = await pin(url, asked, allowed)
    return fetchPinned(url, pinned, { ...bounds, signal })
  }
}

/** Rejects when the signal aborts; the timeout of the fetch includes name resolution. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function readUrl(text: string): URL {
  const url = text.length <= 2048 ? URL.parse(text) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new FetchRefused('The address must be http or https.')
  if (url.username !== '' || url.password !== '')
    throw new FetchRefused('The address may not hold a user name or password.')
  return url
}

/** Resolves the host to public addresses only: a single private address refuses the name. */
async function pin(
  url: URL,
  resolve: (host: string) => Promise<readonly LookupAddress[]>,
  allowed: (address: string) => boolean,
): Promise<LookupAddress> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isLocal(host)) throw new FetchRefused('The address is not a public one.')
  const family = isIP(host)
  const addresses = family === 0 ? await resolve(host).catch(noAddresses) : [{ address: host, family }]
  const [first] = addresses
  if (!first) throw new FetchRefused('The host of the address is not known.')
  for (const { address } of addresses) if (!allowed(address)) throw new FetchRefused('The address is not a public one.')
  return first
}

/** Reports whether the host is `localhost` or below it, which needs no name server (RFC 6761, section 6.3). */
function isLocal(host: string): boolean {
  const labels = host.split('.')
  return labels.findLast((label) => label !== '') === 'localhost'
}

function noAddresses(error: unknown): never[] {
  if (error instanceof TooManyNames)
    throw new FetchRefused('Too many addresses of this account are being resolved. Call again when they have been.')
  return []
}

async function fetchPinned(
  url: URL,
  pinned: LookupAddress,
  bounds: { maxBytes: number; timeoutMs: number; signal: AbortSignal },
): Promise<Fetched> {
  const client = new Client(url.origin, {
    connect: {
      timeout: bounds.timeoutMs,
      lookup: (_host, options, done) =>
        options.all ? done(null, [pinned]) : done(null, pinned.address, pinned.family),
    },
    headersTimeout: bounds.timeoutMs,
    bodyTimeout: bounds.timeoutMs,
    maxResponseSize: bounds.maxBytes,
  })
  try {
    const answer = await client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: { 'user-agent': 'gatehouse', accept: '*/*' },
      ...limitInterim(bounds.signal, new RangeError('the host sends no answer but interim ones')),
    })
    if (Number(answer.headers['content-length'] ?? 0) > bounds.maxBytes) throw new RangeError('the answer is too large')
    const { 'content-type': contentType, location } = answer.headers
    const bytes = Buffer.from(await answer.body.arrayBuffer())
    return {
      status: answer.statusCode,
      contentType: typeof contentType === 'string' ? contentType : '',
      location: typeof location === 'string' ? location : undefined,
      bytes,
    }
  } catch (cause) {
    throw new FetchRefused('The address could not be fetched within its limits.', { cause })
  } finally {
    await client.destroy().catch(() => {})
  }
}

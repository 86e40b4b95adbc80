// Finds the endpoint of a call: the mount gives the listing, method and path give the endpoint. An unknown slug, path
// and method are three different errors.
import { fail } from '#define'
import { establishRoute, type Incoming, isHead, type Port, type RoutedCall } from './call.ts'
import type { Listing } from './listings.ts'
import { readTarget } from './path.ts'

const proxyMount = '/v1/proxy/'
const longestShownPath = 80

/** The mounts of all listings. */
export interface Mounts {
  /** Listings below the proxy mount. */
  readonly bySlug: ReadonlyMap<string, Listing>
  /** Listings at their own paths, longest first. */
  readonly fixed: readonly FixedMount[]
}
export interface FixedMount {
  readonly port: Port
  readonly prefix: string
  readonly listing: Listing
}
export interface RouteDeps {
  readonly mounts: Mounts
}

/** Finds the endpoint; throws `path.unsafe`, `api.unknown`, `endpoint.unknown` or `method.unknown`. */
export function route(incoming: Incoming, { mounts }: RouteDeps): RoutedCall {
  const { path, rawQuery } = targetOf(incoming, mounts)
  const { listing, below } = findMount(incoming, path, mounts)
  incoming.listing = listing
  incoming.path = below
  incoming.rawQuery = rawQuery
  const result = listing.table.match(isHead(incoming) ? 'GET' : incoming.method, below)
  if (result.kind === 'found') {
    establishRoute(incoming, listing, result.match.route)
    incoming.pathValues = result.match.values
    incoming.path = result.match.path
    if (result.match.route.isSocket && !incoming.upgrade) throw fail('request.upgrade', { path: below })
    return incoming
  }
  if (result.kind === 'method') {
    // HEAD is answered wherever GET is (RFC 9110, section 9.3.2)
    const allow = result.allow.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method])).join(', ')
    throw fail('method.unknown', { path: below, allow, method: incoming.method }, { allow })
  }
  const nearest = listing.table.nearest(below)
  throw fail('endpoint.unknown', { api: listing.slug, path: below }, { details: { nearest } })
}

/**
 * Sets the API that a target names, even if the rest of it is invalid, so that a refusal can use the API's error
 * format. `route` replaces the result.
 */
export function recognise(incoming: Incoming, { bySlug }: Mounts): void {
  const { target, port } = incoming
  if (port !== 'gateway' || !target.startsWith(proxyMount)) return
  const [path = ''] = target.slice(proxyMount.length).split('?', 1)
  const [slug = ''] = path.split('/', 1)
  incoming.listing = bySlug.get(slug)
  incoming.path = path.slice(slug.length)
}

/** Reports whether an upgrade is for a WebSocket; any other request is answered as if it had not asked for one. */
export function isForSocket(target: string, { bySlug }: Mounts): boolean {
  const [, slug = '', below = ''] = /^\/v1\/proxy\/([^/]+)(\/[^?]*)/.exec(pathOf(target) ?? '') ?? []
  const result = bySlug.get(slug)?.table.match('GET', below)
  return result?.kind === 'found' && result.match.route.isSocket
}

function targetOf(incoming: Incoming, mounts: Mounts): { path: string; rawQuery: string } {
  try {
    return readTarget(incoming.target)
  } catch (error) {
    recognise(incoming, mounts)
    throw error
  }
}

/** Returns the normalised path; undefined if it is refused. */
function pathOf(target: string): string | undefined {
  try {
    return readTarget(target).path
  } catch {
    return undefined
  }
}

function findMount(incoming: Incoming, path: string, mounts: Mounts): { listing: Listing; below: string } {
  if (incoming.port === 'gateway' && path.startsWith(proxyMount)) {
    const end = path.indexOf('/', proxyMount.length)
    const slug = path.slice(proxyMount.length, end < 0 ? undefined : end)
    const listing = mounts.bySlug.get(slug)
    if (!listing) throw fail('api.unknown', { slug: shortened(slug) })
    return { listing, below: end < 0 ? '/' : path.slice(end) }
  }
  for (const { port, prefix, listing } of mounts.fixed) {
    if (port !== incoming.port) continue
    if (path === prefix || path.startsWith(`${prefix}/`))
      return { listing, below: path.slice(listing.mount.length) || '/' }
  }
  throw fail(
    'endpoint.unknown',
    { api: 'This address', path: shortened(path) },
    { details: { nearest: nearestOf(incoming.port, path, mounts) } },
  )
}

/** Returns declared paths of the port. */
function nearestOf(port: Port, path: string, { fixed }: Mounts): readonly string[] {
  if (port === 'gateway') return ['/v1/proxy/{slug}/…', '/v1/me', '/docs', '/openapi', '/healthz']
  const ofPort = fixed.filter((mount) => mount.port === port)
  return ofPort.flatMap(({ listing }) => listing.table.nearest(path).map((near) => listing.mount + near))
}

/** Returns the beginning of the received text, short enough for an error message. */
function shortened(received: string): string {
  return received.length > longestShownPath ? `${received.slice(0, longestShownPath)}…` : received
}

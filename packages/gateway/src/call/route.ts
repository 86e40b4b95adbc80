// Phase 1: mount to listing, method and path to endpoint. An unknown slug, path or method are three different errors.
import { fail } from '#define'
import type { Call } from './call.ts'
import type { Listing } from './listings.ts'
import { readTarget } from './path.ts'

const proxyMount = '/v1/proxy/'

/** The listings by where they stand. */
export interface Mounts {
  readonly bySlug: ReadonlyMap<string, Listing>
  /** Listings outside the proxy mount by their prefix, longest first. */
  readonly fixed: readonly {
    readonly port: 'gateway' | 'market'
    readonly prefix: string
    readonly keep: string
    readonly listing: Listing
  }[]
}

/** Finds the endpoint; throws `path.unsafe`, `api.unknown`, `endpoint.unknown` or `method.unknown`. */
export function route(call: Call, mounts: Mounts): Listing {
  const { path, rawQuery } = readTarget(call.target)
  const place = placeOf(call, path, mounts)
  call.listing = place.listing
  call.path = place.below
  call.rawQuery = rawQuery
  const found = place.listing.table.match(call.method, place.below)
  if (found.kind === 'found') {
    call.route = found.match.route
    call.pathValues = found.match.values
    call.path = found.match.path
    return place.listing
  }
  if (found.kind === 'method') {
    const allow = found.allow.join(', ')
    throw fail('method.unknown', { path: place.below, allow, method: call.method }, { allow })
  }
  const nearest = place.listing.table.nearest(place.below)
  throw fail('endpoint.unknown', { api: place.listing.slug, path: place.below }, { details: { nearest } })
}

function placeOf(call: Call, path: string, mounts: Mounts): { listing: Listing; below: string } {
  if (call.port === 'gateway' && path.startsWith(proxyMount)) {
    const end = path.indexOf('/', proxyMount.length)
    const slug = path.slice(proxyMount.length, end < 0 ? undefined : end)
    const listing = mounts.bySlug.get(slug)
    if (!listing) throw fail('api.unknown', { slug: readable(slug) })
    return { listing, below: end < 0 ? '/' : path.slice(end) }
  }
  for (const mount of mounts.fixed) {
    if (mount.port !== call.port) continue
    if (path === mount.prefix || path.startsWith(`${mount.prefix}/`))
      return { listing: mount.listing, below: path.slice(mount.keep.length) || '/' }
  }
  throw fail(
    'endpoint.unknown',
    { api: 'The gateway', path: readable(path) },
    { details: { nearest: ['/v1/proxy/{slug}/…', '/v1/me', '/docs', '/openapi', '/healthz'] } },
  )
}

/** A caller's text cut to what a sentence can hold. */
function readable(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

// Rewrites a provider's redirects. Clients that follow one keep a key in a custom header: they drop only
// `Authorization` and cookies for another host. A redirect therefore leads back through the gateway, or is not a
// redirect to the client.
import type { Target } from '../call/listings.ts'

export interface LocationOptions {
  readonly status: number
  readonly target: Pick<Target, 'origin' | 'host' | 'prefix'>
  /** Path and query of the request at the provider, to which a relative location refers. */
  readonly requestPath: string
  /** The gateway's address as callers see it. */
  readonly baseUrl: string
  readonly slug: string
}

/**
 * Returns the header for a provider's `Location`. Below the listing's base address it becomes the path at the gateway.
 * Any other is made absolute, and renamed if a client would follow it.
 */
export function locationHeader(value: string, options: LocationOptions): readonly [name: string, value: string] {
  const { status, target, requestPath, baseUrl, slug } = options
  const url = URL.parse(value, target.origin + requestPath)
  const below = url?.origin === target.origin ? belowPrefix(url, target.prefix) : undefined
  if (below !== undefined) return ['location', `${pathOf(baseUrl)}/v1/proxy/${slug}${below}`]
  return [isRedirect(status) ? 'x-upstream-location' : 'location', url?.href ?? value]
}

const pathOf = (address: string) => new URL(address).pathname.replace(/\/$/, '')

const isRedirect = (status: number) => status >= 300 && status < 400

function belowPrefix({ pathname, search, hash }: URL, prefix: string): string | undefined {
  if (pathname !== prefix && !pathname.startsWith(`${prefix}/`)) return undefined
  return pathname.slice(prefix.length) + search + hash
}

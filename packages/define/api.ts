// defineApi: one API of the gateway as data.
import type { Auth, Surface } from './auth.ts'
import type { Endpoints, Limits } from './endpoints.ts'
import type { Sockets } from './sockets.ts'

/** Where live calls go. Origins are a static table: nothing in a request changes them. */
export interface Upstream {
  /** Origin and path prefix, or null when the operator must name one (setting GATEHOUSE_UPSTREAMS). */
  readonly base: string | null
  /** Another base for provider keys with a certain suffix (DeepL's `:fx`). */
  readonly byKeySuffix?: Readonly<Record<string, string>>
}
export interface Listing {
  readonly slug: string
  readonly title: string
}
/** JSON Pointers (RFC 6901) to the code and message in the provider's error bodies. */
export interface ErrorPointers {
  readonly code?: string
  readonly message?: string
}
interface ApiOptions<E extends Endpoints> {
  /** The folder name. */
  readonly slug: string
  readonly title: string
  /** One sentence. */
  readonly summary: string
  readonly surface: Surface
  readonly auth: Auth
  /** Null: there is no provider to forward to. A string is short for `{ base }`. */
  readonly upstream: Upstream | string | null
  readonly endpoints: E
  /** WebSockets, of hosted APIs only: whoever may open one has a key in the request, and no cookie counts. */
  readonly sockets?: Sockets
  /** Two to four questions for each endpoint but aliases, as people ask them: agents search these (asks.ts). */
  readonly asks?: { readonly [K in keyof E & string]?: readonly string[] }
  /** Further words that people use who look for an endpoint; only the search reads them. */
  readonly words?: { readonly [K in keyof E & string]?: string }
  /** Names that people mention when they mean this API: teams, currencies, titles. Only the search reads them. */
  readonly topics?: string
  /** Slugs it is offered under; default its own. */
  readonly listings?: readonly Listing[]
  /** `data`: JSON results go under a member `data`; default `raw`, byte for byte. */
  readonly envelope?: 'data' | 'raw'
  readonly limits?: Partial<Limits>
  readonly errors?: ErrorPointers
  /**
   * Extra members of the gateway's own errors, for clients that parse the provider's errors. `error.code`,
   * `error.message` and `meta` cannot be replaced.
   */
  readonly failure?: (failure: FailureInfo) => FailureMembers
  /**
   * Describes the sample data of the embedded provider, in one sentence for people; null: what it answers is computed
   * or real. An API with an embedded provider must say which (`npm run check`).
   */
  readonly sample?: string | null
  /**
   * Request headers that are forwarded besides those of content negotiation (`anthropic-version`,
   * `mineskin-user-agent`, …).
   */
  readonly passHeaders?: readonly string[]
  /**
   * Matches the literal parts of paths in any case, as some providers do; values keep theirs. Default: case-sensitive.
   */
  readonly paths?: 'case-insensitive'
  /** Endpoint that shows whether a provider key is accepted; it is called with its example input. */
  readonly verify?: string
  /** Endpoint whose example makes a good first call; the first start prints one per port. */
  readonly firstCall?: string
}
/** The failure that `failure` adds members to; `path` is below the mount. */
export interface FailureInfo {
  readonly status: number
  readonly path: string
  readonly requestId: string
}
/** Members beside `error`, and inside it. */
export interface FailureMembers {
  readonly error?: Readonly<Record<string, unknown>>
  readonly [member: string]: unknown
}
export interface Api<E extends Endpoints = Endpoints> extends ApiOptions<E> {
  readonly listings: readonly Listing[]
  readonly upstream: Upstream | null
  readonly envelope: 'data' | 'raw'
  readonly limits: Limits
}

/**
 * Limits unless the API or the endpoint sets others: 1 MiB body, 30 s to the first byte, 60 s idle, 10 min in total.
 */
export const defaultLimits: Limits = { bodyBytes: 1024 * 1024, firstByteMs: 30_000, idleMs: 60_000, totalMs: 600_000 }

const slugForm = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** Completes the declaration of an API with defaults; throws on a slug that is not kebab-case. */
export function defineApi<const E extends Endpoints>(
  options: ApiOptions<E> & { readonly verify?: keyof E & string; readonly firstCall?: keyof E & string },
): Api<E> {
  const listings = options.listings ?? [{ slug: options.slug, title: options.title }]
  for (const listing of listings)
    if (!slugForm.test(listing.slug)) throw new Error(`slug ${listing.slug} is not kebab-case`)
  for (const [id, { alias }] of Object.entries(options.endpoints))
    if (alias !== undefined && !options.endpoints[alias])
      throw new Error(`${id} is an alias of ${alias}, which is not declared`)
  for (const id of Object.keys(options.sockets ?? {})) {
    if (options.endpoints[id]) throw new Error(`${id} is declared as an endpoint and as a WebSocket`)
    if (options.surface.name !== 'hosted') throw new Error(`${id}: only hosted APIs have WebSockets`)
  }
  const upstream = typeof options.upstream === 'string' ? { base: options.upstream } : options.upstream
  return {
    ...options,
    listings,
    upstream,
    envelope: options.envelope ?? 'raw',
    limits: { ...defaultLimits, ...options.limits },
  }
}

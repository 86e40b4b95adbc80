// defineApi: declares one API of the gateway as data.
import type { Auth, Surface } from './auth.ts'
import type { Endpoints, Limits } from './endpoints.ts'
import type { Schema } from './shapes.ts'
import type { Sockets } from './sockets.ts'

/** The address of the live provider. Origins are a static table: nothing in a request changes them. */
export interface Upstream {
  /** Origin and path prefix, or null when the operator must name one (setting GATEHOUSE_UPSTREAMS). */
  readonly base: string | null
  /** Another base for provider keys with a certain suffix (DeepL's `:fx`). */
  readonly byKeySuffix?: Readonly<Record<string, string>>
  /** True if connections go to public addresses only: for a base that somebody other than the operator wrote. */
  readonly publicOnly?: boolean
}
/** Makes the check of a shape; `root` names the whole value in problems. The check returns what is wrong. */
export type CheckerOf = (
  schema: Schema,
  root: string,
) => (value: unknown) => { readonly name: string; readonly problem: string }[]
export interface Listing {
  readonly slug: string
  readonly title: string
}
/** JSON Pointers (RFC 6901) to the code and message in the provider's error bodies. */
export interface ErrorPointers {
  readonly code?: string
  readonly message?: string
}
/** A message that is posted to an address of a caller. */
export interface Webhook {
  /** The occasion on which it is posted. */
  readonly when: string
  readonly body: Schema
  readonly example: unknown
}
interface ApiOptions<E extends Endpoints> {
  /** The folder name. */
  readonly slug: string
  readonly title: string
  /** One sentence. */
  readonly summary: string
  readonly surface: Surface
  readonly auth: Auth
  /** Null if there is no provider to forward to. A string is short for `{ base }`. */
  readonly upstream: Upstream | string | null
  readonly endpoints: E
  /** Schemas by name, to which shapes refer as `{ $ref: '#/components/schemas/<name>' }`; fit for components. */
  readonly schemas?: Readonly<Record<string, Schema>>
  /** Checks values against the shapes, if somebody else wrote them; default the checks of `derive`. */
  readonly checkerOf?: CheckerOf
  /** Messages that are posted to addresses of callers, by type; for the API's document. */
  readonly webhooks?: Readonly<Record<string, Webhook>>
  /** WebSockets, for hosted APIs only: the request that opens one carries a key, and cookies do not count. */
  readonly sockets?: Sockets
  /** Two to four questions per endpoint (aliases excepted), as people ask them; agents search these (asks.ts). */
  readonly asks?: { readonly [K in keyof E & string]?: readonly string[] }
  /** Further keywords of an endpoint; only the search reads them. */
  readonly words?: { readonly [K in keyof E & string]?: string }
  /** Names that people mention when they mean this API: teams, currencies, titles. Only the search reads them. */
  readonly topics?: string
  /** Slugs under which the API is offered; default its own. */
  readonly listings?: readonly Listing[]
  /** `data`: JSON results go under a member `data`; default `raw`, byte for byte. */
  readonly envelope?: 'data' | 'raw'
  readonly limits?: Partial<Limits>
  readonly errors?: ErrorPointers
  /**
   * Extra members of the gateway's own errors, for clients that parse the provider's errors. `error.code`,
   * `error.message` and `meta` cannot be replaced; if `error` is a string, code and message move to `gateway_error`.
   */
  readonly failure?: (failure: FailureInfo) => FailureMembers
  /**
   * Headers of every response of the gateway and the embedded provider, for clients that look there for the id of a
   * call. The provider's own headers take precedence.
   */
  readonly idHeaders?: (call: { readonly path: string; readonly requestId: string }) => Readonly<Record<string, string>>
  /**
   * One sentence for people about the sample data of the embedded provider; null if its answers are computed or real.
   * Required for an API with an embedded provider (`npm run check`).
   */
  readonly sample?: string | null
  /**
   * Request headers that are forwarded besides those of content negotiation (`anthropic-version`,
   * `mineskin-user-agent`, …).
   */
  readonly passHeaders?: readonly string[]
  /** Matches literal parts of paths in any case, like some providers; values keep theirs. Default: case-sensitive. */
  readonly paths?: 'case-insensitive'
  /** The endpoint that shows whether a provider key is accepted; it is called with its example input. */
  readonly verify?: string
  /** The endpoint whose example makes a good first call; the first start prints one per port. */
  readonly firstCall?: string
}
/** The failure to which `failure` adds members; `path` is below the mount. */
export interface FailureInfo {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly path: string
  readonly requestId: string
}
/** Members beside `error` and inside it, or a string in place of `error`. */
export interface FailureMembers {
  readonly error?: Readonly<Record<string, unknown>> | string
  readonly [member: string]: unknown
}
export interface Api<E extends Endpoints = Endpoints> extends ApiOptions<E> {
  readonly listings: readonly Listing[]
  readonly upstream: Upstream | null
  readonly envelope: 'data' | 'raw'
  readonly limits: Limits
}

/**
 * The default limits of APIs and endpoints: 1 MiB body, 30 s to the first byte, 60 s idle, 10 min in total.
 */
const defaultLimits: Limits = { bodyBytes: 1024 * 1024, firstByteMs: 30_000, idleMs: 60_000, totalMs: 600_000 }

const slugForm = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** Completes the declaration of an API with defaults; throws on a slug outside kebab-case. */
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

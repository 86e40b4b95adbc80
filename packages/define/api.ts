// defineApi: one API of the gateway as data.
import type { Auth, Surface } from './auth.ts'
import type { Endpoints, Limits } from './endpoints.ts'

/** Where live calls go. Origins are a static table: nothing in a request changes them. */
export interface Upstream {
  /** Origin and path prefix, or null when the operator must name one (setting GATEHOUSE_UPSTREAMS). */
  readonly base: string | null
  /** Another base for provider keys that end in a given text (DeepL's `:fx`). */
  readonly byKeySuffix?: Readonly<Record<string, string>>
}
export interface Listing {
  readonly slug: string
  readonly title: string
}
/** JSON Pointers (RFC 6901) to the code and message in the provider's error bodies. */
export interface ErrorPlaces {
  readonly code?: string
  readonly message?: string
}
interface ApiFacts<E extends Endpoints> {
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
  /** Slugs it is offered under; default its own. */
  readonly listings?: readonly Listing[]
  /** `data`: JSON results go under a member `data`; default `raw`, byte for byte. */
  readonly envelope?: 'data' | 'raw'
  readonly limits?: Partial<Limits>
  readonly errors?: ErrorPlaces
  /**
   * Members that errors of the gateway itself have beside its own, for clients that read the provider's errors.
   * `error.code`, `error.message` and `meta` stay the gateway's.
   */
  readonly failure?: (failure: FailureFacts) => FailureMembers
  /** Said of the data that comes with the embedded provider. */
  readonly sample?: string
  /**
   * Headers of a request that the provider understands beyond content negotiation (`anthropic-version`,
   * `mineskin-user-agent`, …).
   */
  readonly passHeaders?: readonly string[]
  /**
   * Whether the literal text of the paths counts in any case, as at providers that read it so; values keep theirs.
   * Default: it does not.
   */
  readonly paths?: 'case-insensitive'
  /** Endpoint that tells whether a provider key is accepted, called with its example input. */
  readonly verify?: string
  /** Endpoint whose example is a good first call; a first start prints one for each port. */
  readonly firstCall?: string
}
/** `path`: below the mount. */
export interface FailureFacts {
  readonly status: number
  readonly path: string
  readonly requestId: string
}
/** Beside `error`, and in it. */
export interface FailureMembers {
  readonly error?: Readonly<Record<string, unknown>>
  readonly [member: string]: unknown
}
export interface Api<E extends Endpoints = Endpoints> extends ApiFacts<E> {
  readonly listings: readonly Listing[]
  readonly upstream: Upstream | null
  readonly envelope: 'data' | 'raw'
  readonly limits: Limits
}

/**
 * Bounds that hold where neither the API nor the endpoint says otherwise: 1 MiB body, 30 s to the first byte, 60 s
 * idle, 10 min in all.
 */
export const defaultLimits: Limits = { bodyBytes: 1024 * 1024, firstByteMs: 30_000, idleMs: 60_000, totalMs: 600_000 }

const slugForm = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** Completes the declaration of an API with defaults; throws on a slug that is not kebab-case. */
export function defineApi<const E extends Endpoints>(
  facts: ApiFacts<E> & { readonly verify?: keyof E & string; readonly firstCall?: keyof E & string },
): Api<E> {
  const listings = facts.listings ?? [{ slug: facts.slug, title: facts.title }]
  for (const listing of listings)
    if (!slugForm.test(listing.slug)) throw new Error(`slug ${listing.slug} is not kebab-case`)
  const upstream = typeof facts.upstream === 'string' ? { base: facts.upstream } : facts.upstream
  return {
    ...facts,
    listings,
    upstream,
    envelope: facts.envelope ?? 'raw',
    limits: { ...defaultLimits, ...facts.limits },
  }
}

// The operations that agents can call: every endpoint of the hosted and the market APIs, by name. The operator API and
// the self-service API are excluded for any key.
import { type Effect, type Example, effectOf } from '#define/reflect'
import { callerParametersOf, type Parameter } from '#derive'
import type { KeySurface } from '#store'
import type { Caller } from '../account/keys/identify.ts'
import { permits } from '../account/keys/scopes.ts'
import type { Port } from '../call/call.ts'
import type { Listing } from '../call/listings.ts'
import type { Mounts } from '../call/route.ts'
import type { LoadedApi } from '../process/load-apis.ts'
import { wireNamesOf } from './wire-names.ts'

export interface Operation {
  /** The name in the form `<slug>.<id>`. */
  readonly name: string
  readonly id: string
  readonly listing: Listing
  readonly endpoint: Listing['table']['routes'][number]['endpoint']
  readonly effect: Effect
  /** The parameters a caller can send, besides a body. */
  readonly parameters: readonly Parameter[]
  /** Wire names of the parameters, by the wire names themselves and by those of the native tools. */
  readonly wireNames: ReadonlyMap<string, string>
  readonly example: Example | undefined
  readonly port: Port
  /** The kind of keys that open the operation. */
  readonly surface: KeySurface
}

export interface Operations {
  /** All operations, each once: those of an API with several listings are under its first. */
  readonly all: readonly Operation[]
  /** Returns the operation `<slug>.<id>`, with the slug of the API or of any of its listings. */
  get(name: string): Operation | undefined
  /** Returns the operations of one API or listing, in the order of its declaration. */
  of(slug: string): readonly Operation[] | undefined
}

interface OperationsDeps {
  readonly apis: readonly LoadedApi[]
  readonly mounts: Mounts
}

export function createOperations({ apis, mounts }: OperationsDeps): Operations {
  const examples = new Map(apis.map(({ api, examples }) => [api, examples]))
  const market = mounts.fixed.filter(({ port }) => port === 'market').map(({ listing }) => listing)
  const byName = new Map<string, Operation>()
  const bySlug = new Map<string, readonly Operation[]>()
  const seen = new Set<Listing['api']>()
  const all: Operation[] = []
  for (const listing of [...mounts.bySlug.values(), ...market]) {
    const { api, slug } = listing
    // tools cannot hold a session
    const calls = listing.table.routes.filter(({ isSocket }) => !isSocket)
    const shared = {
      port: market.includes(listing) ? ('market' as const) : ('gateway' as const),
      surface: api.surface.keys === 'market' ? ('market' as const) : ('hosted' as const),
    }
    const ofListing = calls.map(({ id, endpoint }): Operation => {
      // an added API can have thousands of operations, of which few are ever called
      let parameters: readonly Parameter[] | undefined
      let wireNames: ReadonlyMap<string, string> | undefined
      return {
        ...shared,
        name: `${slug}.${id}`,
        id,
        listing,
        endpoint,
        effect: effectOf(endpoint),
        get parameters() {
          parameters ??= callerParametersOf(api, endpoint)
          return parameters
        },
        get wireNames() {
          wireNames ??= wireNamesOf(this.parameters)
          return wireNames
        },
        example: examples.get(api)?.[id],
      }
    })
    for (const operation of ofListing) byName.set(operation.name, operation)
    bySlug.set(slug, ofListing)
    if (seen.has(api)) continue
    seen.add(api)
    all.push(...ofListing)
    if (bySlug.has(api.slug)) continue
    bySlug.set(api.slug, ofListing)
    for (const operation of ofListing) byName.set(`${api.slug}.${operation.id}`, operation)
  }
  return { all, get: (name) => byName.get(name), of: (slug) => bySlug.get(slug) }
}

/** Names the key that opens an operation, and the header in which a client presents it. */
export const openerOf = ({ surface }: Operation): string =>
  surface === 'market' ? 'market key, to be shown in x-api-key' : 'gateway key, to be shown in x-gateway-key'

/**
 * Reports whether the caller's key opens the operation, by its kind and, as far as a path template shows, its scopes.
 */
export function isAllowed({ surface, listing, endpoint }: Operation, caller: Caller): boolean {
  if (surface !== caller.surface) return false
  return permits(caller, { slug: listing.slug, method: endpoint.method, path: endpoint.path })
}

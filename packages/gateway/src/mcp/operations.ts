// The operations that agents can call: every endpoint of the hosted and the market APIs, by name. The operator API and
// the self-service API are not among them, whatever the key.
import type { Example } from '#define'
import { type Effect, effectOf } from '#define/reflect'
import { callerParametersOf, type Parameter } from '#derive'
import type { KeySurface } from '#store'
import type { LoadedApi } from '../apis/load.ts'
import type { Port } from '../call/call.ts'
import type { Listing } from '../call/listings.ts'
import type { Mounts } from '../call/route.ts'
import type { Caller } from '../keys/identify.ts'
import { permits } from '../keys/scopes.ts'
import { wireNamesOf } from './wire-names.ts'

export interface Operation {
  /** `<slug>.<id>`. */
  readonly name: string
  readonly id: string
  readonly listing: Listing
  readonly endpoint: Listing['table']['routes'][number]['endpoint']
  readonly effect: Effect
  /** What a caller may send, besides a body. */
  readonly parameters: readonly Parameter[]
  /** Wire names of the parameters, by themselves and by the names that the native tools give them. */
  readonly wireNames: ReadonlyMap<string, string>
  readonly example: Example | undefined
  readonly port: Port
  /** Which keys open it. */
  readonly surface: KeySurface
}

export interface Operations {
  /** Every operation once: an API with several listings under its first. */
  readonly all: readonly Operation[]
  /** By `<slug>.<id>`, with the slug of the API or of any of its listings. */
  get(name: string): Operation | undefined
  /** The operations of one API or listing, in the order of its declaration. */
  of(slug: string): readonly Operation[] | undefined
}

export interface OperationsDeps {
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
    // no tool holds a session
    const calls = listing.table.routes.filter(({ isSocket }) => !isSocket)
    const ofListing = calls.map(({ id, endpoint }): Operation => {
      const parameters = callerParametersOf(api, endpoint)
      return {
        name: `${slug}.${id}`,
        id,
        listing,
        endpoint,
        effect: effectOf(endpoint),
        parameters,
        wireNames: wireNamesOf(parameters),
        example: examples.get(api)?.[id],
        port: market.includes(listing) ? 'market' : 'gateway',
        surface: api.surface.keys === 'market' ? 'market' : 'hosted',
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

/** Whether the caller's key opens the operation: its kind, and its scopes as far as a path template shows. */
export function isAllowed({ surface, listing, endpoint }: Operation, caller: Caller): boolean {
  if (surface !== caller.surface) return false
  return permits(caller, { slug: listing.slug, method: endpoint.method, path: endpoint.path })
}

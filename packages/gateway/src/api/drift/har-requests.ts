// Finds the endpoint of a recorded request: below the gateway's own mount, or at the address of a live provider.
import type { Api, Endpoint } from '#define'
import { present } from '#define/present'
import { compileRoutesInSteps, type Route, type RouteTable } from '#derive'
import { createPacer } from '#provider'
import type { Listing } from '../../call/listings.ts'
import { readTarget } from '../../call/path.ts'
import type { RequestLine } from '../../record/har/exchange.ts'

/** A recorded request whose endpoint is known. */
export interface KnownRequest {
  readonly listing: Listing
  readonly route: Route
  /** Values of the path's placeholders, in the order of `route.names`. */
  readonly pathValues: readonly string[]
  /** True if it was sent to a gateway. */
  readonly isOurs: boolean
  /** True if a gateway has written it, from what it had recorded. */
  readonly isRecorded: boolean
}
/** Returns the endpoint of a request, or why it has none, as the end of a sentence. */
type FindEndpoint = (request: Omit<RequestLine, 'index'>) => Promise<KnownRequest | string>

/** Reports whether the answer to a request may be wrapped in `data`. */
export const mayBeWrapped = ({ isOurs, isRecorded }: KnownRequest) => isOurs && !isRecorded

type FoundRequest = Omit<KnownRequest, 'isRecorded'>
const mount = '/v1/proxy/'

/** Creates the search among some listings. */
export function createFindEndpoint(listings: readonly Listing[]): FindEndpoint {
  const bySlug = new Map(listings.map((listing) => [listing.slug, listing]))
  const tables = new Map<Api, Promise<RouteTable>>()

  async function atGateway(method: string, path: string): Promise<FoundRequest | string> {
    const slug = present(path.slice(mount.length).split('/', 1)[0])
    const listing = bySlug.get(slug)
    if (!listing) return 'it belongs to no listing that was asked for'
    const found = matched(listing.table, method, path.slice(mount.length + slug.length) || '/')
    return found ? { ...found, listing, isOurs: true } : `${listing.slug} declares no such endpoint`
  }

  async function atProvider(method: string, origin: string, path: string): Promise<FoundRequest | string> {
    let reason = 'its address is that of no listing'
    for (const listing of listings) {
      const targets = [listing.target, ...listing.targetsByKeySuffix.map(({ target }) => target)]
      const target = targets.find((one) => one?.origin === origin && isBelow(path, one.prefix))
      if (!target) continue
      const table = await tableOf(listing)
      const found = matched(table, method, path.slice(target.prefix.length) || '/')
      if (!found) reason = `${listing.slug} declares no such endpoint`
      else if (listing.live[found.route.id]) reason = 'the gateway translates this endpoint. Record it at the gateway'
      else {
        const declared = table === listing.table ? found : asDeclared(found, listing.table)
        if (declared) return { ...declared, listing, isOurs: false }
        reason = 'its path says less than that of the gateway. Record it at the gateway'
      }
    }
    return reason
  }

  /** Returns the routes as the provider has them. */
  function tableOf({ api, table }: Listing): Promise<RouteTable> | RouteTable {
    const renamed = Object.entries(api.endpoints).filter(([, { upstream }]) => upstream?.path !== undefined)
    if (renamed.length === 0) return table
    const known = tables.get(api)
    if (known) return known
    const paths = renamed.map(([id, endpoint]) => [id, { ...endpoint, path: endpoint.upstream?.path ?? endpoint.path }])
    const endpoints: Readonly<Record<string, Endpoint>> = { ...api.endpoints, ...Object.fromEntries(paths) }
    const compiled = compileRoutesInSteps({ ...api, endpoints }, createPacer()).catch(() => table)
    tables.set(api, compiled)
    return compiled
  }

  return async ({ method, address, isRecorded }) => {
    const { origin, pathname } = new URL(address)
    const path = normal(pathname)
    if (path === undefined) return 'its path cannot be forwarded'
    const found = await (path.startsWith(mount) ? atGateway(method, path) : atProvider(method, origin, path))
    return typeof found === 'string' ? found : { ...found, isRecorded }
  }
}

function matched(table: RouteTable, method: string, path: string): Found | undefined {
  const result = table.match(method === 'HEAD' ? 'GET' : method, path)
  if (result.kind !== 'found' || result.match.route.isSocket) return undefined
  return { route: result.match.route, pathValues: result.match.values }
}

type Found = Pick<KnownRequest, 'route' | 'pathValues'>

/** Returns the route as callers know it, placeholders in their order; undefined if the provider's path lacks one. */
function asDeclared({ route, pathValues }: Found, { routes }: RouteTable): Found | undefined {
  const declared = routes.find(({ id }) => id === route.id)
  const values = declared?.names.map((name) => pathValues[route.names.indexOf(name)])
  return declared && values?.every((value) => value !== undefined) ? { route: declared, pathValues: values } : undefined
}

const isBelow = (path: string, prefix: string) => prefix === '' || path === prefix || path.startsWith(`${prefix}/`)

function normal(path: string): string | undefined {
  try {
    return readTarget(path).path
  } catch {
    return undefined
  }
}

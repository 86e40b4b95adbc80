// The listings of a running gateway: each with its compiled declaration, its providers and the target of its live
// calls.
import type { Api, Endpoint, Schema } from '#define'
import { body } from '#define'
import type { Live } from '#define/live'
import { type Body, type Provider, paramInfoOf, type Upstream } from '#define/reflect'
import { withoutTrailing } from '#define/texts'
import type { Check, Problem, QueryPair, Reader, Route, RouteTable } from '#derive'
import { bodyCheckOf, compileReader, compileRoutes, unknownMembers, unknownParameters } from '#derive'
import type { LoadedApi } from '../process/load-apis.ts'
import type { Log } from '../process/log.ts'
import { StartRefused } from '../process/start-refused.ts'

/** A base address, parsed once. */
export interface Target {
  readonly origin: string
  readonly host: string
  /** Path prefix without a trailing slash. */
  readonly prefix: string
  /** True if connections go to public addresses only, whatever the host's name is resolved to. */
  readonly publicOnly: boolean
}
/** The compiled declaration of an endpoint. */
export interface Compiled {
  readonly reader: Reader
  /**
   * The declared body; on a strict surface, an endpoint without one has an empty object, so that no input is ignored.
   */
  readonly body: Body<unknown> | undefined
  readonly bodyCheck: Check | undefined
  /** Finds undeclared parameters; defined on a strict surface. */
  readonly unknownParameters: ((query: readonly QueryPair[]) => Problem[]) | undefined
  readonly bodyBytes: number
  readonly firstByteMs: number
  readonly idleMs: number
  readonly totalMs: number
  readonly repeatable: boolean
  /** Request headers that are forwarded unchanged. */
  readonly passHeaders: ReadonlySet<string>
  /** Cookies that are forwarded unchanged. */
  readonly passCookies: ReadonlySet<string>
}
export interface Listing {
  readonly slug: string
  readonly title: string
  /** The path of its mount. */
  readonly mount: string
  readonly api: Api
  readonly table: RouteTable
  readonly provider: Provider | undefined
  /** Slug of the API whose embedded provider answers. */
  readonly providerSlug: string
  /** The handlers to use: the API's, or those of the operator's endpoints. */
  readonly handlers: 'handlers' | 'operator'
  readonly live: Live
  /** The target of live calls, or undefined without a live provider. */
  readonly target: Target | undefined
  /** Other targets, by suffix of the provider key. */
  readonly targetsByKeySuffix: readonly { readonly suffix: string; readonly target: Target }[]
  compiled(route: Route): Compiled
}

/**
 * Creates the listings of the loaded APIs. `upstreams` maps slugs to the operator's own base addresses. An API's slug
 * covers all its listings and a listing's own slug overrides it, so that no call or key bypasses the address by
 * accident.
 */
export function createListings(loaded: readonly LoadedApi[], upstreams: ReadonlyMap<string, string>): Listing[] {
  refuseUnknown(loaded, upstreams)
  return loaded.flatMap(({ api, provider, live, partOf, table = compileRoutes(api) }) => {
    const providerSlug = partOf ?? api.slug
    const handlers = partOf === undefined ? 'handlers' : 'operator'
    const compiled = compileLazily(api)
    return api.listings.map(({ slug, title }) => {
      const own = upstreams.get(slug) ?? upstreams.get(api.slug)
      const upstream: Upstream | null = own === undefined ? api.upstream : { base: own }
      const targetsByKeySuffix = Object.entries(upstream?.byKeySuffix ?? {}).map(([suffix, base]) => ({
        suffix,
        target: targetOf(base, upstream?.publicOnly),
      }))
      const target = upstream?.base == null ? undefined : targetOf(upstream.base, upstream.publicOnly)
      const mount = api.surface.mount.replace('{slug}', slug)
      return {
        slug,
        title,
        mount,
        api,
        table,
        provider,
        providerSlug,
        handlers,
        live,
        target,
        targetsByKeySuffix,
        compiled,
      }
    })
  })
}

function refuseUnknown(loaded: readonly LoadedApi[], upstreams: ReadonlyMap<string, string>): void {
  const slugs = loaded
    .filter(({ api }) => api.surface.name === 'hosted')
    .flatMap(({ api }) => [api.slug, ...api.listings.map(({ slug }) => slug)])
  const unknown = [...upstreams.keys()].filter((slug) => !slugs.includes(slug))
  if (unknown.length === 0) return
  const allowed = [...new Set(slugs)].sort().join(', ')
  throw new StartRefused(`GATEHOUSE_UPSTREAMS names ${unknown.join(', ')}. It may name ${allowed}.`)
}

/**
 * Logs targets of live calls that differ from the declaration: a key sent to the wrong address cannot be called back.
 */
export function announceUpstreams(listings: readonly Listing[], log: Pick<Log, 'info'>): void {
  for (const { slug, api, target } of listings) {
    const declared = api.upstream?.base == null ? undefined : targetOf(api.upstream.base)
    if (!target || addressOf(target) === addressOf(declared)) continue
    const facts = { listing: slug, address: addressOf(target), declared: addressOf(declared) ?? 'none' }
    log.info('live calls go to the address of GATEHOUSE_UPSTREAMS', facts)
  }
}

function addressOf(target: Target | undefined): string | undefined {
  return target && target.origin + target.prefix
}

function targetOf(base: string, publicOnly = false): Target {
  const url = new URL(base)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error(`${base} is not an http(s) address`)
  if (url.search !== '' || url.hash !== '' || url.username !== '')
    throw new Error(`${base} may hold only scheme, host, port and path`)
  return { origin: url.origin, host: url.host, prefix: withoutTrailing(url.pathname, '/'), publicOnly }
}

function compileLazily(api: Api): (route: Route) => Compiled {
  const byRoute = new Map<string, Compiled>()
  return (route) => {
    let compiled = byRoute.get(route.id)
    if (!compiled) {
      compiled = compile(api, route)
      byRoute.set(route.id, compiled)
    }
    return compiled
  }
}

/** Headers that any provider understands. */
const forwardedHeaders = [
  'accept',
  'accept-language',
  'cache-control',
  'content-encoding',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-unmodified-since',
  'prefer',
  'user-agent',
]
const repeatableMethods = new Set(['GET', 'PUT', 'DELETE'])

function compile(api: Api, route: Route): Compiled {
  const { endpoint } = route
  const limits = { ...api.limits, ...endpoint.limits }
  const { strict } = api.surface
  const declared = endpoint.body ?? (strict ? noBody : undefined)
  return {
    reader: compileReader(route, api.checkerOf),
    body: declared,
    bodyCheck: declared?.schema
      ? (api.checkerOf?.(declared.schema, 'body') ??
        checkOfBody(declared.schema, strict ? unknownMembers(endpoint) : undefined))
      : undefined,
    unknownParameters: strict ? unknownParameters(endpoint) : undefined,
    ...limits,
    repeatable: endpoint.idempotent ?? repeatableMethods.has(endpoint.method),
    passHeaders: new Set([
      ...forwardedHeaders,
      ...(api.passHeaders ?? []).map((name) => name.toLowerCase()),
      ...paramNames(endpoint, 'header').map((name) => name.toLowerCase()),
    ]),
    // a session of the console is for no provider, whatever its description declares
    passCookies: new Set(paramNames(endpoint, 'cookie').filter((name) => !name.includes('gatehouse-console'))),
  }
}

const noBody = body({}, { required: false })

function checkOfBody(schema: Schema, unknown: Check | undefined): Check {
  const check = bodyCheckOf(schema)
  return unknown ? (value) => [...check(value), ...unknown(value)] : check
}

function paramNames(endpoint: Endpoint, location: 'header' | 'cookie'): string[] {
  return Object.entries(endpoint.params)
    .filter(([, shape]) => paramInfoOf(shape).in === location)
    .map(([name]) => name)
}

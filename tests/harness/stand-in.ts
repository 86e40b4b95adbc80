// A stand-in for every provider: it knows the declared endpoints at the provider's addresses and answers each with its
// example. One header echoes the request, which would reveal an unmasked key; others permit every cache on the way to
// store the response.
import type { ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import type { Endpoint } from '#define'
import { type Example, isRaw, type Listing, pathNames } from '#define/reflect'
import type { LoadedApi } from '../../packages/gateway/src/process/load-apis.ts'
import { openUpstream, type Received, type Upstream } from './upstream.ts'

/** An endpoint at the provider of one listing. */
interface Served {
  readonly listing: string
  readonly id: string
  readonly method: string
  readonly pattern: RegExp
  readonly placeholders: number
  readonly endpoint: Endpoint
  readonly example: Example
}
export interface StandIn extends Upstream {
  /** Base address of each hosted listing, for `OpenOptions.upstreams`. */
  readonly bases: Readonly<Record<string, string>>
  /** Chooses the endpoint that answers from now on, if several share an address. */
  prefer(id: string): void
}

/** Response header with the address and header values of the request, unchanged. */
export const echoHeader = 'x-provider-saw'

const cacheable = {
  'cache-control': 'public, max-age=600, s-maxage=600',
  expires: 'Thu, 01 Dec 2050 16:00:00 GMT',
  'surrogate-control': 'max-age=600',
}

export async function openStandIn(t: Pick<TestContext, 'after'>, loaded: readonly LoadedApi[]): Promise<StandIn> {
  const served = loaded.flatMap(servedOf)
  let preferred = ''
  const upstream = await openUpstream(t, (request, response) => {
    const candidates = served.filter((one) => answersTo(one, request)).sort((a, b) => a.placeholders - b.placeholders)
    const one = candidates.find(({ id }) => id === preferred) ?? candidates[0]
    if (one) answer(one, request, response)
    else response.writeHead(404, { 'content-type': 'text/plain' }).end(`no endpoint ${request.method} ${request.url}`)
  })
  const hosted = loaded.filter(({ api }) => api.surface.name === 'hosted')
  const listings: readonly Listing[] = hosted.flatMap(({ api }) => api.listings)
  return {
    ...upstream,
    bases: Object.fromEntries(listings.map(({ slug }) => [slug, `${upstream.url}/${slug}`])),
    prefer(id) {
      preferred = id
    },
  }
}

function servedOf({ api, examples }: LoadedApi): Served[] {
  return api.listings.flatMap((listing) =>
    Object.entries(api.endpoints).map(([id, endpoint]) => {
      const template = endpoint.upstream?.path ?? endpoint.path
      return {
        listing: listing.slug,
        id,
        method: endpoint.method,
        pattern: patternOf(`/${listing.slug}${template}`),
        placeholders: pathNames(template).length,
        endpoint,
        example: examples[id] ?? {},
      }
    }),
  )
}

function patternOf(template: string): RegExp {
  const source = template
    .replace(/[.+?^$()[\]\\|]/g, '\\$&')
    .replace(/\{[^}]+\}/g, '[^/]+')
    .replace(/\*\w+/g, '.+')
  return new RegExp(`^${source}$`)
}

function answersTo({ method, pattern }: Served, request: Received): boolean {
  return method === request.method && pattern.test(request.url.split('?', 1)[0] ?? '')
}

/** Returns the status of the declared success, or of an endpoint that its provider does not implement. */
export function statusOf(endpoint: Endpoint): number {
  return endpoint.unimplemented === undefined ? (endpoint.status ?? 200) : 501
}

/** Returns the provider's response for the example: content type and bytes; undefined without a body. */
export function sentBy(endpoint: Endpoint, example: Example): { contentType: string; bytes: Buffer } | undefined {
  const value = 'provider' in example ? example.provider : example.output
  const { returns } = endpoint
  if (!isRaw(returns) || endpoint.unimplemented !== undefined)
    return { contentType: 'application/json; charset=utf-8', bytes: Buffer.from(JSON.stringify(value)) }
  const { contentType } = returns
  if (returns.raw === 'empty') return undefined
  if (returns.raw === 'bytes') return { contentType, bytes: Buffer.from(base64Of(value), 'base64') }
  if (returns.raw === 'events' && Array.isArray(value))
    return { contentType, bytes: Buffer.from(value.map((data) => `data: ${JSON.stringify(data)}\n\n`).join('')) }
  return { contentType, bytes: Buffer.from(String(value)) }
}

function base64Of(value: unknown): string {
  return typeof value === 'object' && value !== null ? String(Reflect.get(value, 'base64')) : ''
}

function answer({ endpoint, example }: Served, request: Received, response: ServerResponse): void {
  const sent = sentBy(endpoint, example)
  const echo = [request.url, ...request.rawHeaders].join(' ').replace(/[^\x20-\x7e]/g, '?')
  response.setHeader(echoHeader, echo)
  for (const [name, value] of Object.entries(cacheable)) response.setHeader(name, value)
  if (sent) response.setHeader('content-type', sent.contentType)
  response.writeHead(statusOf(endpoint)).end(sent?.bytes)
}

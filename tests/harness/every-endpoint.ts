// The list of all endpoints of all APIs, per listing, with the call of each endpoint's example. For tests of every
// endpoint.
import type { Api, Endpoint } from '#define'
import type { Live } from '#define/live'
import { type Auth, type Example, type Provider, paramInfoOf, pathNames, type Surface } from '#define/reflect'
import type { LoadedApi } from '../../packages/gateway/src/process/load-apis.ts'
import { bodyOf, headersOf, pathOf, searchOf } from './example-call.ts'

export interface EveryEndpoint {
  /** `listing.id`, unique. */
  readonly title: string
  readonly listing: string
  readonly id: string
  readonly api: Api
  readonly endpoint: Endpoint
  readonly example: Example
  /** Location of the key that its provider expects. */
  readonly auth: Auth
  readonly live: Live
  readonly provider: Provider | undefined
}

/** Returns every endpoint of a surface, once per listing, in declared order. Throws if an example is missing. */
export function everyEndpoint(loaded: readonly LoadedApi[], surface: Surface['name']): EveryEndpoint[] {
  return loaded
    .filter(({ api }) => api.surface.name === surface)
    .flatMap(({ api, examples, live, provider }) =>
      api.listings.flatMap(({ slug }) =>
        Object.entries(api.endpoints).map(([id, endpoint]) => {
          const example = examples[id]
          if (!example) throw new Error(`${slug}.${id} has no example`)
          const auth = endpoint.auth ?? api.auth
          const details = { listing: slug, id, api, endpoint, example, auth, live, provider }
          return { title: `${slug}.${id}`, ...details }
        }),
      ),
    )
}

/**
 * Sorts the endpoints of an API so that each example finds what others have created: those that create come first and
 * those that remove come last, parts before the whole.
 */
export function inTurns(endpoints: readonly EveryEndpoint[]): EveryEndpoint[] {
  return endpoints.toSorted((a, b) => turnOf(a) - turnOf(b))
}

function turnOf({ endpoint }: EveryEndpoint): number {
  if (endpoint.method === 'DELETE') return 2 + 1 / endpoint.path.split('/').length
  return endpoint.method === 'POST' && pathNames(endpoint.path).length === 0 ? 0 : 1
}

export interface ExampleCall {
  /** Path and query. */
  readonly path: string
  readonly init: { method: string; headers: Record<string, string>; body?: Buffer<ArrayBuffer> }
}

/** Returns the call of an example. */
export function exampleCall(
  entry: Pick<EveryEndpoint, 'listing' | 'api' | 'endpoint' | 'example'>,
  example: Example = entry.example,
): ExampleCall {
  const { listing, api, endpoint } = entry
  const mount = api.surface.mount.replace('{slug}', listing)
  const search = searchOf(endpoint, example)
  const body = bodyOf(endpoint, example)
  const headers = headersOf(endpoint, example)
  if (body) headers['content-type'] = body.contentType
  return {
    path: `${mount}${pathOf(endpoint, example)}${search === '' ? '' : `?${search}`}`,
    init: { method: endpoint.method, headers, ...(body ? { body: Buffer.from(body.bytes) } : {}) },
  }
}

/** Removes the parameters that a stored provider key fills from the example. */
export function withoutCredentials({ endpoint, example }: Pick<EveryEndpoint, 'endpoint' | 'example'>): Example {
  const params = Object.entries(example.params ?? {}).filter(([name]) => {
    const shape = endpoint.params[name]
    return shape === undefined || paramInfoOf(shape).credential !== true
  })
  return { ...example, params: Object.fromEntries(params) }
}

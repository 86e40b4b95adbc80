// The embedded providers of a gateway, by slug of their API.
import { type Api, fail, isReply, type Provider, type ProviderKit } from '#define'
import { createKit, type KitDeps } from './kit.ts'
import { createProviderHost, type ProviderHost } from './provider-host.ts'

export interface Providers {
  /** Adds an API and its provider, if it has one. */
  add(api: Api, provider: Provider | undefined): void
  /** Undefined where an API has no embedded provider. */
  of(slug: string): ProviderHost | undefined
  readonly hosts: ReadonlyMap<string, ProviderHost>
}

/** Makes an empty set; providers are opened later, each with a kit of its own. */
export function createProviders(deps: KitDeps): Providers {
  const hosts = new Map<string, ProviderHost>()
  const apis = new Map<string, Api>()

  /** Runs the handler that a call would reach, without the wire. An unknown API or endpoint fails as a call would. */
  const ask: ProviderKit['ask'] = async (slug, id, input, account = '') => {
    const api = apis.get(slug)
    if (!api) throw fail('api.unknown', { slug })
    const endpoint = api.endpoints[id]
    const handlers = (await hosts.get(slug)?.open())?.handlers
    const handler = handlers?.[id]
    if (!endpoint || !handler) throw fail('provider.embedded_missing', { api: api.title })
    // nothing is validated here: whoever asks passes values of the declared types
    const values = { ...defaultsOf(endpoint.params), ...input } as never
    const result = await handler(values, { account, key: '', request: emptyRequest, signal: never })
    return isReply(result) ? result.body : result
  }

  return {
    add(api, provider) {
      apis.set(api.slug, api)
      if (!provider) return
      let kit: ProviderKit | undefined
      const kitOnce = () => {
        kit ??= createKit(api.slug, ask, deps)
        return kit
      }
      hosts.set(api.slug, createProviderHost(provider, kitOnce))
    },
    of: (slug) => hosts.get(slug),
    hosts,
  }
}

const never = new AbortController().signal
const emptyRequest = { method: 'GET', path: '/', query: new URLSearchParams(), headers: {}, baseUrl: '' }

function defaultsOf(params: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, shape] of Object.entries(params)) if (shape.default !== undefined) values[name] = shape.default
  return values
}

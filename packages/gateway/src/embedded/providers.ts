// The embedded providers of a gateway, by slug of their API.
import { type Api, fail, isReply, type ProviderKit } from '#define'
import type { Provider } from '#define/reflect'
import { joinInTurns } from '#provider'
import { createKit, type KitDeps } from './kit.ts'
import { createProviderHost, type ProviderHost } from './provider-host.ts'
import { createProviderThreads, type ProviderThreadsOptions, type ThreadState } from './provider-threads.ts'
import { LongBody, SerializedJson } from './write-reply.ts'

export interface Providers {
  /** Adds an API with its provider, if it has one. Only a provider loaded from a folder can leave this thread. */
  add(api: Api, provider: Provider | undefined, folder?: string): void
  /** Removes an API with its provider; calls under way end. */
  remove(slug: string): void
  /** Returns the API's host, or undefined if the API has no embedded provider. */
  of(slug: string): ProviderHost | undefined
  readonly hosts: ReadonlyMap<string, ProviderHost>
  /** Runs the handler that a call would reach, without the wire. */
  readonly ask: ProviderKit['ask']
  /** Returns the states of the providers' threads, for metrics. */
  threads(): ThreadState[]
  /** Gives the threads at most `graceMs` for their last writes, then terminates them. */
  closeThreads(graceMs: number): Promise<void>
}
export interface ProvidersDeps extends KitDeps {
  readonly threads: Omit<ProviderThreadsOptions, 'kitOf' | 'log' | 'configOf' | 'clock'>
}

/** Creates an empty set; providers are opened later, each with its own kit. */
export function createProviders(deps: ProvidersDeps): Providers {
  const hosts = new Map<string, ProviderHost>()
  const apis = new Map<string, Api>()

  /** An unknown API or endpoint fails as for a call. */
  const ask: ProviderKit['ask'] = async (slug, id, input, account = '') => {
    const api = apis.get(slug)
    if (!api) throw fail('api.unknown', { slug })
    const endpoint = api.endpoints[id]
    const handlers = (await hosts.get(slug)?.open())?.handlers
    const handler = handlers?.[id]
    if (!endpoint || !handler) throw fail('provider.embedded_missing', { api: api.title })
    // nothing is validated here: callers pass values of the declared types
    const values = { ...defaultsOf(endpoint.params), ...input } as never
    const result = await handler(values, { account, key: '', request: emptyRequest, signal: never })
    const value = isReply(result) ? result.body : result
    if (value instanceof LongBody) return wholeOf(value)
    return value instanceof SerializedJson ? JSON.parse(value.json) : value
  }

  const kits = new Map<string, ProviderKit>()
  const kitOf = (slug: string): ProviderKit => {
    const kit = kits.get(slug) ?? createKit(slug, ask, deps)
    kits.set(slug, kit)
    return kit
  }
  const threads = createProviderThreads({ ...deps, ...deps.threads, kitOf })

  return {
    add(api, provider, folder) {
      apis.set(api.slug, api)
      if (!provider) return
      const placed = folder !== undefined ? threads.place(api, provider, folder) : provider
      hosts.set(
        api.slug,
        createProviderHost(placed, () => kitOf(api.slug)),
      )
    },
    remove(slug) {
      for (const known of [apis, hosts, kits]) known.delete(slug)
    },
    of: (slug) => hosts.get(slug),
    hosts,
    ask,
    threads: threads.states,
    closeThreads: threads.close,
  }
}

async function wholeOf({ pieces, isJson }: LongBody): Promise<unknown> {
  const received: Uint8Array[] = []
  for await (const piece of pieces) if (piece instanceof Uint8Array) received.push(piece)
  const bytes = await joinInTurns(received)
  return isJson ? JSON.parse(bytes.toString()) : bytes
}

const never = new AbortController().signal
const emptyRequest = { method: 'GET', path: '/', query: new URLSearchParams(), headers: {}, baseUrl: '' }

function defaultsOf(params: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, shape] of Object.entries(params)) if (shape.default !== undefined) values[name] = shape.default
  return values
}

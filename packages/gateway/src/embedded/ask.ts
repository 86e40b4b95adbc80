// One embedded provider asks another, in process: the same handler that a call would reach, without the wire.
import { fail, isReply, type Kit, type ProviderKit } from '#define'
import type { LoadedApi } from '../apis/load.ts'

/** Makes the word `ask` of the kits. What it does not find fails as a call would. */
export function createAsk(loaded: readonly LoadedApi[], kitOf: (slug: string) => ProviderKit): ProviderKit['ask'] {
  return async (slug, id, input, account = '') => {
    const found = loaded.find(({ api }) => api.slug === slug)
    if (!found) throw fail('api.unknown', { slug })
    const endpoint = found.api.endpoints[id]
    const handler = found.provider?.handlers[id]
    if (!endpoint || !handler) throw fail('provider.embedded_missing', { api: found.api.title })
    const kit: Kit = { ...kitOf(slug), account, key: '', request: unsaid, signal: never }
    // the asked handler checks no more than a call's would: whoever asks passes values of the declared types
    const values = { ...defaultsOf(endpoint.params), ...input } as never
    const result = await handler(values, kit)
    return isReply(result) ? result.body : result
  }
}

const never = new AbortController().signal
const unsaid: Kit['request'] = { method: 'GET', path: '/', query: new URLSearchParams(), headers: {}, baseUrl: '' }

function defaultsOf(params: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, shape] of Object.entries(params)) if (shape.default !== undefined) values[name] = shape.default
  return values
}

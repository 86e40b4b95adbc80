// Example first calls for each port, from the examples that APIs declare.
import { exampleAddressOf } from '#derive'
import type { LoadedApi } from '../process/load-apis.ts'

export interface FirstCall {
  readonly port: 'gateway' | 'market'
  /** Title of the API. */
  readonly title: string
  readonly keyHeader: string
  /** Path and query. */
  readonly address: string
}

/** Returns at most one call per port, from the first API that declares one; the gateway's own port comes first. */
export function firstCallsOf(loaded: readonly LoadedApi[]): FirstCall[] {
  const calls = new Map<FirstCall['port'], FirstCall>()
  for (const { api, examples } of loaded) {
    const endpoint = api.firstCall === undefined ? undefined : api.endpoints[api.firstCall]
    if (!endpoint || api.firstCall === undefined) continue
    const port = api.surface.keys === 'market' ? 'market' : 'gateway'
    const address = exampleAddressOf(api, endpoint, examples[api.firstCall] ?? {})
    if (!calls.has(port)) calls.set(port, { port, title: api.title, keyHeader: api.surface.keyHeader, address })
  }
  return [...calls.values()].sort((a, b) => a.port.localeCompare(b.port))
}

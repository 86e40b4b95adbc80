// A gateway with the hostile API on its own thread and a small one beside it, and calls of both.
import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { loadApis } from '../../packages/gateway/src/apis/load.ts'
import { type OpenGateway, type OpenOptions, openGateway } from '../open-gateway.ts'
import { smallApi } from '../small-api.ts'
import type { Cleanup } from '../upstream.ts'

const [hostile] = await loadApis(fileURLToPath(new URL('./apis/', import.meta.url)), 'hostile')
assert.ok(hostile)
const apis = [hostile, smallApi()]

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies
  readonly body: any
}
export interface HostileCalls {
  readonly gateway: OpenGateway
  /** A call of the hostile API. */
  call(path: string, init?: RequestInit & { key?: string }): Promise<Answer>
  /** Rejects when the other API does not answer. */
  callOther(): Promise<void>
}

/** Opens it with a low limit of memory, and without one of time that a busy machine could reach. */
export async function openHostile(t: Cleanup, options: OpenOptions = {}): Promise<HostileCalls> {
  const threadLimits = { longestSliceMs: 120_000, memoryMb: 64, backgroundMemoryMb: 64, ...options.threadLimits }
  const gateway = await openGateway(t, { threads: true, ...options, apis, threadLimits })
  return {
    gateway,
    async call(path, init) {
      const response = await gateway.call(`/v1/proxy/hostile${path}`, init)
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
    },
    async callOther() {
      const response = await gateway.call('/v1/proxy/small/things/one')
      assert.deepEqual(await response.json(), { id: 'one' })
    },
  }
}

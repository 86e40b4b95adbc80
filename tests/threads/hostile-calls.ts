// A gateway with the hostile API on its own thread and a small one beside it, and calls of both.
import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { type OpenGateway, type OpenOptions, openGateway } from '../harness/open-gateway.ts'
import { smallApi } from '../harness/small-api.ts'
import type { Cleanup } from '../harness/upstream.ts'

const [hostile] = await loadApis(fileURLToPath(new URL('./apis/', import.meta.url)), 'hostile')
assert.ok(hostile?.provider)
const { provider, ...folder } = hostile

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies
  readonly body: any
}
interface HostileOptions extends OpenOptions {
  /** The time that a call may take; by default so long that a busy machine can start a thread meanwhile. */
  readonly deadlineMs?: number
  /** On its own thread, unless a test says otherwise. */
  readonly runs?: 'inline' | 'worker'
}
export interface HostileCalls {
  readonly gateway: OpenGateway
  /** A call of the hostile API. */
  call(path: string, init?: RequestInit & { key?: string }): Promise<Answer>
  /** Rejects when the other API does not answer. */
  callOther(): Promise<void>
}

/**
 * Opens it with a low limit of memory, without one of time that a busy machine could reach, and without pauses of the
 * account whose call cost a thread.
 */
export async function openHostile(t: Cleanup, options: HostileOptions = {}): Promise<HostileCalls> {
  const { deadlineMs = 60_000, runs = provider.runs } = options
  const apis = [{ ...folder, provider: { ...provider, deadlineMs, runs } }, smallApi()]
  const threadLimits = {
    longestSliceMs: 120_000,
    memoryMb: 64,
    backgroundMemoryMb: 64,
    firstPauseMs: 0,
    ...options.threadLimits,
  }
  const gateway = await openGateway(t, { ...options, apis, threadLimits })
  const call: HostileCalls['call'] = async (path, init) => {
    const response = await gateway.call(`/v1/proxy/hostile${path}`, init)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }
  await call('/refuse')
  return {
    gateway,
    call,
    async callOther() {
      const response = await gateway.call('/v1/proxy/small/things/one')
      assert.deepEqual(await response.json(), { id: 'one' })
    },
  }
}

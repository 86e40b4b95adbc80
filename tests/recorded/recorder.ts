// A gateway with an account that records: its calls, and its settings of listings.
import assert from 'node:assert/strict'
import { type OpenGateway, type OpenOptions, openGateway } from '../harness/open-gateway.ts'
import type { Cleanup } from '../harness/upstream.ts'

export interface Recorder {
  readonly gateway: OpenGateway
  readonly accountId: string
  readonly key: string
  /** Calls with the key of the account. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** Changes the settings of a listing. */
  choose(slug: string, choice: object): Promise<void>
  /** Returns the exported answers, as lines. */
  exported(): Promise<string[]>
}

/** Opens a gateway with an account that nobody else uses. */
export async function openRecorder(t: Cleanup, options: OpenOptions): Promise<Recorder> {
  return recorderOf(await openGateway(t, options))
}

/** Returns a new account of the gateway. */
export async function recorderOf(gateway: OpenGateway): Promise<Recorder> {
  const { key, accountId } = await gateway.account()
  const ask: Recorder['ask'] = (path, init) => gateway.call(path, { ...init, key })
  return {
    gateway,
    accountId,
    key,
    ask,
    async choose(slug, choice) {
      const body = JSON.stringify(choice)
      const headers = { 'content-type': 'application/json' }
      const response = await ask(`/v1/me/listings/${slug}`, { method: 'PUT', headers, body })
      assert.equal(response.status, 200, await response.text())
    },
    async exported() {
      const response = await ask('/v1/me/answers/export')
      assert.equal(response.status, 200)
      return (await response.text()).split('\n').filter((line) => line !== '')
    },
  }
}

// A gateway with model routing alone, opened as in production, for tests of complete calls; and the opened tables for
// tests of one store.
import { randomBytes } from 'node:crypto'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import type { ProviderKit } from '#define'
import { type Caller, openWorld, type TestClock } from '#provider/test'
import type { Store } from '#store'
import type { LoadedApi } from '../../../packages/gateway/src/process/load-apis.ts'
import { type OpenGateway, openGateway } from '../../../tests/harness/open-gateway.ts'
import type { StoreTarget } from '../../../tests/harness/services.ts'
import api from '../api.ts'
import { examples } from '../examples.ts'
import { findCalls } from '../provider/router/metering/call-search.ts'
import type { LedgerCall } from '../provider/router/metering/metered-call.ts'
import provider from '../provider.ts'
import type { Tables } from '../tables.ts'

/** JSON whose members the test knows; it fails when they are missing. */
export type KnownJson = ReturnType<typeof Object>
interface CallOptions extends RequestInit {
  /** Default: the key of the demo account. */
  readonly key?: string
}
export interface World {
  readonly gateway: OpenGateway
  readonly openai: OpenAI
  readonly anthropic: Anthropic
  /** The gateway's clock, when the world was opened with one. */
  readonly clock: { ms: number }
  /** A call below the API's mount, with a string as JSON; the parsed answer. */
  call(path: string, options?: CallOptions): Promise<{ status: number; headers: Headers; body: KnownJson }>
  /** Posts JSON below the API's mount; the raw answer. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** A call of the operator. */
  operate(method: string, path: string, body?: unknown): Promise<{ status: number; body: KnownJson }>
  /** Calls of the ledger, oldest first. */
  ledger(): Promise<readonly LedgerCall[]>
}
export const bodyOf = async (response: Response): Promise<KnownJson> => Object(await response.json())

export interface WorldOptions {
  /** ISO time at which the clock is stopped; by default it runs. */
  readonly now?: string
  readonly channels?: readonly Readonly<Record<string, unknown>>[]
  readonly dataDir?: string
  /** A database of `eachStore`; by default SQLite in a new folder. */
  readonly database?: StoreTarget
  /** The key of the demo account; needed for a database that has been used. */
  readonly key?: string
}
interface Cleanup {
  after(close: () => unknown): void
}
type KnownProvider = LoadedApi['provider'] // the gateway knows no provider's tables

export async function openGatewayWorld(t: Cleanup, options: WorldOptions = {}): Promise<World> {
  const { now, channels = [], database, dataDir = database?.dataDir } = options
  const clock = { ms: now === undefined ? Number.NaN : Date.parse(now) }
  const gateway = await openGateway(t, {
    apis: [
      { api, provider: provider as KnownProvider, live: {}, examples, folder: new URL('../', import.meta.url).href },
    ],
    ...(database?.url !== undefined && { environment: { GATEHOUSE_DATABASE_URL: database.url } }),
    ...(dataDir !== undefined && { dataDir }),
    ...(now !== undefined && { platform: { clock: () => clock.ms } }),
  })
  const ownKey = options.key ?? gateway.key
  const root = `${gateway.baseUrl}/v1/proxy/model-routing`
  const defaultHeaders = { 'x-gateway-key': ownKey }
  const operate: World['operate'] = async (method, path, body) => {
    const response = await fetch(`${gateway.baseUrl}/v1/admin/apis/model-routing${path}`, {
      method,
      headers: { 'x-gateway-admin-key': gateway.adminKey, ...json },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await bodyOf(response) }
  }
  for (const channel of channels) {
    const { status, body } = await operate('POST', '/channels', channel)
    if (status !== 201) throw new Error(`the channel was refused: ${JSON.stringify(body)}`)
  }
  const db = gateway.components.store.db.withTables<Pick<Tables, keyof Tables>>()
  return {
    ...{ gateway, clock, operate },
    openai: new OpenAI({ baseURL: `${root}/v1`, apiKey: 'unused', maxRetries: 0, defaultHeaders }),
    anthropic: new Anthropic({ baseURL: root, apiKey: 'unused', maxRetries: 0, defaultHeaders }),
    async call(path, { key = ownKey, ...init } = {}) {
      const headers = {
        'x-gateway-key': key,
        ...(typeof init.body === 'string' ? json : {}),
        ...Object(init.headers),
      }
      const response = await fetch(root + path, { ...init, headers })
      return { status: response.status, headers: response.headers, body: Object(await parse(response)) }
    },
    post: (path, body, headers = {}) =>
      fetch(root + path, {
        method: 'POST',
        headers: { ...defaultHeaders, ...json, ...headers },
        body: JSON.stringify(body),
      }),
    async ledger() {
      // reading it through the operator's endpoint first writes what is pending
      await operate('GET', '/ledger?limit=1')
      const { calls } = await findCalls(db, { limit: 1000 })
      return calls.toReversed()
    },
  }
}

const json = { 'content-type': 'application/json' }

async function parse(response: Response): Promise<unknown> {
  return response.headers.get('content-type')?.startsWith('application/json') ? response.json() : response.text()
}

export interface StoreWorld {
  readonly kit: ProviderKit<Tables>
  readonly clock: TestClock
  /** A call of the operator, to the provider alone. */
  readonly askOperator: Caller
}

/**
 * The kit of an opened provider over a store of `eachStore`, whose tables are made with the first world of the store.
 */
export async function openStoreWorld(store: Store, kit: Partial<ProviderKit<Tables>> = {}): Promise<StoreWorld> {
  await store.migrate(
    api.slug,
    Object.entries(provider.migrations).map(([name, { up }]) => ({ name, up })),
  )
  const random = { bytes: (count: number) => randomBytes(count), int: (min: number) => min }
  const secrets = {
    put: async () => undefined,
    remove: async () => false,
    names: async () => [],
    sign: async () => undefined,
  }
  return openWorld(api, provider, { database: store, migrated: true, kit: { random, secrets, ...kit } })
}

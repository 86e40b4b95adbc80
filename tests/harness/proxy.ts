// The set-up of the proxy tests: a gateway in front of a local provider, with an account whose calls go live.
import type { ServerResponse } from 'node:http'
import type { LoadedApi } from '../../packages/gateway/src/process/load-apis.ts'
import { type OpenGateway, type OpenOptions, openGateway } from './open-gateway.ts'
import { type KeyedSlug, providerKeys, proxyApis } from './proxy-apis.ts'
import { exchange, openRaw, type RawAnswer, type RawConnection } from './raw-http.ts'
import { type Cleanup, openUpstream, type Received, sendJson, type Upstream } from './upstream.ts'

interface CallOptions extends RequestInit {
  /** Default the test account's key; null sends none. */
  readonly key?: string | null
  readonly duplex?: 'half'
}
export interface ProxyTest {
  readonly gateway: OpenGateway
  /** The provider's response; a test sets it before it calls. */
  answer: (request: Received, response: ServerResponse) => void | Promise<void>
  readonly upstream: Upstream
  readonly key: string
  readonly accountId: string
  /** Makes a live call of the test account to `/v1/proxy` + path. */
  call(path: string, init?: CallOptions): Promise<Response>
  /** Returns a request head of the test account for a bare socket, without the empty line. */
  head(method: string, path: string, ...fields: readonly string[]): string
  /** Sends raw bytes on a new connection. */
  raw(t: Cleanup, ...parts: readonly (string | Buffer)[]): Promise<RawAnswer>
  connect(t: Cleanup): Promise<RawConnection>
  /** Returns the last request that reached the provider. */
  last(): Received
}
interface ProxyOptions extends Pick<OpenOptions, 'environment' | 'platform'> {
  /** APIs in addition to those of proxy-apis.ts. */
  readonly more?: (base: string) => readonly LoadedApi[]
  /** The test's own provider instead of the local one. */
  readonly base?: string
}

/** Opens both; they are closed at the end of the test, or of the file with node:test's `after`. */
export async function openProxy(t: Cleanup, options: ProxyOptions = {}): Promise<ProxyTest> {
  const upstream = await openUpstream(t, (request, response) => proxy.answer(request, response))
  const base = options.base ?? upstream.url
  const apis = [...proxyApis(base), ...(options.more?.(base) ?? [])]
  const gateway = await openGateway(t, { apis, ...options })
  const { accountId, key } = await gateway.account()
  for (const { api } of apis)
    await gateway.storeKey(accountId, api.slug, isKeyed(api.slug) ? providerKeys[api.slug] : `pk-${api.slug}`)
  const proxy: ProxyTest = {
    gateway,
    upstream,
    key,
    accountId,
    answer: (request, response) => sendJson(response, { path: request.url }),
    call: (path, init = {}) => gateway.call(`/v1/proxy${path}`, { key, ...init }),
    head: (method, path, ...fields) =>
      [`${method} /v1/proxy${path} HTTP/1.1`, 'Host: gateway.test', `x-gateway-key: ${key}`, ...fields].join('\r\n'),
    raw: (ending, ...parts) => exchange(ending, gateway.baseUrl, ...parts),
    connect: (ending) => openRaw(ending, gateway.baseUrl),
    last() {
      const received = upstream.received.at(-1)
      if (!received) throw new Error('nothing reached the provider')
      return received
    },
  }
  return proxy
}

function isKeyed(slug: string): slug is KeyedSlug {
  return slug in providerKeys
}

/** Returns the gateway's own error of a response: its status and code. */
export async function errorOf(response: Response): Promise<{ status: number; code: unknown; message: unknown }> {
  const parsed: unknown = await response.json()
  const error = isRecord(parsed) && isRecord(parsed.error) ? parsed.error : {}
  return { status: response.status, code: error.code, message: error.message }
}

/** Returns the code of the gateway's own error in a body. */
export function codeIn(body: Buffer | string): unknown {
  const parsed: unknown = JSON.parse(String(body))
  return isRecord(parsed) && isRecord(parsed.error) ? parsed.error.code : undefined
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// A running gateway over the sample APIs for tests of the operator API and the self-service API, on the database of a
// suite.
import { after, before, describe } from 'node:test'
import { type OpenGateway, openGateway } from '../../../../../tests/harness/open-gateway.ts'
import type { TestDatabase } from '../../../../../tests/harness/services.ts'
import { openUpstream, type Received, type Upstream } from '../../../../../tests/harness/upstream.ts'
import { type Imported, sampleApis } from './sample-apis.fixture.ts'

/** The parts that a test needs; valid only inside tests. */
export interface Operated {
  readonly gateway: OpenGateway
  /** The stand-in provider of the weather API. */
  readonly upstream: Upstream
  /** Status of its next answers. */
  upstreamStatus: number
  readonly imported: Imported[]
  /** A call of the operator API; the body is sent as JSON. */
  admin(method: string, path: string, body?: unknown): Promise<Answer>
  /** A call with a gateway key. */
  as(key: string, method: string, path: string, body?: unknown): Promise<Answer>
}
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Record<string, unknown>
}

/** Runs `suite` with a gateway that is started before its first test and stopped after its last. */
export function operated(database: TestDatabase, suite: (at: Operated) => void): void {
  describe('through a running gateway', () => {
    const closers: (() => unknown)[] = []
    const imported: Imported[] = []
    const context = { after: (close: () => unknown) => void closers.unshift(close) }
    const now: { gateway?: OpenGateway; upstream?: Upstream } = {}
    const at: Operated = {
      upstreamStatus: 200,
      imported,
      get gateway() {
        return there(now.gateway)
      },
      get upstream() {
        return there(now.upstream)
      },
      admin: (method, path, body) =>
        send(`${at.gateway.baseUrl}/v1/admin${path}`, { 'x-gateway-admin-key': at.gateway.adminKey }, { method, body }),
      as: (key, method, path, body) => send(`${at.gateway.baseUrl}${path}`, { 'x-gateway-key': key }, { method, body }),
    }
    before(async () => {
      now.upstream = await openUpstream(context, (request, response) => {
        response.writeHead(at.upstreamStatus, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ echo: request.headers['x-weather-key'], url: request.url }))
      })
      const { url, dataDir } = database.target
      now.gateway = await openGateway(context, {
        apis: sampleApis((file) => void imported.push(file)),
        upstreams: { weather: now.upstream.url, 'weather-pro': now.upstream.url },
        environment: { ...(url !== undefined && { GATEHOUSE_DATABASE_URL: url }) },
        dataDir,
      })
    })
    after(async () => {
      for (const close of closers) await close()
    })
    suite(at)
  })
}

/** The last request that the stand-in provider received. */
export function lastReceived({ upstream }: Operated): Received {
  return there(upstream.received.at(-1))
}

/** The frames of a stream of events, as their data. */
export function eventsIn(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)))
}

async function send(
  url: string,
  headers: Record<string, string>,
  { method, body }: { method: string; body: unknown },
): Promise<Answer> {
  const isBytes = body instanceof Uint8Array
  const type = isBytes ? 'application/octet-stream' : 'application/json'
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} }
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the gateway of a suite exists only inside its tests')
  return value
}

// A local HTTP server for the tests of the client: it records requests and responds as the test says.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { Call } from '../request.ts'
import type { Time } from '../retry.ts'
import type { Methods, Settings } from '../runtime.ts'
import { createConnection } from '../runtime.ts'

/** A recorded request. */
export interface Arrived {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}
export interface TestServer {
  readonly url: string
  readonly arrived: Arrived[]
  close(): Promise<void>
}
export type Answer = (request: Arrived, response: ServerResponse, count: number) => void | Promise<void>

/** Starts a server on a free port of the loopback address. */
export async function startServer(answer: Answer): Promise<TestServer> {
  const arrived: Arrived[] = []
  const server = createServer((request, response) => {
    readAll(request)
      .then((body) => {
        const { method = '', url = '', headers } = request
        const one = { method, url, headers, body }
        arrived.push(one)
        return answer(one, response, arrived.length)
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    arrived,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Creates a JSON response. */
export function json(body: unknown, options: { status?: number; headers?: Record<string, string> } = {}): Answer {
  return (_request, response) => {
    response.writeHead(options.status ?? 200, { 'content-type': 'application/json', ...options.headers })
    response.end(JSON.stringify(body))
  }
}

/** Creates a clock that does not wait, and records each delay. */
export function quickTime(): Time & { readonly waited: number[] } {
  const waited: number[] = []
  const nowMs = Date.now()
  return {
    waited,
    nowMs: () => nowMs,
    random: () => 0,
    async wait(ms, signal) {
      waited.push(ms)
      signal.throwIfAborted()
    },
  }
}

/** Creates the methods of a test's API, at `/api`. */
export function methodsAt(url: string, settings: Partial<Settings> = {}): Methods {
  const door = { url, key: 'key-of-the-test' }
  const connection = createConnection({
    doors: { gateway: door, market: door, operator: door },
    fetch: (address, init) => fetch(address, init),
    timeoutMs: 5000,
    retries: 2,
    time: quickTime(),
    onRemaining: () => undefined,
    ...settings,
  })
  return connection({ mount: '/api', door: 'gateway', keyHeader: 'x-gateway-key' })
}

/** The plain call that most tests make. */
export const plainGet: Call = { method: 'GET', path: '/things' }

// A local HTTP provider for tests: records what it receives and answers as the test says.
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The scope that closes opened resources: a test, or the file if node:test's own `after` is given. */
export interface Cleanup {
  after(end: () => void | Promise<void>): void
}
export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
}
export interface Upstream {
  readonly url: string
  readonly received: Received[]
  /** Number of request heads that have arrived. */
  readonly started: () => number
  /** Number of requests that the gateway aborted. */
  readonly aborted: () => number
  close(): Promise<void>
}

type Answer = (request: Received, response: ServerResponse) => void | Promise<void>

/** Starts a provider that reads each request completely, then lets `answer` reply. */
export async function openUpstream(t: Cleanup, answer: Answer): Promise<Upstream> {
  const received: Received[] = []
  let started = 0
  let aborted = 0
  const listener: RequestListener = (request, response) => {
    started++
    response.on('close', () => {
      if (!response.writableFinished) aborted++
    })
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => {})
    request.on('end', () => {
      const one: Received = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        rawHeaders: request.rawHeaders,
        body: Buffer.concat(chunks),
      }
      received.push(one)
      void answer(one, response)
    })
  }
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  t.after(close)
  const port = (server.address() as AddressInfo).port
  return { url: `http://127.0.0.1:${port}`, received, started: () => started, aborted: () => aborted, close }
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  value: unknown,
  options: { status?: number; headers?: Record<string, string> } = {},
): void {
  response.writeHead(options.status ?? 200, { 'content-type': 'application/json', ...options.headers })
  response.end(JSON.stringify(value))
}

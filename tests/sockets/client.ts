// A WebSocket client for tests, and the ordinary answer that a refused handshake gets.
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type ClientOptions, WebSocket, type WebSocketServer } from 'ws'
import type { Cleanup } from '../harness/upstream.ts'

export interface TestSocket {
  readonly socket: WebSocket
  /** The head of the 101. */
  readonly head: IncomingMessage
  send(message: string | Buffer): void
  /** The next message; text is a string. Rejects when the session ends instead. */
  next(): Promise<string | Buffer>
  /** The code and reason with which it ended. */
  readonly closed: Promise<{ code: number; reason: string }>
}
interface OpenSocketOptions extends ClientOptions {
  readonly key?: string
  readonly protocols?: readonly string[]
}
interface Refused {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

const addressOf = (address: string) => address.replace(/^http/, 'ws')

function connect(address: string, { key, protocols = [], headers, ...options }: OpenSocketOptions): WebSocket {
  const own = key === undefined ? {} : { 'x-gateway-key': key }
  return new WebSocket(addressOf(address), [...protocols], { ...options, headers: { ...own, ...headers } })
}

/** Opens a session that is cut when the test ends. */
export async function openSocket(t: Cleanup, address: string, options: OpenSocketOptions = {}): Promise<TestSocket> {
  const socket = connect(address, options)
  t.after(() => socket.terminate())
  const waiting: (string | Buffer)[] = []
  let wake = () => {}
  socket.on('message', (data: Buffer, isBinary) => {
    waiting.push(isBinary ? data : data.toString())
    wake()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      resolve({ code, reason: String(reason) })
      wake()
    })
  })
  const [head] = await Promise.all([once(socket, 'upgrade').then(([one]) => one), once(socket, 'open')])
  socket.on('error', () => {})
  return {
    socket,
    head,
    closed,
    send: (message) => socket.send(message),
    async next() {
      for (;;) {
        const message = waiting.shift()
        if (message !== undefined) return message
        if (socket.readyState === WebSocket.CLOSED) throw new Error('the session has ended')
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

/** The answer to a handshake that is refused. */
export async function refusedSocket(address: string, options: OpenSocketOptions = {}): Promise<Refused> {
  const socket = connect(address, options)
  socket.on('error', () => {})
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    socket.once('unexpected-response', (_request, one) => resolve(one))
    socket.once('open', () => reject(new Error('the session was opened')))
    socket.once('error', reject)
  })
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() }
}

/** The `error.code` of a refusal. */
export function codeOf({ body }: Refused): string {
  return JSON.parse(body).error.code
}

/** The address of a provider of the test. */
export async function listening(t: Cleanup, server: WebSocketServer): Promise<string> {
  t.after(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  if (!server.address()) await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

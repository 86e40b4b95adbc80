// HTTP on a bare socket, for tests: messages that no client or server library would send.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Cleanup } from './upstream.ts'

export interface RawMessage {
  /** The request line or status line. */
  readonly start: string
  /** Header names as on the wire. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The body without the framing of chunks. */
  readonly body: Buffer
  /** True if the message ended as its own framing says; false if the connection ended before. */
  readonly complete: boolean
}
export interface RawAnswer extends RawMessage {
  readonly status: number
}
export interface RawConnection {
  readonly socket: Socket
  send(...parts: readonly (string | Buffer)[]): void
  /** Returns the next response, or the part that arrived before the connection ended. Rejects if nothing arrived. */
  answer(): Promise<RawAnswer>
  /** Resolves when `text` has arrived. */
  until(text: string): Promise<void>
  /** Returns everything that arrived, once the other side has ended the connection. */
  ended(): Promise<Buffer>
  readonly received: () => Buffer
}

const stillOpenMs = 8000

/** Connects to the origin of `url`; nothing is sent yet. */
export async function openRaw(t: Cleanup, url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  t.after(() => void socket.destroy())
  await once(socket, 'connect')
  return follow(socket)
}

/** Sends one request on a new connection and reads its answer. */
export async function exchange(t: Cleanup, url: string, ...parts: readonly (string | Buffer)[]): Promise<RawAnswer> {
  const connection = await openRaw(t, url)
  connection.send(...parts)
  const answer = await connection.answer()
  connection.socket.destroy()
  return answer
}

/** Returns one value of a message's header by its lower-case name. */
export function headerIn(message: RawMessage, name: string): string | undefined {
  return message.headers.find(([own]) => own.toLowerCase() === name)?.[1]
}

/** Joins the lines of a request; the body follows the empty line. */
export function lines(...parts: readonly string[]): string {
  return parts.join('\r\n')
}

function follow(socket: Socket): RawConnection {
  const incoming = new Gathered()
  let over = false
  let offset = 0
  const changed = new Set<() => void>()
  const notify = () => {
    for (const one of [...changed]) one()
  }
  socket.on('data', (chunk: Buffer) => {
    incoming.add(chunk)
    notify()
  })
  const end = () => {
    over = true
    notify()
  }
  socket.on('end', end)
  socket.on('close', end)
  socket.on('error', end)
  /** Calls `read` after each change until it returns a value; a connection that stays silent fails the test. */
  const wait = <T>(read: () => T | undefined, what: string): Promise<T> =>
    new Promise((resolve, reject) => {
      const settle = (finish: () => void) => {
        clearTimeout(timer)
        changed.delete(check)
        finish()
      }
      const check = () => {
        const message = read()
        if (message !== undefined) settle(() => resolve(message))
        else if (over) settle(() => reject(new Error(`the connection ended before the ${what}`)))
      }
      const silent = () => new Error(`no ${what} in ${stillOpenMs} ms, only ${text(incoming.bytes())}`)
      const timer = setTimeout(() => settle(() => reject(silent())), stillOpenMs)
      changed.add(check)
      check()
    })
  return {
    socket,
    received: () => incoming.bytes(),
    send(...parts) {
      for (const part of parts) if (!socket.destroyed) socket.write(part)
    },
    async answer() {
      const { message, length } = await wait(() => readMessage(incoming.bytes().subarray(offset), over), 'whole answer')
      offset += length
      return { ...message, status: Number(message.start.split(' ')[1]) }
    },
    until: async (needle) => void (await wait(() => (incoming.bytes().includes(needle) ? true : undefined), needle)),
    ended: () => wait(() => (over ? incoming.bytes() : undefined), 'end of the connection'),
  }
}

/** A buffer that grows without copying everything for each chunk. */
class Gathered {
  #store: Buffer = Buffer.alloc(4096)
  #length = 0

  add(chunk: Buffer): void {
    if (this.#length + chunk.length > this.#store.length) {
      const larger = Buffer.alloc((this.#length + chunk.length) * 2)
      this.#store.copy(larger, 0, 0, this.#length)
      this.#store = larger
    }
    chunk.copy(this.#store, this.#length)
    this.#length += chunk.length
  }

  bytes(): Buffer {
    return this.#store.subarray(0, this.#length)
  }

  /** Drops the first bytes. */
  drop(count: number): void {
    this.#store = Buffer.from(this.#store.subarray(count, this.#length))
    this.#length = this.#store.length
  }
}

const text = (bytes: Buffer) => JSON.stringify(bytes.subarray(0, 500).toString('latin1'))

/** Reads the first message of `bytes` and its length; undefined while it may be incomplete. */
function readMessage(bytes: Buffer, over: boolean): { message: RawMessage; length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [start = '', ...fields] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(':')
    return [field.slice(0, colon), field.slice(colon + 1).trim()]
  })
  const at = end + 4
  // an interim response is not the final one
  if (/^HTTP\/1\.1 1\d\d/.test(start)) {
    const next = readMessage(bytes.subarray(at), over)
    return next && { message: next.message, length: next.length + at }
  }
  if (!over && bytes.length - at > longBytes && isChunked(headers) && !bytes.subarray(-7).equals(lastChunk))
    return undefined
  const { body, length, complete } = readBody(bytes.subarray(at), { start, headers })
  if (!complete && !over) return undefined
  return { message: { start, headers, body, complete }, length: at + length }
}

/** Longer bodies are not parsed again with every chunk. */
const longBytes = 256 * 1024
const lastChunk = Buffer.from('\r\n0\r\n\r\n')

function isChunked(headers: RawMessage['headers']): boolean {
  return headers.some(
    ([name, value]) => name.toLowerCase() === 'transfer-encoding' && value.toLowerCase() === 'chunked',
  )
}

interface ReadBody {
  readonly body: Buffer
  readonly length: number
  readonly complete: boolean
}

function readBody(bytes: Buffer, head: Pick<RawMessage, 'start' | 'headers'>): ReadBody {
  const value = (name: string) => head.headers.find(([own]) => own.toLowerCase() === name)?.[1]
  if (/^HTTP\/1\.1 (?:1\d\d|204|304)/.test(head.start)) return { body: Buffer.alloc(0), length: 0, complete: true }
  if (isChunked(head.headers)) return readChunks(bytes)
  const length = value('content-length')
  if (length === undefined) {
    // a response without a length ends with its connection, a request without one has no body
    const isAnswer = head.start.startsWith('HTTP/')
    return { body: isAnswer ? bytes : Buffer.alloc(0), length: isAnswer ? bytes.length : 0, complete: !isAnswer }
  }
  const body = bytes.subarray(0, Number(length))
  return { body, length: body.length, complete: body.length === Number(length) }
}

function readChunks(bytes: Buffer): ReadBody {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at)
    const size = line < 0 ? Number.NaN : Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16)
    const from = line + 2
    if (Number.isNaN(size) || bytes.length < from + size + 2) {
      if (size > 0) chunks.push(bytes.subarray(from))
      return { body: Buffer.concat(chunks), length: bytes.length, complete: false }
    }
    chunks.push(bytes.subarray(from, from + size))
    at = from + size + 2
    if (size === 0) return { body: Buffer.concat(chunks), length: at, complete: true }
  }
}

interface RawUpstream {
  readonly url: string
  /** Complete requests, in the order of their arrival. */
  readonly requests: readonly RawMessage[]
}

/** Opens a provider on a bare socket: `answer` receives each complete request and writes anything. */
export async function openRawUpstream(
  t: Cleanup,
  answer: (request: RawMessage, socket: Socket) => void,
): Promise<RawUpstream> {
  const requests: RawMessage[] = []
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    const incoming = new Gathered()
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk: Buffer) => {
      incoming.add(chunk)
      const read = readMessage(incoming.bytes(), false)
      if (!read) return
      incoming.drop(read.length)
      requests.push(read.message)
      answer(read.message, socket)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  return { url: `http://127.0.0.1:${address.port}`, requests }
}

// One end of a WebSocket as a stream of messages in each direction. Whoever reads slowly stops the socket, and whoever
// sends waits for a slow peer, so that neither direction holds more than a few messages in memory.
import type { RawData, WebSocket } from 'ws'
import type { Message } from '#define'

/** How a WebSocket ended. `isCut`: without a closing handshake, so that nobody takes what came before for complete. */
export interface SocketEnd {
  readonly code: number
  readonly reason: string
  readonly isCut: boolean
}

/** Where the payload bytes of a session are added up. */
export interface CountedBytes {
  bytesIn: number
  bytesOut: number
}

/** Received and not yet read: beyond either of these the socket is not read from. */
const waitingMessages = 16
const waitingBytes = 256 * 1024
/** Sent and not yet taken by the system: beyond this, senders wait and pings stay unanswered. */
const unsentBytes = 256 * 1024

const noEnd: SocketEnd = { code: 1006, reason: '', isCut: true }

export class MessageSocket {
  /** Resolves when the connection has ended; never rejects. */
  readonly ended: Promise<SocketEnd>
  /** Monotonic milliseconds of the last message in either direction, and of the last sign of life of the peer. */
  lastMessageAt = performance.now()
  lastHeardAt = performance.now()
  /** Payload bytes. */
  sent = 0
  readonly #counted: CountedBytes
  readonly #socket: WebSocket
  readonly #closeMs: number
  readonly #waiting: Message[] = []
  #waitingBytes = 0
  #end: SocketEnd | undefined
  #wake: (() => void) | undefined
  #closing: NodeJS.Timeout | undefined

  /** Takes over an open socket. `closeMs`: how long a closing handshake may take. */
  constructor(socket: WebSocket, closeMs: number, counted: CountedBytes = { bytesIn: 0, bytesOut: 0 }) {
    this.#counted = counted
    this.#socket = socket
    this.#closeMs = closeMs
    const { promise, resolve } = Promise.withResolvers<SocketEnd>()
    this.ended = promise
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    // ws answers pings by itself without regard to what is still unsent
    socket.on('ping', (data) => {
      this.lastHeardAt = performance.now()
      if (socket.bufferedAmount <= unsentBytes && socket.readyState === socket.OPEN) socket.pong(data)
    })
    socket.on('pong', () => {
      this.lastHeardAt = performance.now()
    })
    // what is wrong shows in the code of the close that follows
    socket.on('error', () => {})
    socket.on('close', (code, reason) => {
      clearTimeout(this.#closing)
      this.#end = { code, reason: String(reason), isCut: code === noEnd.code }
      this.#notify()
      resolve(this.#end)
    })
  }

  /** What the peer sends, in order; ends with the connection, after what had arrived. To be read once. */
  async *messages(): AsyncGenerator<Message> {
    for (;;) {
      const message = this.#waiting.shift()
      if (message !== undefined) {
        this.#waitingBytes -= message.length
        if (this.#waiting.length === 0 && this.#socket.isPaused) this.#socket.resume()
        yield message
      } else if (this.#end) return
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
    }
  }

  /** Whether the peer has sent something that nobody has read yet: then its pongs wait, too. */
  get isHeld(): boolean {
    return this.#socket.isPaused
  }

  /** Bytes that the peer has not taken yet. */
  get unsent(): number {
    return this.#socket.bufferedAmount
  }

  /** Resolves when there is room for more; rejects when the connection ends before. */
  async send(message: Message): Promise<void> {
    const socket = this.#socket
    if (socket.readyState !== socket.OPEN) throw new SocketClosed()
    const bytes = typeof message === 'string' ? Buffer.from(message) : message
    this.sent += bytes.length
    this.#counted.bytesOut += bytes.length
    this.lastMessageAt = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    socket.send(bytes, { binary: typeof message !== 'string' }, (error) =>
      error ? reject(new SocketClosed({ cause: error })) : resolve(),
    )
    if (socket.bufferedAmount > unsentBytes) return promise
    // an error that nobody waits for ends the connection, which is noticed elsewhere
    promise.catch(() => {})
  }

  /** Asks for a sign of life, unless the answer could not be read or the question not be sent. */
  ping(): void {
    const socket = this.#socket
    if (socket.readyState === socket.OPEN && !socket.isPaused && socket.bufferedAmount <= unsentBytes) socket.ping()
  }

  /** Begins the closing handshake; a peer that does not answer it is cut off. */
  close(code: number, reason: string): void {
    const socket = this.#socket
    if (this.#end || this.#closing) return
    this.#closing = setTimeout(() => socket.terminate(), this.#closeMs)
    // the close frame of the peer is behind what nobody reads any more
    socket.resume()
    socket.close(code, fitting(reason))
  }

  /** Cuts the connection. */
  cut(): void {
    this.#socket.terminate()
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#closing) return
    const bytes = Buffer.isBuffer(data) ? data : Buffer.concat(Array.isArray(data) ? data : [Buffer.from(data)])
    this.lastHeardAt = performance.now()
    this.lastMessageAt = this.lastHeardAt
    this.#counted.bytesIn += bytes.length
    const message = isBinary ? bytes : bytes.toString()
    this.#waiting.push(message)
    this.#waitingBytes += message.length
    if (this.#waiting.length >= waitingMessages || this.#waitingBytes >= waitingBytes) this.#socket.pause()
    this.#notify()
  }

  #notify(): void {
    this.#wake?.()
    this.#wake = undefined
  }
}

/** A message could not be sent, because the session has ended. */
export class SocketClosed extends Error {
  override name = 'SocketClosed'
  constructor(options?: ErrorOptions) {
    super('the session has ended', options)
  }
}

const reasonBytes = 123

/** As much of a reason as a close frame holds (RFC 6455, section 5.5), without a part of a character. */
export function fitting(reason: string): string {
  let cut = reason.slice(0, reasonBytes)
  while (Buffer.byteLength(cut) > reasonBytes) cut = cut.slice(0, -1)
  return cut.toWellFormed()
}

/** Whether a close frame may have the code (RFC 6455, section 7.4); ws refuses any other. */
export function maySend(code: number): boolean {
  return (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code <= 4999)
}

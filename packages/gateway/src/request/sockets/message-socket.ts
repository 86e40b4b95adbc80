// One end of a WebSocket as a stream of messages in each direction. A slow reader pauses the socket, and a sender waits
// for a slow peer, so neither direction holds more than a few messages in memory.
import type { RawData, WebSocket } from 'ws'
import type { Message } from '#define/sockets'

/**
 * The end of a WebSocket. `isCut` means without a closing handshake: what came before must not be taken for complete.
 */
export interface SocketEnd {
  readonly code: number
  readonly reason: string
  readonly isCut: boolean
}

/** Running totals of a session's payload bytes. */
interface CountedBytes {
  bytesIn: number
  bytesOut: number
}

/** Backpressure limits for received, unread messages. */
const waitingMessages = 16
const waitingBytes = 256 * 1024
/** Backpressure limit for unsent bytes: beyond it, senders wait and pings stay unanswered. */
const unsentBytes = 256 * 1024

/** The code that stands for a close frame without a code (RFC 6455, section 7.4.1). */
export const noCode = 1005

const noEnd: SocketEnd = { code: 1006, reason: '', isCut: true }

export class MessageSocket {
  /** Resolves when the connection has ended; never rejects. */
  readonly ended: Promise<SocketEnd>
  /** Monotonic milliseconds of the last message in either direction, and of the peer's last frame of any kind. */
  lastMessageAt = performance.now()
  lastHeardAt = performance.now()
  /** Payload bytes sent. */
  sent = 0
  readonly #counted: CountedBytes
  readonly #socket: WebSocket
  readonly #closeMs: number
  readonly #waiting: Message[] = []
  #waitingBytes = 0
  #end: SocketEnd | undefined
  #wake: (() => void) | undefined
  #closing: NodeJS.Timeout | undefined

  /** Takes over an open socket. `closeMs` limits the closing handshake. */
  constructor(socket: WebSocket, closeMs: number, counted: CountedBytes = { bytesIn: 0, bytesOut: 0 }) {
    this.#counted = counted
    this.#socket = socket
    this.#closeMs = closeMs
    const { promise, resolve } = Promise.withResolvers<SocketEnd>()
    this.ended = promise
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    // ws answers pings by itself, however much is still unsent
    socket.on('ping', (data) => {
      this.lastHeardAt = performance.now()
      if (socket.bufferedAmount <= unsentBytes && socket.readyState === socket.OPEN) socket.pong(data)
    })
    socket.on('pong', () => {
      this.lastHeardAt = performance.now()
    })
    // the code of the following close tells what went wrong
    socket.on('error', () => {})
    socket.on('close', (code, reason) => {
      clearTimeout(this.#closing)
      this.#end = { code, reason: String(reason), isCut: code === noEnd.code }
      this.#notify()
      resolve(this.#end)
    })
  }

  /**
   * Yields the peer's messages in order, up to the last one received before the connection ended. Can be read only
   * once.
   */
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

  /** True while received messages are unread; the peer's pongs then wait as well. */
  get isHeld(): boolean {
    return this.#socket.isPaused
  }

  /** Bytes that the peer has not accepted yet. */
  get unsent(): number {
    return this.#socket.bufferedAmount
  }

  /** Resolves when there is room for more; rejects when the connection ends first. */
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
    // an error without a waiting sender ends the connection, which is noticed elsewhere
    promise.catch(() => {})
  }

  /** Sends a ping, unless the ping could not be sent or its pong not be read. */
  ping(): void {
    const socket = this.#socket
    if (socket.readyState === socket.OPEN && !socket.isPaused && socket.bufferedAmount <= unsentBytes) socket.ping()
  }

  /** Begins the closing handshake, without a code if it is undefined; cuts off a peer that does not answer. */
  close(code: number | undefined, reason: string): void {
    const socket = this.#socket
    if (this.#end || this.#closing) return
    this.#closing = setTimeout(() => socket.terminate(), this.#closeMs)
    // the peer's close frame is queued behind messages that will not be read any more
    socket.resume()
    if (code === undefined) socket.close()
    else socket.close(code, fitting(reason))
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

/** Thrown when a message could not be sent because the session has ended. */
export class SocketClosed extends Error {
  override name = 'SocketClosed'
  constructor(options?: ErrorOptions) {
    super('the session has ended', options)
  }
}

const reasonBytes = 123

/** Shortens a reason to what a close frame holds (RFC 6455, section 5.5), at a character boundary. */
function fitting(reason: string): string {
  let cut = reason.slice(0, reasonBytes)
  while (Buffer.byteLength(cut) > reasonBytes) cut = cut.slice(0, -1)
  return cut.toWellFormed()
}

/** Reports whether a close frame is allowed to carry the code (RFC 6455, section 7.4); ws refuses any other. */
export function maySend(code: number): boolean {
  return (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code <= 4999)
}

// Requests between two threads over a message port. Either side may send requests; arguments and results are plain data
// (structured clone), and either can be followed by a stream that never runs more than a few chunks ahead of its
// reader. Messages of one tick are sent together, because waking the other side costs more than a message.
import type { MessagePort, Transferable, Worker } from 'node:worker_threads'
import { OwnedChunks } from '#provider'
import { decodeError, encodeError, type PlainError } from './errors.ts'
import { pump, type StreamEnd, StreamReader, streamWindow } from './streams.ts'

export interface PeerRequest {
  readonly method: string
  readonly args: unknown
  /** A stream that the other side reads as it arrives. */
  readonly upload?: AsyncIterable<unknown> | undefined
  /** Aborts the work on the other side; the request then rejects with the reason. */
  readonly signal?: AbortSignal | undefined
}
export interface PeerResult {
  readonly value: unknown
  /** The stream of the response, if it has one. Read it to its end, or return from it. */
  readonly stream?: AsyncIterable<unknown> | undefined
}
/** The serving side's view of a request, besides its arguments. */
export interface ServeContext {
  /** Aborted when the requesting side gives up. Created on first access. */
  readonly signal: AbortSignal
  readonly isAborted: boolean
  readonly upload: AsyncIterable<unknown>
}
export type Serve = (method: string, args: unknown, context: ServeContext) => Promise<PeerResult>
/** Calls `answer`, which serves the request and streams its result. Request numbers increase. */
type Begin = (
  request: { readonly id: number; readonly method: string; readonly args: unknown },
  answer: () => void,
) => void

/** A message port, or a worker as its parent sees it. */
type PortEnd = { postMessage(value: unknown, moved: Transferable[]): void } & (
  | Pick<MessagePort, 'on'>
  | Pick<Worker, 'on'>
)

/** A stream's direction: `up` belongs to a request's arguments, `down` to its result. */
type Channel = 'up' | 'down'
type Message =
  | { type: 'request'; id: number; method: string; args: unknown; uploads: boolean }
  | { type: 'result'; id: number; value: unknown; streams: boolean }
  | { type: 'failed'; id: number; error: PlainError }
  | { type: 'abort'; id: number }
  | { type: 'chunk'; id: number; channel: Channel; chunk: unknown }
  | { type: 'end'; id: number; channel: Channel; error: PlainError | undefined }
  | { type: 'credit'; id: number; channel: Channel }
  | { type: 'stop'; id: number; channel: Channel }

type RequestMessage = Extract<Message, { type: 'request' }>

export interface Peer {
  /** Resolves with the response; rejects with the other side's error, or when the peer is closed. */
  request(request: PeerRequest): Promise<PeerResult>
  /** Requests that have not been answered. */
  readonly pending: number
  /**
   * True while a request of this side, or one of its streams, is in progress: imports stream for minutes after the
   * response.
   */
  readonly isBusy: boolean
  /**
   * Rejects pending requests and ends all streams with the error. Requests after `lastBegun`, which the other side
   * never began, are rejected with NotBegun; nothing of their uploads has been read.
   */
  close(error: Error, lastBegun?: number): void
}

/** The rejection of a request that the other side had not begun when it ended. */
export class NotBegun extends Error {
  override name = 'NotBegun'
}

interface PendingRequest {
  readonly resolve: (result: PeerResult) => void
  readonly reject: (error: unknown) => void
  readonly forget: () => void
}

/** Connects one end of a port. `serve` answers the requests of the other side, each within `begin`. */
export function createPeer(port: PortEnd, serve: Serve, begin: Begin = beginAtOnce): Peer {
  const pendingRequests = new Map<number, PendingRequest>()
  const serving = new Map<number, ServedRequest>()
  const readers = { up: new Map<number, StreamReader>(), down: new Map<number, StreamReader>() }
  const senders = { up: new Map<number, StreamEnd>(), down: new Map<number, StreamEnd>() }
  let nextId = 1
  let closed: Error | undefined
  let outbox: Message[] = []
  /** Memory of the outbox's chunks that is moved rather than copied. */
  let moved: ArrayBuffer[] = []

  const flush = () => {
    const messages = outbox
    const memory = moved
    outbox = []
    moved = []
    if (closed) return
    try {
      port.postMessage(messages, memory)
    } catch {
      // one message cannot be cloned; the others must still arrive
      for (const message of messages) postAlone(message)
    }
  }
  const postAlone = (message: Message) => {
    try {
      port.postMessage([message], [])
    } catch (error) {
      const { id } = message
      if (message.type === 'request') settle(id)?.reject(error)
      else if (message.type === 'result') port.postMessage([{ type: 'failed', id, error: encodeError(error) }], [])
      else if (message.type === 'chunk') {
        senders[message.channel].get(id)?.stop()
        port.postMessage([{ type: 'end', id, channel: message.channel, error: encodeError(error) }], [])
      }
    }
  }
  const post = (message: Message) => {
    if (closed) return
    if (outbox.push(message) === 1) queueMicrotask(flush)
  }

  const openReader = (channel: Channel, id: number): StreamReader => {
    const reader = new StreamReader({
      credit: () => post({ type: 'credit', id, channel }),
      stop: () => post({ type: 'stop', id, channel }),
      closed: () => readers[channel].delete(id),
    })
    readers[channel].set(id, reader)
    return reader
  }
  const openSender = (channel: Channel, id: number, source: AsyncIterable<unknown>) => {
    const isOwned = source instanceof OwnedChunks
    const link = {
      chunk: (chunk: unknown) => {
        if (isOwned && isMovable(chunk) && !closed) moved.push(chunk.buffer)
        post({ type: 'chunk', id, channel, chunk })
      },
      end: (error: unknown) => {
        senders[channel].delete(id)
        if (channel === 'down') forget(id)
        post({ type: 'end', id, channel, error: error === undefined ? undefined : encodeError(error) })
      },
    }
    // an upload waits until its request has begun: until then the request can go to another thread
    senders[channel].set(id, pump(source, link, channel === 'up' ? 0 : streamWindow))
  }

  /** Drops a finished request, and the rest of its upload. */
  const forget = (id: number) => {
    serving.delete(id)
    readers.up.get(id)?.cancel()
  }
  /**
   * Accepts a request, to start it in a separate phase of the event loop: a port delivers up to a thousand messages in
   * one phase, which would starve the timers of a busy thread, including its pulse.
   */
  const accept = (message: RequestMessage) => {
    const context = new ServedRequest(message.uploads ? openReader('up', message.id) : noUpload)
    serving.set(message.id, context)
    setImmediate(() => begin(message, () => void answer(message, context)))
  }
  const answer = async ({ id, method, args }: RequestMessage, context: ServedRequest) => {
    readers.up.get(id)?.begin()
    try {
      const { value, stream } = await serve(method, args, context)
      post({ type: 'result', id, value, streams: stream !== undefined })
      if (stream) openSender('down', id, stream)
      else forget(id)
    } catch (error) {
      forget(id)
      post({ type: 'failed', id, error: encodeError(error) })
    }
  }
  const settle = (id: number): PendingRequest | undefined => {
    const waiting = pendingRequests.get(id)
    pendingRequests.delete(id)
    waiting?.forget()
    return waiting
  }
  const receive = (message: Message): void => {
    const { id } = message
    switch (message.type) {
      case 'request':
        accept(message)
        return
      case 'result': {
        const stream = message.streams ? openReader('down', id) : undefined
        const waiting = settle(id)
        if (waiting) waiting.resolve({ value: message.value, stream })
        else stream?.cancel()
        return
      }
      case 'failed':
        settle(id)?.reject(decodeError(message.error))
        return
      case 'abort':
        serving.get(id)?.abort()
        return
      case 'chunk':
        readers[message.channel].get(id)?.push(message.chunk)
        return
      case 'end':
        readers[message.channel].get(id)?.end(message.error && decodeError(message.error))
        return
      case 'credit':
        senders[message.channel].get(id)?.credit()
        return
      case 'stop':
        senders[message.channel].get(id)?.stop()
        // the signal also stops work that is waiting rather than yielding
        if (message.channel === 'down') serving.get(id)?.abort()
        return
    }
  }
  const receiveAll = (messages: Message[]) => {
    for (const message of messages) receive(message)
  }
  port.on('message', receiveAll)

  return {
    get pending() {
      return pendingRequests.size
    },
    get isBusy() {
      return pendingRequests.size > 0 || readers.down.size > 0 || senders.up.size > 0
    },
    request({ method, args, upload, signal }) {
      if (closed) return Promise.reject(closed)
      if (signal?.aborted) return Promise.reject(signal.reason)
      const id = nextId++
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          settle(id)
          post({ type: 'abort', id })
          reject(signal?.reason)
        }
        const forget = () => signal?.removeEventListener('abort', onAbort)
        pendingRequests.set(id, { resolve, reject, forget })
        signal?.addEventListener('abort', onAbort, { once: true })
        post({ type: 'request', id, method, args, uploads: upload !== undefined })
        if (upload) openSender('up', id, upload)
      })
    },
    close(error, lastBegun = nextId) {
      if (closed) return
      closed = error
      const notBegun = new NotBegun('the other side ended before it began', { cause: error })
      for (const id of [...pendingRequests.keys()]) settle(id)?.reject(isAfter(id, lastBegun) ? notBegun : error)
      for (const context of serving.values()) context.abort()
      for (const channel of ['up', 'down'] as const) {
        for (const reader of [...readers[channel].values()]) reader.end(error)
        for (const sender of [...senders[channel].values()]) sender.stop()
      }
    },
  }
}

const beginAtOnce: Begin = (_request, answer) => answer()

/** Compares numbers of which only the lower 32 bits are kept. */
const isAfter = (id: number, other: number): boolean => ((id - other) | 0) > 0

/** Reports whether a chunk spans its whole memory, so that moving it takes nothing else along. */
function isMovable(chunk: unknown): chunk is Uint8Array<ArrayBuffer> {
  return chunk instanceof Uint8Array && chunk.buffer instanceof ArrayBuffer && chunk.length === chunk.buffer.byteLength
}

class ServedRequest implements ServeContext {
  readonly upload: AsyncIterable<unknown>
  isAborted = false
  #controller: AbortController | undefined

  constructor(upload: AsyncIterable<unknown>) {
    this.upload = upload
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.isAborted) this.#controller.abort()
    }
    return this.#controller.signal
  }

  abort(): void {
    this.isAborted = true
    this.#controller?.abort()
  }
}

const noUpload: AsyncIterable<unknown> = {
  async *[Symbol.asyncIterator]() {
    // a request without an upload reads as an empty one
  },
}

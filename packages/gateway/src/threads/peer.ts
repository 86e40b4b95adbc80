// Requests between two threads over a message port. Either side may send requests; arguments and results are plain data
// (structured clone), and either can be followed by a stream that never runs more than a few chunks ahead of its
// reader. Messages of one tick are sent together, because waking the other side costs more than a message.
import type { MessagePort, Transferable, Worker } from 'node:worker_threads'
import { OwnedChunks } from '#provider'
import { decodeError, encodeError, type PlainError } from './errors.ts'
import { pump, type StreamEnd, StreamReader } from './streams.ts'

export interface PeerRequest {
  readonly method: string
  readonly args: unknown
  /** Read by the other side as it arrives. */
  readonly upload?: AsyncIterable<unknown> | undefined
  /** Aborts the work on the other side; the request then rejects with the reason. */
  readonly signal?: AbortSignal | undefined
}
export interface PeerResult {
  readonly value: unknown
  /** Present when the other side answered with a stream. Read it to its end, or return from it. */
  readonly stream?: AsyncIterable<unknown> | undefined
}
/** What the serving side knows about a request besides its arguments. */
export interface ServeContext {
  /** Aborted when the requesting side gives up. Created on first access. */
  readonly signal: AbortSignal
  readonly isAborted: boolean
  readonly upload: AsyncIterable<unknown>
}
export type Serve = (method: string, args: unknown, context: ServeContext) => Promise<PeerResult>

/** A message port, or a worker as its parent sees it. */
export type PortEnd = { postMessage(value: unknown, moved: Transferable[]): void } & (
  | Pick<MessagePort, 'on'>
  | Pick<Worker, 'on'>
)

/** `up` belongs to the arguments of a request, `down` to its result. */
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
  /** Resolves with the answer; rejects with the error that the other side threw, or when the peer is closed. */
  request(request: PeerRequest): Promise<PeerResult>
  /** Requests that have not been answered. */
  readonly pending: number
  /**
   * Whether a request of this side, or one of its streams, is in progress: imports stream for minutes after the answer.
   */
  readonly isBusy: boolean
  /** Rejects what is pending and ends all streams with the error. */
  close(error: Error): void
}

interface PendingRequest {
  readonly resolve: (result: PeerResult) => void
  readonly reject: (error: unknown) => void
  readonly forget: () => void
}

/** Connects one end of a port. `serve` answers the requests of the other side. */
export function createPeer(port: PortEnd, serve: Serve): Peer {
  const pendingRequests = new Map<number, PendingRequest>()
  const serving = new Map<number, ServedRequest>()
  const readers = { up: new Map<number, StreamReader>(), down: new Map<number, StreamReader>() }
  const senders = { up: new Map<number, StreamEnd>(), down: new Map<number, StreamEnd>() }
  let nextId = 1
  let closed: Error | undefined
  let outbox: Message[] = []
  /** The memory of chunks in the outbox that are moved. */
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
      // one of them cannot be cloned; the others must still arrive
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
    const sender = pump(source, {
      chunk: (chunk) => {
        if (isOwned && isMovable(chunk) && !closed) moved.push(chunk.buffer)
        post({ type: 'chunk', id, channel, chunk })
      },
      end: (error) => {
        senders[channel].delete(id)
        if (channel === 'down') forget(id)
        post({ type: 'end', id, channel, error: error === undefined ? undefined : encodeError(error) })
      },
    })
    senders[channel].set(id, sender)
  }

  /** The request is over, so the rest of its upload is not needed. */
  const forget = (id: number) => {
    serving.delete(id)
    readers.up.get(id)?.cancel()
  }
  /**
   * Work starts in a separate phase of the event loop: a port delivers up to a thousand messages in one phase, which
   * would starve the timers of a busy thread, including its pulse.
   */
  const accept = (message: RequestMessage) => {
    const context = new ServedRequest(message.uploads ? openReader('up', message.id) : noUpload)
    serving.set(message.id, context)
    setImmediate(answer, message, context)
  }
  const answer = async ({ id, method, args }: RequestMessage, context: ServedRequest) => {
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
        // work that is waiting rather than yielding is stopped by its signal
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
    close(error) {
      if (closed) return
      closed = error
      for (const id of [...pendingRequests.keys()]) settle(id)?.reject(error)
      for (const context of serving.values()) context.abort()
      for (const channel of ['up', 'down'] as const) {
        for (const reader of [...readers[channel].values()]) reader.end(error)
        for (const sender of [...senders[channel].values()]) sender.stop()
      }
    },
  }
}

/** Whether a chunk is all of its memory, so that moving it takes nothing else along. */
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

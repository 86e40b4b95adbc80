// Reads request bodies: whole, up to a limit, or as a stream that fails at the limit.
import type { IncomingMessage } from 'node:http'
import { fail } from '#define'
import { releaseBuffer } from '#provider'
import { decodeBody } from './body-encoding.ts'

/** A body read whole: the bytes as sent, and the bytes after any content encoding is undone. */
export interface BufferedBody {
  readonly raw: Buffer
  readonly decoded: Buffer
}

export interface BodyBounds {
  /** The limit in bytes, for the raw and for the decoded body. */
  readonly bodyBytes: number
  /** The period in which at least 1 KiB, or the end, has to arrive. */
  readonly idleMs: number
  /** The timeout of the whole body. */
  readonly totalMs: number
}

/**
 * The least progress per idle period. A slower sender holds a connection, and perhaps a buffer, for next to nothing.
 */
export const progressBytes = 1024

/** Receives each piece of the decoded body as it arrives; an error it throws refuses the body. */
export type BodyCheck = (piece: Buffer) => void

/** Receives the number of bytes that are about to be kept; an error it throws refuses the body. */
export type BodyHold = (bytes: number) => void

interface BodyWatch {
  readonly check?: BodyCheck | undefined
  readonly hold?: BodyHold | undefined
}

/**
 * Reads the whole body within its bounds. Throws or rejects with `body.too_large`, `request.slow` or `input.invalid`.
 * Returns a promise only when it has to wait.
 *
 *     const body = readWholeBody(request, { bodyBytes: 1_000_000, idleMs: 5000, totalMs: 30_000 })
 *     const { decoded } = body instanceof Promise ? await body : body
 */
export function readWholeBody(
  request: IncomingMessage,
  bounds: BodyBounds,
  { check, hold }: BodyWatch = {},
): BufferedBody | Promise<BufferedBody> {
  const encoding = request.headers['content-encoding']
  const checkRaw = encoding === undefined ? check : undefined
  const buffered = readBuffered(request, bounds)
  if (buffered) hold?.(buffered.length)
  const raw = buffered ?? collect(request, bounds, { check: checkRaw, hold })
  if (raw instanceof Promise)
    return raw.then((bytes) => (encoding === undefined ? { raw: bytes, decoded: bytes } : decode(bytes, encoding)))
  if (encoding !== undefined) return decode(raw, encoding)
  check?.(raw)
  return { raw, decoded: raw }

  function checkDecoded(piece: Buffer): void {
    hold?.(piece.length)
    check?.(piece)
  }

  async function decode(bytes: Buffer, name: string): Promise<BufferedBody> {
    return { raw: bytes, decoded: await decodeBody(bytes, name, { bodyBytes: bounds.bodyBytes, check: checkDecoded }) }
  }
}

const noBytes = Buffer.alloc(0)

/**
 * Returns the body if all of it has arrived. Usually it comes together with the head, and calls begin only after both
 * have been read.
 */
function readBuffered(request: IncomingMessage, { bodyBytes }: BodyBounds): Buffer | undefined {
  // a request without a body has already ended, and emits no event (server.ts)
  if (request.readableEnded) return noBytes
  if (!request.complete || request.destroyed || request.readableFlowing !== null) return undefined
  const chunks: Buffer[] = []
  for (let chunk: unknown = request.read(); Buffer.isBuffer(chunk); chunk = request.read()) chunks.push(chunk)
  const bytes = concat(chunks)
  if (bytes.length > bodyBytes) throw fail('body.too_large', { limit: bodyBytes })
  return bytes
}

function concat(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks
  return chunks.length === 1 && only ? only : Buffer.concat(chunks)
}

/**
 * Collects a body that is still arriving. On failure the request is left open, because the refusal needs its socket.
 */
function collect(
  request: IncomingMessage,
  { bodyBytes, idleMs, totalMs }: BodyBounds,
  { check, hold }: BodyWatch,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const declared = Number(request.headers['content-length'] ?? 0)
  const body = new GrowingBody(Math.min(bodyBytes, declared))
  const deadline = performance.now() + totalMs
  let total = 0
  /** Bytes received since the timer was set. */
  let fresh = 0
  const onSlow = () => onFailure(fail('request.slow', {}))
  let timer = setTimeout(onSlow, Math.min(idleMs, totalMs))
  const onChunk = (chunk: Buffer) => {
    total += chunk.length
    fresh += chunk.length
    try {
      hold?.(chunk.length)
      check?.(chunk)
    } catch (error) {
      onFailure(error)
      return
    }
    if (total > bodyBytes) onFailure(fail('body.too_large', { limit: bodyBytes }))
    else if (fresh >= progressBytes) {
      fresh = 0
      clearTimeout(timer)
      timer = setTimeout(onSlow, Math.min(idleMs, deadline - performance.now()))
    }
    body.push(chunk)
  }
  const onEnd = () => {
    stop()
    resolve(body.whole())
  }
  const onFailure = (error: unknown) => {
    stop()
    request.pause()
    reject(error)
  }
  const onClose = () => onFailure(new Error('the request was closed before its end'))
  const stop = () => {
    clearTimeout(timer)
    request.off('data', onChunk).off('end', onEnd).off('error', onFailure).off('close', onClose)
    request.on('error', ignore)
  }
  request.on('data', onChunk).on('end', onEnd).on('error', onFailure).on('close', onClose)
  if (request.destroyed) onClose()
  return promise
}

/** The number of collected bytes at which chunks are joined. */
const joinedBytes = 1024 * 1024

/**
 * A body that arrives in chunks. A long body is joined on the way: joining it at its end would take tens of
 * milliseconds.
 */
class GrowingBody {
  readonly #declared: number
  #chunks: Buffer[] = []
  #chunkBytes = 0
  #memory: Buffer | undefined
  #length = 0

  /** Creates an empty body. Memory for a declared length is reserved only once some of it has arrived. */
  constructor(declared: number) {
    this.#declared = declared
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#chunkBytes += chunk.length
    if (this.#chunkBytes >= joinedBytes) this.#join()
  }

  /** Returns the whole body. It must be called only once. */
  whole(): Buffer {
    if (!this.#memory) return concat(this.#chunks)
    return this.#join().subarray(0, this.#length)
  }

  #join(): Buffer {
    const memory = this.#memoryFor(this.#length + this.#chunkBytes)
    for (const chunk of this.#chunks) {
      memory.set(chunk, this.#length)
      this.#length += chunk.length
      releaseBuffer(chunk)
    }
    this.#chunks = []
    this.#chunkBytes = 0
    return memory
  }

  #memoryFor(bytes: number): Buffer {
    const memory = this.#memory
    if (memory && memory.length >= bytes) return memory
    const longer = Buffer.allocUnsafeSlow(Math.max(bytes, this.#declared, 2 * (memory?.length ?? 0)))
    if (memory) {
      longer.set(memory.subarray(0, this.#length))
      releaseBuffer(memory)
    }
    this.#memory = longer
    return longer
  }
}

/** Ignores the error of a request that breaks off after its body was read or abandoned. */
const ignore = () => {}

/**
 * Yields the request's bytes; fails with `body.too_large` or `request.slow`. `onBytes` receives the size of each chunk.
 */
export async function* boundedStream(
  request: IncomingMessage,
  bounds: BodyBounds,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let total = 0
  const timeouts = createReadTimeouts(bounds)
  // an early end must not destroy the request: the refusal is sent on its socket
  const chunks: AsyncIterator<unknown> = request.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      const step = await timeouts.bound(chunks.next())
      if (step.done) return
      const chunk = step.value
      if (!Buffer.isBuffer(chunk)) continue
      total += chunk.length
      timeouts.progressed(chunk.length)
      if (total > bounds.bodyBytes) throw fail('body.too_large', { limit: bounds.bodyBytes })
      onBytes?.(chunk.length)
      yield chunk
    }
  } finally {
    timeouts.clear()
    // releases the request; not awaited, because it waits for a chunk that might never come
    chunks.return?.().catch(() => {})
  }
}

/**
 * Limits the wait for each KiB, and the total of all waits. Time in which no chunk is requested does not count as a
 * pause of the sender.
 */
function createReadTimeouts({ idleMs, totalMs }: BodyBounds) {
  let fails: (failure: Error) => void = () => {}
  let isOver = false
  const onSlow = () => {
    isOver = true
    fails(fail('request.slow', {}))
  }
  const total = setTimeout(onSlow, totalMs)
  let idle: NodeJS.Timeout | undefined
  let leftMs = idleMs
  let fresh = 0
  return {
    progressed(bytes: number) {
      fresh += bytes
      if (fresh < progressBytes) return
      fresh = 0
      leftMs = idleMs
    },
    // not Promise.race: a promise that outlives many races retains the result of each
    bound<T>(next: Promise<T>): Promise<T> {
      if (isOver) return Promise.reject(fail('request.slow', {}))
      const fromMs = performance.now()
      idle = setTimeout(onSlow, leftMs)
      return new Promise<T>((resolve, reject) => {
        fails = reject
        next.then(resolve, reject)
      }).finally(() => {
        clearTimeout(idle)
        leftMs = Math.max(1, leftMs - (performance.now() - fromMs))
      })
    },
    clear() {
      clearTimeout(total)
      clearTimeout(idle)
    },
  }
}

/**
 * Discards the rest of the body of a finished call, so that the caller gets to its response; closes the connection
 * after `limit` bytes.
 */
export function discardRest(request: IncomingMessage, limit: number): void {
  let remaining = limit
  request.on('data', (chunk: Buffer) => {
    remaining -= chunk.length
    if (remaining < 0) request.destroy()
  })
  request.resume()
}

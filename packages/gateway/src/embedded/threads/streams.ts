// The two ends of a stream between threads. The sender has a few credits and gets one back for each chunk that is read,
// so a slow reader holds at most that many chunks. Without credit the sender does not begin to read its source.

/** The limit of chunks in flight. */
export const streamWindow = 4

/** The sending end, as controlled by its peer. */
export interface StreamEnd {
  /** Called when the reader has taken a chunk. */
  credit(): void
  /** Called when the reader wants no more chunks. */
  stop(): void
}

/** Sends the source's chunks, then its end. The source is closed when the reader stops. */
export function pump(
  source: AsyncIterable<unknown>,
  link: { chunk(chunk: unknown): void; end(error: unknown): void },
  firstCredits: number,
): StreamEnd {
  let credits = firstCredits
  let stopped = false
  let wake: (() => void) | undefined
  const changed = () => {
    wake?.()
    wake = undefined
  }
  const mayGoOn = async () => {
    while (credits === 0 && !stopped)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    return !stopped
  }
  const run = async () => {
    if (!(await mayGoOn())) return
    for await (const chunk of source) {
      if (!(await mayGoOn())) return
      credits--
      link.chunk(chunk)
    }
  }
  run().then(
    () => link.end(undefined),
    (error: unknown) => link.end(error ?? new Error('the stream failed')),
  )
  return {
    credit() {
      credits++
      changed()
    },
    stop() {
      stopped = true
      changed()
    },
  }
}

interface ReaderLink {
  credit(): void
  stop(): void
  closed(): void
}

/** The receiving end. It can be read once; an error of the source is thrown after the chunks before it. */
export class StreamReader implements AsyncIterable<unknown>, AsyncIterator<unknown> {
  readonly #link: ReaderLink
  readonly #chunks: unknown[] = []
  #ended = false
  #error: unknown
  #wake: (() => void) | undefined

  constructor(link: ReaderLink) {
    this.#link = link
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** Gives the first credits to a sender that started without any. */
  begin(): void {
    for (let credits = 0; credits < streamWindow && !this.#ended; credits++) this.#link.credit()
  }

  push(chunk: unknown): void {
    this.#chunks.push(chunk)
    this.#notify()
  }

  end(error: unknown): void {
    if (this.#ended) return
    this.#ended = true
    this.#error = error
    this.#link.closed()
    this.#notify()
  }

  /** Stops the sender and drops the chunks that have arrived. */
  cancel(): void {
    this.#chunks.length = 0
    if (this.#ended) return
    this.#link.stop()
    this.end(undefined)
  }

  async next(): Promise<IteratorResult<unknown>> {
    while (this.#chunks.length === 0 && !this.#ended)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    if (this.#chunks.length > 0) {
      const value = this.#chunks.shift()
      if (!this.#ended) this.#link.credit()
      return { done: false, value: value instanceof Uint8Array ? asBuffer(value) : value }
    }
    const error = this.#error
    this.#error = undefined
    if (error !== undefined) throw error
    return { done: true, value: undefined }
  }

  async return(): Promise<IteratorResult<unknown>> {
    this.cancel()
    return { done: true, value: undefined }
  }

  #notify(): void {
    this.#wake?.()
    this.#wake = undefined
  }
}

/** Returns a Buffer again: structured clone turns one into a plain Uint8Array. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

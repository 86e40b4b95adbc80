// The part of a response that has arrived but has not been read. The reader takes it piece by piece or whole.

/** The source of the chunks. */
interface ChunkSource {
  /** Called when the queue is over its limit. */
  pause(): void
  /** Called when the queue has been emptied. */
  resume(): void
  /** Called when the reader has stopped early. */
  abort(): void
}

/** The limit of queued bytes beyond which the source is paused; data already in transit is added to them. */
const maxWaitingBytes = 64 * 1024

/** A queue for one reader: either `whole()`, or an iterator that ends at the first failure. */
export class ChunkQueue implements AsyncIterableIterator<Buffer> {
  readonly #source: ChunkSource
  #chunks: Buffer[] = []
  #bytes = 0
  #isPaused = false
  #isWhole = false
  #hasEnded = false
  #failure: Error | undefined
  /** Wakes the reader that is waiting for the next chunk or the end. */
  #wake: (() => void) | undefined

  constructor(source: ChunkSource) {
    this.#source = source
  }

  push(chunk: Buffer): void {
    if (this.#hasEnded) return
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#isWhole) return
    this.#wakeReader()
    if (this.#isPaused || this.#bytes <= maxWaitingBytes) return
    this.#isPaused = true
    this.#source.pause()
  }

  /** Marks the end. The reader gets a failure once it has emptied the queue. */
  end(failure?: Error): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#failure = failure
    this.#wakeReader()
  }

  /** Empties the queue. */
  clear(): void {
    this.#chunks = []
    this.#bytes = 0
  }

  #wakeReader(): void {
    const wake = this.#wake
    this.#wake = undefined
    wake?.()
  }

  /** Waits for the next chunk or the end; a resumed source can deliver a chunk at once. */
  #arrival(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    if (this.#isPaused) {
      this.#isPaused = false
      this.#source.resume()
    }
    return promise
  }

  /** Returns everything queued in one piece: readers do work per piece, and a provider often sends many at once. */
  async next(): Promise<IteratorResult<Buffer, undefined>> {
    while (this.#chunks.length === 0 && !this.#hasEnded) await this.#arrival()
    return this.#chunks.length > 0 ? { done: false, value: this.#take() } : this.#last()
  }

  #take(): Buffer {
    const chunks = this.#chunks
    this.clear()
    const [only] = chunks
    return chunks.length === 1 && only ? only : Buffer.concat(chunks)
  }

  /** Throws the failure once; after that, only ends. */
  #last(): { done: true; value: undefined } {
    const failure = this.#failure
    this.#failure = undefined
    if (failure) throw failure
    return { done: true, value: undefined }
  }

  /** Returns the whole response. From then on the source is not paused. */
  async whole(): Promise<Buffer> {
    this.#isWhole = true
    while (!this.#hasEnded) await this.#arrival()
    this.#last()
    return this.#take()
  }

  async return(): Promise<IteratorResult<Buffer, undefined>> {
    const isEarly = !this.#hasEnded
    this.#hasEnded = true
    this.#failure = undefined
    this.clear()
    if (isEarly) this.#source.abort()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

// What has arrived of an answer and has not been read yet. The reader takes it piece by piece or as a whole.

/** Where the chunks come from. */
export interface ChunkSource {
  /** More is waiting than should. */
  pause(): void
  /** Everything that was waiting has been taken. */
  resume(): void
  /** The reader has stopped early. */
  abort(): void
}

/** So many bytes may wait before the source is paused; what it has already sent comes on top. */
const maxWaitingBytes = 64 * 1024

/** For one reader: `whole()`, or an iterator, which ends with its first failure. */
export class ChunkQueue implements AsyncIterableIterator<Buffer> {
  readonly #source: ChunkSource
  #chunks: Buffer[] = []
  #bytes = 0
  #isPaused = false
  #isWhole = false
  #hasEnded = false
  #failure: Error | undefined
  /** Wakes the reader that waits for the next chunk, or for the end. */
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

  /** Nothing follows. A failure is thrown to the reader once it has read what is waiting. */
  end(failure?: Error): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#failure = failure
    this.#wakeReader()
  }

  /** Drops what is waiting. */
  clear(): void {
    this.#chunks = []
    this.#bytes = 0
  }

  #wakeReader(): void {
    const wake = this.#wake
    this.#wake = undefined
    wake?.()
  }

  /** Waits for the next chunk or the end; a resumed source may bring it at once. */
  #arrival(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    if (this.#isPaused) {
      this.#isPaused = false
      this.#source.resume()
    }
    return promise
  }

  /** Everything that is waiting, in one piece: readers do work per piece, and a provider often sends many at once. */
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

  /** A failure is thrown once; after it there is nothing. */
  #last(): { done: true; value: undefined } {
    const failure = this.#failure
    this.#failure = undefined
    if (failure) throw failure
    return { done: true, value: undefined }
  }

  /** The whole answer. The source is no longer paused for it. */
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

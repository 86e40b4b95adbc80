// What has come of an answer and was not read yet. Whoever reads takes it piece by piece or whole.

/** How the sender is told of what is read. */
export interface Flow {
  /** More waits than should. */
  pause(): void
  /** All that waited has been taken. */
  resume(): void
  /** Nobody reads on. */
  left(): void
}

/** So many bytes may wait before the sender is paused; what it had sent by then comes on top. */
const waitingLimit = 64 * 1024

/** For one reader: `whole()`, or an iterator, which ends with its first failure. */
export class ChunkQueue implements AsyncIterableIterator<Buffer> {
  readonly #flow: Flow
  #chunks: Buffer[] = []
  #bytes = 0
  #isPaused = false
  #isWhole = false
  #hasEnded = false
  #failure: Error | undefined
  /** Wakes who waits for the next chunk, or for the end. */
  #wake: (() => void) | undefined

  constructor(flow: Flow) {
    this.#flow = flow
  }

  push(chunk: Buffer): void {
    if (this.#hasEnded) return
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#isWhole) return
    this.#tell()
    if (this.#isPaused || this.#bytes <= waitingLimit) return
    this.#isPaused = true
    this.#flow.pause()
  }

  /** Nothing follows; with a failure, whoever reads hears of it when what waits has been read. */
  end(failure?: Error): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#failure = failure
    this.#tell()
  }

  /** Forgets what waits. */
  clear(): void {
    this.#chunks = []
    this.#bytes = 0
  }

  #tell(): void {
    const wake = this.#wake
    this.#wake = undefined
    wake?.()
  }

  /** Waits for what comes next; a sender that goes on may bring it at once. */
  #more(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    if (this.#isPaused) {
      this.#isPaused = false
      this.#flow.resume()
    }
    return promise
  }

  /** All that waits, in one piece: whoever reads has its own work for each, and a provider often sends many at once. */
  async next(): Promise<IteratorResult<Buffer, undefined>> {
    while (this.#chunks.length === 0 && !this.#hasEnded) await this.#more()
    return this.#chunks.length > 0 ? { done: false, value: this.#take() } : this.#last()
  }

  #take(): Buffer {
    const chunks = this.#chunks
    this.clear()
    const [only] = chunks
    return chunks.length === 1 && only ? only : Buffer.concat(chunks)
  }

  /** A failure is told once; after it there is nothing. */
  #last(): { done: true; value: undefined } {
    const failure = this.#failure
    this.#failure = undefined
    if (failure) throw failure
    return { done: true, value: undefined }
  }

  /** All of it. The sender is not paused for it any more. */
  async whole(): Promise<Buffer> {
    this.#isWhole = true
    while (!this.#hasEnded) await this.#more()
    this.#last()
    return this.#take()
  }

  async return(): Promise<IteratorResult<Buffer, undefined>> {
    const isEarly = !this.#hasEnded
    this.#hasEnded = true
    this.#failure = undefined
    this.clear()
    if (isEarly) this.#flow.left()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

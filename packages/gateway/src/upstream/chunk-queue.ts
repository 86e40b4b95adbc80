// The part of an answer that has arrived but has not been read. The reader takes it piece by piece or as a whole, or
// has it pushed.
import type { ChunkSink, Pushed } from '#define'

/** Where the chunks come from. */
export interface ChunkSource {
  /** More is queued than should be. */
  pause(): void
  /** The queue has been emptied. */
  resume(): void
  /** The reader has stopped early. */
  abort(): void
}

/** The most queued bytes before the source is paused; data already in transit is added to them. */
const maxWaitingBytes = 64 * 1024

/** For one reader: `whole()`, `pushTo()`, or an iterator, which ends at the first failure. */
export class ChunkQueue implements AsyncIterableIterator<Buffer>, Pushed {
  readonly #source: ChunkSource
  #chunks: Buffer[] = []
  #bytes = 0
  #isPaused = false
  #isWhole = false
  #hasEnded = false
  #failure: Error | undefined
  /** Wakes the reader that is waiting for the next chunk or the end. */
  #wake: (() => void) | undefined
  #sink: ChunkSink | undefined
  #isFlushing = false

  constructor(source: ChunkSource) {
    this.#source = source
  }

  push(chunk: Buffer): void {
    if (this.#hasEnded) return
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#isWhole) return
    if (this.#sink) {
      this.#flushSoon()
      return
    }
    this.#wakeReader()
    if (this.#isPaused || this.#bytes <= maxWaitingBytes) return
    this.#isPaused = true
    this.#source.pause()
  }

  /** Nothing follows. A failure is thrown to the reader once it has emptied the queue. */
  end(failure?: Error): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#failure = failure
    if (this.#sink) this.#flush(this.#sink)
    else this.#wakeReader()
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

  /** Waits for the next chunk or the end; a resumed source may deliver it at once. */
  #arrival(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    if (this.#isPaused) {
      this.#isPaused = false
      this.#source.resume()
    }
    return promise
  }

  /** Everything queued, in one piece: readers do work per piece, and a provider often sends many at once. */
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

  pushTo(sink: ChunkSink): void {
    this.#sink = sink
    this.#flush(sink)
    if (this.#isPaused && !this.#hasEnded) this.resume()
  }

  /** Chunks that wait in the socket arrive one after the other: the sink gets them in one piece. */
  #flushSoon(): void {
    if (this.#isFlushing) return
    this.#isFlushing = true
    queueMicrotask(() => {
      if (this.#isFlushing && this.#sink) this.#flush(this.#sink)
    })
  }

  #flush(sink: ChunkSink): void {
    this.#isFlushing = false
    if (this.#chunks.length > 0) sink.push(this.#take())
    if (!this.#hasEnded) return
    this.#sink = undefined
    sink.end(this.#failure)
  }

  pause(): void {
    this.#isPaused = true
    this.#source.pause()
  }

  resume(): void {
    this.#isPaused = false
    this.#source.resume()
  }

  cancel(): void {
    if (!this.#hasEnded) this.#source.abort()
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

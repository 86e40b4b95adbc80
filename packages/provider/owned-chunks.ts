// Marks streams of bytes that nobody else holds.

/** A stream whose chunks belong to whoever reads it. On the way to another thread they are moved rather than copied. */
export class OwnedChunks<Chunk extends Uint8Array = Uint8Array> implements AsyncIterable<Chunk> {
  readonly #chunks: AsyncIterable<Chunk>

  constructor(chunks: AsyncIterable<Chunk>) {
    this.#chunks = chunks
  }

  [Symbol.asyncIterator](): AsyncIterator<Chunk> {
    return this.#chunks[Symbol.asyncIterator]()
  }
}

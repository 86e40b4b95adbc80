// Marks streams whose bytes have no other owner.

/** A stream whose chunks belong to its reader. On the way to another thread they are moved rather than copied. */
export class OwnedChunks<Chunk extends Uint8Array = Uint8Array> implements AsyncIterable<Chunk> {
  readonly #chunks: AsyncIterable<Chunk>

  constructor(chunks: AsyncIterable<Chunk>) {
    this.#chunks = chunks
  }

  [Symbol.asyncIterator](): AsyncIterator<Chunk> {
    return this.#chunks[Symbol.asyncIterator]()
  }
}

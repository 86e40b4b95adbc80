// Marks streams of bytes that nobody else holds.

/** A stream whose chunks belong to whoever reads it. On the way to another thread they are moved rather than copied. */
export class OwnedChunks implements AsyncIterable<Uint8Array> {
  readonly #chunks: AsyncIterable<Uint8Array>

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this.#chunks[Symbol.asyncIterator]()
  }
}

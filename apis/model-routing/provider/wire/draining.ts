// The bytes after an answer's last event. An answer is over when its wire says so, which is before its body ends; left there, the connection
// would be torn down and the next call would have to make one anew. So the rest, which is nothing as a rule, is read to its end, out of sight.
import { interruption } from './sse.ts'

const longestMs = 250
const mostChunks = 16

/**
 * Bytes that are read a little further when the reader leaves after `finished` was set; a reader who leaves earlier ends them at once.
 * `cancel` ends bytes that stay away, which leaving them cannot; without it nothing is read further. What breaks them off is told as
 * `untilCut` tells it.
 */
export class LingeringBytes implements AsyncIterable<Uint8Array> {
  finished = false
  readonly #chunks: AsyncIterable<Uint8Array>
  readonly #cancel: (() => void) | undefined

  constructor(chunks: AsyncIterable<Uint8Array>, cancel: (() => void) | undefined) {
    this.#chunks = chunks
    this.#cancel = cancel
  }
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    const inner = this.#chunks[Symbol.asyncIterator]()
    return {
      next: () => inner.next().catch(cut),
      return: async () => {
        if (this.finished && this.#cancel !== undefined) void readOut(inner, this.#cancel)
        else await inner.return?.()
        return { done: true, value: undefined }
      },
    }
  }
}

function cut(cause: unknown): never {
  throw interruption(cause)
}

/** What goes wrong after the answer is nobody's loss. */
async function readOut(inner: AsyncIterator<Uint8Array>, cancel: () => void): Promise<void> {
  const timer = setTimeout(cancel, longestMs)
  try {
    for (let left = mostChunks; left > 0; left--) if ((await inner.next()).done === true) return
    cancel()
  } catch {
    // It is over already.
  } finally {
    clearTimeout(timer)
  }
}

// Drains what is left of a response body after the last event of its answer. A wire announces the end of an answer
// before the body ends; leaving the body there would tear down the connection, and the next call would have to open
// another. So the rest, normally nothing, is read to its end in the background.
import { interruption } from './sse.ts'

const longestMs = 250
const mostChunks = 16

/**
 * The bytes of a body. A reader that leaves after `isComplete` was set leaves the rest to be drained; one that leaves
 * earlier ends the body at once. `cancel` ends a body that sends nothing more, which leaving it cannot do; without
 * `cancel` nothing is drained. An interrupted body throws what `interruption` makes of its failure.
 */
export class DrainingBytes implements AsyncIterable<Uint8Array> {
  isComplete = false
  readonly #chunks: AsyncIterable<Uint8Array>
  readonly #cancel: (() => void) | undefined

  constructor(chunks: AsyncIterable<Uint8Array>, cancel: (() => void) | undefined) {
    this.#chunks = chunks
    this.#cancel = cancel
  }
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    const inner = this.#chunks[Symbol.asyncIterator]()
    return {
      next: () => inner.next().catch(rethrow),
      return: async () => {
        if (this.isComplete && this.#cancel !== undefined) void drain(inner, this.#cancel)
        else await inner.return?.()
        return { done: true, value: undefined }
      },
    }
  }
}

function rethrow(cause: unknown): never {
  throw interruption(cause)
}

/** A failure after the answer affects nobody. */
async function drain(inner: AsyncIterator<Uint8Array>, cancel: () => void): Promise<void> {
  const timer = setTimeout(cancel, longestMs)
  try {
    for (let left = mostChunks; left > 0; left--) if ((await inner.next()).done === true) return
    cancel()
  } catch {
    // The body has ended already.
  } finally {
    clearTimeout(timer)
  }
}

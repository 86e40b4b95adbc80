// Waits for an answer to begin: for its first event with content. Until then nothing has reached the caller, and a
// provider that accepts the call and fails at once can still be replaced.
import type { Batches } from '../../wire/batches.ts'
import type { StreamEvent } from '../../wire/stream-event.ts'

type Batch = readonly StreamEvent[]

/** Reads events up to the first with content, and returns all of them. Throws what the events throw before that. */
export async function whenBegun(batches: Batches): Promise<Batches> {
  const iterator = batches[Symbol.asyncIterator]()
  const first: StreamEvent[] = []
  for (;;) {
    const next = await iterator.next()
    if (next.done) break
    first.push(...next.value)
    if (next.value.some(({ kind }) => kind !== 'start' && kind !== 'usage' && kind !== 'verbatim')) break
  }
  return new BegunBatches(first, iterator)
}

class BegunBatches implements AsyncIterableIterator<Batch> {
  #first: Batch
  readonly #rest: AsyncIterator<Batch>

  constructor(first: Batch, rest: AsyncIterator<Batch>) {
    this.#first = first
    this.#rest = rest
  }

  next(): Promise<IteratorResult<Batch>> {
    const value = this.#first
    if (value.length === 0) return this.#rest.next()
    this.#first = []
    return Promise.resolve({ done: false, value })
  }

  /** A reader that stops ends the call. */
  async return(): Promise<IteratorResult<Batch>> {
    await this.#rest.return?.()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

// Waits for an answer to begin: for its first event with content. Until then nothing has reached the caller, and a
// provider that accepts the call and fails at once can still be replaced.

import type { Batches } from '../../wire/batches.ts'
import type { StreamEvent } from '../../wire/stream-event.ts'

/** The same events, read up to the first with content. Throws what the events throw before that. */
export async function whenBegun(batches: Batches): Promise<Batches> {
  const iterator = batches[Symbol.asyncIterator]()
  const first: StreamEvent[] = []
  for (;;) {
    const next = await iterator.next()
    if (next.done) break
    first.push(...next.value)
    if (next.value.some(({ kind }) => kind !== 'start' && kind !== 'usage' && kind !== 'verbatim')) break
  }
  return new Continued(first, iterator)
}

/** Not a generator, which would cost one more await for each batch. */
class Continued implements AsyncIterableIterator<readonly StreamEvent[]> {
  #first: readonly StreamEvent[] | undefined
  readonly #rest: AsyncIterator<readonly StreamEvent[]>

  constructor(first: readonly StreamEvent[], rest: AsyncIterator<readonly StreamEvent[]>) {
    this.#first = first.length > 0 ? first : undefined
    this.#rest = rest
  }
  [Symbol.asyncIterator](): this {
    return this
  }
  next(): Promise<IteratorResult<readonly StreamEvent[]>> {
    const first = this.#first
    if (first === undefined) return this.#rest.next()
    this.#first = undefined
    return Promise.resolve({ done: false, value: first })
  }
  /** A reader that stops ends the call. */
  async return(): Promise<IteratorResult<readonly StreamEvent[]>> {
    this.#first = undefined
    await this.#rest.return?.()
    return { done: true, value: undefined }
  }
}

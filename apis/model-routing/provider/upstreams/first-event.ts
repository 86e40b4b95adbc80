// Waits for an answer to begin: its first event that says something. Until then nothing has reached the caller, and a provider that
// takes the call and fails at once can still be replaced.
import type { ReplyEvent } from '../conversation.ts'

/** The same events, the first of them already there. Throws what the events throw before one that says something. */
export async function begun(events: AsyncIterable<ReplyEvent>): Promise<AsyncIterable<ReplyEvent>> {
  const iterator = events[Symbol.asyncIterator]()
  const first: ReplyEvent[] = []
  for (;;) {
    const next = await iterator.next()
    if (next.done) break
    first.push(next.value)
    if (next.value.kind !== 'start' && next.value.kind !== 'usage') break
  }
  return following(first, iterator)
}

async function* following(first: readonly ReplyEvent[], rest: AsyncIterator<ReplyEvent>): AsyncGenerator<ReplyEvent> {
  try {
    yield* first
    for (;;) {
      const next = await rest.next()
      if (next.done) return
      yield next.value
    }
  } finally {
    // whoever stops listening ends the call
    await rest.return?.()
  }
}

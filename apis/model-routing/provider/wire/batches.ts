// The events of an answer in batches: all events that are available at once. Awaiting each event by itself would cost
// more than handling it.
import type { StreamEvent } from './stream-event.ts'

/** Events of an answer in batches, which are never empty. */
export type Batches = AsyncIterable<readonly StreamEvent[]>

/** Yields a complete answer as one batch. */
export async function* oneBatch(events: readonly StreamEvent[]): AsyncGenerator<readonly StreamEvent[]> {
  yield events
}

/** Returns all events once the last has arrived. Rejects with what the batches throw. */
export async function allEvents(batches: Batches): Promise<readonly StreamEvent[]> {
  const events: StreamEvent[] = []
  for await (const batch of batches) for (const event of batch) events.push(event)
  return events
}

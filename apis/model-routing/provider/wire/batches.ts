// The events of an answer in batches: all events that are available at once. Awaiting each event by itself would cost
// more than handling it.
import type { StreamEvent } from './stream-event.ts'

/** No batch is empty. */
export type Batches = AsyncIterable<readonly StreamEvent[]>

/** An answer that is still arriving, or all events of a complete one: nothing has to wait for those. */
export type AnswerEvents = Batches | readonly StreamEvent[]

export const isComplete = (answer: AnswerEvents): answer is readonly StreamEvent[] => Array.isArray(answer)

/** A complete answer is a single batch. */
export const asBatches = (answer: AnswerEvents): Batches => (isComplete(answer) ? single(answer) : answer)

async function* single(events: readonly StreamEvent[]): AsyncGenerator<readonly StreamEvent[]> {
  yield events
}

/** All events, once the last of them is there. Rejects with what the batches throw. */
export async function allEvents(answer: AnswerEvents): Promise<readonly StreamEvent[]> {
  if (isComplete(answer)) return answer
  const events: StreamEvent[] = []
  for await (const batch of answer) for (const event of batch) events.push(event)
  return events
}

// Events of an answer in batches: those that are there at once. Each wait costs more than what is done with an event, so what passes answers
// on takes them so, and wires that do not are read and written through here.

import type { AnswerDetails, Format } from './format.ts'
import type { StreamEvent } from './stream-event.ts'

/** None is empty. */
export type Batches = AsyncIterable<readonly StreamEvent[]>

/** An answer that is still coming, or one that is there with all its events: nothing has to wait for those. */
export type Arriving = Batches | readonly StreamEvent[]
export const isWhole = (answer: Arriving): answer is readonly StreamEvent[] => Array.isArray(answer)
export const inBatches = (answer: Arriving): Batches => (isWhole(answer) ? atOnce(answer) : answer)

export function readInBatches(format: Format, chunks: AsyncIterable<Uint8Array>, cancel: () => void): Batches {
  return format.readBatches?.(chunks, cancel) ?? oneByOne(format.readStream(chunks, cancel))
}

export function writeInBatches(format: Format, batches: Batches, facts: AnswerDetails): AsyncIterable<string> {
  return format.writeBatches?.(batches, facts) ?? closed(format.writeStream(eachOf(batches), facts), facts)
}

async function* closed(frames: AsyncIterable<string>, { finalComment }: AnswerDetails): AsyncGenerator<string> {
  yield* frames
  if (finalComment) yield finalComment()
}

export async function* eachOf(batches: Batches): AsyncGenerator<StreamEvent> {
  for await (const batch of batches) yield* batch
}

export async function* oneByOne(events: AsyncIterable<StreamEvent>): AsyncGenerator<readonly StreamEvent[]> {
  for await (const event of events) yield [event]
}

/** A whole answer, all of it in one batch. */
async function* atOnce(events: readonly StreamEvent[]): AsyncGenerator<readonly StreamEvent[]> {
  yield events
}

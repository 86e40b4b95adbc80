// Events of an answer in batches: those that are there at once. Each wait costs more than what is done with an event, so what passes answers
// on takes them so, and wires that do not are read and written through here.
import type { ReplyEvent } from './conversation.ts'
import type { AnswerFacts, Format } from './format.ts'

/** None is empty. */
export type Batches = AsyncIterable<readonly ReplyEvent[]>

/** An answer that is still coming, or one that is there with all its events: nothing has to wait for those. */
export type Arriving = Batches | readonly ReplyEvent[]
export const isWhole = (answer: Arriving): answer is readonly ReplyEvent[] => Array.isArray(answer)
export const inBatches = (answer: Arriving): Batches => (isWhole(answer) ? atOnce(answer) : answer)

export function readInBatches(format: Format, chunks: AsyncIterable<Uint8Array>, cancel: () => void): Batches {
  return format.readBatches?.(chunks, cancel) ?? oneByOne(format.readStream(chunks, cancel))
}

export function writeInBatches(format: Format, batches: Batches, facts: AnswerFacts): AsyncIterable<string> {
  return format.writeBatches?.(batches, facts) ?? closed(format.writeStream(eachOf(batches), facts), facts)
}

async function* closed(frames: AsyncIterable<string>, { closing }: AnswerFacts): AsyncGenerator<string> {
  yield* frames
  if (closing) yield closing()
}

export async function* eachOf(batches: Batches): AsyncGenerator<ReplyEvent> {
  for await (const batch of batches) yield* batch
}

export async function* oneByOne(events: AsyncIterable<ReplyEvent>): AsyncGenerator<readonly ReplyEvent[]> {
  for await (const event of events) yield [event]
}

/** A whole answer, all of it in one batch. */
async function* atOnce(events: readonly ReplyEvent[]): AsyncGenerator<readonly ReplyEvent[]> {
  yield events
}

// Lets the pieces of a streamed answer arrive one after the other, as those of a language model do.
import { setTimeout } from 'node:timers/promises'
import { hashOf } from '../models/built-in/text/words.ts'
import type { Batches } from '../wire/batches.ts'
import type { StreamEvent } from '../wire/stream-event.ts'
import type { Pace } from './script.ts'

/** Paces an answer; the times between the same pieces are always the same. Rejects when the signal aborts. */
export async function* paced(
  batches: Batches,
  { firstMs, perSecond, jitter }: Pace,
  signal: AbortSignal,
): AsyncGenerator<readonly StreamEvent[]> {
  let dueMs = performance.now() + firstMs
  let pieces = 0
  for await (const batch of batches) {
    let ready: StreamEvent[] = []
    for (const event of batch) {
      ready.push(event)
      const text = pieceIn(event)
      if (text === undefined && event.kind !== 'start') continue
      if (text !== undefined) {
        const leftMs = dueMs - performance.now()
        if (leftMs > 0) await setTimeout(leftMs, undefined, { signal })
        const drawn = hashOf(text, pieces++) / 2 ** 32
        dueMs += (1000 / perSecond) * (1 + jitter * (2 * drawn - 1))
      }
      yield ready
      ready = []
    }
    if (ready.length > 0) yield ready
  }
}

const pieceIn = (event: StreamEvent): string | undefined =>
  event.kind === 'text' || event.kind === 'thinking' || event.kind === 'toolInput' ? event.text : undefined

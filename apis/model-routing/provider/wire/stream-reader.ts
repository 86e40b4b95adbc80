// Reads the streamed answer of an upstream, whatever its wire: bytes in, batches of events out.
import { DrainingBytes } from './draining.ts'
import { type ServerEvent, ServerEventParser } from './sse.ts'
import type { StreamEvent } from './stream-event.ts'

/** How a wire reads the server-sent events of one answer. */
export interface StreamReader {
  /** The wire has announced the end of the answer; nothing after it is read. */
  readonly isComplete: boolean
  /**
   * Appends the events that the data of one server-sent event holds. Throws ModelError; what it appended before still
   * counts.
   */
  read(data: string, events: StreamEvent[]): void
  /** Appends the events that end the answer. Throws ModelError 'unavailable' when the answer was cut short. */
  end(events: StreamEvent[]): void
}

/**
 * One batch for each chunk that completes an event. Throws the reader's ModelErrors, and 'unavailable' or 'timeout'
 * where the bytes break off. With `cancel`, which ends the call, the rest of the body is drained after the answer, so
 * that its connection is used again.
 */
export async function* readBatches(
  reader: StreamReader,
  chunks: AsyncIterable<Uint8Array>,
  cancel: (() => void) | undefined,
): AsyncGenerator<readonly StreamEvent[]> {
  const parser = new ServerEventParser()
  const bytes = new DrainingBytes(chunks, cancel)
  for await (const chunk of bytes) {
    const events: StreamEvent[] = []
    const failure = attempt(() => readAll(reader, parser.take(chunk), events))
    bytes.isComplete = reader.isComplete
    if (events.length > 0) yield events
    if (failure) throw failure.cause
    if (reader.isComplete) break
  }
  const events: StreamEvent[] = []
  const failure = attempt(() => {
    if (!reader.isComplete) readAll(reader, parser.end(), events)
    reader.end(events)
  })
  if (events.length > 0) yield events
  if (failure) throw failure.cause
}

function readAll(reader: StreamReader, serverEvents: readonly ServerEvent[], events: StreamEvent[]): void {
  for (const { data } of serverEvents) {
    reader.read(data, events)
    if (reader.isComplete) return
  }
}

/** What an action throws, so that the events before the failure are delivered first. */
function attempt(action: () => void): { readonly cause: unknown } | undefined {
  try {
    action()
    return undefined
  } catch (cause) {
    return { cause }
  }
}

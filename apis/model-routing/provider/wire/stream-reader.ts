// Reads the streamed answer of an upstream, whatever its wire: bytes in, batches of events out.
import { yieldToEventLoop } from '#provider'
import { DrainingBytes } from './draining.ts'
import { type ServerEvent, ServerEventParser } from './sse.ts'
import type { StreamEvent, Usage } from './stream-event.ts'
import { VerbatimBatches, type VerbatimOptions } from './verbatim-batches.ts'

/** An event of an image is longer than this. */
const longEventBytes = 1024 * 1024

/** How a wire reads the server-sent events of one answer. */
export interface StreamReader {
  /** The wire has announced the end of the answer; nothing after it is read. */
  readonly isComplete: boolean
  /**
   * Appends the events that the data of one server-sent event holds. Throws ModelError; what it appended before still
   * counts.
   */
  read(data: string, events: StreamEvent[]): void
  /** The usage so far with that of a parsed event which is otherwise unread. */
  usageIn?(json: unknown): Usage | undefined
  /** Appends the events that end the answer. Throws ModelError 'unavailable' when the answer was cut short. */
  end(events: StreamEvent[]): void
}

export interface StreamInput {
  readonly chunks: AsyncIterable<Uint8Array>
  /** Ends the call. With it, the rest of the body is drained after the answer, so that its connection is used again. */
  readonly cancel: (() => void) | undefined
  readonly verbatim: VerbatimOptions | undefined
}

/** Completes server-sent events, chunk by chunk. */
export interface EventSource {
  take(chunk: Uint8Array): readonly ServerEvent[]
  end(): readonly ServerEvent[]
  /** Adds the bytes of what was taken last to the events that were read from it, as far as it could be read. */
  pass?(events: StreamEvent[], outcome: ReadOutcome): void
}

/** How many server-sent events were read, and what the next one failed with. */
export interface ReadOutcome {
  count: number
  failure?: { readonly cause: unknown } | undefined
}

/**
 * One batch for each chunk that completes an event. Throws the reader's ModelErrors, and 'unavailable' or 'timeout'
 * where the bytes break off.
 */
export async function* readBatches(
  reader: StreamReader,
  { chunks, cancel, verbatim }: StreamInput,
): AsyncGenerator<readonly StreamEvent[]> {
  const source: EventSource = verbatim ? new VerbatimBatches(verbatim) : new ServerEventParser()
  const bytes = new DrainingBytes(chunks, cancel)
  /** Since the last event. */
  let taken = 0
  for await (const chunk of bytes) {
    const events: StreamEvent[] = []
    taken += chunk.length
    const outcome = attempt((read) => readAll(reader, source.take(chunk), { events, read }))
    bytes.isComplete = reader.isComplete
    source.pass?.(events, outcome)
    // writing a long event takes as long as reading it
    if (events.length > 0 && taken > longEventBytes) await yieldToEventLoop()
    if (events.length > 0) {
      taken = 0
      yield events
    }
    if (outcome.failure) throw outcome.failure.cause
    if (reader.isComplete) break
  }
  const events: StreamEvent[] = []
  const outcome = attempt((read) => {
    if (!reader.isComplete) readAll(reader, source.end(), { events, read })
    reader.end(events)
  })
  source.pass?.(events, outcome)
  if (events.length > 0) yield events
  if (outcome.failure) throw outcome.failure.cause
}

interface Progress {
  readonly events: StreamEvent[]
  readonly read: ReadOutcome
}

function readAll(reader: StreamReader, serverEvents: readonly ServerEvent[], { events, read }: Progress): void {
  for (const { data } of serverEvents) {
    reader.read(data, events)
    read.count++
    if (reader.isComplete) return
  }
}

/** With what the action throws, so that the events before the failure are delivered first. */
function attempt(action: (outcome: ReadOutcome) => void): ReadOutcome {
  const outcome: ReadOutcome = { count: 0 }
  try {
    action(outcome)
  } catch (cause) {
    outcome.failure = { cause }
  }
  return outcome
}

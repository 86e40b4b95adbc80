// Reads the streamed answer of an upstream, whatever its wire: bytes in, batches of events out.
import { yieldToEventLoop } from '#provider'
import { leave } from './draining.ts'
import { OwnBytes, type VerbatimOptions } from './own-bytes.ts'
import { type Frame, FrameReader, interruption } from './sse.ts'
import type { StreamEvent } from './stream-event.ts'

/** Length of an event, above which it holds an image. */
const longEventBytes = 1024 * 1024

/** Reader of the server-sent events of one answer. */
export interface StreamReader {
  /** True once the wire has announced the end of the answer; nothing after it is read. */
  readonly isComplete: boolean
  /**
   * Appends the events that the data of one server-sent event holds. Throws ModelError; what it appended before still
   * counts.
   */
  read(data: string, events: StreamEvent[]): void
  /** Appends the events that end the answer. Throws ModelError 'unavailable' when the answer was cut short. */
  end(events: StreamEvent[]): void
}

interface StreamInput {
  readonly chunks: AsyncIterable<Uint8Array>
  /** Ends the call. With it, the rest of the body is drained after the answer, so that its connection is reused. */
  readonly cancel: (() => void) | undefined
  readonly verbatim: VerbatimOptions | undefined
}

/**
 * One batch for each chunk that completes an event. Throws the reader's ModelErrors, and 'unavailable' or 'timeout'
 * where the bytes break off.
 */
export async function* readBatches(
  reader: StreamReader,
  { chunks, cancel, verbatim }: StreamInput,
): AsyncGenerator<readonly StreamEvent[]> {
  const own = verbatim && new OwnBytes(verbatim)
  const frames = new FrameReader()
  const bytes = chunks[Symbol.asyncIterator]()
  let isOpen = false
  /** Since the last event. */
  let taken = 0
  try {
    while (!reader.isComplete) {
      isOpen = false
      const next = await bytes.next().catch(rethrow)
      if (next.done === true) break
      isOpen = true
      taken += next.value.length
      const { events, failure } = readFrames(reader, frames.take(next.value), { own, isLast: false })
      // writing a long event takes as long as reading it
      if (events.length > 0 && taken > longEventBytes) await yieldToEventLoop()
      if (events.length > 0) {
        taken = 0
        yield events
      }
      if (failure) throw failure.cause
    }
  } finally {
    if (isOpen) await leave(bytes, reader.isComplete ? cancel : undefined)
  }
  const { events, failure } = readFrames(reader, reader.isComplete ? [] : frames.end(), { own, isLast: true })
  if (events.length > 0) yield events
  if (failure) throw failure.cause
}

function rethrow(cause: unknown): never {
  throw interruption(cause)
}

interface Batch {
  readonly events: readonly StreamEvent[]
  /** Error to throw once the events before it have been delivered. */
  readonly failure?: { readonly cause: unknown } | undefined
}
interface ReadOptions {
  readonly own: OwnBytes | undefined
  /** True once the body or its answer has ended. */
  readonly isLast: boolean
}

/** Reads frames into events, with the bytes that the caller gets before the end of the answer. */
function readFrames(reader: StreamReader, frames: readonly Frame[], { own, isLast }: ReadOptions): Batch {
  const events: StreamEvent[] = []
  let count = 0
  let failure: Batch['failure']
  try {
    for (const { data } of frames) {
      if (data !== undefined && !reader.isComplete) reader.read(data, events)
      count++
    }
    if (isLast) reader.end(events)
  } catch (cause) {
    failure = { cause }
  }
  own?.pass(frames, { events, count, failure })
  return { events, failure }
}

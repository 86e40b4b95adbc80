// What a wire format does: it reads callers' requests and writes their answers, and writes upstream requests and
// reads their answers. The router knows formats only by this interface.
import type { Batches } from './batches.ts'
import type { ChatRequest } from './chat-request.ts'
import type { Json } from './json.ts'
import type { ModelError } from './model-error.ts'
import type { PassedFrames } from './passed-frames.ts'
import type { StreamEvent } from './stream-event.ts'
import type { VerbatimOptions } from './verbatim-batches.ts'
import type { Wire } from './wire.ts'

/** What an answer contains besides its events. */
export interface AnswerDetails {
  /** The model as the caller sees it. */
  readonly model: string
  /** Unique; the format adds its own prefix unless it is already there. */
  readonly id: string
  /** Unix seconds. */
  readonly created: number
  /** Whether a stream ends with the usage, on wires where the caller chooses. */
  readonly includeUsage: boolean
  readonly request: ChatRequest
  /** A comment at the end of an event stream, known once the last event has arrived. */
  readonly finalComment?: (() => string) | undefined
  /** Only generateContent: a stream is one JSON array instead of server-sent events. */
  readonly asArray?: boolean | undefined
}

/** What the path contains instead of the body: only generateContent has it. */
export interface PathDetails {
  readonly model: string
  readonly stream: boolean
}

/** An error in the format of the wire. */
export interface WireError {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Json
}

export interface Format {
  readonly wire: Wire
  /** The media type of its streams, where they are not server-sent events. */
  readonly streamType?: string
  /**
   * Reads the parsed body of a caller. Throws ModelError 'invalid' naming the parameter, and nothing else, whatever
   * the body is.
   */
  readRequest(body: unknown, path?: PathDetails): ChatRequest
  /**
   * The body for an upstream that names the model `model`. Throws ModelError 'invalid' for what the wire cannot
   * express at all.
   */
  writeRequest(request: ChatRequest, model: string): Json
  /**
   * A complete answer of an upstream, parsed. Throws ModelError: the upstream's own error, or 'unavailable' when it is
   * malformed.
   */
  readAnswer(json: unknown): StreamEvent[]
  /**
   * A streamed answer of an upstream. Throws ModelError: the upstream's own error, 'unavailable' when cut short or
   * malformed. With `cancel`, which ends the call, the rest of the body is drained after the answer, so that its
   * connection serves the next call. With `verbatim` each batch has the bytes it was read from.
   */
  readStream(chunks: AsyncIterable<Uint8Array>, cancel?: () => void, verbatim?: VerbatimOptions): Batches
  /** How a streamed answer is read that passes to a caller of the same wire. */
  readonly passed: PassedFrames
  writeAnswer(events: readonly StreamEvent[], details: AnswerDetails): Json
  /**
   * The frames of a stream, one string for each batch, or the provider's own bytes where the batch has them. A
   * ModelError that the batches throw becomes the wire's error frame and ends the stream; any other failure is thrown
   * on after such a frame.
   */
  writeStream(batches: Batches, details: AnswerDetails): AsyncIterable<string | Buffer>
  writeError(fault: ModelError): WireError
  /**
   * Reads an error response of an upstream, whatever its body is; header names in lower case. `retry` follows SOURCES
   * 7.4. What an upstream says about the channel's own key (401) is not repeated in the message.
   */
  readError(status: number, headers: Readonly<Record<string, string>>, bytes: Uint8Array): ModelError
}

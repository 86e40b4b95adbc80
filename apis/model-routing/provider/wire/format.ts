// What a wire format can do: read what a caller sends and write what he gets back, write what an upstream is sent and
// read what it answers. The router knows formats by this interface alone.
import type { Batches } from './batches.ts'
import type { ChatRequest } from './chat-request.ts'
import type { Json } from './json.ts'
import type { ModelError } from './model-error.ts'
import type { StreamEvent } from './stream-event.ts'
import type { Wire } from './wire.ts'

/** What an answer says about itself beside its events. */
export interface AnswerDetails {
  /** The model as the caller shall see it. */
  readonly model: string
  /** Unique text; the format puts its own prefix before it unless it is there already. */
  readonly id: string
  /** Unix seconds. */
  readonly created: number
  /** Whether a stream ends with the usage, in formats where the caller chooses. */
  readonly includeUsage: boolean
  readonly request: ChatRequest
  /** A comment for the end of a stream of events, known when its last event is there. */
  readonly finalComment?: (() => string) | undefined
  /** Only generateContent: a stream is one JSON list instead of server-sent events. */
  readonly asArray?: boolean | undefined
}

/** What stands in the path and not in the body: only generateContent has it. */
export interface PathDetails {
  readonly model: string
  readonly stream: boolean
}

/** An error as the wire says it. */
export interface WireError {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Json
}

export interface Format {
  readonly wire: Wire
  /**
   * The parsed body of a caller. Throws ModelError 'invalid' naming the parameter, and nothing else whatever the body
   * is.
   */
  readRequest(body: unknown, path?: PathDetails): ChatRequest
  /**
   * The body for an upstream, for its own name of the model. Throws ModelError 'invalid' for what the wire cannot say
   * at all.
   */
  writeRequest(conversation: ChatRequest, model: string): Json
  /**
   * A complete answer of an upstream, parsed. Throws ModelError: the upstream's own error, or 'unavailable' when it is
   * malformed.
   */
  readAnswer(json: unknown): StreamEvent[]
  /**
   * A streamed answer of an upstream. Throws ModelError: the upstream's own error, 'unavailable' when cut short or
   * malformed. With `cancel`, which ends the call, the rest of the body is drained after the answer, so that its
   * connection serves the next call.
   */
  readStream(chunks: AsyncIterable<Uint8Array>, cancel?: () => void): Batches
  writeAnswer(events: readonly StreamEvent[], details: AnswerDetails): Json
  /**
   * The frames of a stream, one string for each batch. A ModelError that the batches throw becomes the wire's error
   * frame and ends the stream; any other failure is thrown on after such a frame.
   */
  writeStream(batches: Batches, details: AnswerDetails): AsyncIterable<string>
  writeError(fault: ModelError): WireError
  /**
   * An error answer of an upstream, whatever its body is; header names in lower case. `retry` by SOURCES 7.4. What an
   * upstream says about the channel's own key (401) is not repeated in the message.
   */
  readError(status: number, headers: Readonly<Record<string, string>>, bytes: Uint8Array): ModelError
}

// Interface of a wire format: it reads callers' requests and writes their answers, and writes upstream requests and
// reads their answers. The router knows formats only by this interface.
import type { Batches } from './batches.ts'
import type { ChatRequest } from './chat-request.ts'
import type { Json } from './json.ts'
import type { ModelError } from './model-error.ts'
import type { VerbatimOptions } from './own-bytes.ts'
import type { StreamEvent } from './stream-event.ts'
import type { Wire } from './wire.ts'

/** Properties of an answer besides its events. */
export interface AnswerDetails {
  /** The model as the caller sees it. */
  readonly model: string
  /** Unique; the format adds its own prefix unless it is already there. */
  readonly id: string
  /** Unix seconds. */
  readonly created: number
  /** True if a stream ends with the usage, on wires where the caller chooses. */
  readonly includeUsage: boolean
  readonly request: ChatRequest
  /** A comment at the end of an event stream, known once the last event has arrived. */
  readonly finalComment?: (() => string) | undefined
  /** True for a stream of generateContent that is one JSON array instead of server-sent events. */
  readonly asArray?: boolean | undefined
}

/** Members that generateContent has in the path instead of the body. */
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
   * Reads the parsed body of a caller. Throws only ModelError 'invalid', which names the parameter, whatever the body
   * is.
   */
  readRequest(body: unknown, path?: PathDetails): ChatRequest
  /**
   * Writes the body for an upstream that names the model `model`. Throws ModelError 'invalid' for what the wire cannot
   * express at all.
   */
  writeRequest(request: ChatRequest, model: string): Json
  /**
   * Reads a complete answer of an upstream, parsed. Throws ModelError: the upstream's own error, or 'unavailable' for a
   * malformed answer.
   */
  readAnswer(json: unknown): StreamEvent[]
  /**
   * Reads a streamed answer of an upstream. Throws ModelError: the upstream's own error, or 'unavailable' for a
   * truncated or malformed answer. With `cancel`, which ends the call, the rest of the body is drained after the
   * answer, so that its connection serves the next call. With `verbatim` each batch has the bytes it was read from.
   */
  readStream(chunks: AsyncIterable<Uint8Array>, cancel?: () => void, verbatim?: VerbatimOptions): Batches
  writeAnswer(events: readonly StreamEvent[], details: AnswerDetails): Json
  /**
   * Writes the frames of a stream, one string for each batch, or the provider's own bytes if the batch has them. A
   * ModelError from the batches becomes the wire's error frame and ends the stream; any other failure is thrown on
   * after such a frame.
   */
  writeStream(batches: Batches, details: AnswerDetails): AsyncIterable<string | Buffer>
  writeError(fault: ModelError): WireError
  /**
   * Reads an error response of an upstream, whatever its body is; header names in lower case. `retry` follows SOURCES
   * 7.4. What an upstream says about the channel's own key (401) is not repeated in the message.
   */
  readError(status: number, headers: Readonly<Record<string, string>>, bytes: Uint8Array): ModelError
}

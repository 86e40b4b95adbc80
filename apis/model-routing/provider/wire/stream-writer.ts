// Writes the streamed answer to a caller, whatever the wire: batches of events in, one string of frames for each batch
// out, or the bytes of a provider of the same wire.
import type { Batches } from './batches.ts'
import { ModelError } from './model-error.ts'
import type { StreamEvent, VerbatimEvent } from './stream-event.ts'

/** Writer of the frames of one answer. */
export interface StreamWriter {
  /** Returns the frames of an event; empty if it has none yet. */
  write(event: StreamEvent): string
  /** Returns the frames that end the answer. */
  end(): string
  /** Returns the frames that end the answer with an error. */
  error(error: ModelError): string
  /** Notes that the provider's own bytes have been passed on instead. */
  passed?(): void
}

/**
 * The end of the answer, with `finalComment` after it, goes out with its last events. A ModelError that the batches
 * throw becomes the wire's error frame and ends the stream, unless the provider's own was passed on; any other failure
 * is thrown on, after an error frame that reveals nothing of it.
 */
export async function* writeBatches(
  writer: StreamWriter,
  batches: Batches,
  finalComment?: () => string,
): AsyncGenerator<string | Buffer> {
  const output = new Output(writer)
  const comment = () => finalComment?.() ?? ''
  try {
    for await (const events of batches) {
      const isEnd = events.at(-1)?.kind === 'end'
      for (const { bytes } of output.pass(events)) yield bytes
      const frames = output.write(events, isEnd) + (isEnd ? comment() : '')
      if (frames !== '') yield frames
    }
    if (!output.isOver) yield output.write([], true) + comment()
  } catch (failure) {
    if (!(failure instanceof ModelError)) {
      yield writer.error(new ModelError('server', 'The answer broke off.'))
      throw failure
    }
    yield (output.hasError ? '' : writer.error(failure)) + comment()
  }
}

/** State of the output: either frames from events or the provider's own bytes have been written. */
class Output {
  isOver = false
  /** True once the provider's own error has been passed on. */
  hasError = false
  readonly #writer: StreamWriter
  #isVerbatim = false

  constructor(writer: StreamWriter) {
    this.#writer = writer
  }
  pass(events: readonly StreamEvent[]): readonly VerbatimEvent[] {
    const own = events.filter((event) => event.kind === 'verbatim')
    if (own.length === 0) return own
    if (!this.#isVerbatim) this.#writer.passed?.()
    this.#isVerbatim = true
    this.hasError = own.at(-1)?.isError === true
    return own
  }
  write(events: readonly StreamEvent[], isEnd: boolean): string {
    this.isOver = isEnd
    if (this.#isVerbatim) return ''
    let frames = ''
    for (const event of events) frames += this.#writer.write(event)
    return isEnd ? frames + this.#writer.end() : frames
  }
}

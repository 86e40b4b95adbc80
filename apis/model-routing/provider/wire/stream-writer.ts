// Writes the streamed answer to a caller, whatever the wire: batches of events in, one string of frames for each batch
// out.
import type { Batches } from './batches.ts'
import { ModelError } from './model-error.ts'
import type { StreamEvent } from './stream-event.ts'

/** How a wire writes the frames of one answer. */
export interface StreamWriter {
  /** The frames of an event; empty where there are none yet. */
  write(event: StreamEvent): string
  /** The frames that end the answer. */
  end(): string
  /** The frames that end it with an error. */
  error(error: ModelError): string
}

/**
 * The end of the answer, with `finalComment` after it, goes out with its last events. A ModelError that the batches
 * throw becomes the wire's error frame and ends the stream; any other failure is thrown on, after an error frame that
 * reveals nothing of it.
 */
export async function* writeBatches(
  writer: StreamWriter,
  batches: Batches,
  finalComment?: () => string,
): AsyncGenerator<string> {
  let isOver = false
  const end = () => writer.end() + (finalComment?.() ?? '')
  try {
    for await (const events of batches) {
      let frames = ''
      for (const event of events) frames += writer.write(event)
      isOver = events.at(-1)?.kind === 'end'
      if (isOver) frames += end()
      if (frames !== '') yield frames
    }
    if (!isOver) yield end()
  } catch (failure) {
    if (!(failure instanceof ModelError)) {
      yield writer.error(new ModelError('server', 'The answer broke off.'))
      throw failure
    }
    yield writer.error(failure) + (finalComment?.() ?? '')
  }
}

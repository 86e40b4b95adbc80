// What a stream ends with when its events fail: the frame of the error in the words of a wire, and nothing after it.
import { ModelError } from './model-error.ts'

/**
 * The frames of `frames`; a failure among them becomes the frame that `write` makes of it. A ModelError has then been told and the stream is
 * over; any other failure goes on to the caller of this, after a frame that says nothing of its inside.
 */
export async function* framesOrError<Frame>(
  frames: AsyncIterable<Frame>,
  write: (fault: ModelError) => Frame,
): AsyncGenerator<Frame> {
  try {
    yield* frames
  } catch (failure) {
    yield* errorFrames(failure, write)
  }
}

/** What a failure ends a stream with. Throws the failure on unless it is a ModelError. */
export function* errorFrames<Frame>(failure: unknown, write: (fault: ModelError) => Frame): Generator<Frame> {
  if (failure instanceof ModelError) yield write(failure)
  else {
    yield write(new ModelError('server', 'The answer broke off.'))
    throw failure
  }
}

/** A data-only frame. JSON text holds no line ends, so one line is enough. */
export function dataFrame(json: unknown): string {
  return `data: ${JSON.stringify(json)}\n\n`
}
export function namedFrame(name: string, json: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(json)}\n\n`
}

/** The id with its wire's prefix, which it may have already. */
export function prefixed(prefix: string, id: string): string {
  return id.startsWith(prefix) ? id : `${prefix}${id}`
}

// How the frames of a wire are recognised while they pass unread (passed-stream.ts).
import type { Usage } from './stream-event.ts'
import type { StreamReader } from './stream-reader.ts'

/** Marks are ASCII that a frame of their kind certainly has, and that strings within it cannot have. */
export interface PassedFrames {
  /** Reads the frames that have to be read. */
  readonly reader: () => StreamReader
  /** The member that holds the usage, with its quotes. Without it the reader sees every frame. */
  readonly usageMark: string | undefined
  /** The usage that a parsed frame reports, where that takes no reader, which knows the frames before. */
  readonly usageIn?: ((json: unknown) => Usage | undefined) | undefined
  /** The line that ends the answer. Without it the end of the body does. */
  readonly endMark: string | undefined
  /**
   * How a text begins that is content of the answer, with the quote before its first character. Without it frames are
   * read until one has content.
   */
  readonly contentMark: string | undefined
}

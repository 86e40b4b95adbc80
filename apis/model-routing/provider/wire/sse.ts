// Server-sent events (WHATWG HTML, section 9.2): bytes in, whole frames out, wherever the chunks are cut.
import { OutboundFailure } from '#define/outbound'
import { ModelError } from './model-error.ts'

export interface Frame {
  /** Bytes of the frame as they came, with the blank line. */
  readonly bytes: Buffer
  /** Data of the frame; undefined for a comment, white space and `null`, which some servers send meanwhile. */
  readonly data: string | undefined
}

/** Images arrive as one frame of base64, so frames can be large; one is read in a single step. */
const mostFrameBytes = 16 * 1024 * 1024
const lf = 10
const cr = 13
const space = 32
/** The length of the longest blank line, `\r\n\r\n`, without its last byte. */
const tailBytes = 3
const noBytes = Buffer.alloc(0)

/**
 * Chunk by chunk, the frames that each chunk completes. Names, ids and retry times are skipped. A line break byte is
 * never inside a UTF-8 character, so frames decode alike however the bytes were cut.
 */
export class FrameReader {
  readonly #mostBytes: number
  #held: Buffer[] = []
  #heldBytes = 0
  #isFirst = true

  constructor(mostBytes: number = mostFrameBytes) {
    this.#mostBytes = mostBytes
  }

  /** Throws ModelError 'unavailable' for a frame that is too large. */
  take(chunk: Uint8Array): Frame[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const tail = this.#tail()
    const end = endOfFrames(tail.length === 0 ? bytes : Buffer.concat([tail, bytes])) - tail.length
    if (end <= 0) {
      this.#hold(bytes)
      return []
    }
    const complete = bytes.subarray(0, end)
    const frames = this.#frames(this.#held.length === 0 ? complete : Buffer.concat([...this.#held, complete]))
    this.#held = []
    this.#heldBytes = 0
    if (end < bytes.length) this.#hold(bytes.subarray(end))
    return frames
  }

  /** The last frame of a stream needs no blank line, because some servers end without one. Throws as `take` does. */
  end(): Frame[] {
    return this.#frames(Buffer.concat(this.#held))
  }

  #frames(bytes: Buffer): Frame[] {
    return framesIn(bytes).map((frame) => {
      if (frame.length > this.#mostBytes) throw tooLarge()
      const text = frame.toString()
      const isMarked = this.#isFirst && text.startsWith('\uFEFF')
      this.#isFirst = false
      return { bytes: frame, data: dataOf(isMarked ? text.slice(1) : text) }
    })
  }

  #hold(bytes: Buffer): void {
    this.#held.push(bytes)
    this.#heldBytes += bytes.length
    if (this.#heldBytes > this.#mostBytes) throw tooLarge()
  }

  #tail(): Buffer {
    const last = this.#held.at(-1)
    if (last === undefined || last.length >= tailBytes) return last?.subarray(-tailBytes) ?? noBytes
    return Buffer.concat(this.#held.slice(-tailBytes)).subarray(-tailBytes)
  }
}

/** Returns the position after the last blank line; 0 without one. */
function endOfFrames(bytes: Buffer): number {
  for (let at = bytes.length - 1; at > 0; at--) if (endsBlank(bytes, at, 0)) return at + 1
  return 0
}

/** Returns the frames, each with its blank line; the last may lack it. */
function framesIn(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = []
  const next = bytes.includes(cr) ? (at: number) => at + 1 : (at: number) => bytes.indexOf(lf, at + 1)
  let start = 0
  for (let at = next(0); at > 0 && at < bytes.length; at = next(at)) {
    const isHalf = bytes[at] === cr && bytes[at + 1] === lf
    if (isHalf || !endsBlank(bytes, at, start)) continue
    frames.push(bytes.subarray(start, at + 1))
    start = at + 1
  }
  if (start < bytes.length) frames.push(bytes.subarray(start))
  return frames
}

/** True if a blank line that begins after `start` ends here. */
function endsBlank(bytes: Buffer, at: number, start: number): boolean {
  if (bytes[at] !== lf && bytes[at] !== cr) return false
  const before = bytes[at] === lf && bytes[at - 1] === cr ? at - 2 : at - 1
  return before >= start && (bytes[before] === lf || bytes[before] === cr)
}

/** Returns the lines of data, joined. */
function dataOf(frame: string): string | undefined {
  let data: string | undefined
  for (const line of frame.includes('\r') ? frame.split(/\r\n|\n|\r/) : frame.split('\n')) {
    if (line !== 'data' && !line.startsWith('data:')) continue
    const value = line.slice(line.charCodeAt(5) === space ? 6 : 5)
    data = data === undefined ? value : `${data}\n${value}`
  }
  const said = data?.trim()
  return said === '' || said === 'null' ? undefined : data
}

/**
 * Returns the error to throw for a body that breaks off: an error of the upstream, or the caller's own abort unchanged.
 */
export function interruption(cause: unknown): unknown {
  if (cause instanceof ModelError) return cause
  if (cause instanceof OutboundFailure) {
    if (cause.reason === 'aborted') return cause
    if (cause.reason === 'slow')
      return new ModelError('timeout', 'The model did not go on in time.', { retry: true, cause, code: 'slow_stream' })
  } else if (cause instanceof Error && cause.name === 'AbortError') return cause
  return truncated(cause)
}

/** Returns the error of a stream that ended or broke off before its answer was complete. */
export function truncated(cause?: unknown): ModelError {
  return new ModelError('unavailable', 'The answer of the model broke off.', { retry: true, cause, code: cutStream })
}
/** Codes of answers that could not be read. */
export const cutStream = 'cut_stream'
export const malformedAnswer = 'malformed_answer'
export const largeAnswer = 'large_answer'

/** Returns the error of an upstream's answer that is not in its own format. */
export function malformed(cause?: unknown): ModelError {
  const details = { retry: true, cause, code: malformedAnswer }
  return new ModelError('unavailable', 'The answer of the model could not be read.', details)
}
/** Returns the error of an upstream's answer that is longer than what is read. */
export function tooLarge(): ModelError {
  return new ModelError('unavailable', 'The answer of the model is too large to be read.', {
    retry: true,
    code: largeAnswer,
  })
}

// Server-sent events (WHATWG HTML, section 9.2): bytes in, events out, wherever the chunks are cut.
import { OutboundFailure } from '#define'
import { ModelError } from './model-error.ts'

export interface ServerEvent {
  /** From the `event:` line; undefined when there is none. */
  readonly name: string | undefined
  readonly data: string
}

/** Images arrive as one event of base64, so events can be large; one is read in a single step. */
const mostEventBytes = 16 * 1024 * 1024
const lf = 10
const cr = 13
const space = 32

/**
 * Chunk by chunk, the events that each chunk completes. Comments, ids and retry times are skipped. A last event without
 * its blank line counts, because some servers end that way.
 */
export class ServerEventParser {
  readonly #lines: LineReader
  readonly #mostBytes: number
  #name: string | undefined
  #data: string | undefined

  constructor(mostBytes: number = mostEventBytes) {
    this.#mostBytes = mostBytes
    this.#lines = new LineReader(mostBytes)
  }
  /** Throws ModelError 'unavailable'. */
  take(chunk: Uint8Array): ServerEvent[] {
    return this.#events(this.#lines.take(chunk))
  }
  /** The event at the end of the stream without a blank line. */
  end(): ServerEvent[] {
    return this.#events([...this.#lines.end(), ''])
  }
  #events(lines: readonly string[]): ServerEvent[] {
    const events: ServerEvent[] = []
    for (const line of lines) {
      if (line !== '') this.#field(line)
      else if (this.#data !== undefined) events.push({ name: this.#name, data: this.#data })
      if (line !== '') continue
      this.#name = undefined
      this.#data = undefined
    }
    return events
  }
  #field(line: string): void {
    const field = line.startsWith('data') ? 'data' : line.startsWith('event') ? 'event' : undefined
    if (field === undefined) return
    const colon = line.indexOf(':')
    if ((colon === -1 ? line.length : colon) !== field.length) return
    const value = colon === -1 ? '' : line.slice(line.charCodeAt(colon + 1) === space ? colon + 2 : colon + 1)
    if (field === 'event') this.#name = value
    else {
      this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`
      if (this.#data.length >= this.#mostBytes) throw tooLarge()
    }
  }
}

/**
 * Splits bytes into lines, as many as each chunk completes. A line break byte is never inside a UTF-8 character, so
 * complete lines decode alike however the bytes were cut.
 */
class LineReader {
  readonly #mostBytes: number
  #held: Buffer[] = []
  #heldBytes = 0
  #first = true
  #afterCr = false

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }
  take(chunk: Uint8Array): string[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const end = bytes.at(-1) === lf ? bytes.length : Math.max(bytes.lastIndexOf(lf), bytes.lastIndexOf(cr)) + 1
    const rest = bytes.subarray(end)
    let lines: string[] = []
    if (end > 0) {
      const complete = bytes.subarray(0, end)
      lines = this.#decode(this.#held.length === 0 ? complete : Buffer.concat([...this.#held, complete]))
      this.#held = []
      this.#heldBytes = 0
    }
    if (rest.length > 0) {
      this.#heldBytes += rest.length
      if (this.#heldBytes > this.#mostBytes) throw tooLarge()
      this.#held.push(rest)
    }
    return lines
  }
  /** The line at the end of the stream without a line break. */
  end(): string[] {
    return this.#heldBytes > 0 ? this.#decode(Buffer.concat(this.#held)) : []
  }
  #decode(bytes: Buffer): string[] {
    let text = bytes.toString('utf8')
    if (this.#first && text.startsWith('\uFEFF')) text = text.slice(1)
    else if (this.#afterCr && text.startsWith('\n')) text = text.slice(1)
    this.#first = false
    this.#afterCr = text.endsWith('\r')
    const lines = text.includes('\r') ? text.split(/\r\n|\n|\r/) : text.split('\n')
    // Nothing follows the last line break here, except at the end of the stream.
    if (lines.at(-1) === '') lines.pop()
    return lines
  }
}

/**
 * What to throw when a body breaks off: an error of the upstream, except that the caller's own abort stays what it is.
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

/** The stream ended or broke off before its answer was complete. */
export function truncated(cause?: unknown): ModelError {
  return new ModelError('unavailable', 'The answer of the model broke off.', { retry: true, cause, code: cutStream })
}
/** Codes of answers that could not be read. */
export const cutStream = 'cut_stream'
export const malformedAnswer = 'malformed_answer'
export const largeAnswer = 'large_answer'

/** The upstream sent something that is not an answer in its own format. */
export function malformed(cause?: unknown): ModelError {
  const details = { retry: true, cause, code: malformedAnswer }
  return new ModelError('unavailable', 'The answer of the model could not be read.', details)
}
/** The upstream sent more than is read of one answer. */
export function tooLarge(): ModelError {
  return new ModelError('unavailable', 'The answer of the model is too large to be read.', {
    retry: true,
    code: largeAnswer,
  })
}

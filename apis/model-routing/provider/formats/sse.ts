// Reader of server-sent events (WHATWG HTML, section 9.2): bytes in pieces of any cut in, whole events out, however the pieces are cut.
import { OutboundFailure } from '#define'
import { ModelFault } from '../conversation.ts'

export interface ServerEvent {
  /** Of the `event:` line; undefined when there is none. */
  readonly name: string | undefined
  readonly data: string
}

/** Pictures come as one event of base64, so events are large at times. */
const mostEventBytes = 32 * 1024 * 1024
const lf = 10
const cr = 13

/**
 * The events in order; comments, ids and retry times are left out. A last event without its empty line counts, as some servers end so.
 * Throws ModelFault 'unavailable' where the bytes break off or an event is too large, 'timeout' where they stay away.
 */
export async function* readEvents(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number = mostEventBytes,
): AsyncGenerator<ServerEvent> {
  const event = new PendingEvent(mostBytes)
  for await (const lines of wholeLines(chunks, mostBytes))
    for (const line of lines) {
      const done = event.take(line)
      if (done !== undefined) yield done
    }
  const last = event.take('')
  if (last !== undefined) yield last
}

class PendingEvent {
  readonly #mostBytes: number
  #name: string | undefined
  #data: string[] = []
  #size = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }
  /** The event that this line ends. */
  take(line: string): ServerEvent | undefined {
    if (line === '') return this.#dispatch()
    const colon = line.indexOf(':')
    if (colon === 0) return undefined
    const field = colon === -1 ? line : line.slice(0, colon)
    if (field !== 'data' && field !== 'event') return undefined
    const rest = colon === -1 ? '' : line.slice(colon + 1)
    const value = rest.startsWith(' ') ? rest.slice(1) : rest
    if (field === 'event') this.#name = value
    else {
      this.#size += value.length + 1
      if (this.#size > this.#mostBytes) throw tooLarge()
      this.#data.push(value)
    }
    return undefined
  }
  #dispatch(): ServerEvent | undefined {
    const done = this.#data.length > 0 ? { name: this.#name, data: this.#data.join('\n') } : undefined
    this.#name = undefined
    this.#data = []
    this.#size = 0
    return done
  }
}

/**
 * Lines without their ends, as many as each piece completes. A line end byte never stands inside a character of UTF-8, so whole lines
 * decode alike however the bytes were cut.
 */
async function* wholeLines(chunks: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<string[]> {
  let held: Buffer[] = []
  let heldBytes = 0
  let first = true
  let afterCr = false
  const decode = (bytes: Buffer): string[] => {
    let text = bytes.toString('utf8')
    if (first && text.startsWith('\uFEFF')) text = text.slice(1)
    else if (afterCr && text.startsWith('\n')) text = text.slice(1)
    first = false
    afterCr = text === '' ? false : text.endsWith('\r')
    const lines = text.split(/\r\n|\n|\r/)
    // What follows the last line end is empty here, except at the end of everything.
    if (lines.at(-1) === '') lines.pop()
    return lines
  }
  for await (const chunk of untilCut(chunks)) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const end = Math.max(bytes.lastIndexOf(lf), bytes.lastIndexOf(cr)) + 1
    const rest = bytes.subarray(end)
    if (end > 0) {
      held.push(bytes.subarray(0, end))
      yield decode(held.length === 1 ? bytes.subarray(0, end) : Buffer.concat(held))
      held = []
      heldBytes = 0
    }
    if (rest.length === 0) continue
    heldBytes += rest.length
    if (heldBytes > mostBytes) throw tooLarge()
    held.push(rest)
  }
  if (heldBytes > 0) yield decode(Buffer.concat(held))
}

/** The bytes; what breaks them off is told as a fault of the upstream, and the caller's own going away as it is. */
export async function* untilCut(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (cause) {
    throw faultOfCut(cause)
  }
}
function faultOfCut(cause: unknown): unknown {
  if (cause instanceof ModelFault) return cause
  if (cause instanceof OutboundFailure) {
    if (cause.reason === 'aborted') return cause
    if (cause.reason === 'slow')
      return new ModelFault('timeout', 'The model did not go on in time.', { retry: true, cause, code: 'slow_stream' })
  } else if (cause instanceof Error && cause.name === 'AbortError') return cause
  return cutShort(cause)
}

/** The stream ended or broke before its answer did. */
export function cutShort(cause?: unknown): ModelFault {
  return new ModelFault('unavailable', 'The answer of the model broke off.', { retry: true, cause, code: 'cut_stream' })
}
/** The upstream sent what is no answer in its own format. */
export function malformed(cause?: unknown): ModelFault {
  const facts = { retry: true, cause, code: 'malformed_answer' }
  return new ModelFault('unavailable', 'The answer of the model could not be read.', facts)
}
function tooLarge(): ModelFault {
  return new ModelFault('unavailable', 'The answer of the model is too large to be read.', {
    retry: true,
    code: 'large_answer',
  })
}

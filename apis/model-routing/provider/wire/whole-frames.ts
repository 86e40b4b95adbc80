// Cuts the bytes of server-sent events where a frame ends, so that frames can be passed on as they came.
import { tooLarge } from './sse.ts'

/** Images arrive as one frame of base64, so frames can be large. */
const mostFrameBytes = 32 * 1024 * 1024
const lf = 10
const cr = 13
/** Of the longest blank line, `\r\n\r\n`, all but its last byte. */
const tailBytes = 3

export class WholeFrames {
  #held: Buffer[] = []
  #heldBytes = 0

  /** The frames that the chunk completes; undefined when it completes none. Throws ModelError 'unavailable'. */
  take(chunk: Uint8Array): Buffer | undefined {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const tail = this.#tail()
    const end = tail.length === 0 ? endOfFrames(bytes) : endOfFrames(Buffer.concat([tail, bytes])) - tail.length
    if (end <= 0) return this.#hold(bytes)
    // most chunks end with a frame
    if (end === bytes.length && this.#heldBytes === 0) return bytes
    const complete = bytes.subarray(0, end)
    const frames = this.#heldBytes === 0 ? complete : Buffer.concat([...this.#held, complete])
    this.#held = []
    this.#heldBytes = 0
    if (end < bytes.length) this.#hold(bytes.subarray(end))
    return frames
  }

  /** What follows the last whole frame. */
  rest(): Buffer {
    const rest = Buffer.concat(this.#held)
    this.#held = []
    this.#heldBytes = 0
    return rest
  }

  #hold(bytes: Buffer): undefined {
    this.#held.push(bytes)
    this.#heldBytes += bytes.length
    if (this.#heldBytes > mostFrameBytes) throw tooLarge()
  }

  #tail(): Buffer {
    const last = this.#held.at(-1)
    if (last === undefined || last.length >= tailBytes) return last?.subarray(-tailBytes) ?? noBytes
    return Buffer.concat(this.#held.slice(-tailBytes)).subarray(-tailBytes)
  }
}
const noBytes = Buffer.alloc(0)

/** The position after the last blank line; 0 when there is none. */
function endOfFrames(bytes: Buffer): number {
  for (let at = bytes.length - 1; at > 0; at--) {
    const byte = bytes[at]
    if (byte !== lf && byte !== cr) continue
    const before = byte === lf && bytes[at - 1] === cr ? at - 2 : at - 1
    if (before >= 0 && (bytes[before] === lf || bytes[before] === cr)) return at + 1
  }
  return 0
}

/** The frames one by one, each with its blank line; the last may have none. */
export function framesIn(bytes: Buffer): Buffer[] {
  if (!bytes.includes(cr)) return framesByLines(bytes)
  const frames: Buffer[] = []
  let start = 0
  for (let at = 1; at < bytes.length; at++) {
    if (bytes[at] !== lf && bytes[at] !== cr) continue
    const before = bytes[at] === lf && bytes[at - 1] === cr ? at - 2 : at - 1
    const isBlank = before >= start && (bytes[before] === lf || bytes[before] === cr)
    const isHalf = bytes[at] === cr && bytes[at + 1] === lf
    if (!isBlank || isHalf) continue
    frames.push(bytes.subarray(start, at + 1))
    start = at + 1
  }
  if (start < bytes.length) frames.push(bytes.subarray(start))
  return frames
}

/** The same where every line ends with a line feed alone. */
function framesByLines(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = []
  let start = 0
  for (let end = bytes.indexOf(blankLine); end !== -1; end = bytes.indexOf(blankLine, start)) {
    frames.push(bytes.subarray(start, end + blankLine.length))
    start = end + blankLine.length
  }
  if (start < bytes.length) frames.push(bytes.subarray(start))
  return frames
}
const blankLine = '\n\n'

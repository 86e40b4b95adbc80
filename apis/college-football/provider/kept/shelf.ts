// A shelf: many rows of an endpoint as text, in frames that are compressed one by one. It is a file of the cache folder
// that begins with its outline.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { parseJson } from '#provider'

/** Rows of one game, of a player of a season, or of a season. */
export interface Part {
  readonly id: number
  /** Where its rows begin and end in the text of the frame. */
  readonly from: number
  readonly to: number
}
/** Some parts in their order; each row in the text is preceded by a comma. */
export interface Frame {
  readonly text: Uint8Array<ArrayBuffer>
  readonly parts: readonly Part[]
}
export interface PackedFrame {
  readonly parts: readonly Part[]
  /** Length of the text. */
  readonly length: number
  readonly packed: Uint8Array
}

/** Text of a frame: enough to compress well, and less than an allocation that becomes a mapping of its own (128 KB). */
export const frameBytes = 96 * 1024
const level = 1

/**
 * On this thread, in less than a millisecond. The threads of the pool would each take a megabyte of the allocator's
 * memory for it, and frames that wait for them theirs.
 */
export function pack({ text, parts }: Frame): PackedFrame {
  const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 }
  // one chunk: what cannot be compressed gets a little longer
  const chunkSize = text.length + Math.ceil(text.length / 128) + spareBytes
  const chunk = zstdCompressSync(text, { params, chunkSize })
  const packed = new Uint8Array(chunk)
  // most of it is room to spare, which would be kept until the next GC
  const { buffer, byteOffset } = chunk
  if (buffer instanceof ArrayBuffer && byteOffset === 0 && buffer.byteLength === chunkSize) buffer.transfer(0)
  return { parts, length: text.length, packed }
}

/** Throws when it is damaged. The text has memory of its own, which can be moved to another thread. */
export function unpack({ parts, length, packed }: PackedFrame): Frame {
  // one chunk, with room to spare: zlib would begin another one after a chunk that is full
  const { buffer, byteOffset, length: unpacked } = zstdDecompressSync(packed, { chunkSize: length + spareBytes })
  if (unpacked !== length) throw new Error('a frame has another length than its outline')
  // what is spare is freed at once; the GC would wait for more of it, and then look at the whole league. Memory of
  // another size is the pool that small buffers share.
  const isWhole = buffer instanceof ArrayBuffer && byteOffset === 0 && buffer.byteLength === length + spareBytes
  return {
    parts,
    text: isWhole ? new Uint8Array(buffer.transfer(length)) : ownBytes(new Uint8Array(buffer, byteOffset, length)),
  }
}

/** zlib wants chunks of at least 64 bytes; checksum and frame header of zstd take up to 22. */
const spareBytes = 64

/** The bytes in memory of their own. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length) return new Uint8Array(buffer)
  return new Uint8Array(bytes)
}

/** `stamp` says what the rows were made from. Parts are numbers after the outline: there may be thousands of them. */
export function writeShelf(stamp: string, frames: readonly PackedFrame[]): Uint8Array[] {
  const outline = { stamp, frames: frames.map(({ parts, length, packed }) => [length, packed.length, parts.length]) }
  const numbers = frames.flatMap(({ parts }) => parts.flatMap(({ id, from, to }) => [id, from, to]))
  const parts = new Uint8Array(Uint32Array.from(numbers).buffer)
  return [Buffer.from(`${JSON.stringify(outline)}\n`), parts, ...frames.map(({ packed }) => packed)]
}

/** Undefined for a shelf that was made from something else, or is damaged. */
export function readShelf(file: Buffer, stamp: string): PackedFrame[] | undefined {
  const end = file.indexOf('\n')
  const outline = parseJson(file.toString('utf8', 0, Math.max(0, end)))
  if (!isOutline(outline) || outline.stamp !== stamp) return undefined
  const count = outline.frames.reduce((sum, [, , parts]) => sum + parts, 0)
  let at = end + 1 + count * partBytes
  if (at > file.length) return undefined
  const numbers = new Uint32Array(new Uint8Array(file.subarray(end + 1, at)).buffer)
  let part = 0
  const frames = outline.frames.map(([length, packedLength, partCount]) => {
    at += packedLength
    const parts = Array.from({ length: partCount }, (): Part => {
      const [id = 0, from = 0, to = 0] = [numbers[part++], numbers[part++], numbers[part++]]
      return { id, from, to }
    })
    return { parts, length, packed: file.subarray(at - packedLength, at) }
  })
  return at === file.length ? frames : undefined
}
const partBytes = 3 * Uint32Array.BYTES_PER_ELEMENT

interface Outline {
  readonly stamp: string
  readonly frames: readonly (readonly [length: number, packedLength: number, parts: number])[]
}

/** Only `writeShelf` writes such files, and frames have checksums. */
function isOutline(value: unknown): value is Outline {
  return (
    typeof value === 'object' && value !== null && 'stamp' in value && 'frames' in value && Array.isArray(value.frames)
  )
}

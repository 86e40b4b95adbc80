// Ogg (RFC 3533): the first logical stream of a file, as packets or pieces of them. Checksums of pages are not
// compared: what is inside finds its own damage.
import type { ByteSource } from './byte-source.ts'
import { AudioFault } from './fault.ts'

/** What a page has of a packet. */
export interface OggPiece {
  readonly data: Buffer
  readonly isLast: boolean
}

const headBytes = 27
const [begins, ends] = [2, 4]
/** The length of a piece that goes on with the next. */
const full = 255

/** Of the first stream, to its end, each as soon as it is there. Other streams beside it are passed over. */
export async function* oggPieces(source: ByteSource): AsyncGenerator<OggPiece> {
  let serial: number | undefined
  let isOver = false
  while ((await source.peek(1)).length > 0) {
    const head = await source.take(headBytes)
    if (head.toString('latin1', 0, 4) !== 'OggS') throw new AudioFault('The Ogg file is damaged.')
    const lacing = await source.take(head.readUInt8(26))
    const [flags, own] = [head.readUInt8(5), head.readUInt32LE(14)]
    if (isOver && flags & begins)
      throw new AudioFault('Ogg files of several streams one after another cannot be decoded here.', 'unsupported')
    serial ??= own
    const isForeign: boolean = own !== serial || isOver
    for (const { bytes, isLast } of piecesIn(lacing)) {
      if (isForeign) await source.skip(bytes)
      else yield { data: await source.take(bytes), isLast }
    }
    isOver ||= !isForeign && (flags & ends) !== 0
  }
}

function piecesIn(lacing: Buffer): { readonly bytes: number; readonly isLast: boolean }[] {
  const pieces: { bytes: number; isLast: boolean }[] = []
  let bytes = 0
  for (const [index, length] of lacing.entries()) {
    bytes += length
    const isLast = length < full
    if (!isLast && index < lacing.length - 1) continue
    pieces.push({ bytes, isLast })
    bytes = 0
  }
  return pieces
}

/** Whole packets, each cut off at one byte more than `mostBytes`. */
export async function* packetsIn(pieces: AsyncIterable<OggPiece>, mostBytes: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const { data, isLast } of pieces) {
    if (bytes <= mostBytes) held.push(data)
    bytes += data.length
    if (!isLast) continue
    yield Buffer.concat(held).subarray(0, mostBytes + 1)
    held = []
    bytes = 0
  }
}

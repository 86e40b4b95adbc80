// Ogg (RFC 3533): the first logical stream of a file, as bytes or as packets. Checksums of pages are not compared: what
// is inside finds its own damage.
import type { ByteSource } from './byte-source.ts'
import { AudioFault } from './fault.ts'

export interface OggPage {
  readonly body: Buffer
  /** Lengths of the pieces of packets; one of less than 255 ends a packet. */
  readonly lacing: Buffer
}

const headBytes = 27
const [begins, ends] = [2, 4]

/** The pages of the first stream, to its end. Others beside it are passed over. */
export async function* oggPages(source: ByteSource): AsyncGenerator<OggPage> {
  let serial: number | undefined
  let isOver = false
  while ((await source.peek(1)).length > 0) {
    const head = await source.take(headBytes)
    if (head.toString('latin1', 0, 4) !== 'OggS') throw new AudioFault('The Ogg file is damaged.')
    const lacing = await source.take(head.readUInt8(26))
    const body = await source.take(lacing.reduce((total, length) => total + length, 0))
    const [flags, own] = [head.readUInt8(5), head.readUInt32LE(14)]
    if (isOver && flags & begins)
      throw new AudioFault('Ogg files of several streams one after another cannot be decoded here.', 'unsupported')
    serial ??= own
    if (own !== serial || isOver) continue
    isOver = (flags & ends) !== 0
    yield { body, lacing }
  }
}

/** Packets, each cut off at one byte more than `mostBytes`. */
export async function* packetsIn(pages: AsyncIterable<OggPage>, mostBytes: number): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let bytes = 0
  for await (const { body, lacing } of pages) {
    let at = 0
    for (const length of lacing) {
      if (bytes <= mostBytes) pieces.push(body.subarray(at, at + length))
      bytes += length
      at += length
      if (length === 255) continue
      yield Buffer.concat(pieces).subarray(0, mostBytes + 1)
      pieces = []
      bytes = 0
    }
  }
}

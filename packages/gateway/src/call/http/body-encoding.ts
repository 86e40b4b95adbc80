// Decodes the content encoding of a request body (RFC 9110, section 8.4) piece by piece, with limits on the decoded
// size and on the expansion.
import zlib from 'node:zlib'
import { Failure, fail } from '#define'

type Decompressor = zlib.Gunzip | zlib.Inflate | zlib.BrotliDecompress | zlib.ZstdDecompress

const options = { chunkSize: 64 * 1024 }
const decompressors: ReadonlyMap<string, () => Decompressor> = new Map<string, () => Decompressor>([
  ['gzip', () => zlib.createGunzip(options)],
  ['x-gzip', () => zlib.createGunzip(options)],
  ['deflate', () => zlib.createInflate(options)],
  ['br', () => zlib.createBrotliDecompress(options)],
  ['zstd', () => zlib.createZstdDecompress(options)],
])
const accepted = [...decompressors.keys()].join(', ')

/**
 * Limits of expansion: a hundredfold beyond the first 64 KiB. Text rarely compresses twentyfold, and the most
 * compressible JSON that real clients send, long lists of equal records, fiftyfold.
 */
const maxExpansion = 100
const freeBytes = 64 * 1024

interface DecodeBounds {
  /** The limit of the decoded body in bytes. */
  readonly bodyBytes: number
  /** Receives each piece; an error it throws ends the decompression. */
  readonly check?: ((piece: Buffer) => void) | undefined
}

/**
 * Decodes the body. Rejects with `body.too_large`, with `body.expanded`, with `body.encoding` for an unknown encoding,
 * or with `input.invalid` for bytes that do not decode. Decompression runs on the runtime's thread pool; the event loop
 * runs between any two pieces.
 */
export async function decodeBody(bytes: Buffer, encoding: string, { bodyBytes, check }: DecodeBounds): Promise<Buffer> {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity' || bytes.length === 0) {
    check?.(bytes)
    return bytes
  }
  const stream = decompressors.get(name)?.()
  if (!stream) throw fail('body.encoding', { accepted })
  const pieces: Buffer[] = []
  for await (const piece of decoded(stream, bytes, bodyBytes)) {
    check?.(piece)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

async function* decoded(stream: Decompressor, bytes: Buffer, limit: number): AsyncGenerator<Buffer> {
  const grownBytes = Math.max(freeBytes, bytes.length * maxExpansion)
  let total = 0
  stream.end(bytes)
  try {
    for await (const piece of stream) {
      if (!Buffer.isBuffer(piece)) continue
      total += piece.length
      if (total > limit) throw fail('body.too_large', { limit }, { note: 'the decoded body is over the limit' })
      if (total > grownBytes) throw fail('body.expanded', { times: maxExpansion })
      yield piece
    }
  } catch (cause) {
    throw cause instanceof Failure ? cause : notDecoding(cause)
  } finally {
    stream.destroy()
  }
}

function notDecoding(cause: unknown): Failure {
  const problem = 'body does not decode'
  const details = { problems: [{ name: 'body', problem }] }
  return fail('input.invalid', { problems: problem }, { details, cause })
}

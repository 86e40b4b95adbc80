// Undoes the content encoding of a request body (RFC 9110, section 8.4), within a limit on the decoded size.
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { type Failure, fail } from '#define'

const decoders: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(zlib.gunzip),
  'x-gzip': promisify(zlib.gunzip),
  deflate: promisify(zlib.inflate),
  br: promisify(zlib.brotliDecompress),
  zstd: promisify(zlib.zstdDecompress),
}

/** Rejects with `body.too_large`, or with `input.invalid` for an unknown encoding or bytes that do not decode. */
export async function decodeBody(bytes: Buffer, encoding: string, limit: number): Promise<Buffer> {
  if (encoding === 'identity' || bytes.length === 0) return bytes
  const decoder = decoders[encoding.toLowerCase()]
  if (!decoder) throw invalid('content-encoding', `content-encoding must be one of ${Object.keys(decoders).join(', ')}`)
  try {
    return await decoder(bytes, { maxOutputLength: limit })
  } catch (cause) {
    if (cause instanceof RangeError)
      throw fail('body.too_large', { limit }, { cause, note: 'the decoded body is over the limit' })
    throw invalid('body', 'body does not decode', cause)
  }
}

function invalid(name: string, problem: string, cause?: unknown): Failure {
  const details = { problems: [{ name, problem }] }
  return fail('input.invalid', { problems: problem }, { details, cause })
}

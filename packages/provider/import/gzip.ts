// Reads files packed with gzip or unpacked; dumps and catalogues come in both forms.
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { invalidImport } from './problems.ts'

/** True if a file begins with the header of gzip (RFC 1952, section 2.3.1). */
export function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b
}

/** Decompresses the bytes. Throws `import.invalid` if the data is damaged or truncated. */
export async function* gunzipped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(chunks, { objectMode: false })
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  try {
    for await (const chunk of source.pipe(gunzip)) yield chunk
  } catch (cause) {
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
    if (code.startsWith('Z_')) throw invalidImport('the gzip data is damaged or truncated.', cause)
    throw cause
  } finally {
    source.destroy()
  }
}

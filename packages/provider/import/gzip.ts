// Files that may be packed with gzip, as dumps and catalogues are offered.
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { invalidImport } from './problems.ts'

/** Whether a file begins like a gzip file (RFC 1952, section 2.3.1). */
export function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b
}

/** The unpacked bytes. Throws `import.invalid` when the data is damaged or truncated. */
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

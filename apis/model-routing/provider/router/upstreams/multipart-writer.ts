// Writes fields and files as a multipart body (RFC 7578) for a provider. Names of files come from callers and are only quoted here.
import { randomBytes } from 'node:crypto'
import type { FilePart } from '#define'

export function writeMultipart(fields: Readonly<Record<string, unknown>>): { bytes: Buffer; contentType: string } {
  const boundary = `gatehouse-${randomBytes(12).toString('hex')}`
  const pieces: (string | Buffer)[] = []
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined || one === null) continue
      pieces.push(`--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"`)
      if (isFile(one))
        pieces.push(
          `; filename="${quoted(one.fileName)}"\r\ncontent-type: ${typeOf(one.contentType)}\r\n\r\n`,
          one.bytes,
        )
      else pieces.push(`\r\n\r\n${typeof one === 'object' ? JSON.stringify(one) : String(one)}`)
      pieces.push('\r\n')
    }
  pieces.push(`--${boundary}--\r\n`)
  const bytes = Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
  return { bytes, contentType: `multipart/form-data; boundary=${boundary}` }
}

export const isFile = (value: unknown): value is FilePart =>
  typeof value === 'object' && value !== null && 'bytes' in value && Buffer.isBuffer(value.bytes)

/** As forms of browsers do (WHATWG HTML, 4.10.21.8). */
const quoted = (text: string): string => text.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22')

const typeOf = (text: string): string =>
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(text) ? text : 'application/octet-stream'

// Reads an uploaded skin. The provider's own client sends multipart under the content type of a form, without naming
// the boundary (SOURCES 7.1); the boundary is then the first line of the body.
import type { Call } from '#define'
import { type PartHead, partsOf } from '#provider'
import { refused } from '../errors.ts'
import type { Fields } from './options.ts'

interface Upload {
  /** The file; undefined if the upload has no `file`. */
  readonly file: Buffer | undefined
  readonly fields: Fields
}

/** Limits of SOURCES 2.3. */
const maxFileBytes = 20_000
const maxFields = 5
const maxFieldBytes = 1000

/** Reads the body; throws 400 for an unreadable one, and for one beyond the limits. */
export async function readUpload(body: unknown, { headers }: Call['request']): Promise<Upload> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  const { 'content-type': sent = '' } = headers
  const contentType = multipartType(sent, bytes)
  if (contentType === undefined) return { file: undefined, fields: {} }
  return collect(partsIn(bytes, contentType))
}

async function collect(parts: AsyncIterable<readonly [head: PartHead, content: Buffer]>): Promise<Upload> {
  const fields: Record<string, string> = {}
  let file: Buffer | undefined
  let count = 0
  for await (const [head, content] of parts) {
    if (head.fileName === undefined) {
      if (++count > maxFields) throw invalidFile('Too many fields', 'LIMIT_FIELD_COUNT')
      if (content.length > maxFieldBytes) throw invalidFile('Field value too long', 'LIMIT_FIELD_VALUE')
      if (head.name !== '__proto__') fields[head.name] = content.toString('utf8')
      continue
    }
    if (head.name !== 'file' || file) throw invalidFile('Unexpected field', 'LIMIT_UNEXPECTED_FILE')
    if (content.length > maxFileBytes) throw invalidFile('File too large', 'LIMIT_FILE_SIZE')
    file = content
  }
  return { file, fields }
}

/** Heads and contents of the parts, in order. */
async function* partsIn(bytes: Buffer, contentType: string): AsyncGenerator<readonly [PartHead, Buffer]> {
  let head: PartHead | undefined
  let content: Buffer[] = []
  try {
    for await (const piece of partsOf(oneChunk(bytes), contentType)) {
      if (Buffer.isBuffer(piece)) {
        content.push(piece)
        continue
      }
      if (head) yield [head, Buffer.concat(content)]
      head = piece
      content = []
    }
  } catch {
    throw refused(400, 'upload error')
  }
  if (head) yield [head, Buffer.concat(content)]
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** The content type with a boundary; undefined for a body that is not multipart. */
function multipartType(contentType: string, bytes: Buffer): string | undefined {
  if (/^multipart\/form-data\b.*;\s*boundary=/i.test(contentType)) return contentType
  const [, boundary] = /^--([\x21\x23-\x7e]{1,70})\r\n/.exec(bytes.toString('latin1', 0, 80)) ?? []
  return boundary === undefined ? undefined : `multipart/form-data; boundary="${boundary}"`
}

const invalidFile = (problem: string, code: string) => refused(400, `invalid file: ${problem} (${code})`)

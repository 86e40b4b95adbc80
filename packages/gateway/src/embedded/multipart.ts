// Parses multipart bodies for handlers: fields as strings, files in memory or on disk.
import { createPacer, invalidBody, type PartHead, partsOf } from '#provider'
import type { CallFiles } from './uploads.ts'

const textBytes = 8 * 1024 * 1024

/**
 * Returns the fields by name: a string or a file, or a list for a repeated name. Throws `input.invalid` or
 * `upload.not_stored`; the caller removes the files in any case.
 */
export async function readMultipart(
  chunks: AsyncIterable<Buffer>,
  contentType: string,
  files: CallFiles,
): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>()
  let head: PartHead | undefined
  let text: Buffer[] = []
  let textLeft = textBytes
  // one chunk can contain all the parts that a body may have
  const pace = createPacer()
  const finish = async () => {
    if (!head) return
    const value = head.fileName === undefined ? Buffer.concat(text).toString('utf8') : await files.end(head)
    text = []
    const previous = fields.get(head.name)
    if (previous === undefined) fields.set(head.name, value)
    else if (Array.isArray(previous)) previous.push(value)
    else fields.set(head.name, [previous, value])
  }
  for await (const part of partsOf(chunks, contentType)) {
    if (!Buffer.isBuffer(part)) {
      await finish()
      await pace()
      head = part
    } else if (head?.fileName !== undefined) await files.write(part)
    else {
      textLeft -= part.length
      if (textLeft < 0) throw invalidBody(`may have at most ${textBytes} bytes in fields that are not files`)
      text.push(Buffer.from(part))
    }
  }
  await finish()
  return Object.fromEntries(fields)
}

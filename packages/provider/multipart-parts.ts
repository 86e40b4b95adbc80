// Splits a multipart body (RFC 7578, RFC 2046 section 5.1) into its parts as it arrives, with at most the head of one
// part in memory.
import { fail } from '#define'

export interface PartHead {
  readonly name: string
  /** Undefined unless the part is a file. */
  readonly fileName: string | undefined
  readonly contentType: string | undefined
}

const partLimit = 1000
const headBytes = 8 * 1024
/** Longest whitespace after a boundary. */
const paddingBytes = 64
const lineBreak = Buffer.from('\r\n')
const nothing = Buffer.alloc(0)
const headEnd = Buffer.from('\r\n\r\n')

/**
 * Yields the head of each part, followed by its bytes in chunks. The reader owns these chunks, as this function owns
 * its input. Throws `input.invalid`.
 */
export async function* partsOf(chunks: AsyncIterable<Buffer>, contentType: string): AsyncGenerator<PartHead | Buffer> {
  const delimiter = Buffer.from(`\r\n--${boundaryIn(contentType)}`, 'latin1')
  // the first boundary has no line before it
  let rest: Buffer = lineBreak
  let state: 'before' | 'boundary' | 'head' | 'body' | 'after' = 'before'
  let parts = 0
  for await (const chunk of chunks) {
    if (state === 'after') continue
    // chunks are joined only when a boundary spans them, so a long part is not copied
    if (state === 'body' && !mayEndIn(rest, chunk, delimiter)) {
      if (rest.length > 0) yield rest
      rest = chunk
    } else rest = Buffer.concat([rest, chunk])
    for (;;) {
      if (state === 'before' || state === 'body') {
        const at = rest.indexOf(delimiter)
        const end = at === -1 ? startOfPartial(delimiter, rest) : at
        const content = rest.subarray(0, end)
        // readers may free a whole chunk, so it must not be touched afterwards
        rest = end === rest.length ? nothing : rest.subarray(at === -1 ? end : at + delimiter.length)
        if (state === 'body' && end > 0) yield content
        if (at === -1) break
        state = 'boundary'
      }
      if (state === 'boundary') {
        const line = afterPadding(rest)
        if (line.length < 2) break
        if (line.toString('latin1', 0, 2) === '--') {
          state = 'after'
          break
        }
        if (!line.subarray(0, 2).equals(lineBreak)) throw invalidMultipart()
        if (++parts > partLimit) throw invalidBody(`may have at most ${partLimit} parts`)
        rest = line.subarray(2)
        state = 'head'
      }
      const end = rest.indexOf(headEnd)
      if (end > headBytes || (end === -1 && rest.length > headBytes))
        throw invalidBody(`may have at most ${headBytes} bytes of headers in a part`)
      if (end === -1) break
      yield readHead(rest.toString('utf8', 0, end))
      rest = rest.subarray(end + headEnd.length)
      state = 'body'
    }
  }
  if (state !== 'after') throw invalidMultipart()
}

/**
 * Returns the start of a delimiter whose end has not arrived; the length if there is none. Nothing else is held back: a
 * chunk that is passed on whole can be freed as soon as it is stored.
 */
function startOfPartial(delimiter: Buffer, bytes: Buffer): number {
  for (let at = Math.max(0, bytes.length - delimiter.length + 1); at < bytes.length; at++)
    if (bytes[at] === delimiter[0] && bytes.subarray(at).equals(delimiter.subarray(0, bytes.length - at))) return at
  return bytes.length
}

/** True if a delimiter could begin in the rest of the previous chunk, judging by this chunk. */
function mayEndIn(rest: Buffer, chunk: Buffer, delimiter: Buffer): boolean {
  if (chunk.length < delimiter.length) return true
  return Buffer.concat([rest, chunk.subarray(0, delimiter.length)]).includes(delimiter)
}

function afterPadding(bytes: Buffer): Buffer {
  let at = 0
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at++
  if (at > paddingBytes) throw invalidMultipart()
  return bytes.subarray(at)
}

function boundaryIn(contentType: string): string {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  const boundary = match?.[1] ?? match?.[2]
  if (boundary === undefined) throw invalidMultipart()
  return boundary
}

function readHead(text: string): PartHead {
  let name: string | undefined
  let fileName: string | undefined
  let contentType: string | undefined
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':')
    const field = line.slice(0, colon).trim().toLowerCase()
    const value = line.slice(colon + 1).trim()
    if (field === 'content-type') contentType = value
    if (field !== 'content-disposition') continue
    if (!/^form-data\s*(?:;|$)/i.test(value)) throw invalidMultipart()
    name = quotedIn(value, 'name')
    fileName = quotedIn(value, 'filename')
  }
  if (name === undefined) throw invalidMultipart()
  return { name, fileName, contentType }
}

/** Returns a parameter; clients percent-encode its quotes and line breaks (HTML, section 4.10.21.8). */
function quotedIn(value: string, parameter: 'name' | 'filename'): string | undefined {
  const match = /;\s*(name|filename)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/gi
  for (const [, key, quoted, bare] of value.matchAll(match))
    if (key?.toLowerCase() === parameter)
      return (quoted ?? bare ?? '').replace(/%(22|0D|0A)/gi, (_whole, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
  return undefined
}

const invalidMultipart = () => invalidBody('must be valid multipart/form-data')

export function invalidBody(problem: string) {
  return fail('input.invalid', { problems: `body ${problem}` }, { details: { problems: [{ name: 'body', problem }] } })
}

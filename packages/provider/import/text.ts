// Converts the bytes of an uploaded file to strings: bounded, strictly UTF-8, and with a look at the beginning to
// detect the format.
import { invalidImport } from './problems.ts'

/** Passes the bytes through. Throws `import.invalid` as soon as there are more than `maxBytes`. */
export async function* limitBytes(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) throw invalidImport(`the file has more than ${maxBytes} bytes`)
    yield chunk
  }
}

/** Decodes the bytes, without a byte order mark. Throws `import.invalid` on anything that is not UTF-8. */
export async function* decodeUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Buffer): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch (error) {
      throw invalidImport('it is not UTF-8 text', error)
    }
  }
  for await (const chunk of chunks) yield decode(chunk)
  yield decode()
}

interface PeekedFile {
  /** The first bytes of the file; fewer than requested only if the file is shorter. */
  readonly head: Buffer
  /** The whole file, the head included. Read it once. */
  readonly chunks: AsyncGenerator<Buffer>
}

/** Reads the first `count` bytes of a file without losing them. */
export async function peekBytes(chunks: AsyncIterable<Buffer>, count: number): Promise<PeekedFile> {
  const source = chunks[Symbol.asyncIterator]()
  const read: Buffer[] = []
  for (let bytes = 0; bytes < count; ) {
    const next = await source.next()
    if (next.done) break
    read.push(next.value)
    bytes += next.value.length
  }
  return { head: Buffer.concat(read).subarray(0, count), chunks: withHead(read, source) }
}

/** Detects JSON by the first non-blank character, and returns the whole file as well. */
export async function sniffJson(
  text: AsyncIterable<string>,
): Promise<{ readonly isJson: boolean; readonly text: AsyncGenerator<string> }> {
  const source = text[Symbol.asyncIterator]()
  const read: string[] = []
  let first = ''
  while (first === '') {
    const next = await source.next()
    if (next.done) break
    read.push(next.value)
    first = next.value.trimStart().charAt(0)
  }
  return { isJson: first === '{' || first === '[', text: withHead(read, source) }
}

/** Parses a JSON string; undefined if it is not JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/**
 * Prepares a string from a file for storage: well-formed, trimmed, and without NUL, which PostgreSQL refuses. Returns
 * undefined for another type and for more than `maxLength` characters (code points).
 */
export function cleanString(value: unknown, maxLength: number): string | undefined {
  // a string has at least half as many code points as its length
  if (typeof value !== 'string' || value.length > maxLength * 2) return undefined
  const clean = value.toWellFormed().replaceAll('\0', '').trim()
  return clean.length <= maxLength || [...clean].length <= maxLength ? clean : undefined
}

async function* withHead<T>(head: readonly T[], rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    yield* head
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

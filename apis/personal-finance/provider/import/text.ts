// Decodes a statement: the encoding is inferred from the beginning of the file, and only the beginning is held in
// memory.
import { invalidImport, limitBytes } from '#provider'

/** The beginning of the file, for detecting its format, and then all of it. */
export interface StatementText {
  readonly beginning: string
  readonly text: AsyncIterable<string>
}

/** A statement of 200,000 rows has about 20 MB. */
const maxFileBytes = 128 * 1024 * 1024
const beginningBytes = 16 * 1024

/** Throws `import.invalid` for a file that is empty or too large. */
export async function openText(chunks: AsyncIterable<Buffer>): Promise<StatementText> {
  const source = limitBytes(chunks, maxFileBytes)[Symbol.asyncIterator]()
  const first: Buffer[] = []
  let bytes = 0
  while (bytes < beginningBytes) {
    const next = await source.next()
    if (next.done) break
    first.push(next.value)
    bytes += next.value.length
  }
  const beginning = Buffer.concat(first)
  if (beginning.length === 0) throw invalidImport('the file is empty')
  const decoder = new TextDecoder(encodingOf(beginning.subarray(0, beginningBytes)))
  async function* text(): AsyncGenerator<string> {
    yield decoder.decode(beginning, { stream: true })
    for (let next = await source.next(); !next.done; next = await source.next())
      yield decoder.decode(next.value, { stream: true })
    yield decoder.decode()
  }
  const head = new TextDecoder(encodingOf(beginning)).decode(beginning.subarray(0, beginningBytes))
  return { beginning: head, text: text() }
}

/**
 * By a byte order mark, or by an OFX header; anything else that is not UTF-8 is in the Western code page of Windows.
 */
function encodingOf(beginning: Buffer): string {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return 'utf-16le'
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return 'utf-16be'
  const head = beginning.subarray(0, 2000).toString('latin1')
  if (/^CHARSET:\s*(1252|ISO-8859-1)/im.test(head) || /encoding="(windows-1252|iso-8859-1)"/i.test(head))
    return 'windows-1252'
  return isUtf8(beginning) ? 'utf-8' : 'windows-1252'
}

/** When more follows, the last character may be incomplete, with at most three of its bytes. */
function isUtf8(bytes: Buffer): boolean {
  const mostCut = bytes.length < beginningBytes ? 0 : 3
  for (let cut = 0; cut <= mostCut; cut++) {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.length - cut))
      return true
    } catch {
      // perhaps with one byte less
    }
  }
  return false
}

export interface Line {
  /** From 1. */
  readonly number: number
  readonly content: string
}

/** Longer than any line of a statement. */
const maxLineLength = 64 * 1024

/** Lines without their ends, which may be CRLF, LF or CR. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<Line> {
  let rest = ''
  let number = 0
  for await (const piece of text) {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    if (rest.length > maxLineLength) throw tooLong(number + lines.length + 1)
    for (const content of lines) yield { number: ++number, content }
  }
  if (rest !== '') yield { number: ++number, content: rest.replace(/\r$/, '') }
}

function tooLong(line: number) {
  return invalidImport(`line ${line} has more than ${maxLineLength} characters`)
}

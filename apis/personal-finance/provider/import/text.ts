// Bytes of a statement to text: the encoding is found from what the file begins with. Nothing is held but the beginning.
import { fail } from '#define'

/** What the file begins with, as text for finding out what it is, and then all of its text. */
export interface StatementText {
  readonly beginning: string
  readonly text: AsyncIterable<string>
}

/** Larger files are refused; a statement of 200,000 rows has about 20 MB. */
const fileLimit = 128 * 1024 * 1024
const beginningBytes = 16 * 1024

/** Throws `import.invalid` for a file that is empty or too large. */
export async function openText(chunks: AsyncIterable<Buffer>): Promise<StatementText> {
  const source = bounded(chunks)[Symbol.asyncIterator]()
  const first: Buffer[] = []
  let bytes = 0
  while (bytes < beginningBytes) {
    const next = await source.next()
    if (next.done) break
    first.push(next.value)
    bytes += next.value.length
  }
  const beginning = Buffer.concat(first)
  if (beginning.length === 0) throw fail('import.invalid', { reason: 'the file is empty' })
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

async function* bounded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > fileLimit) throw fail('import.invalid', { reason: `the file has more than ${fileLimit} bytes` })
    yield chunk
  }
}

/** A mark of byte order says it; an OFX header says it; what is not UTF-8 is the code page of Western Windows. */
function encodingOf(beginning: Buffer): string {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return 'utf-16le'
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return 'utf-16be'
  const head = beginning.subarray(0, 2000).toString('latin1')
  if (/^CHARSET:\s*(1252|ISO-8859-1)/im.test(head) || /encoding="(windows-1252|iso-8859-1)"/i.test(head))
    return 'windows-1252'
  return isUtf8(beginning) ? 'utf-8' : 'windows-1252'
}

/** Where more follows, the end may cut a character in two, of which it then has at most three bytes. */
function isUtf8(bytes: Buffer): boolean {
  const mostCut = bytes.length < beginningBytes ? 0 : 3
  for (let cut = 0; cut <= mostCut; cut++) {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.length - cut))
      return true
    } catch {
      // one byte less, then
    }
  }
  return false
}

export interface Line {
  /** From 1. */
  readonly number: number
  readonly content: string
}

/** No statement has longer lines; a file that has is something else. */
const lineLimit = 64 * 1024

/** Lines without their ends, whatever those are. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<Line> {
  let rest = ''
  let number = 0
  for await (const piece of text) {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    if (rest.length > lineLimit) throw tooLong(number + lines.length + 1)
    for (const content of lines) yield { number: ++number, content }
  }
  if (rest !== '') yield { number: ++number, content: rest.replace(/\r$/, '') }
}

function tooLong(line: number) {
  return fail('import.invalid', { reason: `line ${line} has more than ${lineLimit} characters` })
}

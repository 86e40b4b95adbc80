// Reads lines of a streamed text file: UTF-8 with or without a byte order mark, or ISO-8859-1 (read as Windows-1252,
// which it usually is) from the first chunk that is not UTF-8. A line of any length is delivered in bounded pieces.
import { present } from '#define/present'
import { invalidImport } from '#provider/import'

/** Maximum length of a piece; longer lines are split. */
const maxPieceLength = 8192

export interface Line {
  /** Line number, from 1. */
  readonly number: number
  /** Text without its line end. */
  readonly text: string
  /** True if more of the same line follows. */
  readonly continued: boolean
}

/** Yields the lines. Throws `import.invalid` if the file is not a text. */
export async function* textLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let number = 1
  let rest = ''
  for await (const piece of decoded(chunks)) {
    if (piece.includes('\0')) throw invalidImport(`line ${number}: it is not a text file`)
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield* pieces(line.endsWith('\r') ? line.slice(0, -1) : line, number++, false)
    if (rest.length > maxPieceLength) {
      yield* pieces(rest, number, true)
      rest = ''
    }
  }
  yield { number, text: rest, continued: false }
}

function* pieces(line: string, number: number, continued: boolean): Generator<Line> {
  let at = 0
  for (; line.length - at > maxPieceLength; at += maxPieceLength)
    yield { number, text: line.slice(at, at + maxPieceLength), continued: true }
  yield { number, text: line.slice(at), continued }
}

async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const fallback = new TextDecoder('windows-1252')
  let isUtf8 = true
  let carry: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = carry.length > 0 ? Buffer.concat([carry, chunk]) : chunk
    const complete: number = isUtf8 ? bytes.length - incompleteBytes(bytes) : bytes.length
    const text: string | undefined = isUtf8 ? utf8(bytes.subarray(0, complete)) : undefined
    isUtf8 = text !== undefined
    carry = isUtf8 ? Buffer.from(bytes.subarray(complete)) : Buffer.alloc(0)
    yield (text ?? fallback.decode(bytes)).replaceAll('\ufeff', '')
  }
  if (carry.length > 0) yield fallback.decode(carry)
}

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Counts the bytes at the end that belong to an incomplete character: 0 to 3. */
function incompleteBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = present(bytes[bytes.length - back])
    if (byte < 0x80) return 0
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? back : 0
  }
  return 0
}

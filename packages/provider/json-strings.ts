// Parses long strings of JSON texts separately: decoding, joining and parsing a text of tens of megabytes as a whole
// takes tens of milliseconds per step.
import { randomBytes } from 'node:crypto'
import { StringDecoder } from 'node:string_decoder'
import { createPacer, yieldToEventLoop } from './event-loop.ts'

/** Position of a string's content, without its quotes. Offsets in bytes. */
interface StringSpan {
  readonly start: number
  readonly end: number
}

/** Shorter strings are parsed with the rest. */
const longBytes = 256 * 1024
/** Bytes decoded in one step. */
const stepBytes = 1024 * 1024
/** Bytes read one by one before a search: a search costs as much as some dozen bytes. */
const loopBytes = 64

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const space = 0x20
/** Length of an escape such as `\u00e9`. */
const longestEscape = 6
/** Matches escapes, and characters that JSON does not allow in strings. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const needsParser = /[\\\u0000-\u001f]/

/** Returns the position after the closing quote of the string that begins at `from`, or the end of the text. */
export function endOfJsonString(bytes: Buffer, from: number): number {
  const { length } = bytes
  for (let at = from; at < length; ) {
    for (const loopEnd = Math.min(length, at + loopBytes); at < loopEnd; at++) {
      const byte = bytes[at]
      if (byte === quote) return at + 1
      if (byte === backslash) at++
    }
    const end = bytes.indexOf(quote, at)
    if (end === -1) return length
    let first = end
    while (first > at && bytes[first - 1] === backslash) first--
    if ((end - first) % 2 === 0) return end + 1
    at = end + 1
  }
  return length
}

/** Finds the string values of at least 256 KB. */
export async function longStringsIn(bytes: Buffer): Promise<StringSpan[]> {
  const pause = createPacer()
  const found: StringSpan[] = []
  for (let at = bytes.indexOf(quote); at !== -1; ) {
    const end = endOfJsonString(bytes, at + 1)
    if (end - at > longBytes && !isName(bytes, end)) found.push({ start: at + 1, end: end - 1 })
    await pause()
    at = bytes.indexOf(quote, end)
  }
  return found
}

function isName(bytes: Buffer, end: number): boolean {
  let at = end
  while ((bytes[at] ?? quote) <= space) at++
  return bytes[at] === colon
}

/** Parses the rest with `parse`, and each long string in steps. Rejects with SyntaxError. */
export async function parseApart(
  bytes: Buffer,
  strings: readonly StringSpan[],
  parse: (rest: Buffer) => Promise<unknown>,
): Promise<unknown> {
  // callers cannot guess the mark
  const mark = `${randomBytes(12).toString('hex')}:`
  const rest: Buffer[] = []
  const values: string[] = []
  let kept = 0
  for (const { start, end } of strings) {
    rest.push(bytes.subarray(kept, start), Buffer.from(`${mark}${values.length}`))
    values.push(await parseString(bytes.subarray(start, end)))
    kept = end
  }
  rest.push(bytes.subarray(kept))
  return withStrings(await parse(Buffer.concat(rest)), mark, values)
}

/** Decodes and parses one piece per step, so that only joining them takes time in proportion to the whole. */
async function parseString(content: Buffer): Promise<string> {
  const pieces: string[] = []
  let cut = ''
  for await (const decoded of decodedPieces(content)) {
    const piece = cut + decoded
    const end = endOfEscapes(piece)
    cut = piece.slice(end)
    pieces.push(unescaped(piece.slice(0, end)))
  }
  pieces.push(unescaped(cut))
  await yieldToEventLoop()
  return pieces.join('')
}

/** Unescapes the content of a JSON string. Throws SyntaxError. */
function unescaped(content: string): string {
  return needsParser.test(content) ? String(JSON.parse(`"${content}"`)) : content
}

/** Returns the position to cut a piece: its length, or that of an escape that continues in the next piece. */
function endOfEscapes(piece: string): number {
  const at = piece.lastIndexOf('\\')
  if (at === -1 || at < piece.length - longestEscape) return piece.length
  let first = at
  while (first > 0 && piece[first - 1] === '\\') first--
  const isEscaped = (at - first) % 2 === 1
  const length = piece[at + 1] === 'u' ? longestEscape : 2
  return isEscaped || at + length <= piece.length ? piece.length : at
}

/** Decodes the text in pieces, one step each. */
export async function decodeInSteps(bytes: Buffer): Promise<string[]> {
  return Array.fromAsync(decodedPieces(bytes))
}

async function* decodedPieces(bytes: Buffer): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  for (let at = 0; at < bytes.length; at += stepBytes) {
    await yieldToEventLoop()
    yield decoder.write(bytes.subarray(at, at + stepBytes))
  }
  yield decoder.end()
}

/** Replaces the marks by the strings. The value comes from our own parser, so it is changed in place. */
async function withStrings(value: unknown, mark: string, values: readonly string[]): Promise<unknown> {
  const pause = createPacer()
  const open: object[] = []
  const whole = (member: unknown): unknown => {
    if (typeof member === 'object' && member !== null) open.push(member)
    return typeof member === 'string' && member.startsWith(mark) ? values[Number(member.slice(mark.length))] : member
  }
  const root = whole(value)
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    for (const name of Object.keys(container)) {
      const member: unknown = Reflect.get(container, name)
      const replaced = whole(member)
      if (replaced !== member) Object.defineProperty(container, name, { value: replaced })
    }
    await pause()
  }
  return root
}

// Integers that a JavaScript number cannot hold, such as ids of 64 bits in the inputs and results of tools. They are
// kept as they were written, and `JSON.stringify` writes them so.
import { randomBytes } from 'node:crypto'
import { parseScannedJson, yieldToEventLoop } from '#provider'
import type { Json } from './json.ts'
import { type IntegerSpan, longIntegersIn } from './long-integers.ts'

/** V8 has `JSON.rawJSON`, and TypeScript does not declare it yet. */
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): object }

/** The shortest integer beyond 2^53 has this many digits. */
const longDigits = /\d{16}/
const longIntegers = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g
/** Searched in one step: some milliseconds. */
const stepBytes = 1024 * 1024
/** Begins the string that stands for an integer while the rest is parsed. Callers cannot guess it. */
const mark = `\u0001${randomBytes(12).toString('hex')}:`
const markJson = JSON.stringify(mark).slice(0, -1)
const opening = Buffer.from(markJson)
const closing = Buffer.from('"')

/**
 * A parsed body with long integers as written in these members, where tools are declared, called and answered. A body
 * without such integers is returned as it is. `value` is what `bytes` parse to. A promise only for long ones, which
 * rejects with ModelError 'invalid' when there are too many such integers.
 */
export function withExactIntegers(
  value: unknown,
  bytes: Buffer,
  members: readonly string[],
): unknown | Promise<unknown> {
  const isShort = bytes.length <= stepBytes
  if (typeof value !== 'object' || value === null || (isShort && !longDigits.test(bytes.toString('latin1'))))
    return value
  return readExactly(value, bytes, members)
}

async function readExactly(value: object, bytes: Buffer, members: readonly string[]): Promise<unknown> {
  if (!(await hasLongDigits(bytes))) return value
  const integers = await longIntegersIn(bytes)
  if (integers.length === 0) return value
  if (bytes.length > stepBytes) await yieldToEventLoop()
  const exact = Object(await parseScannedJson(withMarksAt(bytes, integers))) as Json // `value` is an object
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, members.includes(name) ? unmarked(exact[name]) : member]),
  )
}

/** The text with these integers as marked strings. */
function withMarksAt(bytes: Buffer, integers: readonly IntegerSpan[]): Buffer {
  const pieces: Buffer[] = []
  let kept = 0
  for (const { start, end } of integers) {
    pieces.push(bytes.subarray(kept, start), opening, bytes.subarray(start, end), closing)
    kept = end
  }
  pieces.push(bytes.subarray(kept))
  return Buffer.concat(pieces)
}

async function hasLongDigits(bytes: Buffer): Promise<boolean> {
  // the steps overlap by more than the digits that are looked for
  for (let at = 0; at < bytes.length; at += stepBytes) {
    if (at > 0) await yieldToEventLoop()
    if (longDigits.test(bytes.toString('latin1', at, at + stepBytes + 32))) return true
  }
  return false
}

/** Parses JSON with every long integer as written. Throws SyntaxError. */
export function parsedExactly(text: string): unknown {
  const marked = longDigits.test(text) ? withMarks(text) : undefined
  return marked === undefined ? JSON.parse(text) : unmarked(JSON.parse(marked))
}

/** Images in base64 are longer; tool calls are not. */
const longestEvent = 1024 * 1024

/** One event of a stream, or the input of a tool call, with long integers as written; undefined when it is not JSON. */
export function parsedEvent(text: string): unknown {
  try {
    return text.length > longestEvent ? JSON.parse(text) : parsedExactly(text)
  } catch {
    return undefined
  }
}

/** JSON in which long integers are marked strings; undefined when there are none. */
function withMarks(text: string): string | undefined {
  const pieces: string[] = []
  let kept = 0
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('"', at)
    const end = open === -1 ? text.length : open
    for (const match of end - at < 16 ? [] : text.slice(at, end).matchAll(longIntegers)) {
      const [digits] = match
      if (Number.isSafeInteger(Number(digits))) continue
      const start = at + match.index
      pieces.push(text.slice(kept, start), markJson, digits, '"')
      kept = start + digits.length
    }
    at = open === -1 ? text.length : endOfString(text, open + 1)
  }
  return pieces.length === 0 ? undefined : pieces.join('') + text.slice(kept)
}

/** The position after the closing quote of a string whose content begins at `from`. */
function endOfString(text: string, from: number): number {
  for (let at = from; ; ) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return text.length
    let backslashes = 0
    while (quote - backslashes > from && text[quote - backslashes - 1] === '\\') backslashes++
    if (backslashes % 2 === 0) return quote + 1
    at = quote + 1
  }
}

/** The same value with raw numbers instead of the marked strings. It is the parser's own, so it is changed in place. */
function unmarked(value: unknown): unknown {
  const open: object[] = []
  /** Undefined for what stays as it is. */
  const exact = (member: unknown): object | undefined => {
    if (typeof member === 'string') return member.startsWith(mark) ? rawJSON(member.slice(mark.length)) : undefined
    if (typeof member === 'object' && member !== null) open.push(member)
    return undefined
  }
  const whole = exact(value)
  for (let container = open.pop(); container !== undefined; container = open.pop())
    if (Array.isArray(container)) {
      for (let index = 0; index < container.length; index++)
        container[index] = exact(container[index]) ?? container[index]
    } else
      for (const name in container) {
        const raw = exact(Reflect.get(container, name))
        if (raw !== undefined) Object.defineProperty(container, name, { value: raw })
      }
  return whole ?? value
}

/** A copy with ordinary numbers only, for what is computed here or sent to another thread. */
export const withOrdinaryNumbers = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value))

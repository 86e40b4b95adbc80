// Integers that a JavaScript number cannot hold, such as ids of 64 bits in the inputs and results of tools. They are
// kept as they were written, and `JSON.stringify` writes them so.
import { parseScannedJson, yieldToEventLoop } from '#provider'
import type { Json } from './json.ts'
import { ModelError } from './model-error.ts'

/** V8 has both, and TypeScript does not declare them yet. */
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): object }
type Reviver = (name: string, value: unknown, context?: { readonly source?: string }) => unknown

/** The shortest integer beyond 2^53 has this many digits. */
const fewestDigits = 16
const longDigits = /\d{16}/
const longInteger = /^-?\d{16,}$/
/** Bytes searched for digits in one step, which takes a millisecond. */
const stepBytes = 1024 * 1024
/** Bounds the values that are read in this way: a hundred thousand take some 30 ms. */
export const maxExactValues = 100_000

/** Parses JSON with every long integer as written. Throws SyntaxError, and ModelError for too many values. */
export function parsedExactly(text: string): unknown {
  const plain: unknown = JSON.parse(text)
  if (!longDigits.test(text)) return plain
  // counted first: with a reviver V8 parses all of the text before it calls it
  if (hasTooMany(plain)) throw tooMany()
  return parsedAsWritten(text)
}

function parsedAsWritten(text: string): unknown {
  const exact: Reviver = (_name, value, { source = '' } = {}) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && longInteger.test(source) ? rawJSON(source) : value
  return JSON.parse(text, exact)
}

function hasTooMany(value: unknown): boolean {
  const open: unknown[] = [value]
  let count = 0
  for (let next = open.pop(); ; next = open.pop()) {
    count += 1
    if (typeof next === 'object' && next !== null) {
      const inside: unknown[] = Object.values(next)
      if (count + inside.length > maxExactValues) return true
      for (const one of inside) open.push(one)
    }
    if (count + open.length > maxExactValues) return true
    if (open.length === 0) return false
  }
}

/**
 * A parsed body with long integers as written in these members, where tools are declared, called and answered. `value`
 * is what `bytes` parse to. Rejects with ModelError 'invalid' for a body with such integers and too many values.
 */
export async function withExactIntegers(value: unknown, bytes: Buffer, members: readonly string[]): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value
  if (!(await hasLongDigits(bytes))) return value
  if (hasTooMany(value)) throw tooMany()
  const exact = Object(await parseScannedJson(bytes, parsedAsWritten)) as Json // `value` is an object
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, members.includes(name) ? exact[name] : member]),
  )
}

/** Searches the bytes as they are: digits are the same in UTF-8 and Latin-1, which takes no time to decode. */
async function hasLongDigits(bytes: Buffer): Promise<boolean> {
  for (let at = 0; at < bytes.length; at += stepBytes) {
    if (at > 0) await yieldToEventLoop()
    // digits may go on in the next step
    if (longDigits.test(bytes.toString('latin1', at, at + stepBytes + fewestDigits - 1))) return true
  }
  return false
}

const tooMany = () =>
  new ModelError(
    'invalid',
    `A body with integers beyond 2^53 may have at most ${maxExactValues.toLocaleString('en')} values. ` +
      'Write such integers as strings.',
  )

/** Images in base64 are longer; tool calls are not. */
const maxEventLength = 1024 * 1024

/** Parses an event of a stream or the input of a call with long integers as written; undefined if it is not JSON. */
export function parsedEvent(text: string): unknown {
  try {
    return text.length > maxEventLength ? JSON.parse(text) : parsedExactly(text)
  } catch {
    return undefined
  }
}

/** Returns a copy with ordinary numbers only, for computations here and for other threads. */
export const withOrdinaryNumbers = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value))

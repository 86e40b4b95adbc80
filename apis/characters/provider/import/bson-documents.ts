// Reads the documents of a database dump (BSON 1.1, bsonspec.org, as `mongodump` writes collections: one document after another)
// into plain values. Streams; only one document is held at a time.
import { refused } from '../refused.ts'

/** What the database itself allows of one document. */
const documentLimit = 16 * 1024 * 1024
/** A document has a length of four bytes and an end of one. */
const shortest = 5
const depthLimit = 100

/** The reference to another document: its `_id`, 24 hexadecimal digits. */
export class ObjectId {
  readonly hex: string
  constructor(hex: string) {
    this.hex = hex
  }
}

/** Whether a file is such a dump: the length it begins with has a zero byte, as no JSON text has. */
export function looksLikeBson(start: Buffer): boolean {
  return start.length >= 4 && start.subarray(0, 4).includes(0)
}

/**
 * The documents in their order. Dates become texts (ISO 8601), numbers of every kind numbers; what has no like among plain values
 * (binary, code, …) is left out. Throws `import.invalid` on damage, with the number of the document.
 */
export async function* bsonDocuments(chunks: AsyncIterable<Buffer>): AsyncGenerator<object> {
  const pending: Buffer[] = []
  let held = 0
  let count = 1
  let wanted = 4
  for await (const chunk of chunks) {
    pending.push(chunk)
    held += chunk.length
    while (held >= wanted) {
      const bytes = pending.length === 1 && pending[0] ? pending[0] : Buffer.concat(pending, held)
      const length = lengthOf(bytes, count)
      if (held < length) {
        pending.splice(0, pending.length, bytes)
        wanted = length
        break
      }
      yield readDocument(bytes.subarray(0, length), count)
      count += 1
      wanted = 4
      held -= length
      pending.splice(0, pending.length, bytes.subarray(length))
    }
  }
  if (held > 0) throw damaged(count, 'the file breaks off')
}

function lengthOf(bytes: Buffer, count: number): number {
  const length = bytes.readInt32LE(0)
  if (length < shortest || length > documentLimit) throw damaged(count, `it cannot have ${length} bytes`)
  return length
}

function damaged(count: number, reason: string): Error {
  return refused([`document ${count}: ${reason}`])
}

function readDocument(bytes: Buffer, count: number): object {
  try {
    return elements(bytes, 0)
  } catch (error) {
    // what Buffer and TextDecoder throw at places and bytes that are not there or not right
    if (error instanceof RangeError || error instanceof TypeError) throw damaged(count, 'it is damaged')
    throw error
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The members of a document that fills `bytes`. Without a prototype, so that no name of a member can change it. */
function elements(bytes: Buffer, depth: number): object {
  if (depth > depthLimit) throw new RangeError('nested too deep')
  if (bytes.at(-1) !== 0) throw new RangeError('it does not end')
  const found: Record<string, unknown> = Object.create(null)
  let at = 4
  while (at < bytes.length - 1) {
    const kind = bytes.readUInt8(at)
    const nameEnd = endOfText(bytes, at + 1)
    const name = utf8.decode(bytes.subarray(at + 1, nameEnd))
    const { value, end } = readValue(kind, { bytes, at: nameEnd + 1, depth })
    if (value !== undefined) found[name] = value
    at = end
  }
  if (at !== bytes.length - 1) throw new RangeError('a value goes beyond its document')
  return found
}

/** Where the text that begins at a place ends with a zero byte. */
function endOfText(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(0, from)
  if (end < 0) throw new RangeError('a text does not end')
  return end
}

interface Place {
  readonly bytes: Buffer
  readonly at: number
  readonly depth: number
}
interface Read {
  readonly value: unknown
  readonly end: number
}

/** Bytes of the values that always have as many and are left out: undefined, null, timestamp, decimal, least and greatest key. */
const skipped: ReadonlyMap<number, number> = new Map([
  [0x06, 0],
  [0x0a, 0],
  [0x11, 8],
  [0x13, 16],
  [0xff, 0],
  [0x7f, 0],
])

function readValue(kind: number, place: Place): Read {
  const { bytes, at } = place
  const fixed = skipped.get(kind)
  if (fixed !== undefined) return { value: undefined, end: at + fixed }
  switch (kind) {
    case 0x01:
      return { value: bytes.readDoubleLE(at), end: at + 8 }
    case 0x08:
      return { value: bytes.readUInt8(at) === 1, end: at + 1 }
    case 0x09:
      return { value: momentOf(bytes.readBigInt64LE(at)), end: at + 8 }
    case 0x10:
      return { value: bytes.readInt32LE(at), end: at + 4 }
    case 0x12:
      return { value: Number(bytes.readBigInt64LE(at)), end: at + 8 }
    case 0x07:
      return { value: new ObjectId(bytes.subarray(at, at + 12).toString('hex')), end: at + 12 }
    default:
      return readSized(kind, place)
  }
}

/** Values that begin with how long they are, and the regular expression, which is two texts. */
function readSized(kind: number, { bytes, at, depth }: Place): Read {
  if (kind === 0x0b) return { value: undefined, end: endOfText(bytes, endOfText(bytes, at) + 1) + 1 }
  const length = bytes.readInt32LE(at)
  // it would lead back to what was read, without end
  if (length < 0) throw new RangeError('a length is negative')
  switch (kind) {
    case 0x02:
    case 0x0d:
    case 0x0e: {
      const end = at + 4 + length
      if (length < 1 || bytes.readUInt8(end - 1) !== 0) throw new RangeError('a text does not end')
      return { value: utf8.decode(bytes.subarray(at + 4, end - 1)), end }
    }
    case 0x03:
      return { value: elements(bytes.subarray(at, at + length), depth + 1), end: at + length }
    case 0x04:
      // the names of the members are their places, in order
      return { value: Object.values(elements(bytes.subarray(at, at + length), depth + 1)), end: at + length }
    case 0x05:
      return { value: undefined, end: at + 4 + 1 + length }
    case 0x0f:
      if (length < shortest) throw new RangeError('a length is wrong')
      return { value: undefined, end: at + length }
    case 0x0c:
      return { value: undefined, end: at + 4 + length + 12 }
    default:
      throw new RangeError(`a value of the unknown kind ${kind}`)
  }
}

/** Milliseconds since 1970 as a text; empty for a moment that no calendar has. */
function momentOf(ms: bigint): string {
  const date = new Date(Number(ms))
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

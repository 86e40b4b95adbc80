// Reads the documents of a database dump: BSON, one document after another, as `mongodump` writes a collection (SOURCES
// 5.2). Streams, and holds one document at a time.
import { invalidImport } from '#provider/import'

/** Maximum size of a document, a limit of the database itself. */
const maxDocumentBytes = 16 * 1024 * 1024
/** Minimum size of a document: four bytes of length and one of end. */
const minDocumentBytes = 5
const maxDepth = 100

/** The `_id` of a document, or a reference to it: 24 hexadecimal digits. */
export class DocumentId {
  readonly hex: string
  constructor(hex: string) {
    this.hex = hex
  }
}

/** True if a file is a dump: its initial length has a zero byte, which JSON text cannot have. */
export function looksLikeDump(head: Buffer): boolean {
  return head.length >= 4 && head.subarray(0, 4).includes(0)
}

/**
 * Yields the documents in order, as plain values: dates are ISO 8601 strings, numbers of every type are numbers, and
 * values without a plain form (binary data, timestamps, …) are left out. Throws `import.invalid` on damage, with the
 * number of the document.
 */
export async function* dumpDocuments(chunks: AsyncIterable<Buffer>): AsyncGenerator<object> {
  // loaded on use: few imports are dumps
  const { deserialize } = await import('bson')
  let count = 0
  for await (const bytes of framesOf(chunks)) {
    count += 1
    let document: object
    try {
      document = plainMembers(deserialize(bytes), 0)
    } catch (error) {
      throw invalidImport(`document ${count}: it is damaged`, error)
    }
    yield document
  }
}

/** Yields the bytes of each document, by its initial length. */
async function* framesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = []
  let held = 0
  let count = 1
  let needed = 4
  for await (const chunk of chunks) {
    pending.push(chunk)
    held += chunk.length
    while (held >= needed) {
      const bytes = Buffer.concat(pending, held)
      const length = bytes.readInt32LE(0)
      if (length < minDocumentBytes || length > maxDocumentBytes)
        throw invalidImport(`document ${count}: it cannot have ${length} bytes`)
      pending = [bytes]
      needed = length
      if (held < length) break
      yield bytes.subarray(0, length)
      pending = [bytes.subarray(length)]
      held -= length
      count += 1
      needed = 4
    }
  }
  if (held > 0) throw invalidImport(`document ${count}: the file is truncated`)
}

/** Returns the members of a document, without a prototype, so that no member name can change it. */
function plainMembers(document: object, depth: number): object {
  if (depth > maxDepth) throw new RangeError('the document is nested too deeply')
  const members: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(document)) {
    const plain = plainValue(value, depth)
    if (plain !== undefined) members[name] = plain
  }
  return members
}

function plainValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object') return value
  if (value === null) return undefined
  if (Array.isArray(value)) return Object.values(plainMembers(value, depth + 1))
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  const type = '_bsontype' in value ? value._bsontype : undefined
  if (type === 'ObjectId') return new DocumentId(String(value))
  if (type === 'Long') return Number(value)
  return Object.getPrototypeOf(value) === Object.prototype ? plainMembers(value, depth + 1) : undefined
}

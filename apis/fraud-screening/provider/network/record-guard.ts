// Walks a record of an MMDB file (SOURCES 6.1) without building it: pointers can be circular or expand a short file to
// gigabytes, and the library follows them all.
import { present } from '#define/present'
import { MmdbError } from './mmdb-error.ts'

/** The record of a city with names in eight languages has some 150 values. */
const maxValues = 2000
const maxBytes = 64 * 1024
const maxDepth = 16

const types = { pointer: 1, string: 2, double: 3, bytes: 4, map: 7, array: 11, boolean: 14, float: 15 } as const
/** Types whose size is a number of bytes: strings, bytes and integers. */
const sized: readonly number[] = [types.string, types.bytes, 5, 6, 8, 9, 10]

interface Field {
  readonly type: number
  /** Number of bytes or items, or the offset of a pointer. */
  readonly size: number
  /** Start of the content; for a pointer, the position after it. */
  readonly at: number
}
interface Walk {
  readonly content: Buffer
  readonly dataStart: number
  values: number
  bytes: number
}

/** Throws `MmdbError` if the record at `offset` is damaged or exceeds 2,000 values, 64 KiB or 16 levels. */
export function checkRecord(content: Buffer, offset: number, dataStart: number): void {
  skip({ content, dataStart, values: 0, bytes: 0 }, offset, 0)
}

/** Returns the end of the value at `offset`. */
function skip(walk: Walk, offset: number, depth: number): number {
  walk.values += 1
  if (walk.values > maxValues || depth > maxDepth) throw new MmdbError('a record is too large or refers to itself')
  const { type, size, at } = fieldAt(walk.content, offset)
  if (type === types.pointer) {
    skip(walk, walk.dataStart + size, depth + 1)
    return at
  }
  if (type === types.map || type === types.array) {
    const items = type === types.map ? 2 * size : size
    // the limit of values would end such a loop too, but the library allocates an array first
    if (items > maxValues) throw new MmdbError('a record is too large or refers to itself')
    let end = at
    for (let item = 0; item < items; item++) end = skip(walk, end, depth + 1)
    return end
  }
  const end = at + bytesOf(type, size)
  walk.bytes += end - at
  if (walk.bytes > maxBytes) throw new MmdbError('a record is too large or refers to itself')
  if (end > walk.content.length) throw new MmdbError('a record is cut off')
  return end
}

function bytesOf(type: number, size: number): number {
  if (type === types.boolean) return 0
  if (type === types.double && size === 8) return 8
  if (type === types.float && size === 4) return 4
  if (sized.includes(type)) return size
  throw new MmdbError(`a record has a field of type ${type} and size ${size}`)
}

function fieldAt(content: Buffer, offset: number): Field {
  const control = byteAt(content, offset)
  const kind = control >> 5
  if (kind === types.pointer) return pointerAt(content, offset, control)
  const isExtended = kind === 0
  const type = isExtended ? byteAt(content, offset + 1) + 7 : kind
  const at = offset + (isExtended ? 2 : 1)
  const size = control & 0x1f
  if (size < 29) return { type, size, at }
  const more = size - 28
  return { type, size: present([29, 285, 65_821][more - 1]) + uintAt(content, at, more), at: at + more }
}

function pointerAt(content: Buffer, offset: number, control: number): Field {
  const length = ((control >> 3) & 3) + 1
  const value = uintAt(content, offset + 1, length)
  const high = length === 4 ? 0 : (control & 7) * 2 ** (8 * length)
  const base = present([0, 2048, 526_336, 0][length - 1])
  return { type: types.pointer, size: base + high + value, at: offset + 1 + length }
}

function byteAt(content: Buffer, offset: number): number {
  const byte = content[offset]
  if (byte === undefined) throw new MmdbError('a record is cut off')
  return byte
}

function uintAt(content: Buffer, offset: number, length: number): number {
  if (offset + length > content.length) throw new MmdbError('a record is cut off')
  return content.readUIntBE(offset, length)
}

/**
 * Returns the strings and integers of the map at `start`, the metadata of a file. Pointers must stay inside the map.
 */
export function readSmallRecord(content: Buffer, start: number): Map<string, unknown> {
  checkRecord(content, start, start)
  const map = fieldAt(content, start)
  if (map.type !== types.map) throw new MmdbError('its metadata is no map')
  const values = new Map<string, unknown>()
  const walk = { content, dataStart: start, values: 0, bytes: 0 }
  for (let item = 0, at = map.at; item < map.size; item++) {
    const valueAt = skip(walk, at, 0)
    values.set(String(scalarAt(walk, at)), scalarAt(walk, valueAt))
    at = skip(walk, valueAt, 0)
  }
  return values
}

function scalarAt({ content, dataStart }: Walk, offset: number): unknown {
  const field = fieldAt(content, offset)
  const { type, size, at } = field.type === types.pointer ? fieldAt(content, dataStart + field.size) : field
  if (type === types.string) return content.toString('utf8', at, at + size)
  if (size === 0) return 0
  return [5, 6, 9].includes(type) && size <= 6 ? content.readUIntBE(at, size) : numberOf(content, type, at, size)
}

/** Reads an integer; some writers use eight bytes for `build_epoch`. */
function numberOf(content: Buffer, type: number, at: number, size: number): number | undefined {
  return type === 9 && size <= 8 ? Number(BigInt(`0x${content.toString('hex', at, at + size)}`)) : undefined
}

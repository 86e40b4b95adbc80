// Frames of a block of Matroska, of which one block may have several (RFC 9559, 10.3).
import { AudioFault } from './fault.ts'

const damaged = () => new AudioFault('The Matroska file is damaged.')
const [none, xiph, fixed] = [0, 1, 2]

/** `block` begins with its flags. */
export function framesIn(block: Buffer): Buffer[] {
  const lacing = (block.readUInt8(0) >> 1) & 3
  if (lacing === none) return [block.subarray(1)]
  if (block.length < 2) throw damaged()
  const count = block.readUInt8(1) + 1
  if (lacing === fixed) return cut(block.subarray(2), equal(block.length - 2, count))
  const { sizes, at } = lacing === xiph ? xiphSizes(block, count) : ebmlSizes(block, count)
  return cut(block.subarray(at), sizes)
}

/** The last takes what is left. */
function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  let at = 0
  const frames = sizes.map((size) => {
    if (size < 0 || at + size > bytes.length) throw damaged()
    at += size
    return bytes.subarray(at - size, at)
  })
  return [...frames, bytes.subarray(at)]
}

function equal(bytes: number, count: number): number[] {
  if (bytes % count !== 0) throw damaged()
  return Array.from({ length: count - 1 }, () => bytes / count)
}

interface Sizes {
  readonly sizes: number[]
  readonly at: number
}
function xiphSizes(block: Buffer, count: number): Sizes {
  const sizes: number[] = []
  let at = 2
  while (sizes.length < count - 1) {
    let size = 0
    let byte = 255
    while (byte === 255) {
      byte = block[at++] ?? 0
      size += byte
    }
    sizes.push(size)
  }
  return { sizes, at }
}

/** The first as a number, the others as differences from the previous one. */
function ebmlSizes(block: Buffer, count: number): Sizes {
  const sizes: number[] = []
  let at = 2
  while (sizes.length < count - 1) {
    const number = variableIn(block, at)
    if (!number) throw damaged()
    const before = sizes.at(-1)
    sizes.push(before === undefined ? number.value : before + number.value - (2 ** (7 * number.bytes - 1) - 1))
    at += number.bytes
  }
  return { sizes, at }
}

/** A number that says its own length; undefined where it is cut off. */
export function variableIn(bytes: Buffer, at: number): { readonly value: number; readonly bytes: number } | undefined {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  if (length > 4 || at + length > bytes.length) return undefined
  return { value: bytes.readUIntBE(at, length) - 2 ** (7 * length), bytes: length }
}

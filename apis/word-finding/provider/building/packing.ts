// Growing typed arrays, and conversions of lists into flat tables. Independent of words. Everything is kept as numbers,
// because objects would take many times the memory.
import { present } from '#define/present'

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array

/** A typed array that grows. */
interface Growing<A extends Numbers> {
  readonly length: number
  push(value: number): void
  pushAll(values: ArrayLike<number>): void
  /** Returns a copy of the pushed values. */
  done(): A
}

/** Maximum size. Arrays grow in place: arrays that double leave holes in memory that the process never returns. */
const mostBytes = 64 * 1024 * 1024
const stepBytes = 256 * 1024

function createGrowing<A extends Numbers>(make: (buffer: ArrayBuffer) => A): Growing<A> {
  const buffer = new ArrayBuffer(stepBytes, { maxByteLength: mostBytes })
  const held = make(buffer)
  let length = 0
  const room = (more: number): void => {
    while (length + more > held.length) buffer.resize(buffer.byteLength + stepBytes)
  }
  return {
    get length() {
      return length
    },
    push(value) {
      room(1)
      held[length++] = value
    },
    pushAll(values) {
      room(values.length)
      held.set(values, length)
      length += values.length
    },
    done() {
      const copy = make(buffer.slice(0, length * held.BYTES_PER_ELEMENT))
      buffer.resize(0)
      return copy
    },
  }
}
const growingBytes = () => createGrowing((buffer) => new Uint8Array(buffer))
export const growingShorts = () => createGrowing((buffer) => new Uint16Array(buffer))
export const growingNumbers = () => createGrowing((buffer) => new Uint32Array(buffer))
export const growingDoubles = () => createGrowing((buffer) => new Float64Array(buffer))

/** Creates a pack: byte lists in sequence, and the start of each. */
export function createPack() {
  const bytes = growingBytes()
  const at = growingNumbers()
  return {
    get count() {
      return at.length
    },
    add(one: Uint8Array): void {
      at.push(bytes.length)
      bytes.pushAll(one)
    },
    done() {
      at.push(bytes.length)
      return { bytes: bytes.done(), at: at.done() }
    },
  }
}

/** Packs strings as UTF-8 in sequence, with the start of each. */
export function packTexts(strings: Iterable<string>): { bytes: Uint8Array; at: Uint32Array } {
  const pack = createPack()
  for (const text of strings) pack.add(Buffer.from(text))
  return pack.done()
}

/** Returns the start of each of `count` owners' entries, from the owners of all entries in any order. */
export function startsOf(owners: Uint32Array, count: number): Uint32Array {
  const at = new Uint32Array(count + 1)
  for (const owner of owners) at[owner + 1] = present(at[owner + 1]) + 1
  for (let owner = 0; owner < count; owner++) at[owner + 1] = present(at[owner + 1]) + present(at[owner])
  return at
}

/** Groups values by owner, in their order. */
export function gather(
  owners: Uint32Array,
  values: Uint32Array,
  count: number,
): { at: Uint32Array; values: Uint32Array } {
  const at = startsOf(owners, count)
  const next = at.slice()
  const gathered = new Uint32Array(values.length)
  for (let entry = 0; entry < owners.length; entry++) {
    const owner = present(owners[entry])
    const index = present(next[owner])
    gathered[index] = present(values[entry])
    next[owner] = index + 1
  }
  return { at, values: gathered }
}

/** Upper bound on the second half of a pair of numbers; two numbers in one sort much faster than objects. */
export const pairSpan = 2 ** 20

/** Returns entry numbers ordered by key; equal keys keep their order. Keys are integers from 0 to below 2^33. */
export function orderBy(count: number, keyOf: (entry: number) => number): Uint32Array {
  const keys = new Float64Array(count)
  for (let entry = 0; entry < count; entry++) keys[entry] = keyOf(entry) * pairSpan + entry
  return Uint32Array.from(keys.sort(), (key) => key % pairSpan)
}

/** Groups values by a 32-bit key: the distinct keys in order, and the distinct values of each in order. */
export function gatherByKey(
  keys: Uint32Array,
  values: Uint32Array,
): { keys: Uint32Array; at: Uint32Array; values: Uint32Array } {
  const pairs = new Float64Array(keys.length)
  for (let entry = 0; entry < keys.length; entry++)
    pairs[entry] = present(keys[entry]) * pairSpan + present(values[entry])
  const distinct = growingNumbers()
  const at = growingNumbers()
  const gathered = growingNumbers()
  let last = -1
  let lastKey = -1
  for (const pair of pairs.sort()) {
    if (pair === last) continue
    last = pair
    const key = Math.floor(pair / pairSpan)
    if (key !== lastKey) {
      distinct.push(key)
      at.push(gathered.length)
      lastKey = key
    }
    gathered.push(pair % pairSpan)
  }
  at.push(gathered.length)
  return { keys: distinct.done(), at: at.done(), values: gathered.done() }
}

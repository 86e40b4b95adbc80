// Bounds the cost of JSON before it is parsed: counts its structure byte by byte as chunks arrive. It does not
// validate: it counts what the parser would build up to the first error, where the parser stops as well.
import { present } from '#define/present'

/** Limits of one JSON text. */
export interface JsonLimits {
  /** Maximum depth of nesting. */
  readonly depth: number
  /** Total number of array items and members. */
  readonly values: number
  /** Number of objects and arrays. */
  readonly containers: number
  /** Number of strings that are values. */
  readonly strings: number
  /** Number of distinct member names, compared by hash, so that a few may go uncounted. */
  readonly names: number
  readonly nameBytes: number
  /** Number of backslash escapes in strings. */
  readonly escapes: number
}

/**
 * Each limit keeps `JSON.parse` below about 20 ms for its kind (decision 0019). No known API
 * nests beyond 20 levels; other parsers stop at 128 too (serde_json) or earlier (Protocol Buffers: 100).
 */
export const jsonLimits: JsonLimits = {
  depth: 128,
  values: 400_000,
  containers: 50_000,
  strings: 100_000,
  names: 10_000,
  nameBytes: 4096,
  escapes: 1_000_000,
}

/**
 * Limits for responses of providers: their lists of numbers (embeddings) and of records are longer, and their strings
 * repeat.
 */
export const answerJsonLimits: JsonLimits = { ...jsonLimits, values: 1_500_000, strings: 200_000 }

const wording: Readonly<Record<keyof JsonLimits, string>> = {
  depth: 'levels of nesting',
  values: 'values',
  containers: 'objects and arrays',
  strings: 'strings',
  names: 'different member names',
  nameBytes: 'bytes in one member name',
  escapes: 'escapes in strings',
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openArray = 0x5b
const closeArray = 0x5d
const openObject = 0x7b
const closeObject = 0x7d
/** Holds 1 for the bytes that matter outside strings. */
const isStructural = new Uint8Array(256)
for (const byte of [quote, comma, colon, openArray, closeArray, openObject, closeObject]) isStructural[byte] = 1

/** Strings are read byte by byte up to this length, then searched: a search costs as much as a few dozen bytes. */
const loopBytes = 48
/** Longer names are not compared: each counts as a new one. */
const hashedBytes = 256
/** Texts with fewer members need no memory for their names. */
const freeMembers = 2048
const nameBits = 18
/** A secret seed, so that callers cannot construct names with the same hash. */
const hashSeed = Math.floor(Math.random() * 2 ** 32) | 1

/** Scans one JSON text. Allocates nothing per chunk. */
export class JsonScan {
  readonly #limits: JsonLimits
  /** Holds 1 for each level, from the first, whose container is an object. A buffer would cost more than the scan. */
  readonly #holdsMembers: number[] = [0]
  #seenNames: Uint32Array | undefined
  #level = 0
  #isInString = false
  #isEscaped = false
  /** True if the next or current string is the name of a member. */
  #isName = false
  #stringBytes = 0
  #hash = hashSeed
  #depth = 0
  #values = 0
  #members = 0
  #containers = 0
  #strings = 0
  #names = 0
  #longestName = 0
  #escapes = 0

  constructor(limits: JsonLimits = jsonLimits) {
    this.#limits = limits
  }

  /** Returns the counts so far. An empty container counts as one value; names are counted beyond 2,048 members. */
  get counts(): JsonLimits & { readonly members: number } {
    return {
      depth: this.#depth,
      values: this.#values,
      members: this.#members,
      containers: this.#containers,
      strings: this.#strings,
      names: this.#names,
      nameBytes: this.#longestName,
      escapes: this.#escapes,
    }
  }

  /** Returns the limit that the text exceeds, such as "128 levels of nesting". */
  push(chunk: Buffer): string | undefined {
    const { length } = chunk
    const holdsMembers = this.#holdsMembers
    const structural = isStructural
    let at = 0
    let level = this.#level
    let values = this.#values
    let containers = this.#containers
    let isName = this.#isName
    if (this.#isInString) at = this.#readString(chunk, 0)
    while (at < length) {
      let byte = chunk[at++] ?? 0
      while (structural[byte] === 0 && at < length) byte = chunk[at++] ?? 0
      if (byte === quote) {
        this.#isName = isName
        this.#beginString()
        at = this.#readString(chunk, at)
      } else if (byte === comma) {
        values++
        isName = holdsMembers[level] === 1
      } else if (byte === colon) {
        this.#endName()
        isName = false
      } else if (byte === openObject || byte === openArray) {
        containers++
        values++
        isName = byte === openObject
        if (++level > this.#depth) this.#depth = level
        if (level > this.#limits.depth) break
        holdsMembers[level] = isName ? 1 : 0
      } else if (level > 0 && (byte === closeArray || byte === closeObject)) level--
    }
    this.#level = level
    this.#values = values
    this.#containers = containers
    this.#isName = isName
    return this.#passedLimit()
  }

  #beginString(): void {
    this.#isInString = true
    this.#stringBytes = 0
    this.#hash = hashSeed
    if (!this.#isName) this.#strings++
  }

  /** Continues reading a string, and returns the position after it, or the end of the chunk. */
  #readString(chunk: Buffer, from: number): number {
    const { length } = chunk
    const isName = this.#isName
    let at = from
    let nextQuote = -1
    let nextBackslash = -1
    let loopEnd = Math.min(length, at + (isName ? hashedBytes : loopBytes))
    if (this.#isEscaped && at < length) {
      this.#isEscaped = false
      at++
    }
    let hash = this.#hash
    while (at < length) {
      if (at >= loopEnd) {
        if (nextQuote < at) nextQuote = indexOrEnd(chunk.indexOf(quote, at), length)
        if (nextBackslash < at) nextBackslash = indexOrEnd(chunk.indexOf(backslash, at), length)
        at = Math.min(nextQuote, nextBackslash)
        if (at === length) break
        if (at === nextBackslash) loopEnd = Math.min(length, at + loopBytes)
      }
      const byte = chunk[at++] ?? 0
      if (byte === quote) {
        this.#isInString = false
        break
      }
      if (byte === backslash) {
        this.#escapes++
        if (at < length) at++
        else this.#isEscaped = true
      }
      if (isName) hash = Math.imul(hash ^ byte, 0x01000193)
    }
    this.#hash = hash
    this.#stringBytes += at - from
    return at
  }

  /** Counts a finished name if no other member had it. */
  #endName(): void {
    this.#members++
    const bytes = this.#stringBytes
    if (bytes > this.#longestName) this.#longestName = bytes
    if (this.#members <= freeMembers) return
    this.#seenNames ??= new Uint32Array(2 ** (nameBits - 5))
    const mixed = Math.imul(this.#hash ^ (this.#hash >>> 15), hashSeed)
    const slot = mixed >>> (32 - nameBits)
    const bit = 1 << (slot & 31)
    const bits = present(this.#seenNames[slot >>> 5])
    if (bytes <= hashedBytes && (bits & bit) !== 0) return
    this.#seenNames[slot >>> 5] = bits | bit
    this.#names++
  }

  #passedLimit(): string | undefined {
    const limits = this.#limits
    if (this.#depth > limits.depth) return sentence('depth', limits)
    if (this.#values > limits.values) return sentence('values', limits)
    if (this.#containers > limits.containers) return sentence('containers', limits)
    if (this.#strings > limits.strings) return sentence('strings', limits)
    if (this.#names > limits.names) return sentence('names', limits)
    if (this.#longestName > limits.nameBytes) return sentence('nameBytes', limits)
    return this.#escapes > limits.escapes ? sentence('escapes', limits) : undefined
  }
}

const indexOrEnd = (index: number, end: number): number => (index === -1 ? end : index)

const sentence = (kind: keyof JsonLimits, limits: JsonLimits): string =>
  `${limits[kind].toLocaleString('en')} ${wording[kind]}`

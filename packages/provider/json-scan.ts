// Bounds what JSON may cost before anything parses it: counts its structure byte by byte as chunks come. It is no
// validator. Up to the first mistake it counts what the parser would build, and there the parser stops as well.

/** How much of each kind one JSON text may have. */
export interface JsonLimits {
  /** Levels of nesting. */
  readonly depth: number
  /** Array items and members, in all. */
  readonly values: number
  /** Objects and arrays. */
  readonly containers: number
  /** Strings that are values. */
  readonly strings: number
  /** Different names of members, by a hash: a few may not be counted. */
  readonly names: number
  readonly nameBytes: number
  /** Backslash escapes in strings. */
  readonly escapes: number
}

/**
 * Each limit keeps `JSON.parse` below about 20 ms for its kind (docs/decisions/0019 has the measurements). No API that
 * we know nests beyond 20 levels; other parsers stop at 128 too (serde_json) or earlier (Protocol Buffers: 100).
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
 * For answers of providers that are read: lists of numbers (embeddings) and of records are longer there, and their
 * strings repeat.
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
/** 1 for the bytes that matter outside strings. */
const isStructural = new Uint8Array(256)
for (const byte of [quote, comma, colon, openArray, closeArray, openObject, closeObject]) isStructural[byte] = 1

/** A string is read byte by byte up to this length, then searched: a search costs as much as a few dozen bytes. */
const loopBytes = 48
/** Names beyond it are not compared: each counts as a new one. */
const hashedBytes = 256
/** Texts with fewer members need no memory for their names. */
const freeMembers = 2048
const nameBits = 18
/** Kept from callers, who could otherwise construct names of one hash. */
const hashSeed = Math.floor(Math.random() * 2 ** 32) | 1

/** Scans one JSON text. Allocates nothing per chunk. */
export class JsonScan {
  readonly #limits: JsonLimits
  /** For each level, from the first, 1 where its container is an object. A buffer would cost more than the scan. */
  readonly #holdsMembers: number[] = [0]
  #seenNames: Uint32Array | undefined
  #level = 0
  #isInString = false
  #isEscaped = false
  /** Whether the next string, or the one that has begun, is the name of a member. */
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

  /** What has been counted so far. An empty container counts as one value; names are counted beyond 2,048 members. */
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

  /** Returns the limit that the text has passed, such as "128 levels of nesting". */
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

  /** Reads on in a string, and returns where it ends, or the end of the chunk. */
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

  /** Counts the name that has ended when no other member had it. */
  #endName(): void {
    this.#members++
    const bytes = this.#stringBytes
    if (bytes > this.#longestName) this.#longestName = bytes
    if (this.#members <= freeMembers) return
    this.#seenNames ??= new Uint32Array(2 ** (nameBits - 5))
    const mixed = Math.imul(this.#hash ^ (this.#hash >>> 15), hashSeed)
    const slot = mixed >>> (32 - nameBits)
    const bit = 1 << (slot & 31)
    const bits = this.#seenNames[slot >>> 5] ?? 0
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

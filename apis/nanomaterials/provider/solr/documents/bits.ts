// A set of documents, one bit each.
import { present } from '#define/present'

export class Bits {
  readonly size: number
  readonly words: Uint32Array

  constructor(size: number, words: Uint32Array = new Uint32Array((size + 31) >>> 5)) {
    this.size = size
    this.words = words
  }

  static all(size: number): Bits {
    return new Bits(size).complement()
  }
  static of(size: number, docs: Iterable<number>): Bits {
    const bits = new Bits(size)
    for (const doc of docs) bits.add(doc)
    return bits
  }

  /** Returns a set of the same documents with other members. */
  withWords(words: Uint32Array): Bits {
    return new Bits(this.size, words)
  }

  has(doc: number): boolean {
    return ((present(this.words[doc >>> 5]) >>> (doc & 31)) & 1) === 1
  }
  add(doc: number): void {
    const word = doc >>> 5
    this.words[word] = present(this.words[word]) | (1 << (doc & 31))
  }
  and(other: Bits): Bits {
    return this.#combined(other, (one, two) => one & two)
  }
  or(other: Bits): Bits {
    return this.#combined(other, (one, two) => one | two)
  }
  without(other: Bits): Bits {
    return this.#combined(other, (one, two) => one & ~two)
  }
  complement(): Bits {
    const bits = new Bits(
      this.size,
      this.words.map((word) => ~word),
    )
    const rest = this.size & 31
    const last = bits.words.length - 1
    if (rest !== 0) bits.words[last] = present(bits.words[last]) & (2 ** rest - 1)
    return bits
  }
  #combined(other: Bits, operation: (one: number, two: number) => number): Bits {
    const { words } = other
    return new Bits(
      this.size,
      this.words.map((word, at) => operation(word, present(words[at]))),
    )
  }

  count(): number {
    let count = 0
    for (const word of this.words) {
      // added up in parallel (Warren, Hacker's Delight, 5-1)
      let bits = word - ((word >>> 1) & 0x55555555)
      bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
      count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
    }
    return count
  }

  /** Iterates over the documents in order. */
  *[Symbol.iterator](): Generator<number> {
    for (let doc = this.next(0); doc >= 0; doc = this.next(doc + 1)) yield doc
  }

  /** Returns the first document from here on; -1 if there is none. */
  next(from: number): number {
    if (from >= this.size) return -1
    let at = from >>> 5
    let word = (present(this.words[at]) >>> (from & 31)) << (from & 31)
    while (word === 0) {
      if (++at >= this.words.length) return -1
      word = present(this.words[at])
    }
    return at * 32 + (31 - Math.clz32(word & -word))
  }

  /** Returns the last document before this one; -1 if there is none. */
  previous(before: number): number {
    for (let doc = before - 1; doc >= 0; doc--) {
      const word = present(this.words[doc >>> 5])
      if (word === 0) doc &= ~31
      else if (((word >>> (doc & 31)) & 1) === 1) return doc
    }
    return -1
  }
}

// Reads bits of a frame, the highest of a byte first.

/** The frame goes on behind the bytes that are there. */
export class MoreNeeded extends Error {
  override name = 'MoreNeeded'
}

export class BitReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Whole bytes that were read, the one under way included. */
  get usedBytes(): number {
    return (this.#at + 7) >> 3
  }

  /** At most 32 bits, as an unsigned number. */
  read(count: number): number {
    const end = this.#at + count
    if (end > this.#bytes.length * 8) throw new MoreNeeded()
    let value = 0
    while (this.#at < end) {
      const inByte = this.#at & 7
      const taken = Math.min(8 - inByte, end - this.#at)
      const byte = this.#bytes[this.#at >> 3] ?? 0
      value = value * 2 ** taken + ((byte >> (8 - inByte - taken)) & ((1 << taken) - 1))
      this.#at += taken
    }
    return value
  }

  /** At most 33 bits, as a two's complement. */
  signed(count: number): number {
    if (count > 32) {
      const sign = this.read(1)
      return this.read(count - 1) - sign * 2 ** (count - 1)
    }
    const value = this.read(count)
    return value >= 2 ** (count - 1) ? value - 2 ** count : value
  }

  /** How many zeros are before the next one, which is read too. */
  unary(): number {
    const start = this.#at
    for (;;) {
      const byte = this.#bytes[this.#at >> 3]
      if (byte === undefined) throw new MoreNeeded()
      const rest = (byte << (this.#at & 7)) & 0xff
      if (rest !== 0) {
        this.#at += Math.clz32(rest) - 24
        const zeros = this.#at - start
        this.#at++
        return zeros
      }
      this.#at = (this.#at | 7) + 1
    }
  }

  toByte(): void {
    this.#at = (this.#at + 7) & ~7
  }
}

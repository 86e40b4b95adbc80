// Reads the protobuf wire format (varints, fixed and length-delimited fields) from untrusted bytes.
import { present } from '#define/present'
import { InspectError } from './inspect-error.ts'

export const wireTypes = { varint: 0, fixed64: 1, delimited: 2, fixed32: 5 } as const

/**
 * A position in protobuf bytes. All reads stay inside `[at, end)`; a read beyond it, a varint of more than 64 bits and
 * an unknown wire type throw `certificate.malformed`.
 */
export class WireReader {
  readonly #bytes: Buffer
  #at: number
  readonly #end: number
  #high = 0

  constructor(bytes: Buffer, at: number, end: number) {
    this.#bytes = bytes
    this.#at = at
    this.#end = end
  }
  get done(): boolean {
    return this.#at >= this.#end
  }
  /** Reads the low 32 bits of a varint, unsigned: protobuf truncates a longer value in a 32-bit field. */
  varint(): number {
    let low = 0
    let high = 0
    for (let index = 0; index < 10; index++) {
      if (this.#at >= this.#end) throw malformed('ends inside a number')
      const byte = present(this.#bytes[this.#at++])
      const bits = byte & 0x7f
      if (index < 4) low |= bits << (7 * index)
      else if (index === 4) {
        low |= bits << 28
        high = bits >> 4
      } else high |= bits << (7 * index - 32)
      if (byte < 0x80) {
        // the tenth byte holds only the 64th bit
        if (index === 9 && byte > 1) break
        this.#high = high >>> 0
        return low >>> 0
      }
    }
    throw malformed('holds a number of more than 64 bits')
  }
  /** Reads a 64-bit varint as a decimal string. */
  varint64(): string {
    const low = this.varint()
    return this.#high === 0 ? String(low) : String((BigInt(this.#high) << 32n) | BigInt(low))
  }
  /** Reads a 32-bit IEEE-754 number, little-endian. Throws on infinities and NaN, which JSON cannot represent. */
  float(): number {
    const value = this.#bytes.readFloatLE(this.#advance(4))
    if (!Number.isFinite(value)) throw malformed('holds a measure that is not a finite number')
    return value
  }
  /** Returns a reader of the bytes of a length-delimited field. */
  nested(): WireReader {
    const length = this.varint()
    const start = this.#advance(length)
    return new WireReader(this.#bytes, start, start + length)
  }
  /** Reads a length-delimited field as a string; bytes that are not UTF-8 become U+FFFD. */
  text(): string {
    const length = this.varint()
    const start = this.#advance(length)
    return this.#bytes.toString('utf8', start, start + length)
  }
  /** Skips the value of an unknown field. */
  skip(wireType: number): void {
    if (wireType === wireTypes.varint) this.varint()
    else if (wireType === wireTypes.fixed64) this.#advance(8)
    else if (wireType === wireTypes.delimited) this.#advance(this.varint())
    else if (wireType === wireTypes.fixed32) this.#advance(4)
    else throw malformed('holds a field of an unknown kind')
  }
  #advance(length: number): number {
    const start = this.#at
    if (length > this.#end - start) throw malformed('has a field that runs past its end')
    this.#at = start + length
    return start
  }
}

function malformed(what: string): InspectError {
  return new InspectError('certificate.malformed', `The item certificate ${what}.`)
}

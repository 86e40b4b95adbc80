// Rows written as bytes: a text of tens of thousands of short pieces costs as much to join and to encode as to make.

/** The memory that rows are written to. It is used again for those that follow. */
export interface RowBytes {
  readonly length: number
  text(text: string): void
  bytes(bytes: Uint8Array): void
  byte(byte: number): void
  /** Writes again what is between two places. */
  again(from: number, to: number): void
  /** As JSON has it; finite. */
  number(value: number): void
  /** What has been written, in memory of its own. What follows is written from the beginning. */
  take(): Buffer<ArrayBuffer>
}

const usualBytes = 128 * 1024
/** Of the longest text of a number. */
const numberBytes = 32
/** UTF-8 of a UTF-16 code unit. */
const unitBytes = 3
const digits = 10
/** Most numbers are smaller. */
const mostDigits = 1000
const zero = 48

export function createRowBytes(): RowBytes {
  let memory = Buffer.from(new ArrayBuffer(usualBytes))
  let length = 0
  const reserve = (more: number) => {
    if (length + more <= memory.length) return
    const larger = Buffer.from(new ArrayBuffer(2 * (length + more)))
    larger.set(memory.subarray(0, length))
    memory = larger
  }
  return {
    get length() {
      return length
    },
    text(text) {
      reserve(unitBytes * text.length)
      length += memory.write(text, length)
    },
    bytes(bytes) {
      reserve(bytes.length)
      memory.set(bytes, length)
      length += bytes.length
    },
    byte(byte) {
      reserve(1)
      memory[length++] = byte
    },
    again(from, to) {
      reserve(to - from)
      memory.copyWithin(length, from, to)
      length += to - from
    },
    number(value) {
      reserve(numberBytes)
      const whole = value | 0
      if (whole === value && whole >= 0 && whole < mostDigits) {
        if (whole >= 100) memory[length++] = zero + ((whole / 100) | 0)
        if (whole >= digits) memory[length++] = zero + (((whole / digits) | 0) % digits)
        memory[length++] = zero + (whole % digits)
        return
      }
      const text = String(value)
      for (let at = 0; at < text.length; at++) memory[length++] = text.charCodeAt(at)
    },
    take() {
      const taken = Buffer.allocUnsafeSlow(length)
      taken.set(memory.subarray(0, length))
      length = 0
      return taken
    },
  }
}

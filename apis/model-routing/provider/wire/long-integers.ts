// Where a JSON text has integers that a JavaScript number cannot hold.
import { createPacer, endOfJsonString } from '#provider'
import { ModelError } from './model-error.ts'

/** Offsets in bytes. */
export interface IntegerSpan {
  readonly start: number
  readonly end: number
}

/** Each is parsed on its own afterwards: a hundred thousand take tenths of a second. */
export const mostLongIntegers = 10_000
/** Nothing that means anything is longer. A longer one stays an ordinary number. */
const longestInteger = 100_000
/** Scanned between two looks at the clock: some milliseconds where it is nothing but long integers. */
const stepBytes = 32 * 1024

const longInteger = /^-?\d{16,}$/
const quote = 0x22
/** 1 for the bytes of numbers, 2 for those that begin one. */
const numberBytes = new Uint8Array(256)
for (const byte of Buffer.from('.eE+')) numberBytes[byte] = 1
for (const byte of Buffer.from('-0123456789')) numberBytes[byte] = 2

/** Those outside strings, in order. Yields to the event loop. Throws ModelError 'invalid' when there are too many. */
export async function longIntegersIn(bytes: Buffer): Promise<IntegerSpan[]> {
  const pause = createPacer()
  const scan = new IntegerScan(bytes)
  while (scan.read(stepBytes)) {
    const pausing = pause()
    if (pausing) await pausing
  }
  return scan.found
}

class IntegerScan {
  readonly found: IntegerSpan[] = []
  readonly #bytes: Buffer
  #at = 0
  /** Where the number began that the scan is in; -1 outside one. */
  #start = -1

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Reads about so many bytes; false at the end of the text. */
  read(count: number): boolean {
    const bytes = this.#bytes
    const end = Math.min(bytes.length, this.#at + count)
    let at = this.#at
    while (at < end) {
      const byte = bytes[at] ?? 0
      const kind = numberBytes[byte] ?? 0
      if (this.#start >= 0 ? kind > 0 : kind < 2 && byte !== quote) at++
      else if (this.#start >= 0) this.#endNumber(at)
      else if (byte === quote) at = endOfJsonString(bytes, at + 1)
      else this.#start = at++
    }
    this.#at = at
    if (at < bytes.length) return true
    if (this.#start >= 0) this.#endNumber(at)
    return false
  }

  #endNumber(end: number): void {
    const start = this.#start
    this.#start = -1
    if (end - start < 16 || end - start > longestInteger) return
    const digits = this.#bytes.toString('latin1', start, end)
    if (!longInteger.test(digits) || Number.isSafeInteger(Number(digits))) return
    if (this.found.push({ start, end }) <= mostLongIntegers) return
    throw new ModelError(
      'invalid',
      `The body has more than ${mostLongIntegers.toLocaleString('en')} integers beyond 2^53. Write them as strings.`,
    )
  }
}

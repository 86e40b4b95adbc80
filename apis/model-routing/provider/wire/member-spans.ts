// Finds the positions of the members of the outermost object of a JSON text.
import { present } from '#define/present'
import { yieldToEventLoop } from '#provider'

/** Offsets in bytes. */
export interface MemberSpan {
  readonly name: string
  /** Offset of the quote that begins the name. */
  readonly start: number
  readonly valueStart: number
  readonly end: number
}

/** Scanned in one step: some milliseconds. */
const stepBytes = 1024 * 1024

const code = (character: string): number => character.charCodeAt(0)
const quote = code('"')
const backslash = code('\\')
const space = code(' ')

/** Finds the members; `bytes` is the text of a JSON object that has been parsed. Returns a promise for a long one. */
export function membersOf(bytes: Buffer): readonly MemberSpan[] | Promise<readonly MemberSpan[]> {
  const scan = new MemberScan(bytes)
  return scan.read(stepBytes) ? scan.members : restOf(scan)
}

async function restOf(scan: MemberScan): Promise<readonly MemberSpan[]> {
  do await yieldToEventLoop()
  while (!scan.read(stepBytes))
  return scan.members
}

/** Offsets of a value, in bytes. */
interface ValueSpan {
  readonly start: number
  readonly end: number
}

/** Returns the items of the array that begins at `from`, in a JSON text that has been parsed. */
export function itemsOf(bytes: Buffer, from: number): readonly ValueSpan[] {
  const items: ValueSpan[] = []
  let depth = 0
  let start = -1
  /** Offset after the last byte that is not white space. */
  let end = from
  for (let at = from; at < bytes.length; ) {
    const byte = present(bytes[at])
    if (byte <= space) {
      at++
      continue
    }
    const isEnd = depth === 1 && (byte === code(',') || byte === code(']'))
    if (isEnd && start !== -1) {
      items.push({ start, end })
      start = -1
    } else if (depth >= 1 && start === -1 && !isEnd) start = at
    if (byte === code('[') || byte === code('{')) depth++
    else if (byte === code(']') || byte === code('}')) depth--
    at = byte === quote ? endOfString(bytes, at + 1) : at + 1
    end = at
    if (depth === 0) break
  }
  return items
}

class MemberScan {
  readonly members: MemberSpan[] = []
  readonly #bytes: Buffer
  #at = 0
  #depth = 0
  #start = -1
  #name = ''
  #valueStart = -1
  /** Offset after the last byte that is not white space. */
  #end = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Reads about as many bytes; returns whether that was the rest. */
  read(most: number): boolean {
    const bytes = this.#bytes
    const until = Math.min(bytes.length, this.#at + most)
    while (this.#at < until) {
      const byte = present(bytes[this.#at])
      if (byte > space) this.#take(byte)
      else this.#at++
    }
    return this.#at >= bytes.length
  }

  #take(byte: number): void {
    const isOutermost = this.#depth === 1
    if (isOutermost && byte === code(':') && this.#valueStart === -1) {
      this.#valueStart = -2
      this.#at++
      return
    }
    if (this.#valueStart === -2) this.#valueStart = this.#at
    if (byte === quote) {
      this.#string(this.#at, isOutermost)
      return
    }
    if (byte === code('{') || byte === code('[')) this.#depth++
    else if (byte === code('}') || byte === code(']')) this.#depth--
    if (this.#depth === 0 || (isOutermost && byte === code(','))) this.#endMember()
    this.#at++
    this.#end = this.#at
  }

  #string(start: number, isOutermost: boolean): void {
    const end = endOfString(this.#bytes, start + 1)
    if (isOutermost && this.#start === -1) {
      this.#start = start
      this.#name = JSON.parse(this.#bytes.toString('utf8', start, end))
    }
    this.#at = end
    this.#end = end
  }

  #endMember(): void {
    if (this.#start === -1) return
    this.members.push({ name: this.#name, start: this.#start, valueStart: this.#valueStart, end: this.#end })
    this.#start = -1
    this.#valueStart = -1
  }
}

/** Returns the position after the closing quote. */
function endOfString(bytes: Buffer, from: number): number {
  for (let at = from; ; ) {
    const end = bytes.indexOf(quote, at)
    if (end === -1) return bytes.length
    let backslashes = 0
    while (end - backslashes > from && bytes[end - backslashes - 1] === backslash) backslashes++
    if (backslashes % 2 === 0) return end + 1
    at = end + 1
  }
}

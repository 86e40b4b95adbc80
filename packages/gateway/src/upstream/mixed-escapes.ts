// Finds a key whose characters are written each in a way of its own: one as it is, the next percent-encoded, as an HTML
// entity or JSON-escaped. The uniform forms are in key-patterns.ts, which can be searched for faster. Here bytes are
// decoded, and the decoded ones followed by a Knuth-Morris-Pratt automaton, so the work is linear in the bytes.
import { entityCharacters } from './key-patterns.ts'
import type { Occurrences } from './pattern-automaton.ts'

const percent = 0x25
const ampersand = 0x26
const backslash = 0x5c
const semicolon = 0x3b
/** From 1 on for each introducer. */
const rows = new Uint8Array(256)
for (const [index, introducer] of [percent, ampersand, backslash].entries()) rows[introducer] = index + 1
/** The longest entity: `&#x` or `&#`, ten digits, `;`. */
const entityBytes = 14

/** Whether bytes, or a Latin-1 string, may hold an escape at all. */
export const mayHoldEscape = (text: string | Buffer): boolean =>
  text.includes('%') || text.includes('&') || text.includes('\\')

/** The tables of one key. */
export class MixedForm {
  /** The key in UTF-8, ASCII letters in lower case. */
  readonly bytes: Uint8Array
  /** As in PatternTables. */
  readonly borders: Uint32Array
  /** 1 for each byte of the key. */
  readonly occurring = new Uint8Array(256)
  /** What escapes of its bytes begin with. JSON is full of escapes, of which hardly any other is one of a key. */
  readonly introducers: readonly Buffer[]
  /** By row of an introducer and the byte that follows it: whether both may begin an escape of a byte of the key. */
  readonly mayFollow = new Uint8Array(4 * 256)

  constructor(key: string) {
    this.bytes = Buffer.from(key.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()))
    this.borders = new Uint32Array(this.bytes.length)
    for (const byte of this.bytes) this.occurring[byte] = 1
    this.#fillMayFollow()
    const json = /["/\\]/.test(key) ? '\\' : '\\u'
    this.introducers = ['%', '&', json].map((text) => Buffer.from(text))
    for (let at = 1, length = 0; at < this.bytes.length; at++) {
      while (length > 0 && this.bytes[at] !== this.bytes[length]) length = this.borders[length - 1] ?? 0
      if (this.bytes[at] === this.bytes[length]) length++
      this.borders[at] = length
    }
  }

  #fillMayFollow(): void {
    const add = (introducer: number, following: string) => {
      for (const either of [following.toLowerCase(), following.toUpperCase()])
        this.mayFollow[((rows[introducer] ?? 0) << 8) | either.charCodeAt(0)] = 1
    }
    this.mayFollow[((rows[backslash] ?? 0) << 8) | 0x75] = 1
    add(ampersand, '#')
    for (const byte of this.bytes) {
      const character = String.fromCharCode(byte)
      // of a letter in upper case as well
      for (const one of [byte, character.toUpperCase().charCodeAt(0)]) add(percent, (one >> 4).toString(16))
      if ('"/\\'.includes(character)) add(backslash, character)
    }
    for (const [name, character] of entityCharacters)
      if (this.occurring[character.charCodeAt(0)] === 1)
        this.mayFollow[((rows[ampersand] ?? 0) << 8) | name.charCodeAt(0)] = 1
  }
}

/** What has been matched of the key in one body, chunk after chunk. */
export class MixedTracker {
  /** How many characters were decoded, for the test of their bound. */
  decodings = 0
  readonly #form: MixedForm
  readonly #decoder = new EscapeDecoder()
  #matched = 0
  /** Where in the body each of the last decoded bytes begins; as many as the key has. */
  #starts: Float64Array | undefined
  #count = 0
  /** Offsets in the body up to which escapes were looked for, and up to which bytes were followed. */
  #searchedTo = 0
  #followedTo = 0

  constructor(form: MixedForm) {
    this.#form = form
  }

  /**
   * Reads on in a body, whose bytes from offset `base` on these are. Returns how many bytes at the end may be the
   * beginning of an occurrence; they have to be among the next bytes again.
   */
  scan(bytes: Buffer, base: number, occurrences: Occurrences): number {
    const { length } = this.#form.bytes
    let at = Math.max(0, this.#searchedTo - base)
    const next = new Int32Array(3).fill(-1)
    while (this.#matched > 0 || at < bytes.length) {
      let escapeAt = at
      if (this.#matched === 0) {
        escapeAt = this.#findEscape(bytes, at, next)
        if (escapeAt === bytes.length) break
        // the characters before it may be written as they are
        at = Math.max(0, this.#followedTo - base, escapeAt - length + 1)
      }
      at = this.#follow(bytes, { from: at, past: escapeAt, base, occurrences })
      this.#searchedTo = this.#followedTo = base + at
      if (at < bytes.length && (this.#matched > 0 || at <= escapeAt)) return bytes.length - this.#beginning(at, base)
      if (at === bytes.length) return this.#matched > 0 ? at - this.#beginning(at, base) : 0
    }
    this.#searchedTo = base + bytes.length
    return 0
  }

  /** Where the next escape is that stands for a byte of the key or is not complete; else the end. */
  #findEscape(bytes: Buffer, from: number, next: Int32Array): number {
    const { introducers, mayFollow, occurring } = this.#form
    for (let at = from; ; at++) {
      at = nearest(bytes, at, { introducers, next })
      if (at === bytes.length) return at
      const row = rows[bytes[at] ?? 0] ?? 0
      if (at + 1 < bytes.length && mayFollow[(row << 8) | (bytes[at + 1] ?? 0)] !== 1) continue
      this.decodings++
      const read = this.#decoder.read(bytes, at)
      if (read === 0 || (read > 1 && occurring[this.#decoder.values[0] ?? 0] === 1)) return at
    }
  }

  /** Follows until nothing is matched any more behind `past`, or an escape is incomplete; returns where. */
  #follow(bytes: Buffer, range: { from: number; past: number; base: number; occurrences: Occurrences }): number {
    const { from, past, base, occurrences } = range
    const { bytes: wanted, borders } = this.#form
    this.#starts ??= new Float64Array(wanted.length)
    let at = from
    while (at < bytes.length && (this.#matched > 0 || at <= past)) {
      this.decodings++
      const read = this.#decoder.read(bytes, at)
      if (read === 0) return at
      const { values, count } = this.#decoder
      for (let index = 0; index < count; index++) {
        const value = values[index]
        while (this.#matched > 0 && wanted[this.#matched] !== value) this.#matched = borders[this.#matched - 1] ?? 0
        if (wanted[this.#matched] === value) this.#matched++
        this.#starts[this.#count++ % wanted.length] = base + at
        if (this.#matched < wanted.length) continue
        occurrences.add(this.#beginning(at, base), at + read)
        this.#matched = borders[this.#matched - 1] ?? 0
      }
      at += read
    }
    return at
  }

  /** Where among the bytes the matched ones begin. */
  #beginning(at: number, base: number): number {
    if (this.#matched === 0) return at
    return Math.max(0, (this.#starts?.[(this.#count - this.#matched) % this.#form.bytes.length] ?? 0) - base)
  }
}

interface Introducers {
  readonly introducers: readonly Buffer[]
  /** Where each comes next, as far as that is known. */
  readonly next: Int32Array
}

/** Where the next introducer is, or the first byte of one at the end of the bytes; else the end. */
function nearest(bytes: Buffer, from: number, { introducers, next }: Introducers): number {
  const { length } = bytes
  let first = length > from && bytes[length - 1] === backslash ? length - 1 : length
  for (let index = 0; index < introducers.length; index++) {
    let at = next[index] ?? 0
    if (at < from) {
      const found = bytes.indexOf(introducers[index] ?? '', from)
      at = found === -1 ? length : found
      next[index] = at
    }
    if (at < first) first = at
  }
  return first
}

/** Decodes one character at a time, without allocating. */
class EscapeDecoder {
  /** The decoded bytes, ASCII letters in lower case; the first `count` of them. */
  readonly values = new Uint8Array(4)
  count = 0

  /** How many bytes were read: 1 for what is no escape, 0 when the bytes end within what may be one. */
  read(bytes: Buffer, at: number): number {
    const byte = bytes[at] ?? 0
    this.#set(byte)
    if (byte === percent) return this.#readHex(bytes, at + 1, { digits: 2, isByte: true })
    if (byte === ampersand) return this.#readEntity(bytes, at)
    return byte === backslash ? this.#readJson(bytes, at) : 1
  }

  #readJson(bytes: Buffer, at: number): number {
    const kind = bytes[at + 1]
    if (kind === undefined) return 0
    if (kind === 0x75) return this.#readHex(bytes, at + 2, { digits: 4, isByte: false })
    if (kind !== 0x22 && kind !== 0x2f && kind !== backslash) return 1
    this.#set(kind)
    return 2
  }

  #readHex(bytes: Buffer, from: number, { digits, isByte }: { digits: number; isByte: boolean }): number {
    let code = 0
    for (let at = from; at < from + digits; at++) {
      if (at >= bytes.length) return 0
      const digit = hexValue(bytes[at] ?? 0)
      if (digit < 0) return 1
      code = code * 16 + digit
    }
    const read = (isByte ? 1 : 2) + digits
    if (isByte) this.#set(code)
    else if (!this.#setCodePoint(code)) return 1
    return read
  }

  #readEntity(bytes: Buffer, at: number): number {
    let end = at + 1
    for (; end < at + entityBytes && bytes[end] !== semicolon; end++) {
      if (end >= bytes.length) return 0
      if (!isEntityByte(bytes[end] ?? 0)) return 1
    }
    if (bytes[end] !== semicolon) return end >= bytes.length ? 0 : 1
    const code = codeOf(bytes.toString('latin1', at + 1, end))
    return this.#setCodePoint(code) ? end + 1 - at : 1
  }

  #set(byte: number): void {
    this.values[0] = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte
    this.count = 1
  }

  /** As UTF-8; false for what is no character. */
  #setCodePoint(code: number): boolean {
    if (code < 0x80) {
      this.#set(code)
      return true
    }
    if (!(code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) return false
    this.count = Buffer.from(this.values.buffer).write(String.fromCodePoint(code))
    return true
  }
}

/** NaN for no entity. */
function codeOf(name: string): number {
  if (/^#\d+$/.test(name)) return Number(name.slice(1))
  if (/^#x[\da-f]+$/i.test(name)) return Number.parseInt(name.slice(2), 16)
  return (entityCharacters.get(name) ?? '').charCodeAt(0)
}

function hexValue(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

const isEntityByte = (byte: number): boolean =>
  byte === 0x23 || (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a)

// Rounds of SHA-1 (FIPS 180-4, section 6.1.2) over one block, the prefix and the digest before it in hex: the loop of
// the provider's hash. A call into OpenSSL for each of 65,536 rounds takes three times as long as the rounds
// themselves, so they are one WebAssembly function, which is put together here, with all 80 steps written out.

/** Digest as five words. */
export type Digest = readonly [number, number, number, number, number]
/** The digest after so many further rounds, one at least. */
export type Sha1Rounds = (digest: Digest, rounds: number) => Digest

/** The prefix has at most 15 bytes, so that it, 40 digits and the padding are one block. */
export function createSha1Rounds(prefix: string): Sha1Rounds {
  if (prefix.length > 15) throw new RangeError('the prefix does not fit into one block')
  const module = new WebAssembly.Module(moduleBytes(Buffer.from(prefix, 'latin1')))
  const { run } = new WebAssembly.Instance(module).exports
  return (digest, rounds) => run(...digest, rounds)
}

/** The part of the global that is used, and what our module exports; the library of types has it for browsers only. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  readonly Instance: new (
    module: object,
  ) => { readonly exports: { readonly run: (...numbers: [...Digest, number]) => Digest } }
}

/** Instructions (WebAssembly core specification, section 5.4). */
const op = {
  loop: [0x03, 0x40],
  end: [0x0b],
  branchIf: [0x0d, 0],
  get: (local: number) => [0x20, local],
  set: (local: number) => [0x21, local],
  constant: (value: number) => [0x41, ...signed(value | 0)],
  add: [0x6a],
  subtract: [0x6b],
  multiply: [0x6c],
  and: [0x71],
  or: [0x72],
  xor: [0x73],
  shiftLeft: [0x74],
  shiftRight: [0x76],
  rotateLeft: [0x77],
} as const
type Code = readonly number[]

/** Locals: the digest and the count are parameters, then the working variables, the schedule, digits of a word. */
const digestAt = 0
const count = 5
const workingAt = 6
const scheduleAt = 11
const digitsAt = 27
const locals = 10 + 5 + 16
const initial = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]

function moduleBytes(prefix: Buffer): Uint8Array<ArrayBuffer> {
  const i32 = 0x7f
  const words = Array(5).fill(i32)
  const type = [0x60, ...vector([...words, i32].map((one) => [one])), ...vector(words.map((one) => [one]))]
  const body = [...vector([[...unsigned(locals), i32]]), ...functionCode(prefix), ...op.end]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector([type])),
    ...section(3, vector([[0]])),
    ...section(7, vector([[...vector([...Buffer.from('run')].map((byte) => [byte])), 0, 0]])),
    ...section(10, vector([[...unsigned(body.length), ...body]])),
  ])
}

function functionCode(prefix: Buffer): Code {
  const round = [...blockCode(prefix), ...compressionCode()]
  const step = [...op.get(count), ...op.constant(1), ...op.subtract, ...op.set(count), ...op.get(count), ...op.branchIf]
  const results = initial.flatMap((_, word) => op.get(digestAt + word))
  return [...op.loop, ...round, ...step, ...op.end, ...results]
}

/** Fills the schedule with the prefix, the digits of the digest and the padding. */
function blockCode(prefix: Buffer): Code {
  const code: number[] = []
  // two words of digits for each word of the digest
  for (let word = 0; word < 5; word++) {
    code.push(...digitsCode([...op.get(digestAt + word), ...op.constant(16), ...op.shiftRight], digitsAt + word * 2))
    code.push(...digitsCode([...op.get(digestAt + word), ...op.constant(0xffff), ...op.and], digitsAt + word * 2 + 1))
  }
  const length = prefix.length + 40
  const fixed = Buffer.alloc(64)
  prefix.copy(fixed)
  fixed[length] = 0x80
  fixed.writeUInt32BE(length * 8, 60)
  const shift = (prefix.length % 4) * 8
  const first = Math.floor(prefix.length / 4)
  for (let word = 0; word < 16; word++) {
    code.push(...op.constant(fixed.readInt32BE(word * 4)))
    const [before, own] = [word - first - 1, word - first]
    if (own >= 0 && own < 10) code.push(...op.get(digitsAt + own), ...op.constant(shift), ...op.shiftRight, ...op.or)
    if (shift > 0 && before >= 0 && before < 10)
      code.push(...op.get(digitsAt + before), ...op.constant(32 - shift), ...op.shiftLeft, ...op.or)
    code.push(...op.set(scheduleAt + word))
  }
  return code
}

/**
 * Sets a local to the four hex digits of 16 bits as text: spreads them over the bytes, then adds what makes letters.
 */
function digitsCode(bits: Code, local: number): Code {
  const get = op.get(local)
  const spread = (from: Code, mask: number, shift: number, rest: number) => [
    ...[...from, ...op.constant(mask), ...op.and, ...op.constant(shift), ...op.shiftLeft],
    ...[...from, ...op.constant(rest), ...op.and, ...op.or],
  ]
  return [
    ...[...bits, ...op.set(local)],
    ...[...spread(get, 0xff00, 8, 0xff), ...op.set(local)],
    ...[...spread(get, 0xf000f0, 4, 0xf000f), ...op.set(local)],
    // a digit from 10 on has the bit 16 once 6 is added to it; letters come 39 after the digits
    ...[...get, ...op.constant(0x06060606), ...op.add, ...op.constant(4), ...op.shiftRight],
    ...[...op.constant(0x01010101), ...op.and, ...op.constant(39), ...op.multiply],
    ...[...get, ...op.add, ...op.constant(0x30303030), ...op.add, ...op.set(local)],
  ]
}

const constants = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6]

function compressionCode(): Code {
  const code: number[] = []
  for (const [word, value] of initial.entries()) code.push(...op.constant(value), ...op.set(workingAt + word))
  for (let step = 0; step < 80; step++) {
    // each step moves the five variables by one place, which takes no instructions
    const at = (place: number) => workingAt + ((place - step + 400) % 5)
    const [a, b, c, d, e] = [at(0), at(1), at(2), at(3), at(4)]
    const word = scheduleAt + (step % 16)
    if (step >= 16) {
      code.push(...op.get(word))
      for (const back of [3, 8, 14]) code.push(...op.get(scheduleAt + ((step - back) % 16)), ...op.xor)
      code.push(...op.constant(1), ...op.rotateLeft, ...op.set(word))
    }
    code.push(
      ...op.get(e),
      ...op.get(word),
      ...op.add,
      ...op.constant(constants[Math.floor(step / 20)] ?? 0),
      ...op.add,
    )
    code.push(...mixCode(Math.floor(step / 20), { b, c, d }), ...op.add)
    code.push(...op.get(a), ...op.constant(5), ...op.rotateLeft, ...op.add, ...op.set(e))
    code.push(...op.get(b), ...op.constant(30), ...op.rotateLeft, ...op.set(b))
  }
  for (const [word, value] of initial.entries())
    code.push(...op.get(workingAt + word), ...op.constant(value), ...op.add, ...op.set(digestAt + word))
  return code
}

/** Ch, Parity, Maj, Parity. */
function mixCode(quarter: number, at: { readonly b: number; readonly c: number; readonly d: number }): Code {
  const [b, c, d] = [op.get(at.b), op.get(at.c), op.get(at.d)]
  if (quarter === 0) return [...c, ...d, ...op.xor, ...b, ...op.and, ...d, ...op.xor]
  if (quarter === 2) return [...b, ...c, ...op.and, ...b, ...c, ...op.xor, ...d, ...op.and, ...op.or]
  return [...b, ...c, ...op.xor, ...d, ...op.xor]
}

/** LEB128 (WebAssembly core specification, section 5.2.2). */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]
}

function signed(value: number): number[] {
  const isLast = value >= -64 && value < 64
  return isLast ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)]
}

function vector(items: readonly Code[]): number[] {
  return [...unsigned(items.length), ...items.flat()]
}

function section(id: number, content: Code): number[] {
  return [id, ...unsigned(content.length), ...content]
}

// A frame of FLAC (RFC 9639, 9): prediction and residual of each channel. Throws MoreNeeded where the frame goes on
// behind the bytes, and an AudioFault where it is no frame.
import { BitReader } from './bits.ts'
import { AudioFault } from './fault.ts'
import { mixed } from './samples.ts'

export interface FlacInfo {
  readonly rate: number
  readonly channels: number
  readonly bits: number
}
export interface FlacFrame {
  /** Of 16 bits, in one channel. */
  readonly samples: Int16Array
  readonly bytes: number
}

const sampleBits = [undefined, 8, 12, undefined, 16, 20, 24, 32]
/** Second channel from the first, the first from the second, and both from mean and difference. */
const [leftSide, sideRight, midSide] = [8, 9, 10]
const damaged = () => new AudioFault('The FLAC audio is damaged.')

export function decodeFlacFrame(bytes: Buffer, info: FlacInfo): FlacFrame {
  const bits = new BitReader(bytes)
  const { count, assignment, depth } = headIn(bits, bytes, info)
  const channels = Array.from({ length: assignment < leftSide ? assignment + 1 : 2 }, (_, channel) => {
    const isSide = assignment === sideRight ? channel === 0 : assignment >= leftSide && channel === 1
    return subframe(bits, count, depth + (isSide ? 1 : 0))
  })
  bits.toByte()
  const length = bits.usedBytes
  if (bits.read(16) !== crc16(bytes, length)) throw damaged()
  restore(channels, assignment)
  for (const channel of channels) toSixteen(channel, depth)
  return { samples: mixed(channels, count), bytes: length + 2 }
}

interface Head {
  readonly count: number
  readonly assignment: number
  readonly depth: number
}
function headIn(bits: BitReader, bytes: Buffer, info: FlacInfo): Head {
  if (bits.read(15) !== 0x7ffc) throw damaged()
  bits.read(1)
  const [sizeCode, rateCode, assignment, depthCode] = [bits.read(4), bits.read(4), bits.read(4), bits.read(3)]
  bits.read(1)
  skipNumber(bits)
  const count = blockSize(bits, sizeCode)
  if (rateCode >= 12) bits.read(rateCode === 12 ? 8 : 16)
  const length = bits.usedBytes
  if (bits.read(8) !== crc8(bytes, length)) throw damaged()
  const depth = depthCode === 0 ? info.bits : sampleBits[depthCode]
  const channels = assignment < leftSide ? assignment + 1 : 2
  if (assignment > midSide || channels !== info.channels || depth !== info.bits) throw damaged()
  return { count, assignment, depth }
}

/** The number of the frame, written as UTF-8 writes code points. */
function skipNumber(bits: BitReader): void {
  const first = bits.read(8)
  const more = first < 0x80 ? 0 : Math.clz32(~(first << 24)) - 1
  if (more < 0 || more > 6 || first === 0x80) throw damaged()
  for (let at = 0; at < more; at++) if (bits.read(8) >> 6 !== 2) throw damaged()
}

function blockSize(bits: BitReader, code: number): number {
  if (code === 0) throw damaged()
  if (code === 1) return 192
  if (code <= 5) return 576 << (code - 2)
  if (code === 6) return bits.read(8) + 1
  if (code === 7) return bits.read(16) + 1
  return 256 << (code - 8)
}

/** Values beyond 32 bits occur in hostile audio only, and lose their accuracy. */
function subframe(bits: BitReader, count: number, depth: number): Float64Array {
  if (bits.read(1) !== 0) throw damaged()
  const kind = bits.read(6)
  const wasted = bits.read(1) ? bits.unary() + 1 : 0
  const width = depth - wasted
  if (width < 1) throw damaged()
  const samples = new Float64Array(count)
  if (kind === 0) samples.fill(bits.signed(width))
  else if (kind === 1) for (let at = 0; at < count; at++) samples[at] = bits.signed(width)
  else if (kind >= 8 && kind <= 12) fixed(bits, samples, { order: kind - 8, width })
  else if (kind >= 32) linear(bits, samples, { order: kind - 31, width })
  else throw damaged()
  if (wasted > 0) for (let at = 0; at < count; at++) samples[at] = (samples[at] ?? 0) * 2 ** wasted
  return samples
}

interface Predictor {
  readonly order: number
  readonly width: number
}
const fixedCoefficients = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]]

function fixed(bits: BitReader, samples: Float64Array, { order, width }: Predictor): void {
  warmUp(bits, samples, { order, width })
  residual(bits, samples, order)
  predict(samples, fixedCoefficients[order] ?? [], 0)
}

function linear(bits: BitReader, samples: Float64Array, { order, width }: Predictor): void {
  warmUp(bits, samples, { order, width })
  const precision = bits.read(4) + 1
  const shift = bits.signed(5)
  if (precision === 16 || shift < 0) throw damaged()
  const coefficients = Array.from({ length: order }, () => bits.signed(precision))
  residual(bits, samples, order)
  predict(samples, coefficients, shift)
}

function warmUp(bits: BitReader, samples: Float64Array, { order, width }: Predictor): void {
  if (order > samples.length) throw damaged()
  for (let at = 0; at < order; at++) samples[at] = bits.signed(width)
}

/** Sums are exact: 32 products of 33 and 15 bits fit into the 53 of a double. */
function predict(samples: Float64Array, coefficients: readonly number[], shift: number): void {
  const order = coefficients.length
  const scale = 2 ** shift
  for (let at = order; at < samples.length; at++) {
    let sum = 0
    for (let back = 0; back < order; back++) sum += (coefficients[back] ?? 0) * (samples[at - 1 - back] ?? 0)
    samples[at] = (samples[at] ?? 0) + Math.floor(sum / scale)
  }
}

/** Written in partitions, each with the length of its Rice codes. */
function residual(bits: BitReader, samples: Float64Array, order: number): void {
  const method = bits.read(2)
  if (method > 1) throw damaged()
  const [width, uncoded] = method === 0 ? [4, 15] : [5, 31]
  const partitions = 1 << bits.read(4)
  const size = samples.length / partitions
  if (!Number.isInteger(size) || size < order) throw damaged()
  for (let partition = 0, at = order; partition < partitions; partition++) {
    const end = (partition + 1) * size
    const parameter = bits.read(width)
    const raw = parameter === uncoded ? bits.read(5) : undefined
    for (; at < end; at++) {
      if (raw !== undefined) samples[at] = raw === 0 ? 0 : bits.signed(raw)
      else {
        const folded = bits.unary() * 2 ** parameter + bits.read(parameter)
        samples[at] = folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2
      }
    }
  }
}

function restore([first, second]: readonly Float64Array[], assignment: number): void {
  if (!first || !second || assignment < leftSide) return
  for (let at = 0; at < first.length; at++) {
    const [a, b] = [first[at] ?? 0, second[at] ?? 0]
    if (assignment === leftSide) second[at] = a - b
    else if (assignment === sideRight) first[at] = a + b
    else {
      const right = Math.floor((2 * a + (b & 1) - b) / 2)
      first[at] = right + b
      second[at] = right
    }
  }
}

function toSixteen(samples: Float64Array, depth: number): void {
  if (depth === 16) return
  const scale = 2 ** (16 - depth)
  for (let at = 0; at < samples.length; at++) samples[at] = Math.floor((samples[at] ?? 0) * scale)
}

const table = (width: number, polynomial: number) =>
  Uint16Array.from({ length: 256 }, (_, byte) => {
    let value = byte << (width - 8)
    for (let bit = 0; bit < 8; bit++) value = value & (1 << (width - 1)) ? (value << 1) ^ polynomial : value << 1
    return value & ((1 << width) - 1)
  })
const [table8, table16] = [table(8, 0x07), table(16, 0x8005)]

function crc8(bytes: Buffer, length: number): number {
  let crc = 0
  for (let at = 0; at < length; at++) crc = table8[crc ^ (bytes[at] ?? 0)] ?? 0
  return crc
}
function crc16(bytes: Buffer, length: number): number {
  let crc = 0
  for (let at = 0; at < length; at++) crc = ((crc << 8) & 0xffff) ^ (table16[(crc >> 8) ^ (bytes[at] ?? 0)] ?? 0)
  return crc
}

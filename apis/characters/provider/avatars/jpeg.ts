// Writes a picture of flat squares as a baseline JPEG (ITU-T T.81 in a JFIF file). Each block of 8 x 8 pixels has one colour,
// so only the mean of a block is coded and no cosine transform is needed. For nothing but such pictures.

/** Luminance and the two colour differences, each 0 to 255 (JFIF: full range, differences around 128). */
export type Colour = readonly [y: number, cb: number, cr: number]

export interface Picture {
  /** Pixels, at most 65,535. */
  readonly width: number
  readonly height: number
  /** Colour of the block in that column and row, counted in blocks of 8 pixels. */
  colourAt(column: number, row: number): Colour
}

export const blockPixels = 8
const componentCount = 3

/**
 * A block of one value v has the mean coefficient 8 (v - 128); divided by the quantiser 8 it is v - 128 exactly. The other
 * quantisers are never used.
 */
const quantiser = 8
/** Differences of means have at most 8 bits: nine lengths, 0 to 8, each coded in four bits as itself. */
const meanCodeBits = 4
const meanLengths = [0, 1, 2, 3, 4, 5, 6, 7, 8]
/** After the mean every block ends: the one code of the other table, a single 0. */
const endOfBlock = 0x00

export function encodeJpeg(picture: Picture): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => quantiser)]),
    segment(0xc0, frame(picture)),
    segment(0xc4, [0x00, ...codeCounts(meanCodeBits, meanLengths.length), ...meanLengths]),
    segment(0xc4, [0x10, ...codeCounts(1, 1), endOfBlock]),
    segment(0xda, [componentCount, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
    scan(picture),
    Buffer.from([0xff, 0xd9]),
  ])
}

function segment(marker: number, bytes: readonly number[]): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(bytes.length + 2, 2)
  return Buffer.concat([head, Buffer.from(bytes)])
}

/** Eight bits a sample, three components in full size, all with the same quantisers. */
function frame({ width, height }: Picture): number[] {
  const size = [height >> 8, height & 0xff, width >> 8, width & 0xff]
  return [8, ...size, componentCount, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
}

/** How many codes there are of each length from 1 to 16 bits, when all have the same. */
function codeCounts(bits: number, count: number): number[] {
  return Array.from({ length: 16 }, (_, at) => (at + 1 === bits ? count : 0))
}

function scan(picture: Picture): Buffer {
  const writer = createBitWriter()
  const before = [128, 128, 128]
  for (let row = 0; row < picture.height / blockPixels; row++) {
    for (let column = 0; column < picture.width / blockPixels; column++) {
      for (const [component, value] of picture.colourAt(column, row).entries()) {
        writeMean(writer, value - (before[component] ?? 0))
        before[component] = value
      }
    }
  }
  return writer.finish()
}

interface BitWriter {
  /** Appends the lowest `bits` of a value, at most 8. */
  write(value: number, bits: number): void
  /** Everything written, the last byte filled with ones. */
  finish(): Buffer
}

/** The length of the difference, the difference itself (a negative one less 1, as T.81 F.1.2.1 says), and the end of the block. */
function writeMean(writer: BitWriter, difference: number): void {
  const length = difference === 0 ? 0 : 32 - Math.clz32(Math.abs(difference))
  writer.write(length, meanCodeBits)
  writer.write(difference < 0 ? difference + 2 ** length - 1 : difference, length)
  writer.write(0, 1)
}

function createBitWriter(): BitWriter {
  const bytes: number[] = []
  let held = 0
  let heldBits = 0
  const write = (value: number, bits: number): void => {
    held = (held << bits) | value
    heldBits += bits
    if (heldBits < 8) return
    heldBits -= 8
    const byte = held >>> heldBits
    bytes.push(byte)
    // a byte of ones would look like a marker
    if (byte === 0xff) bytes.push(0)
    held &= 2 ** heldBits - 1
  }
  return {
    write,
    finish() {
      if (heldBits > 0) write(2 ** (8 - heldBits) - 1, 8 - heldBits)
      return Buffer.from(bytes)
    },
  }
}

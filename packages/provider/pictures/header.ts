// Reads the format and size of a picture from its first bytes, before anything is decoded. Providers use it to limit
// pictures from callers.

type PictureFormat = 'png' | 'jpg' | 'webp'
export interface PictureHeader {
  readonly format: PictureFormat
  /** Stored width, before the orientation is applied. */
  readonly width: number
  readonly height: number
}

const starts: readonly (readonly [kind: string, hex: string, at?: number])[] = [
  ['png', '89504e470d0a1a0a'],
  ['jpg', 'ffd8ff'],
  ['webp', '57454250', 8],
  ['gif', '47494638'],
  ['bmp', '424d'],
  ['tiff', '49492a00'],
  ['tiff', '4d4d002a'],
  ['pdf', '25504446'],
  ['mp4', '66747970', 4],
  ['zip', '504b0304'],
  ['svg', '3c737667'],
]

/** Returns the file kind shown by the first bytes, including kinds that are not decoded; undefined if unknown. */
export function fileKind(bytes: Buffer): string | undefined {
  return starts.find(([, hex, at = 0]) => bytes.toString('hex', at, at + hex.length / 2) === hex)?.[0]
}

/** Returns undefined for anything but a PNG, JPEG or WebP that states its size. */
export function readPictureHeader(bytes: Buffer): PictureHeader | undefined {
  const kind = fileKind(bytes)
  const size = kind === 'png' ? pngSize(bytes) : kind === 'jpg' ? jpegSize(bytes) : webpSize(bytes, kind)
  if (!size || size.width < 1 || size.height < 1) return undefined
  return { format: kind === 'png' || kind === 'jpg' ? kind : 'webp', ...size }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Reads the size from the first chunk (PNG specification, 11.2.1). */
function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Follows the segments to the frame header (ITU-T T.81, B.2.2); scan data before it means there is none. */
function jpegSize(bytes: Buffer): Size | undefined {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    // fill bytes, and markers without a segment
    if (marker === 0xff) at++
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (marker === 0xda || marker === 0xd9) return undefined
    else if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return undefined
}

/** Reports whether a marker is one of SOF0 to SOF15; DHT, JPG and DAC are not (ITU-T T.81, table B.1). */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Reads the size from one of three kinds of first chunk (RFC 9649, sections 2.5 to 2.7). */
function webpSize(bytes: Buffer, kind: string | undefined): Size | undefined {
  if (kind !== 'webp' || bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}

// Reads the cost of decoding an image from its header: pixels, and memory of the JPEG decoder. Checked before an image
// waits for a thread, with a message that says what to do.
import { present } from '#define/present'

/** Images with more pixels are not decoded: a small file can expand to a huge one. */
export const pixelLimit = 25_000_000
/** Enough for `pixelLimit` in three colours of full resolution, which take 22 bytes per pixel. */
export const jpegMemoryLimit = 560 * 1024 * 1024

/** Returns the reason why an image cannot be scaled; undefined if it can, or if its header is unreadable. */
export function sizeProblem(kind: 'png' | 'jpg', bytes: Buffer): string | undefined {
  const size = kind === 'png' ? readPngSize(bytes) : jpegSize(bytes)
  if (!size) return undefined
  const { width, height } = size
  if (width * height > pixelLimit)
    return `file_data has ${width} x ${height} pixels, and ${pixelLimit / 1e6} million is the most: scale the image down`
  if (size.memory > jpegMemoryLimit)
    return 'file_data takes too much memory to decode: scale the image down, or save it with subsampled colours'
  return undefined
}

interface ImageSize {
  readonly width: number
  readonly height: number
  /** Bytes that the decoder allocates; 0 if the pixels bound it. */
  readonly memory: number
}

/** Reads the size from the first chunk (PNG specification, 11.2.1). */
function readPngSize(bytes: Buffer): ImageSize | undefined {
  return bytes.length < 33 ? undefined : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), memory: 0 }
}

const bytesPerSample = 4
const bytesPerRgba = 4

/** Reads the size from the first frame header (ITU-T T.81, B.2.2), after other segments. */
export function jpegSize(bytes: Buffer): ImageSize | undefined {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = present(bytes[at + 1])
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker >= 0xc0 && marker <= 0xc2) return readFrame(bytes.subarray(at + 4))
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** Reads precision, height, width, and for each component its id, sampling factors and table. */
function readFrame(frame: Buffer): ImageSize | undefined {
  if (frame.length < 6) return undefined
  const count = present(frame[5])
  if (frame.length < 6 + 3 * count) return undefined
  const [height, width] = [frame.readUInt16BE(1), frame.readUInt16BE(3)]
  const sampling = Array.from({ length: count }, (_, at) => present(frame[7 + 3 * at]))
  const [across, down] = [sampling.map((one) => one >> 4), sampling.map((one) => one & 15)]
  const units = Math.ceil(width / 8 / Math.max(1, ...across)) * Math.ceil(height / 8 / Math.max(1, ...down))
  const blocks = units * across.reduce((sum, one, at) => sum + one * present(down[at]), 0)
  // coefficients, then samples, then interleaved, then with opacity
  const memory = blocks * 64 * (bytesPerSample + 1) + width * height * (count + bytesPerRgba)
  return { width, height, memory }
}

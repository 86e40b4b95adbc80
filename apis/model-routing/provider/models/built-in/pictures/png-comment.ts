// A comment within a PNG file: an uncompressed chunk iTXt after the header (PNG, third edition, 11.3.3.4).
import { crc32 } from 'node:zlib'

/** Signature and header. */
const start = 8 + 25

export function withComment(png: Buffer, comment: string): Buffer {
  const content = Buffer.from(`iTXtComment\0\0\0\0\0${comment.replaceAll('\0', '')}`)
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length - 4)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([png.subarray(0, start), length, content, sum, png.subarray(start)])
}

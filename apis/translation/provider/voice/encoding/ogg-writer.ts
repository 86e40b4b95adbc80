// Opus in Ogg (RFC 3533, RFC 7845), a page for each part of a stream.
import { opusHead } from './opus-head.ts'

/** Packets of 20 ms, at most 100 to a page. */
export function createOggPages(): (packets: readonly Buffer[]) => readonly Buffer[] {
  let number = headerPages
  let granule = 0
  return (packets) => {
    if (packets.length === 0) return []
    granule += packets.length * packetSamples
    return [page(packets, { number: number++, granule })]
  }
}

/** The first page, and the one with tags. */
export function oggHeaders(): readonly Buffer[] {
  const vendor = 'Gatehouse'
  const tags = Buffer.alloc(16 + vendor.length)
  tags.write('OpusTags', 'latin1')
  tags.writeUInt32LE(vendor.length, 8)
  tags.write(vendor, 12, 'latin1')
  return [page([opusHead()], { number: 0, granule: 0 }), page([tags], { number: 1, granule: 0 })]
}

/** Of one packet, at 48 kHz. */
const packetSamples = 960
const headerPages = 2
const headBytes = 27
const begins = 2
const serial = 1

interface PageOptions {
  readonly number: number
  readonly granule: number
}
function page(packets: readonly Buffer[], { number, granule }: PageOptions): Buffer {
  const lacing = packets.flatMap(({ length }) => [...Array<number>(Math.floor(length / 255)).fill(255), length % 255])
  const head = Buffer.alloc(headBytes)
  head.write('OggS', 'latin1')
  head.writeUInt8(number === 0 ? begins : 0, 5)
  head.writeBigUInt64LE(BigInt(granule), 6)
  head.writeUInt32LE(serial, 14)
  head.writeUInt32LE(number, 18)
  head.writeUInt8(lacing.length, 26)
  const written = Buffer.concat([head, Buffer.from(lacing), ...packets])
  written.writeUInt32LE(checksum(written), 22)
  return written
}

const polynomial = 0x04c11db7
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ polynomial : value << 1
  return value
})

function checksum(bytes: Buffer): number {
  let crc = 0
  for (const byte of bytes) crc = (crc << 8) ^ (table[(crc >>> 24) ^ byte] ?? 0)
  return crc >>> 0
}

// Opus in WebM (RFC 8794, RFC 9559), a cluster for each part of a stream, as a live stream has it.
import { opusHead, preSkip } from './opus-head.ts'

/** Packets of 20 ms. */
export function createWebmClusters(): (packets: readonly Buffer[]) => readonly Buffer[] {
  let time = 0
  return (packets) => {
    if (packets.length === 0) return []
    const blocks = packets.map((packet, index) => {
      const head = Buffer.from([0x81, 0, 0, keyFrame])
      head.writeInt16BE(index * packetMs, 1)
      return element(0xa3, head, packet)
    })
    const cluster = element(0x1f43b675, element(0xe7, integer(time)), ...blocks)
    time += packets.length * packetMs
    return [cluster]
  }
}

/** What comes before the clusters: the segment goes on until the stream ends. */
export function webmHeader(): Buffer {
  const versions = [
    [0x4286, 1],
    [0x42f7, 1],
    [0x42f2, 4],
    [0x42f3, 8],
    [0x4287, 4],
    [0x4285, 2],
  ] as const
  const own = element(
    0x1a45dfa3,
    ...versions.map(([name, value]) => element(name, integer(value))),
    element(0x4282, text('webm')),
  )
  const segment = Buffer.from('18538067' + '01ffffffffffffff', 'hex')
  const info = element(
    0x1549a966,
    element(0x2ad7b1, integer(nanosPerMs)),
    element(0x4d80, text('Gatehouse')),
    element(0x5741, text('Gatehouse')),
  )
  const track = element(
    0xae,
    element(0xd7, integer(1)),
    element(0x73c5, integer(1)),
    element(0x83, integer(audioKind)),
    element(0x86, text('A_OPUS')),
    element(0x63a2, opusHead()),
    element(0x56aa, integer(Math.round((preSkip * 1e9) / 48_000))),
    element(0x56bb, integer(80_000_000)),
    element(0xe1, element(0xb5, float(48_000)), element(0x9f, integer(1))),
  )
  return Buffer.concat([own, segment, info, element(0x1654ae6b, track)])
}

const packetMs = 20
const nanosPerMs = 1_000_000
const keyFrame = 0x80
const audioKind = 2

function element(name: number, ...content: readonly Buffer[]): Buffer {
  const hex = name.toString(16)
  const bytes = content.reduce((total, { length }) => total + length, 0)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(0x10000000 + bytes)
  return Buffer.concat([Buffer.from(hex, 'hex'), size, ...content])
}

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(6)
  bytes.writeUIntBE(value, 0, 6)
  return bytes.subarray(Math.min(5, bytes.findIndex((byte) => byte !== 0) >>> 0))
}
function float(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}
const text = (value: string) => Buffer.from(value, 'latin1')

// Opus: packets out of Ogg (RFC 7845) or Matroska, decoded at the rate of engines.
import { sampleRate } from '../speech.ts'
import { AudioFault } from './fault.ts'
import type { DecodedAudio } from './samples.ts'

/** One channel at the rate of engines; throws for a packet that is none. */
export type DecodeOpusPacket = (packet: Uint8Array) => Int16Array

/** Of 120 ms at the highest rate (RFC 6716, 3.4). */
export const mostPacketBytes = 61_440
/** The head counts samples at 48 kHz. */
const headRate = 48_000

/** `head` is the one of RFC 7845, 5.1, which Matroska has as well. */
export async function* decodeOpus(
  head: Buffer,
  packets: AsyncIterable<Buffer>,
  decodePacket: DecodeOpusPacket,
): AsyncGenerator<DecodedAudio> {
  if (head.length < 19 || head.toString('latin1', 0, 8) !== 'OpusHead') throw new AudioFault('The audio is no Opus.')
  if (head.readUInt8(18) !== 0 || head.readUInt8(9) > 2)
    throw new AudioFault('Opus is decoded here in one or two channels.', 'unsupported')
  let skipping = Math.round((head.readUInt16LE(10) * sampleRate) / headRate)
  for await (const packet of packets) {
    if (packet.length === 0) continue
    const samples = packet.length > mostPacketBytes ? undefined : decoded(packet, decodePacket)
    if (!samples) throw new AudioFault('The Opus audio is damaged.')
    const skipped = Math.min(skipping, samples.length)
    skipping -= skipped
    if (skipped < samples.length) yield { samples: samples.subarray(skipped), rate: sampleRate }
  }
}

function decoded(packet: Buffer, decodePacket: DecodeOpusPacket): Int16Array | undefined {
  try {
    return decodePacket(packet)
  } catch {
    return undefined
  }
}

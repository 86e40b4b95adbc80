// FLAC as a stream of bytes (RFC 9639), by itself or out of a container. A reader of ours: of the packages that decode
// it one brings a parser under the LGPL, the other does not load its WebAssembly on present Node.
import { MoreNeeded } from './bits.ts'
import type { ByteSource } from './byte-source.ts'
import { AudioFault } from './fault.ts'
import { decodeFlacFrame, type FlacFrame, type FlacInfo } from './flac-frame.ts'
import type { DecodedAudio } from './samples.ts'

const streamInfo = 0
/** The most that 65,535 samples of 32 bits in two channels take, with a head. */
const mostFrameBytes = 600_000
/** From here on a frame that is incomplete waits for a quarter more of itself, so as not to be read at each byte. */
const largeBytes = 16_384

export async function* decodeFlac(source: ByteSource): AsyncGenerator<DecodedAudio> {
  const info = await infoIn(source)
  for (;;) {
    const frame = await frameIn(source, info)
    if (!frame) return
    await source.skip(frame.bytes)
    yield { samples: frame.samples, rate: info.rate }
  }
}

async function infoIn(source: ByteSource): Promise<FlacInfo> {
  if ((await source.take(4)).toString('latin1') !== 'fLaC') throw new AudioFault('The audio is no FLAC.')
  let info: FlacInfo | undefined
  for (let isLast = false; !isLast; ) {
    const head = (await source.take(4)).readUInt32BE()
    isLast = head >>> 31 === 1
    const [kind, length] = [(head >>> 24) & 0x7f, head & 0xffffff]
    if (kind === streamInfo && length >= 18) {
      const fields = (await source.take(length)).readUInt32BE(10)
      info = { rate: fields >>> 12, channels: ((fields >>> 9) & 7) + 1, bits: ((fields >>> 4) & 31) + 1 }
    } else await source.skip(length)
  }
  if (!info) throw new AudioFault('The FLAC audio does not say how it is written.')
  const { rate, channels, bits } = info
  if (rate < 8000 || rate > 192_000 || channels > 2 || bits < 4)
    throw new AudioFault('FLAC is decoded here in one or two channels at 8 to 192 kHz.', 'unsupported')
  return info
}

async function frameIn(source: ByteSource, info: FlacInfo): Promise<FlacFrame | undefined> {
  for (let needed = 1; ; ) {
    const bytes = await source.peek(needed)
    if (bytes.length === 0) return undefined
    try {
      return decodeFlacFrame(bytes, info)
    } catch (error) {
      if (!(error instanceof MoreNeeded)) throw error
      if (bytes.length >= mostFrameBytes) throw new AudioFault('The FLAC audio is damaged.')
      if (bytes.length < needed) throw new AudioFault('The FLAC audio ends in the middle of a frame.', 'truncated')
    }
    needed = bytes.length < largeBytes ? bytes.length + 1 : Math.ceil(bytes.length * 1.25)
  }
}

// MP3 as a stream of bytes: frames are found here and decoded one by one (ISO 11172-3, 2.4; SOURCES 6.8).
import type { ByteSource } from './byte-source.ts'
import { AudioFault } from './fault.ts'
import { type DecodedAudio, mixed } from './samples.ts'

/** Decodes one whole frame after another: interleaved samples of 16 bits. */
export type DecodeMp3Frame = (frame: Buffer) => { readonly samples: Int16Array; readonly channels: number }

interface FrameHead {
  readonly bytes: number
  readonly rate: number
}
/** Between frames, and before the first. */
const mostForeignBytes = 65_536
/** The first byte of a frame. */
const sync = 0xff
const cutOff = () => new AudioFault('The MP3 ends in the middle of a frame.', 'truncated')
const noMp3 = () => new AudioFault('The audio is no MP3, or it is damaged.')

export async function* decodeMp3(source: ByteSource, decodeFrame: DecodeMp3Frame): AsyncGenerator<DecodedAudio> {
  await skipTag(source)
  if ((await source.peek(8)).toString('latin1', 4, 8) === 'ftyp')
    throw new AudioFault('MP4 files cannot be decoded here.', 'unsupported')
  let foreign = 0
  let hasFrames = false
  for (let isInStep = false; ; ) {
    const bytes = await source.peek(4)
    // tags after the audio
    if (bytes.length === 0 || /^(?:TAG|APET)/.test(bytes.toString('latin1', 0, 4))) {
      if (!hasFrames) throw noMp3()
      return await passOver(source)
    }
    const head = bytes.length < 4 ? undefined : headIn(bytes.readUInt32BE())
    if (head && (isInStep || (await isFollowed(source, head)))) {
      const { samples, channels } = decodeFrame(await source.take(head.bytes))
      isInStep = true
      hasFrames = true
      foreign = 0
      yield { samples: inOneChannel(samples, channels), rate: head.rate }
      continue
    }
    if (isInStep && bytes.length < 4 && bytes[0] === sync) throw cutOff()
    isInStep = false
    const next = bytes.indexOf(sync, 1)
    const skipped = next === -1 ? bytes.length : next
    foreign += skipped
    if (foreign > mostForeignBytes) throw noMp3()
    await source.skip(skipped)
  }
}

/** What is left, so that whoever sends it can end. */
async function passOver(source: ByteSource): Promise<void> {
  for (let left = 1; left > 0; left = (await source.peek(1)).length) await source.skip((await source.peek(1)).length)
}

/** ID3v2, whose length has seven bits in each byte. */
async function skipTag(source: ByteSource): Promise<void> {
  const head = await source.peek(10)
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return
  const length = head.subarray(6, 10).reduce((total, byte) => total * 128 + (byte & 0x7f), 0)
  await source.skip(10 + length)
}

/** What looks like a head is one when another like it comes behind its frame, or nothing. */
async function isFollowed(source: ByteSource, { bytes, rate }: FrameHead): Promise<boolean> {
  const all = await source.peek(bytes + 4)
  if (all.length <= bytes + 3) return true
  return headIn(all.readUInt32BE(bytes))?.rate === rate || all.toString('latin1', bytes, bytes + 3) === 'TAG'
}

const bitrates = {
  one: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  two: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const layerThree = 1
/** Of version 2.5, none, 2 and 1. */
const rates = [[11_025, 12_000, 8000], [], [22_050, 24_000, 16_000], [44_100, 48_000, 32_000]]

/** Undefined for what is no head of layer III, and for bit rates that it does not name. */
function headIn(head: number): FrameHead | undefined {
  if (head >>> 21 !== 0x7ff || ((head >>> 17) & 3) !== layerThree) return undefined
  const version = (head >>> 19) & 3
  const isOne = version === 3
  const kbps = bitrates[isOne ? 'one' : 'two'][((head >>> 12) & 15) - 1]
  const rate = rates[version]?.[(head >>> 10) & 3]
  if (kbps === undefined || rate === undefined) return undefined
  return { bytes: Math.floor(((isOne ? 144 : 72) * kbps * 1000) / rate) + ((head >>> 9) & 1), rate }
}

function inOneChannel(samples: Int16Array, channels: number): Int16Array {
  if (channels === 1) return samples
  const count = samples.length >> 1
  const channel = (first: number) => Int16Array.from({ length: count }, (_, at) => samples[at * 2 + first] ?? 0)
  return mixed([channel(0), channel(1)], count)
}

// Decodes audio of any format here into samples at the rate of engines, a second at a time.
import { createResampler } from '../audio.ts'
import { sampleRate } from '../speech.ts'
import { type ByteSource, createByteSource } from './byte-source.ts'
import { AudioFault } from './fault.ts'
import { decodeFlac } from './flac.ts'
import type { Codec, CompressedFormat, Container } from './format.ts'
import { readMatroska } from './matroska.ts'
import { type DecodeMp3Frame, decodeMp3 } from './mp3.ts'
import { type OggPiece, oggPieces, packetsIn } from './ogg.ts'
import { type DecodeOpusPacket, decodeOpus, mostPacketBytes } from './opus.ts'
import type { DecodedAudio } from './samples.ts'

export interface Decoders {
  readonly opus: DecodeOpusPacket
  readonly mp3: DecodeMp3Frame
}
export interface DecodeOptions {
  readonly format: CompressedFormat
  /** Of the audio; more of it is a fault, which says `tooLong`. */
  readonly mostMs: number
  readonly tooLong: string
  /** Whether audio that ends in the middle is a fault, as in a file, and not the end, as in a stream. */
  readonly isWhole: boolean
}

/** Throws an AudioFault for what cannot be decoded. A block has one second, at most two. */
export async function* decodeAudio(
  chunks: AsyncIterable<Uint8Array>,
  decoders: Decoders,
  { format, mostMs, tooLong, isWhole }: DecodeOptions,
): AsyncGenerator<Buffer> {
  let blocks: Buffer[] = []
  let count = 0
  let left = (mostMs / 1000) * sampleRate
  for await (const block of resampled(untilCut(decodedBy(createByteSource(chunks), decoders, format), isWhole))) {
    blocks.push(block)
    count += block.length / 2
    left -= block.length / 2
    if (left < 0) throw new AudioFault(tooLong, 'too-long')
    if (count < sampleRate) continue
    yield Buffer.concat(blocks)
    blocks = []
    count = 0
  }
  if (count > 0) yield Buffer.concat(blocks)
}

async function* untilCut(audio: AsyncIterable<DecodedAudio>, isWhole: boolean): AsyncGenerator<DecodedAudio> {
  try {
    yield* audio
  } catch (error) {
    if (isWhole || !(error instanceof AudioFault) || error.kind !== 'truncated') throw error
  }
}

/** A frame may be long, at most 65,535 samples at 8 kHz: it is cut into parts of a second. */
async function* resampled(audio: AsyncIterable<DecodedAudio>): AsyncGenerator<Buffer> {
  let rate = 0
  let resample: ReturnType<typeof createResampler> | undefined
  for await (const decoded of audio) {
    if (!resample || decoded.rate !== rate) {
      rate = decoded.rate
      resample = createResampler({ encoding: 's16le', rate, frameBytes: 2 })
    }
    for (let at = 0; at < decoded.samples.length; at += rate) {
      const { buffer, byteOffset, byteLength } = decoded.samples.slice(at, at + rate)
      yield resample(Buffer.from(buffer, byteOffset, byteLength))
    }
  }
}

function decodedBy(source: ByteSource, decoders: Decoders, format: CompressedFormat): AsyncIterable<DecodedAudio> {
  switch (format.container) {
    case 'auto':
      return detected(source, decoders)
    case 'flac':
      return decodeFlac(source)
    case 'mpeg':
      return decodeMp3(source, decoders.mp3)
    case 'ogg':
      return oggAudio(source, decoders, format.codec)
    default:
      return matroskaAudio(source, decoders, format)
  }
}

const signs: readonly (readonly [string, Container])[] = [
  ['fLaC', 'flac'],
  ['OggS', 'ogg'],
  ['\x1a\x45\xdf\xa3', 'matroska'],
]

/** What is none of the others is looked through for MP3. */
async function* detected(source: ByteSource, decoders: Decoders): AsyncGenerator<DecodedAudio> {
  const sign = (await source.peek(4)).toString('latin1', 0, 4)
  const container = signs.find(([own]) => own === sign)?.[1] ?? 'mpeg'
  yield* decodedBy(source, decoders, { container, codec: undefined })
}

function requireCodec(found: Codec | undefined, wanted: Codec | undefined, all: string): asserts found is Codec {
  if (found === undefined || (wanted !== undefined && wanted !== found))
    throw new AudioFault(
      `The file does not have ${wanted ?? all}, which is what can be decoded of it here.`,
      'unsupported',
    )
}

async function* oggAudio(source: ByteSource, { opus }: Decoders, wanted?: Codec): AsyncGenerator<DecodedAudio> {
  const pieces = oggPieces(source)
  const { value: first } = await pieces.next()
  const sign = first?.data.toString('latin1', 0, 8) ?? ''
  const codec = sign === 'OpusHead' ? 'opus' : sign.startsWith('\x7fFLAC') ? 'flac' : undefined
  requireCodec(codec, wanted, 'Opus or FLAC')
  if (!first) return
  // its mapping to Ogg has nine bytes before what FLAC itself begins with (RFC 9639, 10.1)
  if (codec === 'flac') return yield* decodeFlac(createByteSource(dataOf(first.data.subarray(9), pieces)))
  const packets = packetsIn(pieces, mostPacketBytes)
  // the second packet has tags
  await packets.next()
  yield* decodeOpus(first.data, packets, opus)
}

async function* dataOf(first: Buffer, pieces: AsyncIterable<OggPiece>): AsyncGenerator<Buffer> {
  yield first
  for await (const { data } of pieces) yield data
}

const matroskaCodecs: Readonly<Record<string, Codec>> = { A_OPUS: 'opus', A_FLAC: 'flac', 'A_MPEG/L3': 'mp3' }

async function* matroskaAudio(
  source: ByteSource,
  decoders: Decoders,
  format: CompressedFormat,
): AsyncGenerator<DecodedAudio> {
  if ((await source.peek(4)).toString('latin1', 0, 4) !== '\x1a\x45\xdf\xa3')
    throw new AudioFault('The file is no Matroska or WebM.')
  const track = await readMatroska(source)
  const codec = matroskaCodecs[track.codec]
  const isWebm = format.container === 'webm'
  requireCodec(codec, isWebm ? 'opus' : format.codec, 'Opus, FLAC or MP3')
  if (codec === 'opus') yield* decodeOpus(track.setup, track.packets, decoders.opus)
  else if (codec === 'mp3') yield* decodeMp3(createByteSource(track.packets), decoders.mp3)
  else yield* decodeFlac(createByteSource(together(track.setup, track.packets)))
}

async function* together(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

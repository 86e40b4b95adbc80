// Reads callers' audio: PCM in the provider's encodings and rates (SOURCES 6.2), as samples for an engine. Other
// formats are read by decoders that the operator may have added.
import { present } from '#define/present'
import { badRequest } from '../errors.ts'
import { type CompressedFormat, compressedFormatIn } from './compressed-format.ts'
import { sampleRate } from './speech.ts'

export interface AudioFormat {
  readonly encoding: 's16le' | 'alaw' | 'ulaw'
  readonly rate: number
  /** Size of one sample. */
  readonly frameBytes: number
}

const rates: Readonly<Record<AudioFormat['encoding'], readonly number[]>> = {
  s16le: [8000, 16_000, 24_000, 44_100, 48_000],
  alaw: [8000],
  ulaw: [8000],
}

/** Reads the format of a content type; throws 400 if it cannot be decoded here. */
export function mediaFormatIn(contentType: string, hasDecoders: boolean): AudioFormat | CompressedFormat {
  const format = pcmFormatIn(contentType) ?? (hasDecoders ? compressedFormatIn(contentType) : undefined)
  if (format) return format
  const taken = hasDecoders ? 'PCM, FLAC, MP3, and Opus in Ogg, WebM or Matroska' : 'only PCM'
  throw badRequest(
    `Value for 'source_media_content_type' not supported: ${taken} can be decoded here, such as audio/pcm;encoding=s16le;rate=16000.`,
  )
}

/** The format of PCM; undefined for anything else. */
export function pcmFormatIn(contentType: string): AudioFormat | undefined {
  const [type = '', ...parameters] = contentType.toLowerCase().replaceAll(/\s/g, '').split(';')
  const values = new Map(parameters.map((one) => one.split('=', 2)).map(([name = '', value = '']) => [name, value]))
  const rate = Number(values.get('rate'))
  const encoding = (['s16le', 'alaw', 'ulaw'] as const).find((one) => one === values.get('encoding'))
  if (type === 'audio/pcm' && encoding && rates[encoding].includes(rate))
    return { encoding, rate, frameBytes: encoding === 's16le' ? 2 : 1 }
  return undefined
}

export const durationMs = ({ rate, frameBytes }: AudioFormat, bytes: number) => (bytes / frameBytes / rate) * 1000

/** Resamples chunks as one continuous signal: the end of a chunk is the beginning of the next. */
export function createResampler({ encoding, rate }: AudioFormat, toRate = sampleRate): (chunk: Buffer) => Buffer {
  const step = rate / toRate
  /** Position of the next output sample, in input samples after `last`. */
  let position = 0
  let last = 0
  return (chunk) => {
    if (step === 1 && encoding === 's16le') return chunk
    const input = encoding === 's16le' ? linear(chunk) : expanded(chunk, encoding)
    const output = new Int16Array(Math.ceil(Math.max(0, input.length - position) / step) + 1)
    let count = 0
    // input index -1 is the last sample of the previous chunk
    for (; position < input.length; position += step) {
      const at = Math.floor(position)
      const before = at === 0 ? last : present(input[at - 1])
      const value = step > 1 ? mean(input, at, step) : before + (present(input[at]) - before) * (position - at)
      output[count++] = Math.round(value)
    }
    position -= input.length
    last = input.at(-1) ?? last
    return Buffer.from(output.buffer, 0, count * 2)
  }
}

/** The mean of the samples that become one, a simple low-pass filter for the lower rate. */
function mean(input: Int16Array, at: number, step: number): number {
  const count = Math.min(Math.ceil(step), input.length - at)
  let sum = 0
  for (let index = 0; index < count; index++) sum += present(input[at + index])
  return sum / count
}

/** Machines that run Node share the byte order of the samples. */
function linear(chunk: Buffer): Int16Array {
  if (chunk.byteOffset % 2 === 0) return new Int16Array(chunk.buffer, chunk.byteOffset, chunk.length >> 1)
  const samples = new Int16Array(chunk.length >> 1)
  for (let index = 0; index < samples.length; index++) samples[index] = chunk.readInt16LE(index * 2)
  return samples
}

/** Expands A-law and µ-law (ITU-T G.711). */
function expanded(chunk: Buffer, encoding: 'alaw' | 'ulaw'): Int16Array {
  return Int16Array.from(chunk, encoding === 'alaw' ? fromALaw : fromULaw)
}

function fromULaw(byte: number): number {
  const bits = ~byte & 0xff
  const magnitude = (((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4)
  return bits & 0x80 ? 0x84 - magnitude : magnitude - 0x84
}

function fromALaw(byte: number): number {
  const bits = byte ^ 0x55
  const exponent = (bits & 0x70) >> 4
  const mantissa = ((bits & 0x0f) << 4) + 8
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1)
  return bits & 0x80 ? magnitude : -magnitude
}

// Sound files as samples: WAV of any rate, width and number of channels, and bare samples as the vendor's `pcm` is. RIFF/WAVE after the
// multimedia data standards of 1991, with the extensible form of 2001.
import { ModelError } from '../../../wire/model-error.ts'
import { speechRate } from './tones.ts'

/** Samples of the first channel, -1 to 1. */
export interface Sound {
  /** Samples a second. */
  readonly rate: number
  readonly length: number
  at(index: number): number
}
export interface SoundFile {
  readonly fileName: string
  readonly contentType: string
  readonly bytes: Buffer
}

const mostBytes = 25 * 1024 * 1024

/** Throws ModelError 'invalid' and 'large'. */
export function readSound({ fileName, contentType, bytes }: SoundFile): Sound {
  if (bytes.length > mostBytes) throw new ModelError('large', 'The file may have at most 25 MB.', { param: 'file' })
  if (bytes.length === 0) throw invalid('The file is empty.')
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WAVE') return readWave(bytes)
  if (/\.(?:pcm|raw)$/i.test(fileName) || /^audio\/(?:x-)?(?:pcm|l16)\b/i.test(contentType))
    return { rate: speechRate, length: bytes.length >> 1, at: (index) => bytes.readInt16LE(index * 2) / 32_768 }
  throw invalid(
    'The built-in model reads WAV files and bare samples named .pcm (24 kHz, 16 bits, one channel), nothing else.',
  )
}

/** 44 bytes in front of 16-bit samples of one channel. */
export function waveHeader(samples: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + samples * 2, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(speechRate, 24)
  header.writeUInt32LE(speechRate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(samples * 2, 40)
  return header
}

interface Layout {
  readonly code: number
  readonly channels: number
  readonly rate: number
  readonly bits: number
}

function readWave(bytes: Buffer): Sound {
  let layout: Layout | undefined
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const from = at + 8
    // a file that was written while it was sent has no true length of its last part
    const to = Math.min(bytes.length, from + bytes.readUInt32LE(at + 4))
    if (name === 'fmt ' && to - from >= 16) layout = readLayout(bytes.subarray(from, to))
    if (name === 'data') {
      if (layout === undefined) throw invalid('The WAV file does not say how its samples are written.')
      return samplesOf(bytes.subarray(from, to), layout)
    }
    at = to + ((to - from) & 1)
  }
  throw invalid('The WAV file has no samples.')
}

function readLayout(chunk: Buffer): Layout {
  const code = chunk.readUInt16LE(0)
  return {
    code: code === 0xfffe && chunk.length >= 26 ? chunk.readUInt16LE(24) : code,
    channels: chunk.readUInt16LE(2),
    rate: chunk.readUInt32LE(4),
    bits: chunk.readUInt16LE(14),
  }
}

function samplesOf(data: Buffer, { code, channels, rate, bits }: Layout): Sound {
  const read = readers[`${code}/${bits}`]
  if (read === undefined || channels < 1 || channels > 16)
    throw invalid('The WAV file must hold plain samples of 8, 16, 24 or 32 bits.')
  if (rate < 8_000 || rate > 192_000) throw invalid('The WAV file must have 8,000 to 192,000 samples a second.')
  const step = (bits / 8) * channels
  return { rate, length: Math.floor(data.length / step), at: (index) => read(data, index * step) }
}

/** By code of the format (1 whole numbers, 3 floating point) and width. */
const readers: Readonly<Record<string, (data: Buffer, at: number) => number>> = {
  '1/8': (data, at) => ((data[at] ?? 128) - 128) / 128,
  '1/16': (data, at) => data.readInt16LE(at) / 32_768,
  '1/24': (data, at) => data.readIntLE(at, 3) / 8_388_608,
  '1/32': (data, at) => data.readInt32LE(at) / 2_147_483_648,
  '3/32': (data, at) => data.readFloatLE(at) || 0,
  '3/64': (data, at) => data.readDoubleLE(at) || 0,
}

const invalid = (message: string) => new ModelError('invalid', message, { param: 'file' })

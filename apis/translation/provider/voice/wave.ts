// Reads and writes WAV files: the position of their samples (RIFF; SOURCES 6.5), and the samples as one channel.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { badRequest } from '../errors.ts'
import { type AudioFormat, createResampler } from './audio.ts'

interface Wave {
  readonly format: AudioFormat
  readonly channels: number
  /** Offsets of the samples in the file; `end` is exclusive. */
  readonly start: number
  readonly end: number
  readonly durationMs: number
}

/** Length of the file's beginning in which the samples must start. */
const headBytes = 65_536
const encodings: Readonly<Record<string, AudioFormat['encoding']>> = { '1/16': 's16le', '6/8': 'alaw', '7/8': 'ulaw' }
const extensible = 0xfffe

/** Reads the header; throws 400 for anything but PCM, A-law and µ-law at 8 to 96 kHz in one or two channels. */
export async function readWave(path: string): Promise<Wave> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return waveIn(buffer.subarray(0, bytesRead), size)
  } finally {
    await file.close()
  }
}

export function waveIn(head: Buffer, size: number): Wave {
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE')
    throw badRequest('The file is no WAV file.')
  let format: Omit<Wave, 'start' | 'end' | 'durationMs'> | undefined
  for (let at = 12; at + 8 <= head.length; ) {
    const name = head.toString('latin1', at, at + 4)
    const length = head.readUInt32LE(at + 4)
    const start = at + 8
    if (name === 'fmt ' && start + 16 <= head.length) format = formatIn(head, start, length)
    if (name === 'data') {
      if (!format) break
      const frame = format.format.frameBytes * format.channels
      // programs that write while they record do not know the length
      const given = length === 0 || length === 0xffffffff ? size - start : length
      const bytes = Math.min(given, size - start)
      const end = start + bytes - (bytes % frame)
      return { ...format, start, end, durationMs: ((end - start) / frame / format.format.rate) * 1000 }
    }
    at = start + length + (length % 2)
  }
  throw badRequest('The WAV file has no samples, or does not say how they are written.')
}

function formatIn(head: Buffer, at: number, length: number): Pick<Wave, 'format' | 'channels'> {
  const declared = head.readUInt16LE(at)
  // the first two bytes of the sub-format are its number
  const kind = declared === extensible && length >= 26 && at + 26 <= head.length ? head.readUInt16LE(at + 24) : declared
  const channels = head.readUInt16LE(at + 2)
  const rate = head.readUInt32LE(at + 4)
  const encoding = encodings[`${kind}/${head.readUInt16LE(at + 14)}`]
  const fits = channels === 1 || (channels === 2 && encoding === 's16le')
  if (!encoding || !fits || rate < 8000 || rate > 96_000)
    throw badRequest(
      'The samples of the WAV file cannot be read here: they are PCM of 16 bits in one or two channels, or A-law or µ-law in one, at 8 to 96 kHz.',
    )
  return { format: { encoding, rate, frameBytes: encoding === 's16le' ? 2 : 1 }, channels }
}

/** The samples at the engines' rate, about a second at a time. */
export async function* samplesOf(path: string, wave: Wave): AsyncGenerator<Buffer> {
  const { format, channels, start, end } = wave
  if (end <= start) return
  const resample = createResampler(format)
  const frame = format.frameBytes * channels
  let rest: Buffer = Buffer.alloc(0)
  // the stream's `end` is inclusive
  for await (const chunk of createReadStream(path, { start, end: end - 1, highWaterMark: format.rate * frame })) {
    const bytes = Buffer.concat([rest, chunk])
    const whole = bytes.length - (bytes.length % frame)
    rest = bytes.subarray(whole)
    yield resample(channels === 1 ? bytes.subarray(0, whole) : mixed(bytes.subarray(0, whole)))
  }
}

/** The mean of two channels. */
function mixed(samples: Buffer): Buffer {
  const one = Buffer.alloc(samples.length / 2)
  for (let at = 0; at < samples.length; at += 4)
    one.writeInt16LE((samples.readInt16LE(at) + samples.readInt16LE(at + 2)) >> 1, at / 2)
  return one
}

// The recordings of gatehouse/speak-1: the voice of Flite, or a short tone for each character as a placeholder. The
// text itself is the comment of the file, in the INFO list of WAV (RIFF/WAVE of 1991) or in the tag of MP3, and that is
// what listen-1 reads.
import { type Flite, yieldToEventLoop } from '#provider'
import { ModelError } from '../../../wire/model-error.ts'
import { readTag, writeTag } from './id3.ts'

/** Samples per second (SOURCES 3.7); 16 bits, little-endian, one channel. */
export const sampleRate = 24_000
/** Duration of one character at speed 1. */
const characterS = 0.06
const software = 'gatehouse/speak-1'
const maxBytes = 25 * 1024 * 1024
/** Characters of one recording. */
export const longestText = 4096

/** Hertz, for the vendor's voices. */
const pitches: Readonly<Record<string, number>> = {
  alloy: 300,
  ash: 230,
  ballad: 256,
  coral: 380,
  echo: 220,
  fable: 284,
  onyx: 180,
  nova: 400,
  sage: 356,
  shimmer: 424,
  verse: 244,
  marin: 392,
  cedar: 208,
}
export const voiceNames = Object.keys(pitches)

export interface Speech {
  readonly seconds: number
  /** The WAV header with the text, for all samples. */
  readonly header: Buffer
  readonly samples: readonly Buffer[]
}
export interface Manner {
  readonly voice: string
  /** Speed from 0.25 to 4. */
  readonly speed: number
}

/** Says a text in tones. */
export function speak(text: string, { voice, speed }: Manner): Speech {
  const characters = [...text]
  const each = Math.round((characterS / speed) * sampleRate)
  const tone = toneOf(each, pitches[voice] ?? 300)
  const silence = Buffer.alloc(tone.length)
  return speechOf(
    text,
    characters.map((character) => (/\s/u.test(character) ? silence : tone)),
  )
}

/** Says an English text by Flite. Higher voices are its female one. */
export async function speakWith(
  flite: Flite,
  text: string,
  { voice, speed, signal }: Manner & { readonly signal: AbortSignal | undefined },
): Promise<Speech> {
  const isHigh = (pitches[voice] ?? 300) > 270
  const file = await flite(text, { voice: isHigh ? 'female' : 'male', speed, signal })
  const chunks = chunksOf(file.subarray(12))
  const [format, samples] = [chunks.get('fmt '), chunks.get('data')]
  if (!format || !samples || format.readUInt16LE(2) !== 1 || format.readUInt16LE(14) !== 16)
    throw new Error('Flite wrote another format')
  return speechOf(text, await resampled(samples, format.readUInt32LE(4)))
}

function speechOf(text: string, samples: readonly Buffer[]): Speech {
  const bytes = samples.reduce((sum, { length }) => sum + length, 0)
  return { seconds: bytes / 2 / sampleRate, header: headerOf(text, bytes), samples }
}

/** Resamples to our rate by linear interpolation, a second in each piece. */
async function resampled(samples: Buffer, rate: number): Promise<Buffer[]> {
  const count = Math.floor(samples.length / 2)
  const length = Math.floor((count * sampleRate) / rate)
  const pieces: Buffer[] = []
  for (let first = 0; first < length; first += sampleRate) {
    await yieldToEventLoop()
    const piece = Buffer.alloc(2 * Math.min(sampleRate, length - first))
    for (let at = 0; at * 2 < piece.length; at++) {
      const place = ((first + at) * rate) / sampleRate
      const before = Math.floor(place)
      const one = samples.readInt16LE(before * 2)
      const next = samples.readInt16LE(Math.min(before + 1, count - 1) * 2)
      piece.writeInt16LE(Math.round(one + (next - one) * (place - before)), at * 2)
    }
    pieces.push(piece)
  }
  return pieces
}

/** The tag that an MP3 file of this speech begins with. */
export const tagOf = (text: string, { seconds }: Speech): Buffer =>
  writeTag({ software, text, ms: Math.round(seconds * 1000) })

/** Fades in and out, so that it does not click. */
function toneOf(samples: number, pitch: number): Buffer {
  const bytes = Buffer.alloc(samples * 2)
  for (let at = 0; at < samples; at++) {
    const loudness = Math.min(1, at / 100, (samples - at) / 100)
    bytes.writeInt16LE(Math.round(8_000 * loudness * Math.sin((2 * Math.PI * pitch * at) / sampleRate)), at * 2)
  }
  return bytes
}

function headerOf(text: string, dataBytes: number): Buffer {
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0) // integers
  format.writeUInt16LE(1, 2)
  format.writeUInt32LE(sampleRate, 4)
  format.writeUInt32LE(sampleRate * 2, 8)
  format.writeUInt16LE(2, 12)
  format.writeUInt16LE(16, 14)
  const info = [Buffer.from('INFO'), chunk('ISFT', Buffer.from(software)), chunk('ICMT', Buffer.from(text))]
  const chunks = [chunk('fmt ', format), chunk('LIST', Buffer.concat(info)), head('data', dataBytes)]
  const size = chunks.reduce((sum, { length }) => sum + length, 4 + dataBytes)
  return Buffer.concat([head('RIFF', size), Buffer.from('WAVE'), ...chunks])
}

function head(name: string, size: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.write(name, 'latin1')
  bytes.writeUInt32LE(size, 4)
  return bytes
}
const chunk = (name: string, content: Buffer): Buffer =>
  Buffer.concat([head(name, content.length), content, Buffer.alloc(content.length % 2)])

export interface Recording {
  readonly text: string
  readonly seconds: number
}

/** Throws ModelError 'invalid' and 'large'. */
export function readRecording(bytes: Buffer): Recording {
  if (bytes.length > maxBytes) throw new ModelError('large', 'The file may have at most 25 MB.', { param: 'file' })
  if (bytes.length === 0) throw invalid('The file is empty.')
  const tag = readTag(bytes)
  if (tag) {
    if (tag.software !== software) throw foreign()
    return checked(tag.text, tag.ms / 1000)
  }
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE')
    throw invalid('The built-in model reads WAV and MP3 files of gatehouse/speak-1, nothing else.')
  const chunks = chunksOf(bytes.subarray(12))
  const list = chunks.get('LIST')
  const info = list?.toString('latin1', 0, 4) === 'INFO' ? chunksOf(list.subarray(4)) : new Map<string, Buffer>()
  const format = chunks.get('fmt ')
  const text = info.get('ICMT')
  if (info.get('ISFT')?.toString() !== software || text === undefined || format === undefined || format.length < 16)
    throw foreign()
  return checked(text.toString('utf8'), (chunks.get('data')?.length ?? 0) / Math.max(1, format.readUInt32LE(8)))
}

function checked(text: string, seconds: number): Recording {
  if (text.length > longestText * 2 || [...text].length > longestText)
    throw invalid(`gatehouse/speak-1 speaks at most ${longestText} characters; the recording has more.`)
  return { text, seconds }
}

const foreign = () =>
  invalid(
    'No speech of gatehouse/speak-1 is in the recording; the built-in model knows no human voices. A channel can read them.',
  )

/** Returns chunks by name; a chunk that is longer than the rest of the file ends with the file. */
function chunksOf(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const chunks = new Map<string, Buffer>()
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4)
    chunks.set(bytes.toString('latin1', at, at + 4), bytes.subarray(at + 8, at + 8 + size))
    at += 8 + size + (size % 2)
  }
  return chunks
}

const invalid = (message: string) => new ModelError('invalid', message, { param: 'file' })

// Encodes speech in the caller's format: PCM, or Opus alone, in Ogg or in WebM (SOURCES 6.9).
import { badRequest } from '../errors.ts'
import { type AudioFormat, createResampler } from './audio.ts'
import type { AudioCodecs, OpusContainer } from './codecs.ts'
import { aLaw, muLaw } from './g711.ts'
import { sampleRate } from './speech.ts'

export interface MediaWriter {
  /** Number of parts that a player needs before the speech; they come with the first samples. */
  readonly headers: number
  /** Takes samples at the rate of voices; resolves with the finished parts, which are indivisible. */
  write(samples: Buffer): Promise<readonly Buffer[]>
  /** Resolves with the remaining parts. */
  end(): Promise<readonly Buffer[]>
}

const defaultType = 'audio/webm;codecs=opus'
const s16: AudioFormat = { encoding: 's16le', rate: sampleRate, frameBytes: 2 }
type Open = (codecs: AudioCodecs | undefined, signal: AbortSignal) => MediaWriter

const pcm =
  (rate: number, encode: (samples: Buffer) => Buffer = (samples) => samples): Open =>
  () => {
    const resample = createResampler(s16, rate)
    return { headers: 0, write: async (samples) => [encode(resample(samples))], end: async () => [] }
  }

const opus =
  (container: OpusContainer): Open =>
  (codecs, signal) => {
    if (!codecs) throw badRequest('Opus can no longer be written here.')
    return codecs.openOpusEncoder(container, signal)
  }

const writers: Readonly<Record<string, Open>> = {
  'audio/pcm;encoding=s16le;rate=16000': pcm(16_000),
  'audio/pcm;encoding=s16le;rate=24000': pcm(24_000),
  'audio/pcm;encoding=alaw;rate=8000': pcm(8000, aLaw),
  'audio/pcm;encoding=ulaw;rate=8000': pcm(8000, muLaw),
  'audio/opus': opus('packets'),
  'audio/ogg': opus('ogg'),
  'audio/ogg;codecs=opus': opus('ogg'),
  'audio/webm': opus('webm'),
  [defaultType]: opus('webm'),
}

/** Checks the type; throws 400 if it cannot be written here. The provider's default is WebM. */
export function targetTypeIn(contentType: string | undefined, hasCodecs: boolean): string {
  const type = (contentType ?? defaultType).toLowerCase().replaceAll(/\s/g, '').replace(/;$/, '')
  const taken = Object.keys(writers).filter((one) => hasCodecs || one.startsWith('audio/pcm'))
  if (taken.includes(type)) return type
  throw badRequest(
    `Value for 'target_media_content_type' not supported: speech is written here as ${taken.join(', ')}.`,
  )
}

/** Opens a writer, which stops with the signal. */
export function openMediaWriter(type: string, codecs: AudioCodecs | undefined, signal: AbortSignal): MediaWriter {
  const open = writers[type]
  if (!open) throw badRequest(`${type} can no longer be written here.`)
  return open(codecs, signal)
}

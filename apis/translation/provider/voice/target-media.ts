// Speech as a caller wants it: PCM, or Opus by itself, in Ogg or in WebM (SOURCES 6.9).

import { badRequest } from '../errors.ts'
import { type AudioFormat, createResampler } from './audio.ts'
import type { AudioCodecs } from './codecs.ts'
import { aLaw, muLaw } from './encoding/g711.ts'
import { createOggPages, oggHeaders } from './encoding/ogg-writer.ts'
import { opusHead } from './encoding/opus-head.ts'
import { createWebmClusters, webmHeader } from './encoding/webm-writer.ts'
import { sampleRate } from './speech.ts'

export interface MediaWriter {
  /** What a player needs before the speech. */
  readonly headers: readonly Buffer[]
  /** Parts that cannot be divided, of samples at the rate of voices. */
  write(samples: Buffer): Promise<readonly Buffer[]>
}

const defaultType = 'audio/webm;codecs=opus'
const s16: AudioFormat = { encoding: 's16le', rate: sampleRate, frameBytes: 2 }
type Open = (codecs: AudioCodecs | undefined, signal: AbortSignal) => MediaWriter

const pcm =
  (rate: number, encode: (samples: Buffer) => Buffer = (samples) => samples): Open =>
  () => {
    const resample = createResampler(s16, rate)
    return { headers: [], write: async (samples) => [encode(resample(samples))] }
  }

type Wrap = (packets: readonly Buffer[]) => readonly Buffer[]
const opus =
  (headers: readonly Buffer[], createWrap: () => Wrap): Open =>
  (codecs, signal) => {
    const encoder = codecs?.openOpusEncoder(signal)
    const wrap = createWrap()
    return { headers, write: async (samples) => wrap((await encoder?.encode(samples)) ?? []) }
  }
const ogg = opus(oggHeaders(), createOggPages)
const webm = opus([webmHeader()], createWebmClusters)

const writers: Readonly<Record<string, Open>> = {
  'audio/pcm;encoding=s16le;rate=16000': pcm(16_000),
  'audio/pcm;encoding=s16le;rate=24000': pcm(24_000),
  'audio/pcm;encoding=alaw;rate=8000': pcm(8000, aLaw),
  'audio/pcm;encoding=ulaw;rate=8000': pcm(8000, muLaw),
  'audio/opus': opus([opusHead()], () => (packets) => packets),
  'audio/ogg': ogg,
  'audio/ogg;codecs=opus': ogg,
  'audio/webm': webm,
  [defaultType]: webm,
}

/** Throws 400 for what is not written here; the default of the provider is WebM. */
export function targetTypeIn(contentType: string | undefined, hasCodecs: boolean): string {
  const type = (contentType ?? defaultType).toLowerCase().replaceAll(/\s/g, '').replace(/;$/, '')
  const taken = Object.keys(writers).filter((one) => hasCodecs || one.startsWith('audio/pcm'))
  if (taken.includes(type)) return type
  throw badRequest(
    `Value for 'target_media_content_type' not supported: speech is written here as ${taken.join(', ')}.`,
  )
}

/** The signal ends what writes. */
export function openMediaWriter(type: string, codecs: AudioCodecs | undefined, signal: AbortSignal): MediaWriter {
  const open = writers[type]
  if (!open || (!codecs && !type.startsWith('audio/pcm'))) throw badRequest(`${type} can no longer be written here.`)
  return open(codecs, signal)
}

// The samples of an audio file, at the engines' rate. WAV is read here. A program decodes other types twice: to check
// that the file is sound and not too long, and for recognition, which can take hours.
import { createReadStream } from 'node:fs'
import { badRequest } from '../errors.ts'
import type { AudioCodecs } from './codecs.ts'
import { compressedFormatIn } from './compressed-format.ts'
import { readWave, samplesOf } from './wave.ts'

interface AudioFileOptions {
  readonly contentType: string
  readonly codecs: AudioCodecs | undefined
  readonly mostMs: number
  readonly signal: AbortSignal
}

/** Checks a file and resolves with a function that reads it. Throws 400 for unusable audio. */
export async function openAudioFile(
  path: string,
  { contentType, codecs, mostMs, signal }: AudioFileOptions,
): Promise<() => AsyncIterable<Buffer>> {
  const tooLong = 'The audio is longer than three hours.'
  if (contentType === 'audio/wav') {
    const wave = await readWave(path)
    if (wave.durationMs > mostMs) throw badRequest(tooLong)
    return () => samplesOf(path, wave)
  }
  const format = compressedFormatIn(contentType)
  if (!format || !codecs) throw badRequest(`${contentType} can no longer be decoded here.`)
  const decode = () => codecs.decode(createReadStream(path), { format, mostMs, tooLong, isWhole: true, signal })
  for await (const _samples of decode());
  return decode
}

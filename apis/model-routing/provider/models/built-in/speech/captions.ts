// A recording's text in the vendor's formats: words with times, segments, and captions (SubRip, WebVTT). Every
// character takes the same time, as tones of speak-1 do; its voice is near that.
import { deflateSync } from 'node:zlib'
import type { Recording } from './recording.ts'

interface Timed {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Seconds, to the millisecond. */
export const wordsOf = (recording: Recording) =>
  timed(recording, /\S+/gu).map(({ text, start, end }) => ({ word: text, start, end }))

/** A sentence each, with the space after it. */
export const sentencesOf = (recording: Recording): readonly Timed[] =>
  timed(recording, /[.!?]{2,}(?=\s|$)\s*|.+?(?:(?<![.!?])[.!?]+(?=\s|$)\s*|$)/gsu)

function timed({ text, seconds }: Recording, pieces: RegExp): Timed[] {
  const each = seconds / Math.max(1, charactersIn(text))
  let [at, before] = [0, 0]
  return Array.from(text.matchAll(pieces), ({ 0: piece, index }) => {
    before += charactersIn(text.slice(at, index))
    at = index
    const spoken = charactersIn(piece.trimEnd())
    return { text: piece, start: rounded(before * each), end: rounded((before + spoken) * each) }
  })
}

function charactersIn(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** The transcript is read from the file, so tokens are empty and probabilities are those of certainty. */
export const segmentsOf = (recording: Recording) =>
  sentencesOf(recording).map(({ text, start, end }, id) => ({
    id,
    seek: 0,
    start,
    end,
    text,
    tokens: [],
    temperature: 0,
    avg_logprob: 0,
    no_speech_prob: 0,
    compression_ratio: rounded(Buffer.byteLength(text) / deflateSync(text).length),
  }))

export const subRip = (recording: Recording): string =>
  sentencesOf(recording)
    .map((one, at) => `${at + 1}\n${clock(one.start, ',')} --> ${clock(one.end, ',')}\n${lineOf(one)}\n\n`)
    .join('')

export function webVtt(recording: Recording): string {
  const cues = sentencesOf(recording).map(
    (one) => `${clock(one.start, '.')} --> ${clock(one.end, '.')}\n${escaped(lineOf(one))}\n\n`,
  )
  return `WEBVTT\n\n${cues.join('')}`
}

/** An empty line, or an arrow, would end a cue. */
const lineOf = ({ text }: Timed): string =>
  text
    .trim()
    .replace(/(?<!\s)\s*\n\s*/g, '\n')
    .replaceAll('-->', '→')
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const rounded = (value: number): number => Math.round(value * 1000) / 1000

function clock(seconds: number, mark: string): string {
  const ms = Math.round(seconds * 1000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${mark}${String(ms % 1000).padStart(3, '0')}`
}

// What was heard, in the forms of the vendor: words with times, segments, and captions for films (SubRip, WebVTT).
import { deflateSync } from 'node:zlib'
import type { Heard, Utterance } from './listening.ts'

export const textOf = ({ utterances }: Pick<Heard, 'utterances'>): string => utterances.map(({ text }) => text).join('')

export interface TimedWord {
  readonly word: string
  readonly start: number
  readonly end: number
}
/** Seconds, to the millisecond. */
export function wordsOf({ utterances }: Heard): TimedWord[] {
  return utterances.flatMap(({ text, bytesFromS, byteS }) =>
    [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => {
      const before = Buffer.byteLength(text.slice(0, index))
      const start = bytesFromS + before * byteS
      return { word, start: rounded(start), end: rounded(start + Buffer.byteLength(word) * byteS) }
    }),
  )
}

/** `tokens`, probabilities: a reader of tones has none; they are empty, or what certainty says. */
export function segmentsOf({ utterances }: Heard) {
  return utterances.map(({ text, startS, endS }, id) => ({
    id,
    seek: 0,
    start: rounded(startS),
    end: rounded(endS),
    text,
    tokens: [],
    temperature: 0,
    avg_logprob: 0,
    compression_ratio: rounded(Buffer.byteLength(text) / deflateSync(text).length),
    no_speech_prob: 0,
  }))
}

export function subRip({ utterances }: Heard): string {
  return utterances
    .map((one, at) => `${at + 1}\n${clock(one.startS, ',')} --> ${clock(one.endS, ',')}\n${lineOf(one)}\n\n`)
    .join('')
}

export function webVtt({ utterances }: Heard): string {
  const cues = utterances.map(
    (one) => `${clock(one.startS, '.')} --> ${clock(one.endS, '.')}\n${escaped(lineOf(one))}\n\n`,
  )
  return `WEBVTT\n\n${cues.join('')}`
}

/** An empty line, or an arrow, would end a cue. */
const lineOf = ({ text }: Utterance): string =>
  text
    .trim()
    .replace(/\s*\n\s*/g, '\n')
    .replaceAll('-->', '→')
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const rounded = (value: number): number => Math.round(value * 1000) / 1000

function clock(seconds: number, mark: string): string {
  const ms = Math.round(seconds * 1000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${mark}${String(ms % 1000).padStart(3, '0')}`
}

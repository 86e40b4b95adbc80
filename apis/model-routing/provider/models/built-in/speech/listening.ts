// Hears the frames of speak-1 in a recording and reads their text; silence and other sound between them is passed over. Tones are measured
// with Goertzel's algorithm (1958).
import { createPauses } from '../text/pauses.ts'
import type { Sound } from './sound-file.ts'
import { checkOf, columnTone, gapS, headerSymbolS, headerSymbols, pilotS, pilotTones, rowTone } from './tones.ts'

/** A frame as it was heard; times are seconds from the beginning. */
export interface Utterance {
  readonly startS: number
  readonly endS: number
  readonly text: string
  /** Seconds of the bytes of the text: the first begins at `bytesFromS`. */
  readonly bytesFromS: number
  readonly byteS: number
}
export interface Heard {
  readonly utterances: readonly Utterance[]
  readonly durationS: number
  /** Nothing in it is louder than a thousandth. */
  readonly isSilent: boolean
  /** Frames whose bytes do not fit their check. */
  readonly damaged: number
}

const stepS = 0.01
const windowS = 0.03
/** Share of a window's loudness that each pilot tone must have; alone together they have a half each. */
const pilotShare = 0.25
const quiet = 0.001

export async function listen(sound: Sound): Promise<Heard> {
  const { rate, length } = sound
  const pause = createPauses()
  const utterances: Utterance[] = []
  let damaged = 0
  let loudest = 0
  const step = Math.round(stepS * rate)
  const window = Math.round(windowS * rate)
  for (let at = 0; at + window <= length; ) {
    await pause()
    const piece = pieceOf(sound, at, window)
    loudest = Math.max(loudest, peakOf(piece))
    if (!pilotTones.every((tone) => shareOf(piece, tone, rate) >= pilotShare)) {
      at += step
      continue
    }
    const start = pilotStart(sound, at)
    const utterance = readFrame(sound, start / rate)
    if (utterance === 'damaged') damaged++
    if (typeof utterance !== 'object') {
      at = Math.max(at, start) + Math.round(pilotS * rate)
      continue
    }
    utterances.push(utterance)
    at = Math.max(at + step, Math.round((utterance.endS + gapS / 2) * rate))
  }
  return { utterances, durationS: length / rate, isSilent: loudest < quiet, damaged }
}

/** Where the pilot is strongest over its whole length: its first sample, to about a millisecond. */
function pilotStart(sound: Sound, near: number): number {
  const { rate } = sound
  const length = Math.round(pilotS * rate)
  const step = Math.max(1, Math.round(0.001 * rate))
  let best = near
  let most = -1
  for (let at = Math.max(0, near - length); at <= near + length; at += step) {
    const piece = pieceOf(sound, at, length)
    const power = pilotTones.reduce((sum, tone) => sum + powerOf(piece, tone, rate), 0)
    if (power > most) {
      most = power
      best = at
    }
  }
  return best
}

function readFrame(sound: Sound, startS: number): Utterance | 'damaged' | 'none' {
  const headerAtS = startS + pilotS
  const header = bytesAt(sound, { atS: headerAtS, eachS: headerSymbolS, count: headerSymbols })
  const [high = 0, low = 0, count = 0, check = 0] = header ?? []
  const byteS = (high * 256 + low) / 10_000
  // the fastest and the slowest speech, with room for rounding
  if (header === undefined || count === 0 || byteS < 0.017 || byteS > 0.29) return 'none'
  const bytesFromS = headerAtS + headerSymbols * headerSymbolS
  const payload = bytesAt(sound, { atS: bytesFromS, eachS: byteS, count })
  if (payload === undefined || checkOf(payload) !== check) return 'damaged'
  const text = Buffer.from(payload).toString('utf8')
  return { startS, endS: bytesFromS + count * byteS, text, bytesFromS, byteS }
}

interface Symbols {
  readonly atS: number
  readonly eachS: number
  readonly count: number
}
/** Undefined when the recording ends before they do. */
function bytesAt(sound: Sound, { atS, eachS, count }: Symbols): Uint8Array | undefined {
  const { rate } = sound
  if ((atS + (count - 0.2) * eachS) * rate > sound.length) return undefined
  return Uint8Array.from({ length: count }, (_, index) => {
    // the middle, where the tone has risen and a start that is a little off does not matter
    const from = Math.round((atS + (index + 0.14) * eachS) * rate)
    const piece = pieceOf(sound, from, Math.round(eachS * 0.72 * rate))
    return strongest(piece, rowTone, rate) * 16 + strongest(piece, columnTone, rate)
  })
}

function strongest(piece: Float64Array, toneOf: (half: number) => number, rate: number): number {
  let best = 0
  let most = -1
  for (let half = 0; half < 16; half++) {
    const power = powerOf(piece, toneOf(half), rate)
    if (power > most) {
      most = power
      best = half
    }
  }
  return best
}

function pieceOf(sound: Sound, from: number, count: number): Float64Array {
  const end = Math.min(sound.length, from + count)
  const piece = new Float64Array(Math.max(0, end - from))
  for (let at = 0; at < piece.length; at++) piece[at] = sound.at(from + at)
  return piece
}

function peakOf(piece: Float64Array): number {
  return piece.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
}

/** How much of the loudness of the piece is in one tone, 0 to 1. */
function shareOf(piece: Float64Array, tone: number, rate: number): number {
  const energy = piece.reduce((sum, value) => sum + value * value, 0)
  if (energy / Math.max(1, piece.length) < quiet * quiet) return 0
  return (2 * powerOf(piece, tone, rate)) / (piece.length * energy)
}

function powerOf(piece: Float64Array, tone: number, rate: number): number {
  const twice = 2 * Math.cos((2 * Math.PI * tone) / rate)
  let one = 0
  let two = 0
  for (const value of piece) {
    const next = value + twice * one - two
    two = one
    one = next
  }
  return one * one + two * two - twice * one * two
}

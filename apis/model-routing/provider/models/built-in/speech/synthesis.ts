// Speaks a text: tone pairs over the hum of a voice, which changes its vowel with the letters. Samples come in pieces, so a long text
// needs no more memory than a short one.
import { createPauses } from '../text/pauses.ts'
import {
  columnTone,
  type Frame,
  frameS,
  framesOf,
  gapS,
  headerSymbolS,
  pilotS,
  pilotTones,
  rowTone,
  speechRate,
} from './tones.ts'

/** Pitch of the hum, hertz, for the vendor's voices. Its overtones stay below the tones. */
const voices: Readonly<Record<string, number>> = {
  alloy: 150,
  ash: 115,
  ballad: 128,
  coral: 190,
  echo: 110,
  fable: 142,
  onyx: 90,
  nova: 200,
  sage: 178,
  shimmer: 212,
  verse: 122,
  marin: 196,
  cedar: 104,
}
export const voiceNames = Object.keys(voices)

export interface Speech {
  /** Samples in all. */
  readonly samples: number
  /** 16 bits, little-endian, one channel, 24,000 a second. */
  readonly pieces: AsyncIterable<Buffer>
}

/** `speed` from 0.25 to 4. */
export function speak(text: string, { voice, speed }: { readonly voice: string; readonly speed: number }): Speech {
  const frames = framesOf(text, speed)
  const samples = frames.reduce((sum, frame) => sum + samplesIn(frame), 0)
  return { samples, pieces: pieces(frames, (Object.hasOwn(voices, voice) ? voices[voice] : undefined) ?? 150) }
}

const samplesIn = (frame: Frame): number => Math.round(frameS(frame) * speechRate)

async function* pieces(frames: readonly Frame[], pitch: number): AsyncGenerator<Buffer> {
  const pause = createPauses()
  for (const frame of frames) {
    const wave = new Float32Array(samplesIn(frame))
    let atS = 0
    for (const tone of pilotTones) addTone(wave, { atS, lengthS: pilotS, tone, loudness: 0.3 })
    atS += pilotS
    for (const [bytes, lengthS] of [
      [frame.header, headerSymbolS],
      [frame.payload, frame.symbolS],
    ] as const)
      for (const byte of bytes) {
        await pause()
        addTone(wave, { atS, lengthS, tone: rowTone(byte >> 4), loudness: 0.2 })
        addTone(wave, { atS, lengthS, tone: columnTone(byte & 15), loudness: 0.2 })
        atS += lengthS
      }
    addHum(wave, frame, pitch)
    yield asBytes(wave)
  }
}

interface Tone {
  readonly atS: number
  readonly lengthS: number
  readonly tone: number
  readonly loudness: number
}
/** Rises and falls softly, so that symbols do not click. */
function addTone(wave: Float32Array, { atS, lengthS, tone, loudness }: Tone): void {
  const from = Math.round(atS * speechRate)
  const count = Math.round((atS + lengthS) * speechRate) - from
  const edge = Math.max(1, Math.round(count * 0.1))
  const turn = (2 * Math.PI * tone) / speechRate
  for (let at = 0; at < count; at++) {
    const rise = Math.min(1, (at + 0.5) / edge, (count - at - 0.5) / edge)
    wave[from + at] = (wave[from + at] ?? 0) + loudness * rise * Math.sin(turn * at)
  }
}

/** Loudness of the first three overtones for a, e, i, o, u and everything else. */
const vowels: Readonly<Record<string, readonly [number, number, number]>> = {
  a: [0.09, 0.11, 0.07],
  e: [0.1, 0.09, 0.03],
  i: [0.12, 0.04, 0.02],
  o: [0.11, 0.1, 0.02],
  u: [0.13, 0.05, 0.01],
}
const consonant = [0.06, 0.03, 0.01] as const

/** Nothing hums between words; the pitch falls a little towards the end, as it does in speech. */
function addHum(wave: Float32Array, { payload, symbolS }: Frame, pitch: number): void {
  const from = Math.round((pilotS + 4 * headerSymbolS) * speechRate)
  const each = symbolS * speechRate
  const count = Math.min(wave.length - from - Math.round(gapS * speechRate), Math.round(each * payload.length))
  let phase = 0
  let loudness: readonly [number, number, number] = [0, 0, 0]
  for (let at = 0; at < count; at++) {
    const sign = String.fromCharCode(payload[Math.floor(at / each)] ?? 32).toLowerCase()
    const wanted: readonly [number, number, number] = /\s/.test(sign) ? [0, 0, 0] : (vowels[sign] ?? consonant)
    // glides from vowel to vowel
    loudness = [glide(loudness[0], wanted[0]), glide(loudness[1], wanted[1]), glide(loudness[2], wanted[2])]
    phase += (2 * Math.PI * pitch * (1.05 - (0.1 * at) / count)) / speechRate
    const hum = loudness[0] * Math.sin(phase) + loudness[1] * Math.sin(2 * phase) + loudness[2] * Math.sin(3 * phase)
    wave[from + at] = (wave[from + at] ?? 0) + hum
  }
}
const glide = (is: number, wanted: number): number => is + (wanted - is) * 0.004

function asBytes(wave: Float32Array): Buffer {
  const bytes = Buffer.allocUnsafe(wave.length * 2)
  for (let at = 0; at < wave.length; at++)
    bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, wave[at] ?? 0)) * 32_767), at * 2)
  return bytes
}

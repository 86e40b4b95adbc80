// ffmpeg as the codecs of audio, and files in each format that is decoded. Under CI=true it has to be installed.
import { readFileSync } from 'node:fs'
import { createFfmpeg } from '../provider/engines/ffmpeg/ffmpeg.ts'
import type { DecodeOptions } from '../provider/voice/codecs.ts'
import { compressedFormatIn } from '../provider/voice/compressed-format.ts'

export const codecs = createFfmpeg({ log: { warn: () => undefined } })
if (!codecs && process.env.CI === 'true') throw new Error('no ffmpeg, and under CI nothing is left out')
if (!codecs) process.stdout.write('not run: ffmpeg is not installed\n')

export const audioFile = (name: string) => readFileSync(new URL(`./audio/${name}`, import.meta.url))

export async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

interface DecodeFields {
  readonly type?: string
  readonly isWhole?: boolean
  readonly mostMs?: number
  readonly signal?: AbortSignal
}
export const decodeFields = (fields: DecodeFields = {}): DecodeOptions => {
  const { type = 'audio/auto', isWhole = true, mostMs = 60_000, signal = new AbortController().signal } = fields
  const format = compressedFormatIn(type)
  if (!format) throw new Error(`${type} is not decoded`)
  return { format, isWhole, mostMs, signal, tooLong: 'The audio is longer than a minute.' }
}

/** The samples of a file at 16 kHz. */
export async function decoded(bytes: Buffer, fields: DecodeFields & { readonly size?: number } = {}): Promise<Buffer> {
  const blocks: Buffer[] = []
  const chunks = inChunks(bytes, fields.size ?? 65_536)
  for await (const block of codecs?.decode(chunks, decodeFields(fields)) ?? []) blocks.push(block)
  return Buffer.concat(blocks)
}

/** Returns the similarity of two signals at the shift at which they are most alike: 1 for the same. */
export function likeness(one: Buffer, other: Buffer, mostShift = 2000): number {
  let best = 0
  const at = (samples: Buffer, index: number) => (index * 2 + 1 < samples.length ? samples.readInt16LE(index * 2) : 0)
  for (let shift = 0; shift <= mostShift; shift++) {
    let [product, first, second] = [0, 0, 0]
    for (let index = 2000; index < 9000; index += 3) {
      const [a, b] = [at(one, index), at(other, index + shift)]
      product += a * b
      first += a * a
      second += b * b
    }
    best = Math.max(best, product / Math.sqrt(first * second || 1))
  }
  return best
}

/** `fLaC` with what it says of itself: one channel of 16 bits. */
export function flacHeadAt(rate: number): Buffer {
  const head = Buffer.from(`664c614380000022ffffffff00000000000000000000000000000000${'00'.repeat(14)}`, 'hex')
  // after the rate of 20 bits come three of channels and five of bits, each less one
  head.writeUInt32BE(rate * 4096 + 15 * 16, 18)
  return head
}
export const flacHead = flacHeadAt(8000)
/** 65,535 samples of silence, 8.2 s at 8 kHz, in 13 bytes. */
export const silentFlacFrame = Buffer.from('fff8700000fffe89000000c6d7', 'hex')

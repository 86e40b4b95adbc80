// Audio of voice streams: what is decoded, and that it does not matter how it is cut into chunks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createResampler, mediaFormatIn, pcmFormatIn } from './provider/voice/audio.ts'

const format = (encoding: string, rate: number) => {
  const known = pcmFormatIn(`audio/pcm; Encoding=${encoding}; rate=${rate}`)
  assert.ok(known)
  return known
}
const samplesOf = (bytes: Buffer) => Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(at * 2))

test('µ-law and A-law give the values of G.711', () => {
  const values = (encoding: string, bytes: number[]) =>
    // at 8 kHz every second sample of the output is one of the input
    samplesOf(createResampler(format(encoding, 8000))(Buffer.from(bytes))).filter((_, at) => at % 2 === 0)
  // silence, the largest, and the smallest steps: the sample before the first is silence
  assert.deepEqual(values('ulaw', [0xff, 0x80, 0x00, 0xff, 0xff]).slice(1, 4), [0, 32_124, -32_124])
  assert.deepEqual(values('alaw', [0xd5, 0xaa, 0x2a, 0xd5, 0xd5]).slice(1, 4), [8, 32_256, -32_256])
})

test('a tone keeps its length and its level at every rate', () => {
  for (const rate of [8000, 24_000, 44_100, 48_000]) {
    const input = Buffer.alloc(rate * 2)
    for (let at = 0; at < rate; at++)
      input.writeInt16LE(Math.round(10_000 * Math.sin((at / rate) * 2 * Math.PI * 300)), at * 2)
    const output = samplesOf(createResampler(format('s16le', rate))(input))
    assert.ok(Math.abs(output.length - 16_000) <= 1, `${rate}: ${output.length}`)
    const level = Math.sqrt(output.reduce((sum, value) => sum + value * value, 0) / output.length)
    assert.ok(Math.abs(level - 10_000 / Math.SQRT2) < 150, `${rate}: ${level}`)
  }
})

test('however audio is cut into chunks, it has the same length', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(8000, 24_000, 44_100, 48_000),
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 30 }),
      (rate, sizes) => {
        const cut = createResampler(format('s16le', rate))
        const parts = sizes.map((size) => cut(Buffer.alloc(size * 2)).length / 2)
        const total = sizes.reduce((sum, size) => sum + size, 0)
        const whole = createResampler(format('s16le', rate))(Buffer.alloc(total * 2)).length / 2
        assert.ok(Math.abs(parts.reduce((sum, one) => sum + one, 0) - whole) <= 1)
      },
    ),
    { seed: 20_261_102 },
  )
})

test('without decoders only PCM in the encodings and rates of the provider is taken', () => {
  for (const type of [
    'audio/auto',
    'audio/ogg;codecs=opus',
    'audio/pcm',
    'audio/pcm;encoding=s16le',
    'audio/pcm;encoding=f32;rate=8000',
  ])
    assert.throws(() => mediaFormatIn(type, false), { status: 400 })
})

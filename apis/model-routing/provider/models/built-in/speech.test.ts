// Speech and what is heard of it: sound that is sound, and the text back to the letter.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkOf } from '#derive'
import { endpoints } from '../../../endpoints.ts'
import { ModelError } from '../../wire/model-error.ts'
import { asked, depsWith } from './fixtures/asking.ts'
import { exampleRecording } from './speech/example-recording.ts'
import { listen } from './speech/listening.ts'
import { readSound, type Sound } from './speech/sound-file.ts'

const speech = async (input: string, more: object = {}): Promise<Buffer> =>
  (await asked('createSpeech', { model: 'gatehouse/speak-1', input, response_format: 'wav', ...more })).body
const file = (bytes: Buffer, fileName = 'speech.wav') => ({ fileName, contentType: 'audio/wav', bytes })
const transcript = (bytes: Buffer, more: object = {}) =>
  asked('createTranscription', { file: file(bytes), model: 'whisper-1', ...more })
const refuses = (call: Promise<unknown>, param: string, status = 400) =>
  assert.rejects(call, (error) => error instanceof ModelError && error.param === param && error.status === status)

const text = 'Hello, 世界! 😀 ÄÖÜ\n\ttab  and two spaces. Is that so? Yes.'

test('every text comes back to the letter, at any speed and in any voice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      fc.constantFrom(0.25, 1, 1.3, 4),
      fc.constantFrom('alloy', 'onyx', 'shimmer'),
      async (input, speed, voice) => {
        assert.equal((await transcript(await speech(input, { speed, voice }))).text, input.toWellFormed())
      },
    ),
    { numRuns: 25, seed: 3 },
  )
  assert.equal((await transcript(await speech(text))).text, text)
})

test('a text longer than one frame comes back, too', async () => {
  const long = `${'x'.repeat(700)} ${'A sentence of some words. '.repeat(30)}`
  assert.equal((await transcript(await speech(long, { speed: 4 }))).text, long)
})

test('the sound is sound: 24 kHz, 16 bits, as long as the header says, audible and never clipped', async () => {
  const bytes = await speech(text)
  assert.deepEqual(
    [bytes.toString('latin1', 0, 4), bytes.readUInt32LE(24), bytes.readUInt16LE(34), bytes.readUInt16LE(22)],
    ['RIFF', 24_000, 16, 1],
  )
  assert.deepEqual([bytes.readUInt32LE(4), bytes.readUInt32LE(40)], [bytes.length - 8, bytes.length - 44])
  const samples = Array.from({ length: (bytes.length - 44) / 2 }, (_, at) => bytes.readInt16LE(44 + at * 2) / 32_768)
  const loudness = Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length)
  assert.ok(loudness > 0.1 && samples.every((value) => Math.abs(value) < 0.99))
  const pcm = await speech(text, { response_format: 'pcm' })
  assert.ok(pcm.equals(bytes.subarray(44)))
  const heard = await asked('createTranscription', { file: file(pcm, 'speech.pcm') })
  assert.equal(heard.text, text)
})

test('the same speech has the same bytes, another voice others', async () => {
  assert.ok((await speech(text)).equals(await speech(text)))
  assert.ok(!(await speech(text, { voice: 'onyx' })).equals(await speech(text)))
})

test('faster speech is shorter', async () => {
  const lengths = await Promise.all([0.5, 1, 2].map(async (speed) => (await speech('Good morning.', { speed })).length))
  assert.deepEqual(
    lengths,
    [...lengths].sort((a, b) => b - a),
  )
})

/** Another recording of the same sound. */
function altered(
  sound: Sound,
  { rate, loudness = 1, noise = 0, silence = 0 }: { rate: number; loudness?: number; noise?: number; silence?: number },
): Sound {
  const shift = Math.round(silence * rate)
  const length = shift + Math.floor((sound.length / sound.rate) * rate)
  return {
    rate,
    length,
    at(index) {
      const at = ((index - shift) * sound.rate) / rate
      const [low, high] = [Math.floor(at), Math.ceil(at)]
      const value = (one: number) => (one >= 0 && one < sound.length ? sound.at(one) : 0)
      const hiss = noise * Math.sin(index * 12.9898 + Math.sin(index * 78.233) * 43_758.5453)
      return loudness * (value(low) + (value(high) - value(low)) * (at - low)) + hiss
    },
  }
}

test('recordings at other rates, softer, after a pause or with noise are understood', async () => {
  const sound = readSound(file(await speech(text)))
  for (const change of [
    { rate: 8_000 },
    { rate: 16_000 },
    { rate: 48_000 },
    { rate: 44_100, loudness: 0.05 },
    { rate: 24_000, silence: 1.2345 },
    { rate: 24_000, noise: 0.05 },
  ]) {
    const { utterances } = await listen(altered(sound, change))
    assert.equal(utterances.map((one) => one.text).join(''), text, JSON.stringify(change))
  }
})

test('two recordings one after the other are both understood', async () => {
  const [one, two] = [
    await speech('One. ', { response_format: 'pcm' }),
    await speech('Two.', { response_format: 'pcm', speed: 2 }),
  ]
  assert.equal((await transcript(await Promise.resolve(Buffer.concat([await wave(one, two)])))).text, 'One. Two.')
})
async function wave(...pieces: readonly Buffer[]): Promise<Buffer> {
  const { waveHeader } = await import('./speech/sound-file.ts')
  const data = Buffer.concat(pieces)
  return Buffer.concat([waveHeader(data.length / 2), data])
}

test('silence is an empty text; sound that is no speech of ours, damage and other files are refused', async () => {
  assert.equal((await transcript(await wave(Buffer.alloc(24_000)))).text, '')
  const hum = Buffer.alloc(48_000)
  for (let at = 0; at < 24_000; at++) hum.writeInt16LE(Math.round(9000 * Math.sin(at * 0.06)), at * 2)
  await refuses(transcript(await wave(hum)), 'file')
  const damaged = await speech('Good morning.')
  damaged.fill(0, damaged.length - 20_000, damaged.length - 10_000)
  await refuses(transcript(damaged), 'file')
  await refuses(transcript(damaged.subarray(0, damaged.length - 20_000)), 'file')
  const strange = await wave(Buffer.alloc(48_000))
  strange.writeUInt32LE(100, 24)
  await refuses(transcript(strange), 'file')
  for (const bytes of ['', 'ID3 music', 'RIFF....WAVE', 'RIFF....WAVEdata....'])
    await refuses(transcript(Buffer.from(bytes)), 'file')
  await refuses(transcript(Buffer.alloc(25 * 1024 * 1024 + 1)), 'file', 413)
})

test('a hostile WAV file is read or refused, never a mistake of ours', async () => {
  const good = await speech('Hi.', { speed: 4 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
      fc.nat(200),
      async (changes, cut) => {
        const bytes = Buffer.from(good.subarray(0, good.length - cut))
        for (const [at, value] of changes) bytes[at] = value
        await transcript(bytes).then(undefined, (error) => assert.ok(error instanceof ModelError, String(error)))
      },
    ),
    { numRuns: 60, seed: 2 },
  )
})

test('every form of a transcript says the same', async () => {
  const sound = await speech('Good morning. Low tide at noon.')
  const verbose = await transcript(sound, {
    response_format: 'verbose_json',
    language: 'en',
    'timestamp_granularities[]': ['word', 'segment'],
  })
  assert.deepEqual(
    [verbose.text, verbose.language, verbose.segments.length],
    ['Good morning. Low tide at noon.', 'english', 2],
  )
  assert.deepEqual(
    verbose.words.map(({ word }: { word: string }) => word),
    ['Good', 'morning.', 'Low', 'tide', 'at', 'noon.'],
  )
  const times = verbose.words.flatMap(({ start, end }: { start: number; end: number }) => [start, end])
  assert.deepEqual(
    times,
    [...times].sort((a: number, b: number) => a - b),
  )
  assert.ok(times[0] > 0 && times.at(-1) <= verbose.duration)
  assert.deepEqual(checkOf(endpoints.createTranscription.returns, 'output')(verbose), [])
  const as = async (response_format: string) => (await transcript(sound, { response_format })).body.toString()
  assert.equal(await as('text'), 'Good morning. Low tide at noon.\n')
  assert.match(await as('srt'), /^1\n00:00:00,000 --> 00:00:01,\d{3}\nGood morning\.\n\n2\n00:00:01,\d{3} --> /)
  assert.match(await as('vtt'), /^WEBVTT\n\n00:00:00\.000 --> 00:00:01\.\d{3}\nGood morning\.\n\n/)
  const stream = (await transcript(sound, { stream: true })).body.toString()
  const events = stream
    .trim()
    .split('\n\n')
    .map((frame: string) => JSON.parse(frame.slice('data: '.length)))
  assert.equal(events.map(({ delta = '' }: { delta?: string }) => delta).join(''), 'Good morning. Low tide at noon.')
  assert.equal(events.at(-1).text, 'Good morning. Low tide at noon.')
})

test('speech in events is the same speech', async () => {
  const { body, headers } = await asked('createSpeech', { input: 'Hi.', response_format: 'wav', stream_format: 'sse' })
  assert.match(headers['content-type'], /^text\/event-stream/)
  const events = body
    .toString()
    .trim()
    .split('\n\n')
    .map((frame: string) => JSON.parse(frame.slice('data: '.length)))
  const sound = Buffer.concat(events.map(({ audio = '' }: { audio?: string }) => Buffer.from(audio, 'base64')))
  assert.ok(sound.equals(await speech('Hi.')))
  assert.equal(events.at(-1).type, 'speech.audio.done')
})

test('speech refuses what it cannot do and says what it can', async () => {
  const wrong = { response_format: 'mp3', voice: 'nobody', speed: 5, stream_format: 'tape', input: '' }
  for (const [name, value] of Object.entries(wrong))
    await refuses(asked('createSpeech', { input: 'a', [name]: value }), name)
  await refuses(asked('createSpeech', { input: 'a'.repeat(4097) }), 'input')
  await assert.rejects(asked('createSpeech', { input: 'a', response_format: 'mp3' }), /wav and pcm/)
  const sound = await speech('a')
  await refuses(transcript(sound, { response_format: 'diarized_json' }), 'response_format')
  await refuses(transcript(sound, { 'timestamp_granularities[]': ['word'] }), 'timestamp_granularities')
  await refuses(transcript(sound, { 'include[]': ['logprobs'] }), 'include')
  await refuses(transcript(sound, { language: '!', response_format: 'verbose_json' }), 'language')
})

test('English speech is its own translation; other speech is asked of the translation of the gateway, or refused', async () => {
  const translation = (bytes: Buffer, deps = depsWith()) => asked('createTranslation', { file: file(bytes) }, deps)
  assert.equal((await translation(await speech('Good morning.'))).text, 'Good morning.')
  const german = await speech('Guten Morgen. Wie geht es dir?')
  await refuses(translation(german), 'file', 501)
  const words: Readonly<Record<string, string>> = {
    'Guten Morgen. ': 'Good morning.',
    'Wie geht es dir?': 'How are you?',
  }
  const deps = depsWith(async (_slug, _endpoint, { body }) => ({
    translations: Object(body).text.map((one: string) => ({ text: words[one] })),
  }))
  assert.equal((await translation(german, deps)).text, 'Good morning. How are you?')
})

test('the recording of the examples is understood, as a file and as base64', async () => {
  assert.equal((await transcript(Buffer.from(exampleRecording, 'base64'))).text, 'Hi.')
  assert.equal((await asked('createTranscription', { file: exampleRecording })).text, 'Hi.')
})

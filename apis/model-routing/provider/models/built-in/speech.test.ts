// Speech and its transcription: a valid sound file, and the exact text back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkOf } from '#derive'
import { endpoints } from '../../../endpoints.ts'
import { recordingOfWords } from '../../../examples/recording.ts'
import { ModelError } from '../../wire/model-error.ts'
import { answerOf, depsWith } from './fixtures/asking.ts'

const speech = async (input: string, more: object = {}): Promise<Buffer> =>
  (await answerOf('createSpeech', { model: 'gatehouse/speak-1', input, response_format: 'wav', ...more })).body
const file = (bytes: Buffer, fileName = 'speech.wav') => ({ fileName, contentType: 'audio/wav', bytes })
const transcript = (bytes: Buffer, more: object = {}) =>
  answerOf('createTranscription', { file: file(bytes), model: 'whisper-1', ...more })
const refuses = (call: Promise<unknown>, param: string, status = 400) =>
  assert.rejects(call, (error) => error instanceof ModelError && error.param === param && error.status === status)

const text = 'Hello, 世界! 😀 ÄÖÜ\n\ttab  and two spaces. Is that so? Yes.'

test('every text is transcribed exactly, at any speed and in any voice', async () => {
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

test('the sound is valid: 24 kHz, 16 bits, as long as the header says, audible and never clipped', async () => {
  const bytes = await speech(text)
  const pcm = await speech(text, { response_format: 'pcm' })
  assert.deepEqual(
    [bytes.toString('latin1', 0, 4), bytes.readUInt32LE(24), bytes.readUInt16LE(34), bytes.readUInt16LE(22)],
    ['RIFF', 24_000, 16, 1],
  )
  assert.equal(bytes.readUInt32LE(4), bytes.length - 8)
  assert.equal(bytes.readUInt32LE(bytes.length - pcm.length - 4), pcm.length)
  assert.ok(bytes.subarray(-pcm.length).equals(pcm))
  const samples = Array.from({ length: pcm.length / 2 }, (_, at) => pcm.readInt16LE(at * 2) / 32_768)
  const loudness = Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length)
  assert.ok(loudness > 0.1 && samples.every((value) => Math.abs(value) < 0.99))
})

test('the same speech has the same bytes, and another voice has different ones', async () => {
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

test('other audio and other files are refused', async () => {
  const foreign = await speech('Good morning.')
  foreign.write('another/program', foreign.indexOf('gatehouse/speak-1'))
  await refuses(transcript(foreign), 'file')
  for (const bytes of ['', 'ID3 music', 'RIFF....WAVE', 'RIFF....WAVEdata....'])
    await refuses(transcript(Buffer.from(bytes)), 'file')
  await refuses(transcript(Buffer.alloc(25 * 1024 * 1024 + 1)), 'file', 413)
})

test('a hostile WAV file is read or refused, never a crash', async () => {
  const good = await speech('Hi.', { speed: 4 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 96 }), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
      fc.nat(200),
      async (changes, cut) => {
        const bytes = Buffer.from(good.subarray(0, good.length - cut))
        for (const [at, value] of changes) bytes[at] = value
        const outcome = await transcript(bytes).catch((error: unknown) => error)
        assert.ok(outcome instanceof ModelError || typeof outcome.text === 'string', String(outcome))
      },
    ),
    { numRuns: 60, seed: 2 },
  )
})

test('every form of a transcript has the same content', async () => {
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
  assert.ok(times[0] >= 0 && times.at(-1) <= verbose.duration)
  assert.deepEqual(checkOf(endpoints.createTranscription.returns, 'output')(verbose), [])
  const as = async (response_format: string) => (await transcript(sound, { response_format })).body.toString()
  assert.equal(await as('text'), 'Good morning. Low tide at noon.\n')
  assert.match(await as('srt'), /^1\n00:00:00,000 --> 00:00:00,\d{3}\nGood morning\.\n\n2\n00:00:00,\d{3} --> /)
  assert.match(await as('vtt'), /^WEBVTT\n\n00:00:00\.000 --> 00:00:00\.\d{3}\nGood morning\.\n\n/)
  const stream = (await transcript(sound, { stream: true })).body.toString()
  const events = stream
    .trim()
    .split('\n\n')
    .map((frame: string) => JSON.parse(frame.slice('data: '.length)))
  assert.equal(events.map(({ delta = '' }: { delta?: string }) => delta).join(''), 'Good morning. Low tide at noon.')
  assert.equal(events.at(-1).text, 'Good morning. Low tide at noon.')
})

test('streamed speech is the same speech', async () => {
  const { body, headers } = await answerOf('createSpeech', {
    input: 'Hi.',
    response_format: 'wav',
    stream_format: 'sse',
  })
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

test('speech refuses what it does not support and says what it does', async () => {
  const wrong = { response_format: 'mp3', voice: 'nobody', speed: 5, stream_format: 'tape', input: '' }
  for (const [name, value] of Object.entries(wrong))
    await refuses(answerOf('createSpeech', { input: 'a', [name]: value }), name)
  await refuses(answerOf('createSpeech', { input: 'a'.repeat(4097) }), 'input')
  await assert.rejects(answerOf('createSpeech', { input: 'a', response_format: 'mp3' }), /wav and pcm/)
  await assert.rejects(answerOf('createSpeech', { input: 'a', response_format: 'ogg' }), /wav, pcm, mp3, opus/)
  const sound = await speech('a')
  await refuses(transcript(sound, { response_format: 'diarized_json' }), 'response_format')
  await refuses(transcript(sound, { 'timestamp_granularities[]': ['word'] }), 'timestamp_granularities')
  await refuses(transcript(sound, { 'include[]': ['logprobs'] }), 'include')
  await refuses(transcript(sound, { language: '!', response_format: 'verbose_json' }), 'language')
})

test("English speech is its own translation; other speech goes to the gateway's translation API, or is refused", async () => {
  const translation = (bytes: Buffer, deps = depsWith()) => answerOf('createTranslation', { file: file(bytes) }, deps)
  assert.equal((await translation(await speech('Good morning.'))).text, 'Good morning.')
  const german = await speech('Guten Morgen. Wie geht es dir?')
  await refuses(translation(german), 'file', 501)
  const words: Readonly<Record<string, string>> = {
    'Guten Morgen.': 'Good morning.',
    'Wie geht es dir?': 'How are you?',
  }
  const deps = depsWith(async (_slug, _endpoint, { body }) => ({
    translations: Object(body).text.map((one: string) => ({ text: words[one] })),
  }))
  assert.equal((await translation(german, deps)).text, 'Good morning. How are you?')
})

test('the recording of the examples is understood, as a file and as base64', async () => {
  const { base64 } = recordingOfWords
  assert.equal((await transcript(Buffer.from(base64, 'base64'))).text, 'It is.')
  assert.equal((await answerOf('createTranscription', { file: base64 })).text, 'It is.')
})

// Compressed audio and spoken translations of voice streams, through a gateway and a WebSocket, with an engine that
// hears what the test says and a voice that says a tone for each letter. What needs ffmpeg says where it did not run.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { encode } from '@msgpack/msgpack'
import { openGateway } from '../../tests/harness/open-gateway.ts'
import { until } from '../../tests/harness/until.ts'
import { openSocket, type TestSocket } from '../../tests/sockets/client.ts'
import api from './api.ts'
import { openTranslation } from './provider/open.ts'
import { createResampler } from './provider/voice/audio.ts'
import type { Heard, Speaker, Voice } from './provider/voice/speech.ts'
import provider from './provider.ts'
import { audioFile, codecs, decoded, inChunks, likeness } from './test/audio-codecs.ts'
import { scriptedSpeech } from './test/scripted-speech.ts'
import { messagesOf } from './test/session-messages.ts'

const speech = scriptedSpeech()
const said: { text: string; voice: Voice | undefined }[] = []
let isMute = false
let abandoned = 0
/** 100 ms of a tone for each character. */
const toneOf = (text: string) => {
  const samples = Buffer.alloc(text.length * 3200)
  for (let at = 0; at < samples.length / 2; at++)
    samples.writeInt16LE(Math.round(8000 * Math.sin((at * at) / 40_000)), at * 2)
  return samples
}
const speaker: Speaker = {
  label: 'scripted voice',
  languages: ['en'],
  async speak(text, signal, voice) {
    said.push({ text, voice })
    if (!isMute) return toneOf(text)
    return await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        abandoned++
        reject(signal.reason)
      })
    })
  },
}
const opened = (ffmpeg: boolean) =>
  openGateway(
    { after },
    {
      apis: [
        {
          ...{ api, live: {}, examples: {} },
          provider: {
            ...provider,
            open: (kit: Parameters<typeof openTranslation>[0]) =>
              openTranslation(
                { ...kit, config: { apertium: false, pocketsphinx: false, flite: false, ffmpeg } },
                { hearing: [speech], speaking: [speaker] },
              ),
          },
        },
      ],
    },
  )
const gateway = await opened(true)
const { key } = await gateway.account()
const embedded = { 'x-gateway-provider': 'embedded' }
const pcm = 'audio/pcm;encoding=s16le;rate=16000'

async function call(path: string, body?: object, on = { gateway, key }) {
  const answer = await on.gateway.call(`/v1/proxy/translation${path}`, {
    method: body ? 'POST' : 'GET',
    key: on.key,
    headers: { ...embedded, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, headers: answer.headers, body: Object(await answer.json()) }
}
const ask = (fields: object) =>
  call('/v3/voice/realtime', { source_media_content_type: pcm, source_language: 'en', ...fields })
async function connect(t: Parameters<typeof openSocket>[0], fields: object): Promise<TestSocket> {
  const { status, body } = await ask(fields)
  assert.equal(status, 200, JSON.stringify(body))
  return openSocket(t, `${body.streaming_url}?token=${body.token}`, { headers: embedded })
}
const chunk = (bytes: Buffer) => JSON.stringify({ source_media_chunk: { data: bytes.toString('base64') } })
const end = JSON.stringify({ end_of_source_media: {} })
const heard = (text: string, startMs: number, endMs: number): Heard => ({ text, startMs, endMs, isFinal: true })

interface Media {
  readonly content_type?: string
  readonly headers?: number
  readonly data: readonly (string | Uint8Array)[]
  readonly duration: number
  readonly text?: string
}
const mediaIn = (messages: readonly Record<string, unknown>[]): Media[] =>
  messages.flatMap(({ target_media_chunk: media }) => (media ? [Object(media)] : []))
const bytesOf = (media: readonly Media[]) =>
  Buffer.concat(
    media.flatMap(({ data }) => data.map((one) => (typeof one === 'string' ? Buffer.from(one, 'base64') : one))),
  )

/** The messages of a stream in which somebody says two things. */
async function spoken(t: Parameters<typeof openSocket>[0], fields: object): Promise<Record<string, unknown>[]> {
  speech.script = [heard('the cat sleeps', 0, 500), heard('yes', 600, 900)]
  const session = await connect(t, { target_media_languages: ['en-GB'], ...fields })
  const isBinary = 'message_format' in fields
  const data = Buffer.alloc(32_000)
  session.send(isBinary ? Buffer.from(encode({ source_media_chunk: { data } })) : chunk(data))
  session.send(isBinary ? Buffer.from(encode({ end_of_source_media: {} })) : end)
  return messagesOf(session)
}
const both = Buffer.concat([toneOf('the cat sleeps'), toneOf(' yes')])

for (const message_format of ['json', 'msgpack'])
  test(`a spoken translation comes as audio with its texts, a second at a time, and ends before the stream: ${message_format}`, async (t) => {
    said.length = 0
    const fields = message_format === 'json' ? {} : { message_format }
    const messages = await spoken(t, { ...fields, target_languages: ['de'], target_media_content_type: pcm })
    const media = mediaIn(messages)
    assert.deepEqual(
      media.map(({ content_type, headers, duration, text }) => ({ content_type, headers, duration, text })),
      [
        { content_type: pcm, headers: undefined, duration: 1000, text: 'the cat sleeps' },
        { content_type: undefined, headers: undefined, duration: 400, text: undefined },
        { content_type: undefined, headers: undefined, duration: 400, text: ' yes' },
      ],
    )
    assert.deepEqual(bytesOf(media), both)
    assert.deepEqual(said, [
      { text: 'the cat sleeps', voice: 'female' },
      { text: ' yes', voice: 'female' },
    ])
    // its language is translated into as well
    const written = messages.flatMap((one) => Object(one.target_transcript_update).language ?? [])
    assert.deepEqual(written, ['de', 'en-GB', 'de', 'en-GB'])
    assert.deepEqual(messages.slice(-3), [
      { end_of_target_transcript: { language: 'en-GB' } },
      { end_of_target_media: { language: 'en-GB' } },
      { end_of_stream: {} },
    ])
  })

test('PCM is written at each rate of the provider, and in µ-law and A-law, in either voice', async (t) => {
  for (const [type, rate, encoding] of [
    ['audio/pcm;encoding=s16le;rate=24000', 24_000, 's16le'],
    ['audio/pcm;encoding=ulaw;rate=8000', 8000, 'ulaw'],
    ['audio/pcm; encoding=alaw; rate=8000', 8000, 'alaw'],
  ] as const) {
    const media = mediaIn(await spoken(t, { target_media_content_type: type, target_media_voice: 'male' }))
    const back = createResampler({ encoding, rate, frameBytes: encoding === 's16le' ? 2 : 1 })(bytesOf(media))
    assert.ok(likeness(both, back) > 0.95, `${type}: ${likeness(both, back)}`)
    assert.ok(Math.abs(back.length - both.length) < 100)
    assert.equal(said.at(-1)?.voice, 'male')
  }
})

for (const [what, fields, status] of [
  ['a language that nothing speaks', { target_media_languages: ['de'], target_media_content_type: pcm }, 403],
  ['two languages', { target_media_languages: ['en-GB', 'en-US'], target_media_content_type: pcm }, 400],
  ['a codec that nothing writes', { target_media_languages: ['en-GB'], target_media_content_type: 'audio/flac' }, 400],
  ['a voice that there is not', { target_media_languages: ['en-GB'], target_media_voice: 'robot' }, 400],
  [
    'a sixth target',
    {
      target_languages: ['de', 'fr', 'es', 'it', 'nl'],
      target_media_languages: ['en-GB'],
      target_media_content_type: pcm,
    },
    400,
  ],
] as const)
  test(`speech in ${what} is refused before there is a session: ${status}`, async () => {
    assert.equal((await ask(fields)).status, status)
  })

test('the languages of voice say which are spoken, and the answer names the voice', async () => {
  const { body } = await call('/v3/languages?resource=voice')
  const spokenIn = body.flatMap((one: { lang: string; features: object }) =>
    'translated_speech' in one.features ? [one.lang] : [],
  )
  assert.deepEqual(spokenIn, ['en', 'en-GB', 'en-US'])
  const { headers } = await ask({ target_media_languages: ['en-GB'], target_media_content_type: pcm })
  assert.match(String(headers.get('x-gateway-engine')), /^scripted, scripted voice/)
})

test('speech that is under way ends with its session, and hearing goes only so far ahead of it', async (t) => {
  isMute = true
  said.length = 0
  abandoned = 0
  t.after(() => {
    isMute = false
  })
  speech.script = Array.from({ length: 40 }, (_, at) => heard(`word ${at}`, at, at + 1))
  const session = await connect(t, { target_media_languages: ['en-GB'], target_media_content_type: pcm })
  session.send(chunk(Buffer.alloc(32_000)))
  await until(() => said.length > 0)
  let count = 0
  for (let isSilent = false; !isSilent; count++)
    isSilent = await Promise.race([
      session.next().then(() => false),
      new Promise<boolean>((resolve) => setTimeout(resolve, 500, true)),
    ])
  // a message in the source language and one in the target for each
  assert.ok(count / 2 < 15, String(count))
  assert.equal(said.length, 1)
  session.socket.terminate()
  await until(() => abandoned === 1 && speech.running === 0)
})

test('without codecs compressed audio is refused in both directions, with what can be taken', async () => {
  const bare = await opened(false)
  const account = { gateway: bare, key: (await bare.account()).key }
  const refused = async (fields: object) => {
    const body = { source_media_content_type: pcm, ...fields }
    const answer = await call('/v3/voice/realtime', body, account)
    return `${answer.status} ${answer.body.message}`
  }
  assert.match(await refused({ source_media_content_type: 'audio/ogg;codecs=opus' }), /^400 .*only PCM/)
  assert.match(await refused({ target_media_languages: ['en'] }), /^400 .*target_media_content_type.*rate=24000/)
})

if (codecs) {
  for (const [type, headers] of [
    [undefined, 1],
    ['audio/webm', 1],
    ['audio/ogg', 2],
  ] as const)
    test(`speech is written as Opus in ${type ?? 'WebM, the default'}`, async (t) => {
      const media = mediaIn(await spoken(t, type ? { target_media_content_type: type } : {}))
      assert.deepEqual([media[0]?.headers, media[0]?.content_type], [headers, type ?? 'audio/webm;codecs=opus'])
      const samples = await decoded(bytesOf(media), { type: type ?? 'audio/webm' })
      assert.ok(likeness(both, samples) > 0.9, String(likeness(both, samples)))
      assert.ok(Math.abs(samples.length - both.length) < 0.1 * 32_000)
    })

  test('speech is written as packets of Opus with their head', async (t) => {
    const media = mediaIn(await spoken(t, { target_media_content_type: 'audio/opus' }))
    const [head, ...packets] = media.flatMap(({ data }) => data.map((one) => Buffer.from(String(one), 'base64')))
    assert.equal(media[0]?.headers, 1)
    assert.equal(head?.toString('latin1', 0, 8), 'OpusHead')
    // 1.8 s in packets of 20 ms, and what the encoder looks ahead
    assert.ok(packets.length >= 90 && packets.length <= 92, `${packets.length}`)
    assert.equal(
      media.reduce((sum, { duration }) => sum + duration, 0),
      1800,
    )
  })

  for (const [name, type] of [
    ['market.opus', 'audio/ogg; codecs=opus'],
    ['market.webm', 'audio/webm'],
    ['market.flac', 'audio/auto'],
    ['market.mp3', 'audio/mpeg'],
  ] as const)
    test(`a stream of ${type} is heard`, async (t) => {
      speech.samples.length = 0
      speech.script = [heard('the cat sleeps', 0, 1500)]
      const session = await connect(t, { source_media_content_type: type, target_languages: ['de'] })
      for await (const bytes of inChunks(audioFile(name), 900)) session.send(chunk(bytes))
      // tags, as MP3 files have them behind the audio
      if (type === 'audio/mpeg') session.send(chunk(Buffer.alloc(128, 'TAG')))
      session.send(end)
      const messages = await messagesOf(session)
      assert.match(JSON.stringify(messages), /die Katze schläft.*end_of_stream/)
      assert.deepEqual(Buffer.concat(speech.samples), await decoded(audioFile(name)))
    })

  for (const [what, type, bytes] of [
    ['is no audio', 'audio/auto', Buffer.alloc(90_000, 'no audio')],
    ['is of another format', 'audio/ogg', audioFile('market.flac')],
  ] as const)
    test(`a stream that ${what} ends with an error message and 1008`, async (t) => {
      const session = await connect(t, { source_media_content_type: type, target_languages: ['de'] })
      session.send(chunk(bytes))
      session.send(end)
      const [first] = await messagesOf(session)
      assert.equal(Object(first?.error).reason_code, 4_000_403)
      assert.equal((await session.closed).code, 1008)
      await until(() => speech.running === 0)
    })

  test('a chunk of more than 100 kilobytes is refused, whatever is in it', async (t) => {
    const session = await connect(t, { source_media_content_type: 'audio/auto', target_languages: ['de'] })
    session.send(chunk(Buffer.alloc(100_001)))
    const [first] = await messagesOf(session)
    assert.match(JSON.stringify(first), /4000403.*at most 100 kilobytes/)
  })
}

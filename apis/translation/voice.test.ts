// Voice streams through a gateway and a WebSocket, with an engine that hears what the test says.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { decode, encode } from '@msgpack/msgpack'
import { openGateway } from '../../tests/harness/open-gateway.ts'
import { until } from '../../tests/harness/until.ts'
import { codeOf, openSocket, refusedSocket } from '../../tests/sockets/client.ts'
import api from './api.ts'
import { openTranslation } from './provider/open.ts'
import type { Heard } from './provider/voice/speech.ts'
import provider from './provider.ts'
import { scriptedSpeech } from './test/scripted-speech.ts'
import { messagesOf } from './test/session-messages.ts'

const speech = scriptedSpeech()
const scripted = {
  ...provider,
  open: (kit: Parameters<typeof openTranslation>[0]) =>
    openTranslation({ ...kit, config: { apertium: false, pocketsphinx: false, ffmpeg: false } }, { hearing: [speech] }),
}
const gateway = await openGateway({ after }, { apis: [{ api, provider: scripted, live: {}, examples: {} }] })
const { key } = await gateway.account()
const embedded = { 'x-gateway-provider': 'embedded' }

async function call(path: string, body?: object, own = key) {
  const answer = await gateway.call(`/v1/proxy/translation${path}`, {
    method: body ? 'POST' : 'GET',
    key: own,
    headers: { ...embedded, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, headers: answer.headers, body: Object(await answer.json()) }
}

const pcm = 'audio/pcm;encoding=s16le;rate=16000'
interface Issued {
  readonly streaming_url: string
  readonly token: string
  readonly session_id: string
}
async function request(fields: object = {}, own = key): Promise<Issued> {
  const wanted = { source_media_content_type: pcm, source_language: 'en', target_languages: ['de'], ...fields }
  const { status, body } = await call('/v3/voice/realtime', wanted, own)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const connect = (t: Parameters<typeof openSocket>[0], { streaming_url, token }: Issued) =>
  openSocket(t, `${streaming_url}?token=${token}`, { headers: embedded })

/** Returns the given milliseconds of silence. */
const audio = (ms: number) => Buffer.alloc(ms * 32)
const chunk = (ms: number) => JSON.stringify({ source_media_chunk: { data: audio(ms).toString('base64') } })
const end = JSON.stringify({ end_of_source_media: {} })
const heard = (text: string, startMs: number, endMs: number, isFinal = true): Heard => ({
  text,
  startMs,
  endMs,
  isFinal,
})

test('audio becomes transcripts in the source language and each target, and all of them end in order', async (t) => {
  speech.script = [heard('the cat', 0, 400, false), heard('the cat sleeps', 0, 500), heard('the dog sleeps', 700, 1200)]
  const session = await connect(t, await request({ target_languages: ['de', 'fr'] }))
  session.send(chunk(600))
  session.send(chunk(700))
  session.send(end)
  const messages = await messagesOf(session)
  const source = (text: string, start_time: number, end_time: number) => ({
    language: 'en',
    text,
    start_time,
    end_time,
  })
  assert.deepEqual(messages.slice(0, 2), [
    { source_transcript_update: { concluded: [], tentative: [source('the cat', 0, 400)] } },
    { source_transcript_update: { concluded: [source('the cat sleeps', 0, 500)], tentative: [] } },
  ])
  assert.deepEqual(messages[2], {
    target_transcript_update: {
      language: 'de',
      concluded: [{ text: 'die Katze schläft', start_time: 0, end_time: 500 }],
      tentative: [],
    },
  })
  // later segments go on where the earlier ones end
  const { concluded } = Object(messages[4]).source_transcript_update
  assert.deepEqual(concluded, [source(' the dog sleeps', 700, 1200)])
  assert.deepEqual(
    messages.slice(-4).map((message) => JSON.stringify(message)),
    [
      '{"end_of_source_transcript":{}}',
      '{"end_of_target_transcript":{"language":"de"}}',
      '{"end_of_target_transcript":{"language":"fr"}}',
      '{"end_of_stream":{}}',
    ],
  )
  assert.equal((await session.closed).code, 1000)
  assert.equal(speech.running, 0)
})

test('MessagePack has the same messages in binary frames', async (t) => {
  speech.script = [heard('the cat sleeps', 0, 500)]
  const session = await connect(t, await request({ message_format: 'msgpack' }))
  session.send(Buffer.from(encode({ source_media_chunk: { data: audio(600) } })))
  session.send(Buffer.from(encode({ end_of_source_media: {} })))
  const first = await session.next()
  assert.ok(Buffer.isBuffer(first))
  assert.deepEqual(Object.keys(Object(decode(first))), ['source_transcript_update'])
  assert.deepEqual((await messagesOf(session)).at(-1), { end_of_stream: {} })
})

test('the answer names the engines that hear and translate, and marks the sample', async () => {
  const { headers, body } = await call('/v3/voice/realtime', {
    source_media_content_type: pcm,
    target_languages: ['de'],
  })
  assert.match(String(headers.get('x-gateway-engine')), /^scripted, /)
  assert.equal(headers.get('x-gateway-sample'), 'true')
  assert.match(body.streaming_url, /^ws:\/\/.*\/v1\/proxy\/translation\/v3\/voice\/realtime\/connect$/)
})

test('the languages of voice are those that are heard as sources, and what is translated into as targets', async () => {
  const { body } = await call('/v3/languages?resource=voice')
  const sources = body.filter((one: Record<string, unknown>) => one.usable_as_source)
  assert.deepEqual(
    sources.map(({ lang }: { lang: string }) => lang),
    ['en'],
  )
  assert.ok(body.some((one: Record<string, unknown>) => one.lang === 'de' && one.usable_as_target))
})

test('glossary and spoken terms of the account are used, unknown ones refused', async (t) => {
  const glossary = await call('/v3/glossaries', {
    name: 'Pets',
    dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'cat\tStubentiger', entries_format: 'tsv' }],
  })
  const terms = await call('/v3/spoken-terms', {
    name: 'Names',
    term_lists: [{ lang: 'en', entries: 'Gatehouse\nAda' }],
  })
  speech.script = [heard('the cat', 0, 500)]
  const { glossary_id } = glossary.body
  const { spoken_terms_id } = terms.body
  const session = await connect(t, await request({ glossary_id, spoken_terms_id, target_languages: ['de', 'fr'] }))
  session.send(chunk(600))
  session.send(end)
  const german = (await messagesOf(session)).find((one) => Object(one.target_transcript_update).language === 'de')
  assert.match(JSON.stringify(german), /Stubentiger/)
  assert.deepEqual(speech.opened.at(-1), { language: 'en', terms: ['Gatehouse', 'Ada'] })
  const unknown = 'a74d88fb-ed2a-4943-a664-a4512398b994'
  for (const fields of [{ glossary_id: unknown }, { spoken_terms_id: unknown }])
    assert.equal(
      (await call('/v3/voice/realtime', { source_media_content_type: pcm, target_languages: ['de'], ...fields }))
        .status,
      404,
    )
})

for (const [what, fields, status] of [
  ['a format that nothing here decodes', { source_media_content_type: 'audio/ogg;codecs=opus' }, 400],
  ['a rate that is not one of the provider', { source_media_content_type: 'audio/pcm;encoding=s16le;rate=16001' }, 400],
  ['a language that nobody hears', { source_language: 'de' }, 400],
  ['an unknown target', { target_languages: ['xx'] }, 400],
  ['six targets', { target_languages: ['de', 'fr', 'es', 'it', 'nl', 'pl'] }, 400],
  ['an unknown message format', { message_format: 'xml' }, 400],
  ['an unknown formality', { formality: 'rude' }, 400],
  ['an unknown language mode', { source_language_mode: 'maybe' }, 400],
  ['spoken translations', { target_media_languages: ['de'] }, 403],
] as const) {
  test(`${what} is refused before there is a session: ${status}`, async () => {
    const { status: got } = await call('/v3/voice/realtime', { source_media_content_type: pcm, ...fields })
    assert.equal(got, status)
  })
}

test('a token opens one connection, and only for the account it was given to', async (t) => {
  const issued = await request()
  const address = `${issued.streaming_url}?token=${issued.token}`
  const { key: other } = await gateway.account()
  const foreign = await refusedSocket(address, { key: other, headers: embedded })
  assert.equal(foreign.status, 403)
  await connect(t, issued)
  const again = await refusedSocket(address, { headers: embedded })
  assert.deepEqual([again.status, codeOf(again)], [403, 'provider.forbidden'])
  assert.equal((await refusedSocket(`${issued.streaming_url}?token=x`, { headers: embedded })).status, 401)
})

test('a stream goes on in a new connection where the last one broke off, and takes the place of one still open', async (t) => {
  const issued = await request()
  const first = await connect(t, issued)
  speech.script = [heard('the cat', 100, 500)]
  first.send(chunk(1000))
  await until(() => speech.samples.length > 0)
  first.socket.terminate()
  await until(() => speech.running === 0)
  const { body: renewed } = await call(`/v3/voice/realtime?token=${issued.token}`)
  assert.equal(renewed.session_id, issued.session_id)
  const second = await connect(t, renewed)
  second.send(chunk(600))
  const update = JSON.parse(String(await second.next()))
  const [segment] = update.source_transcript_update.concluded
  assert.deepEqual([segment.text, segment.start_time], [' the cat', 1100])
  const { body: third } = await call(`/v3/voice/realtime?token=${renewed.token}`)
  const last = await connect(t, third)
  assert.deepEqual(await second.closed, { code: 1000, reason: '' })
  last.send(end)
  assert.deepEqual((await messagesOf(last)).at(-1), { end_of_stream: {} })
  await until(() => speech.running === 0)
})

test('an outdated token ends the stream', async () => {
  const issued = await request()
  const { body: renewed } = await call(`/v3/voice/realtime?token=${issued.token}`)
  assert.equal((await call(`/v3/voice/realtime?token=${issued.token}`)).status, 404)
  assert.equal((await call(`/v3/voice/realtime?token=${renewed.token}`)).status, 404)
  const refused = await refusedSocket(`${renewed.streaming_url}?token=${renewed.token}`, { headers: embedded })
  assert.equal(refused.status, 403)
})

test('a finished stream cannot be taken up again', async (t) => {
  speech.script = []
  const issued = await request()
  const session = await connect(t, issued)
  session.send(end)
  await messagesOf(session)
  await until(async () => (await call(`/v3/voice/realtime?token=${issued.token}`)).status === 404)
})

for (const [what, message, reason] of [
  ['a chunk of more than a second', chunk(1001), 4_000_403],
  ['half a sample', JSON.stringify({ source_media_chunk: { data: Buffer.alloc(3).toString('base64') } }), 4_000_403],
  ['data that is not base64', JSON.stringify({ source_media_chunk: { data: 'äöü=' } }), 4_000_000],
  ['an unknown message', JSON.stringify({ hello: {} }), 4_000_000],
  ['two messages in one', JSON.stringify({ end_of_source_media: {}, source_media_chunk: {} }), 4_000_000],
  ['text that is not JSON', '{', 4_000_000],
  ['a binary frame in a JSON session', Buffer.from('{}'), 4_000_000],
] as const) {
  test(`${what} ends the session with an error message and 1008`, async (t) => {
    const session = await connect(t, await request())
    session.send(message)
    const [{ error }] = (await messagesOf(session)) as [{ error: Record<string, unknown> }]
    assert.deepEqual([error.error_code, error.reason_code], [400, reason])
    assert.equal((await session.closed).code, 1008)
    await until(() => speech.running === 0)
  })
}

test('an engine that fails ends the session with 1011, and the gateway goes on', async (t) => {
  speech.failsAtMs = 100
  const session = await connect(t, await request())
  speech.failsAtMs = undefined
  session.send(chunk(200))
  assert.equal((await session.closed).code, 1011)
  assert.equal((await call('/v3/languages?resource=voice')).status, 200)
})

test('an account has half of the engines, another the rest, and a further connection is refused with 429', async (t) => {
  const refused = async ({ streaming_url, token }: Issued) =>
    (await refusedSocket(`${streaming_url}?token=${token}`, { headers: embedded })).status
  const others = [(await gateway.account()).key, (await gateway.account()).key]
  await connect(t, await request())
  const kept = await request()
  await connect(t, kept)
  assert.equal(await refused(await request()), 429)
  await connect(t, await request({}, others[0]))
  assert.equal(await refused(await request({}, others[1])), 429)
  // a further connection of a stream takes the place of the previous one
  const again = await call(`/v3/voice/realtime?token=${kept.token}`)
  await connect(t, again.body)
})

test('the files of a voice job travel through the gateway by signature, without a key', async () => {
  speech.script = [heard('the cat sleeps', 0, 500)]
  const wave = Buffer.alloc(44 + 3200)
  wave.write('RIFF....WAVEfmt ', 'latin1')
  wave.writeUInt32LE(16, 16)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [34, 16],
  ] as const)
    wave.writeUInt16LE(value, at)
  wave.writeUInt32LE(16_000, 24)
  wave.write('data', 36, 'latin1')
  wave.writeUInt32LE(3200, 40)
  const created = await call('/v1/jobs/voice/translate', {
    source_file: { name: 'a.wav', content_type: 'audio/wav', content_length: wave.length },
    targets: [{ language: 'de', type: 'text/plain' }],
  })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const { job_id, upload_url, signature } = created.body
  const send = (authorization: string) =>
    fetch(upload_url, { method: 'PUT', headers: { ...embedded, authorization }, body: new Uint8Array(wave) })
  assert.equal((await send('DeepL-Signature none')).status, 403)
  assert.equal((await send(`DeepL-Signature ${signature}`)).status, 204)
  let [result] = [Object({})]
  await until(async () => {
    const { results } = (await call(`/v1/jobs/voice/translate/${job_id}`)).body
    result = Object(results)[0]
    return result.status === 'complete'
  })
  const answer = await fetch(result.download_url, {
    headers: { ...embedded, authorization: `DeepL-Signature ${result.signature}` },
  })
  assert.deepEqual([answer.status, await answer.text()], [200, 'die Katze schläft\n'])
})

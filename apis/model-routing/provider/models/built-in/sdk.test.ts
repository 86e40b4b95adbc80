// A vendor's SDK, unchanged, against the gateway with no channel: the built-in models answer in its wire.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import OpenAI, { toFile } from 'openai'
import { loadApis } from '../../../../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../../../../../tests/harness/open-gateway.ts'

describe('the SDK with the built-in models', () => {
  const closing: (() => unknown)[] = []
  let openai: OpenAI
  before(async () => {
    const apis = await loadApis(undefined, 'model-routing')
    const gateway = await openGateway({ after: (close) => void closing.unshift(close) }, { apis })
    const baseURL = `${gateway.baseUrl}/v1/proxy/model-routing/v1`
    openai = new OpenAI({ baseURL, apiKey: 'unused', maxRetries: 0, defaultHeaders: { 'x-gateway-key': gateway.key } })
  })
  after(async () => {
    for (const close of closing) await close()
  })

  test('speaks, and transcribes what was spoken', async () => {
    const input = 'Low tide at noon. Bring boots!'
    const speech = await openai.audio.speech.create({ model: 'tts-1', voice: 'nova', input })
    // MP3 where ffmpeg is installed
    assert.match(String(speech.headers.get('content-type')), /^audio\/(?:mpeg|wav)$/)
    const sound = Buffer.from(await speech.arrayBuffer())
    const file = () => toFile(sound, 'speech.wav')
    assert.equal((await openai.audio.transcriptions.create({ model: 'whisper-1', file: await file() })).text, input)
    const verbose = await openai.audio.transcriptions.create({
      model: 'whisper-1',
      file: await file(),
      response_format: 'verbose_json',
      timestamp_granularities: ['word'],
    })
    assert.equal(verbose.words?.length, 6)
    const captions = await openai.audio.transcriptions.create({
      model: 'whisper-1',
      file: await file(),
      response_format: 'vtt',
    })
    assert.match(String(captions), /^WEBVTT/)
    const refused = openai.audio.speech.create({
      model: 'tts-1',
      voice: 'nova',
      input,
      response_format: 'ogg' as 'wav',
    })
    await assert.rejects(
      refused,
      (error) => error instanceof OpenAI.BadRequestError && /wav, pcm, mp3/.test(error.message),
    )
  })

  test('calls tools while streaming, and answers in a JSON schema', async () => {
    const tools = [
      {
        type: 'function',
        function: {
          name: 'get_weather',
          parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        },
      },
    ] as const
    const runner = openai.chat.completions.stream({
      model: 'gatehouse/chat-1',
      messages: [{ role: 'user', content: 'What is the weather in Paris?' }],
      tools: [...tools],
    })
    const { choices } = await runner.finalChatCompletion()
    const call = choices[0]?.message.tool_calls?.[0]
    assert.deepEqual(
      [choices[0]?.finish_reason, call?.type === 'function' && call.function.arguments],
      ['tool_calls', '{"city":"Paris"}'],
    )
    const answer = await openai.chat.completions.create({
      model: 'gatehouse/chat-1',
      messages: [{ role: 'user', content: 'Ada Lovelace is 36 years old.' }],
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'person',
          strict: true,
          schema: {
            type: 'object',
            properties: { name: { type: 'string' }, age: { type: 'integer' } },
            required: ['name', 'age'],
            additionalProperties: false,
          },
        },
      },
    })
    const content = answer.choices[0]?.message.content ?? ''
    // a name at the beginning of a sentence may be any word: only the number is certain
    assert.equal(Object(JSON.parse(content)).age, 36)
  })

  test('gets vectors, judgements and its own errors', async () => {
    const { data, model } = await openai.embeddings.create({
      model: 'text-embedding-3-small',
      input: ['low tide', 'tides are low'],
    })
    assert.deepEqual([data.length, data[0]?.embedding.length, model], [2, 1536, 'gatehouse/embed-1'])
    const { results } = await openai.moderations.create({ input: 'I will kill you' })
    assert.equal(results[0]?.categories.violence, true)
    await assert.rejects(openai.embeddings.create({ model: 'gatehouse/none', input: 'a' }), OpenAI.NotFoundError)
    await assert.rejects(openai.embeddings.create({ model: 'm', input: '' }), OpenAI.BadRequestError)
  })
})

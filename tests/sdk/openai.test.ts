// The SDK of OpenAI through the gateway, unchanged but for its address and key: baseURL {base}/v1, apiKey = the gateway
// key.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import OpenAI, { toFile } from 'openai'
import { sendJson } from '../harness/upstream.ts'
import { type Answer, assertKeyOnlyIn, formOf, openProvider, providerKey, received, type SdkWorld } from './provider.ts'

const model = 'example-chat-1'
const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 }

async function openSdk(t: TestContext, answer: Answer, maxRetries = 0): Promise<{ world: SdkWorld; client: OpenAI }> {
  const world = await openProvider(t, 'model-routing', answer)
  const client = new OpenAI({ baseURL: `${world.base}/v1`, apiKey: world.gatewayKey, maxRetries })
  return { world, client }
}

function assertKey(world: SdkWorld): void {
  for (const request of world.received) assertKeyOnlyIn(request, 'authorization', `Bearer ${providerKey}`)
}

const completion = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_770_000_000,
  model,
  choices: [
    { index: 0, message: { role: 'assistant', content: 'Good morning', refusal: null }, finish_reason: 'stop' },
  ],
  usage,
}

test('a chat completion is returned as the provider sent it, and the provider gets the stored key', async (t) => {
  const { world, client } = await openSdk(t, (_request, response) => sendJson(response, completion))
  const messages = [{ role: 'user' as const, content: 'Say good morning' }]
  const answer = await client.chat.completions.create({ model, messages, temperature: 0.2 })
  assert.equal(answer.choices[0]?.message.content, 'Good morning')
  assert.deepEqual(answer.usage, usage)
  const request = received(world)
  assert.deepEqual([request.method, request.url], ['POST', '/v1/chat/completions'])
  assert.deepEqual(JSON.parse(request.body.toString()), { model, messages, temperature: 0.2 })
  assertKey(world)
})

test('a streamed chat completion arrives chunk by chunk, while the provider is still sending', async (t) => {
  const piece = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({
      ...{ id: 'chatcmpl-2', object: 'chat.completion.chunk', created: 1_770_000_000, model },
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    })}\n\n`
  const seen = new EventTarget()
  const { world, client } = await openSdk(t, async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(piece({ role: 'assistant', content: 'Good' }))
    // the rest is sent only when the first chunk has reached the caller
    await once(seen, 'first')
    response.write(`: keep-alive\n\n${piece({ content: ' morning' })}`)
    response.end(`${piece({}, 'stop')}data: [DONE]\n\n`)
  })
  const stream = await client.chat.completions.create({ model, messages: [], stream: true })
  const pieces: string[] = []
  for await (const { choices } of stream) {
    seen.dispatchEvent(new Event('first'))
    pieces.push(choices[0]?.delta.content ?? '')
  }
  assert.deepEqual(pieces, ['Good', ' morning', ''])
  assert.equal(JSON.parse(received(world).body.toString()).stream, true)
  assertKey(world)
})

test('a stream that the caller leaves is aborted at the provider', async (t) => {
  const disconnects = new EventTarget()
  let wasComplete: boolean | undefined
  const { client } = await openSdk(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`data: ${JSON.stringify({ ...completion, choices: [] })}\n\n`)
    response.on('close', () => {
      wasComplete = response.writableEnded
      disconnects.dispatchEvent(new Event('closed'))
    })
  })
  const closed = once(disconnects, 'closed')
  for await (const _piece of await client.chat.completions.create({ model, messages: [], stream: true })) break
  await closed
  assert.equal(wasComplete, false)
})

test('embeddings in base64, which the SDK requests by default, are returned as numbers', async (t) => {
  const vector = [0.25, -0.5, 1]
  const base64 = Buffer.from(new Float32Array(vector).buffer).toString('base64')
  const { world, client } = await openSdk(t, (_request, response) =>
    sendJson(response, {
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: base64 }],
      model: 'example-embedding-1',
      usage: { prompt_tokens: 2, total_tokens: 2 },
    }),
  )
  const answer = await client.embeddings.create({ model: 'example-embedding-1', input: 'good morning' })
  assert.deepEqual(answer.data[0]?.embedding, vector)
  const request = received(world)
  assert.equal(request.url, '/v1/embeddings')
  assert.equal(JSON.parse(request.body.toString()).encoding_format, 'base64')
  assertKey(world)
})

test('the list of models can be iterated', async (t) => {
  const { world, client } = await openSdk(t, (_request, response) =>
    sendJson(response, { object: 'list', data: [{ id: model, object: 'model', created: 1, owned_by: 'example' }] }),
  )
  const ids: string[] = []
  for await (const { id } of client.models.list()) ids.push(id)
  assert.deepEqual(ids, [model])
  assert.deepEqual([received(world).method, received(world).url], ['GET', '/v1/models'])
  assertKey(world)
})

test('an uploaded file reaches the provider byte for byte', async (t) => {
  const { world, client } = await openSdk(t, async (_request, response) =>
    sendJson(response, {
      ...{ id: 'file-1', object: 'file', bytes: 300_000, created_at: 1, filename: 'rows.jsonl' },
      ...{ purpose: 'batch', status: 'processed' },
    }),
  )
  const bytes = Buffer.alloc(300_000, '{"a":1}\n')
  const stored = await client.files.create({ file: await toFile(bytes, 'rows.jsonl'), purpose: 'batch' })
  assert.equal(stored.id, 'file-1')
  const form = await formOf(received(world))
  const file = form.get('file')
  assert.ok(file instanceof File)
  assert.equal(file.name, 'rows.jsonl')
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), bytes)
  assert.equal(form.get('purpose'), 'batch')
  assertKey(world)
})

test('audio sent for transcription reaches the provider, and its transcript is returned', async (t) => {
  const { world, client } = await openSdk(t, (_request, response) => sendJson(response, { text: 'Good morning' }))
  const sound = Buffer.from([82, 73, 70, 70, 0, 255, 13, 10])
  const file = await toFile(sound, 'morning.wav', { type: 'audio/wav' })
  const { text } = await client.audio.transcriptions.create({ file, model: 'example-hearing-1', language: 'en' })
  assert.equal(text, 'Good morning')
  const request = received(world)
  assert.equal(request.url, '/v1/audio/transcriptions')
  const form = await formOf(request)
  const sent = form.get('file')
  assert.ok(sent instanceof File)
  assert.deepEqual(Buffer.from(await sent.arrayBuffer()), sound)
  assert.deepEqual([form.get('model'), form.get('language')], ['example-hearing-1', 'en'])
  assertKey(world)
})

const classes = [
  [400, OpenAI.BadRequestError],
  [401, OpenAI.AuthenticationError],
  [403, OpenAI.PermissionDeniedError],
  [404, OpenAI.NotFoundError],
  [409, OpenAI.ConflictError],
  [422, OpenAI.UnprocessableEntityError],
  [429, OpenAI.RateLimitError],
  [500, OpenAI.InternalServerError],
] as const

test('an error of the provider is thrown as the class of its status, with its code, type and message', async (t) => {
  let status = 400
  const { client } = await openSdk(t, (_request, response) =>
    sendJson(
      response,
      { error: { message: `It was ${status}`, type: 'example_error', param: 'model', code: 'example_code' } },
      { status, headers: { 'x-request-id': 'id-of-provider' } },
    ),
  )
  for (const [code, ErrorClass] of classes) {
    status = code
    const error: unknown = await client.chat.completions.create({ model, messages: [] }).catch((caught) => caught)
    assert.ok(error instanceof ErrorClass, `${code}: ${error}`)
    assert.deepEqual(
      [error.status, error.code, error.type, error.param],
      [code, 'example_code', 'example_error', 'model'],
    )
    assert.match(error.message, new RegExp(`It was ${code}`))
    assert.equal(error.headers.get('x-upstream-request-id'), 'id-of-provider')
    assert.equal(error.requestID, error.headers.get('x-request-id'))
  }
})

test('a refusal of the gateway itself is an error of the SDK too, with its code', async (t) => {
  const { world, client } = await openSdk(t, (_request, response) => sendJson(response, completion))
  const stranger = new OpenAI({ baseURL: `${world.base}/v1`, apiKey: 'gh_live_nobody', maxRetries: 0 })
  const refused: unknown = await stranger.models.list().catch((caught) => caught)
  assert.ok(refused instanceof OpenAI.AuthenticationError)
  assert.equal(refused.code, 'key.invalid')
  const invalid: unknown = await client.files.list(JSON.parse('{"limit":"many"}')).catch((caught) => caught)
  assert.ok(invalid instanceof OpenAI.BadRequestError)
  assert.equal(invalid.code, 'input.invalid')
  assert.match(invalid.message, /limit must be/)
  assert.equal(world.received.length, 0)
})

test('the SDK waits as long as the provider asks and retries', async (t) => {
  let calls = 0
  const { world, client } = await openSdk(
    t,
    (_request, response) => {
      if (calls++ > 0) sendJson(response, completion)
      else sendJson(response, { error: { message: 'Slow down' } }, { status: 429, headers: { 'retry-after-ms': '5' } })
    },
    2,
  )
  const answer = await client.chat.completions.create({ model, messages: [] })
  assert.equal(answer.id, 'chatcmpl-1')
  assert.equal(world.received.length, 2)
  assertKey(world)
})

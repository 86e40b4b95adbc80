// Endpoints that are relayed to a channel unchanged: embeddings, moderations, ranking, audio; called with the SDK.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVendor, type Script } from './test/vendor.ts'
import { bodyOf, openGatewayWorld } from './test/world.ts'

const vectors: Script = ({ body }) => ({
  json: {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: body?.encoding_format === 'base64' ? 'AACAPwAAAAA=' : [1, 0] }],
    model: 'v',
    usage: { prompt_tokens: 4, total_tokens: 4 },
  },
})
const prices = { '*': { input: '2', call: '0.01' } }

async function openOne(t: Parameters<typeof openGatewayWorld>[0], script: Script, more: object = {}) {
  const vendor = await openVendor(t, 'openai', script)
  const channel = {
    name: 'only',
    base: vendor.base,
    models: ['m'],
    mapping: { m: 'v' },
    prices,
    key: 'key-of-test',
    ...more,
  }
  return { ...(await openGatewayWorld(t, { channels: [channel] })), vendor }
}

test('embeddings go to the channel under its own model name, are metered, and are returned to the SDK', async (t) => {
  const { openai, vendor, ledger } = await openOne(t, vectors)
  const { data, response } = await openai.embeddings.create({ model: 'm', input: 'low tide' }).withResponse()
  assert.deepEqual(data.data[0]?.embedding, [1, 0])
  assert.equal(vendor.received[0]?.path, '/v1/embeddings')
  assert.deepEqual([vendor.received[0]?.body?.model, vendor.received[0]?.body?.input], ['v', 'low tide'])
  assert.equal(response.headers.get('x-gateway-route'), 'only/v')
  assert.equal(response.headers.get('x-gateway-cost'), '0.010008')
  const [row] = await ledger()
  assert.deepEqual([row?.endpoint, row?.prompt, row?.cost], ['createEmbeddings', 4, 10_008_000_000n])
})

test('the older path of embeddings takes the model from the path, and preferences are not forwarded', async (t) => {
  const { post, vendor } = await openOne(t, vectors)
  const response = await post('/v1/engines/m/embeddings', {
    input: ['a'],
    dimensions: null,
    provider: { only: ['only'] },
  })
  assert.equal(response.status, 200)
  assert.deepEqual(vendor.received[0]?.body, { input: ['a'], model: 'v' })
})

test("embeddings fall back to the next channel, and a refusal is returned in the wire's format", async (t) => {
  const [bad, good] = [
    await openVendor(t, 'openai', () => ({ status: 500, json: {} })),
    await openVendor(t, 'openai', vectors),
  ]
  const channels = [bad, good].map(({ base }, index) => ({ name: `c${index}`, base, models: ['m'], priority: -index }))
  const { openai, post } = await openGatewayWorld(t, { channels })
  const { response } = await openai.embeddings.create({ model: 'm', input: 'a' }).withResponse()
  assert.deepEqual([response.headers.get('x-gateway-route'), response.headers.get('x-gateway-attempts')], ['c1/m', '2'])
  good.script(() => ({
    status: 400,
    json: { error: { message: 'Too long', type: 'invalid_request_error', param: 'input' } },
  }))
  await assert.rejects(openai.embeddings.create({ model: 'm', input: 'a' }), { status: 400, param: 'input' })
  const unknown = await post('/v1/embeddings', { model: 'other', input: 'a' })
  assert.deepEqual([unknown.status, (await bodyOf(unknown)).error.code], [404, 'model_not_found'])
})

test('moderations and ranking go to a channel that serves their model', async (t) => {
  const results = [{ flagged: false, categories: {}, category_scores: {} }]
  const { openai, post, vendor } = await openOne(
    t,
    ({ path }) => ({
      json: path.endsWith('rerank')
        ? { results: [{ index: 0, relevance_score: 1 }] }
        : { id: 'modr', model: 'v', results },
    }),
    { models: ['text-moderation-stable', 'm'] },
  )
  assert.equal((await openai.moderations.create({ input: 'a' })).results[0]?.flagged, false)
  assert.equal(vendor.received[0]?.body?.model, 'text-moderation-stable')
  const ranked = await post('/v1/rerank', { model: 'm', query: 'q', documents: ['d'] })
  assert.equal((await bodyOf(ranked)).results[0].relevance_score, 1)
})

test('speech streams its bytes with their type, and a recording is forwarded with its file', async (t) => {
  const sound = Buffer.from('RIFF0000WAVE', 'latin1')
  const { openai, vendor, ledger } = await openOne(t, ({ path }) =>
    path.endsWith('speech')
      ? { text: sound.toString('latin1'), headers: { 'content-type': 'audio/wav' } }
      : { json: { text: 'Good morning.' } },
  )
  const speech = await openai.audio.speech.create({
    model: 'm',
    input: 'Good morning.',
    voice: 'alloy',
    response_format: 'wav',
  })
  assert.equal(speech.headers.get('content-type'), 'audio/wav')
  assert.deepEqual(Buffer.from(await speech.arrayBuffer()), sound)
  const file = new File([sound], 'a"\r\nb.wav', { type: 'audio/wav' })
  const transcript = await openai.audio.transcriptions.create({ model: 'm', file, language: 'en' })
  assert.equal(transcript.text, 'Good morning.')
  const sent = vendor.received[1]
  assert.match(
    sent?.text ?? '',
    /name="file"; filename="a[^"\r\n]*b\.wav"\r\ncontent-type: audio\/wav\r\n\r\nRIFF0000WAVE\r\n/i,
  )
  assert.match(sent?.text ?? '', /name="model"\r\n\r\nv\r\n/)
  assert.match(sent?.text ?? '', /name="language"\r\n\r\nen\r\n/)
  assert.deepEqual(
    (await ledger()).map(({ endpoint, ended }) => [endpoint, ended]),
    [
      ['createSpeech', 'whole'],
      ['createTranscription', 'whole'],
    ],
  )
})

test('native embeddings go to a channel of that wire', async (t) => {
  const vendor = await openVendor(t, 'gemini', () => ({ json: { embedding: { values: [1, 0] } } }))
  const { post } = await openGatewayWorld(t, {
    channels: [
      { name: 'g', kind: 'gemini', base: vendor.base, models: ['m'], mapping: { m: 'v' }, key: 'key-of-test' },
    ],
  })
  const response = await post('/v1/models/m:embedContent', { model: 'models/m', content: { parts: [{ text: 'a' }] } })
  assert.deepEqual((await bodyOf(response)).embedding.values, [1, 0])
  assert.equal(vendor.received[0]?.path, '/v1beta/models/v:embedContent')
  assert.equal(vendor.received[0]?.body?.model, 'models/v')
  const counted = await post('/v1/models/m:countTokens', { contents: [{ parts: [{ text: 'hello world' }] }] })
  assert.deepEqual(
    [counted.status, Object.keys(await bodyOf(counted)), vendor.received.length],
    [200, ['totalTokens'], 2],
  )
})

test('native embeddings are answered by a channel of another wire, or by the gateway itself', async (t) => {
  const { post, vendor } = await openOne(t, vectors)
  const content = { parts: [{ text: 'a' }] }
  const one = await post('/v1/models/m:embedContent', { content, outputDimensionality: 2 })
  assert.deepEqual((await bodyOf(one)).embedding.values, [1, 0])
  assert.deepEqual(vendor.received[0]?.body, { input: ['a'], dimensions: 2, model: 'v' })
  const own = await post('/v1/models/gatehouse/embed-1:batchEmbedContents', { requests: [{ content }, { content }] })
  const { embeddings } = await bodyOf(own)
  assert.equal(embeddings.length, 2)
  assert.deepEqual(embeddings[0], embeddings[1])
  assert.equal(own.headers.get('x-gateway-route'), 'built-in/gatehouse/embed-1')
})

test('vectors are given in the order of their texts and in the form that the caller wants, whatever the server does', async (t) => {
  const half = 'AAAAPw=='
  const data = [
    { object: 'embedding', index: 1, embedding: [1] },
    { object: 'embedding', index: 0, embedding: half },
  ]
  const { post } = await openOne(t, () => ({ json: { object: 'list', data, model: 'v' } }))
  const two = ['a', 'b']
  const ollama = await post('/api/embed', { model: 'm', input: two, truncate: false })
  assert.deepEqual((await bodyOf(ollama)).embeddings, [[0.5], [1]])
  assert.equal(ollama.headers.get('x-gateway-left-out'), 'truncate')
  const requests = two.map((text) => ({ content: { parts: [{ text }] }, taskType: 'CLUSTERING', title: 't' }))
  const native = await post('/v1/models/m:batchEmbedContents', { requests })
  assert.deepEqual((await bodyOf(native)).embeddings, [{ values: [0.5] }, { values: [1] }])
  assert.equal(native.headers.get('x-gateway-left-out'), 'taskType, title')
  const listed = await bodyOf(await post('/v1/embeddings', { model: 'm', input: two }))
  assert.deepEqual(
    listed.data.map(({ embedding }: { readonly embedding: unknown }) => embedding),
    [[1], [0.5]],
  )
  const encoded = await bodyOf(await post('/v1/embeddings', { model: 'm', input: two, encoding_format: 'base64' }))
  assert.deepEqual(
    encoded.data.map(({ embedding }: { readonly embedding: unknown }) => embedding),
    ['AACAPw==', half],
  )
})

test("calls of paths without a model or a known action are refused in the wire's format", async (t) => {
  const { post } = await openGatewayWorld(t)
  for (const [path, status] of [
    ['/v1/models/m', 400],
    ['/v1/models/m:fly', 404],
    ['/v1/models/:generateContent', 400],
  ] as const) {
    const response = await post(path, {})
    assert.deepEqual([response.status, (await bodyOf(response)).error.code], [status, status], path)
  }
})

test('every answer has headers for route, attempts, cost and cache, whoever produced it', async (t) => {
  const { post } = await openOne(t, vectors)
  const messages = [{ role: 'user', content: '?' }]
  const own = { model: 'gatehouse/chat-1', messages }
  const calls: readonly (readonly [string, unknown, string])[] = [
    ['/v1/embeddings', { model: 'm', input: 'a' }, 'x-gateway-cost'],
    ['/v1/embeddings', { model: 'gatehouse/embed-1', input: 'a' }, 'x-gateway-cost'],
    ['/v1/models/m:embedContent', { content: { parts: [{ text: 'a' }] } }, 'x-gateway-cost'],
    ['/v1/chat/completions', own, 'x-gateway-cost'],
    ['/v1/chat/completions', { ...own, stream: true }, 'x-gateway-cost-reserved'],
  ]
  for (const [path, body, cost] of calls) {
    const { status, headers } = await post(path, body)
    assert.equal(status, 200, path)
    for (const name of ['x-gateway-route', 'x-gateway-attempts', cost, 'x-gateway-cache'])
      assert.notEqual(headers.get(name), null, `${path} ${name}`)
  }
})

test('a call that exceeds a budget is not relayed, native embeddings included; one within it is held until it ends', async (t) => {
  const vendor = await openVendor(t, 'gemini', () => ({ json: { embedding: { values: [1, 0] } } }))
  const { post, operate, ledger } = await openGatewayWorld(t, {
    channels: [{ name: 'g', kind: 'gemini', base: vendor.base, models: ['m'], prices: { m: { call: '0.5' } } }],
  })
  const body = { content: { parts: [{ text: 'a' }] } }
  await operate('POST', '/budgets', { model: 'm', period: 'total', usd: '0.7' })
  assert.equal((await post('/v1/models/m:embedContent', body)).status, 200)
  const refused = await post('/v1/models/m:embedContent', body)
  assert.deepEqual([refused.status, vendor.received.length], [402, 1])
  assert.equal((await ledger()).length, 1)
  const [budget] = Object((await operate('GET', '/budgets')).body.budgets)
  assert.deepEqual(budget.spending, [{ who: null, spent_usd: '0.5', held_usd: '0' }])
})

test('any call below a model goes to its provider as it came, at both addresses', async (t) => {
  const [google, other] = [await openVendor(t, 'gemini'), await openVendor(t, 'openai')]
  const { gateway, operate, ledger } = await openGatewayWorld(t, {
    channels: [
      {
        name: 'g',
        kind: 'gemini',
        base: google.base,
        models: ['family/g-*'],
        mapping: { 'family/g-1': 'v' },
        key: 'key-of-test',
      },
      { name: 'o', base: other.base, models: ['o-1'], prices: { '*': { call: '0.5' } } },
    ],
  })
  const body = '{ "instances":[{"id":9007199254740993}] }'
  const ask = (path: string, sent = body) =>
    fetch(`${gateway.baseUrl}/v1/proxy/model-routing${path}`, {
      method: 'POST',
      headers: { 'x-gateway-key': gateway.key, 'content-type': 'application/json' },
      body: sent,
    })
  google.script(() => ({
    status: 202,
    text: '{"done" : 9007199254740993}',
    headers: { 'content-type': 'application/json' },
  }))
  for (const version of ['v1', 'v1beta']) {
    const answer = await ask(`/${version}/models/family/g-1:predictLongRunning?mode=fast&key=unused`)
    assert.deepEqual([answer.status, await answer.text()], [202, '{"done" : 9007199254740993}'])
    const sent = google.received.at(-1)
    assert.deepEqual([sent?.path, sent?.text], ['/v1beta/models/v:predictLongRunning?mode=fast', body])
    assert.equal(sent?.headers['x-goog-api-key'], 'key-of-test')
  }
  await ask('/v1beta/models/family/g-1/operations/7')
  assert.equal(google.received.at(-1)?.path, '/v1beta/models/v/operations/7')
  other.script(() => ({ status: 200, frames: ['data: 1\n\n', 'data: 2\n\n'] }))
  const events = await ask('/v1/models/o-1/some/thing', 'not JSON')
  assert.equal(await events.text(), 'data: 1\n\ndata: 2\n\n')
  assert.deepEqual([other.received[0]?.path, other.received[0]?.text], ['/v1/models/o-1/some/thing', 'not JSON'])
  assert.equal((await ledger()).at(-1)?.cost, 500_000_000_000n)
  other.script(() => ({ status: 400, json: { error: { message: 'no such thing' } } }))
  const refused = await ask('/v1/models/o-1/other')
  assert.deepEqual([refused.status, (await bodyOf(refused)).error.message], [400, 'no such thing'])
  const calls = google.received.length + other.received.length
  for (const path of ['/v1/models/o-1/%2e%2e/%2e%2e/files', '/v1/models/o-1%2F..%2Fx:y'])
    assert.ok([400, 404].includes((await ask(path)).status), path)
  assert.equal((await ask('/v1/models/none:predict')).status, 404)
  await operate('PUT', '/guardrails', { guardrails: [{ name: 'word', pattern: 'forbidden' }] })
  assert.equal((await ask('/v1/models/o-1:predict', '{"deep":[{"x":"forbidden"}]}')).status, 403)
  assert.equal((await ask('/v1/models/o-1:predict', '[{"x":"forbidden"}]')).status, 403)
  assert.equal(google.received.length + other.received.length, calls)
})

test('pictures are made by channels, and drawn as samples where none makes them', async (t) => {
  const { openai, vendor } = await openOne(t, () => ({ json: { created: 1, data: [{ b64_json: 'iVBORw0KGgo=' }] } }))
  const { data } = await openai.images.generate({ model: 'm', prompt: 'a harbour' })
  assert.equal(data?.[0]?.b64_json, 'iVBORw0KGgo=')
  assert.deepEqual([vendor.received[0]?.path, vendor.received[0]?.body?.model], ['/v1/images/generations', 'v'])
  const own = await openGatewayWorld(t)
  const drawn = own.openai.images.generate({ prompt: 'a harbour', size: '256x256' })
  const { data: pictures, response } = await drawn.withResponse()
  assert.equal(response.headers.get('x-gateway-sample'), 'true')
  assert.match(pictures.data?.[0]?.b64_json ?? '', /^iVBORw0KGgo/)
  const { status, body } = await own.call('/v2/rerank', {
    method: 'POST',
    body: JSON.stringify({
      model: 'rerank-v3.5',
      query: 'low water',
      documents: ['Ferries.', 'Low water is at noon.'],
    }),
  })
  assert.deepEqual([status, body.results[0].index, body.results.length], [200, 1, 2])
})

test('a model whose name has slashes is found at every address, in the dialect of the client', async (t) => {
  const { call } = await openGatewayWorld(t)
  const id = 'gatehouse/chat-1'
  for (const path of [`/v1/models/${id}`, `/v1/models/${encodeURIComponent(id)}`])
    assert.equal((await call(path)).body.id, id, path)
  assert.equal((await call(`/v1beta/models/${id}`)).body.name, `models/${id}`)
  const { body } = await call('/v1beta/models')
  const methodsOf = (name: string) =>
    body.models.find((model: { readonly name: string }) => model.name === `models/${name}`)?.supportedGenerationMethods
  assert.deepEqual(methodsOf(id), ['generateContent', 'countTokens'])
  assert.deepEqual(methodsOf('gatehouse/embed-1'), ['embedContent', 'batchEmbedContents'])
})

const told = { input_tokens: 50, output_tokens: 4_000, input_tokens_details: { text_tokens: 40, image_tokens: 10 } }
const event = (type: string, more: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
const streamedCalls: readonly (readonly [path: string, body: object, last: string])[] = [
  ['/v1/images/generations', { prompt: 'p', stream: true }, 'image_generation.completed'],
  ['/v1/audio/speech', { input: 'i', voice: 'v', stream_format: 'sse' }, 'speech.audio.done'],
]
test('streamed pictures and speech cost what their last event reports, and pass as they came', async (t) => {
  const { post, vendor, ledger } = await openOne(t, vectors, { prices: { '*': { input: '1', output: '10' } } })
  for (const [path, body, last] of streamedCalls) {
    const frames = [event('partial', { b64: 'AAAA' }), event(last, { usage: told })]
    const whole = Buffer.from(frames.join(''))
    // cut where no frame ends
    vendor.script(() => ({ frames: [whole.subarray(0, 90).toString(), whole.subarray(90).toString()] }))
    const response = await post(path, { model: 'm', ...body })
    assert.equal(await response.text(), whole.toString())
    const row = (await ledger()).at(-1)
    assert.deepEqual([row?.prompt, row?.answer, row?.cost, row?.isCounted], [50, 4_000, 40_050_000_000n, false], path)
  }
})

test('tokens sent as numbers count where the provider does not, and searches that it bills cost their price', async (t) => {
  const unbilled = { object: 'list', data: [{ index: 0, embedding: [1] }] }
  const { post, vendor, ledger } = await openOne(t, () => ({ json: unbilled }), {
    prices: { '*': { search: '0.002' } },
  })
  const promptFor = async (input: unknown) => {
    await post('/v1/embeddings', { model: 'm', input })
    return (await ledger()).at(-1)?.prompt
  }
  assert.equal(await promptFor([1, 2, 3]), 3)
  assert.equal(await promptFor([[1, 2, 3], [4]]), 4)
  vendor.script(() => ({ json: { results: [], meta: { billed_units: { search_units: 3 } } } }))
  const ranked = await post('/v2/rerank', { model: 'm', query: 'q', documents: ['a'] })
  assert.equal(ranked.headers.get('x-gateway-cost'), '0.006')
})

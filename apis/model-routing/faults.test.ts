// Provider failures and callers that disconnect: what falls back to another channel, what a caller sees, what is
// charged.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { APIError, RateLimitError } from 'openai'
import { until } from '../../tests/harness/until.ts'
import { openVendor, type Script, type Scripted, words } from './test/vendor.ts'
import { bodyOf, openGatewayWorld } from './test/world.ts'

const model = 'm'
const question = { role: 'user', content: 'How is the tide?' } as const
const request = { model, messages: [question] }
const sentence = words.join('')

/** Two channels of one wire: the first, with the higher priority, follows the script, the second is healthy. */
async function openTwo(t: TestContext, script: Script, more: Readonly<Record<string, unknown>> = {}) {
  const [first, second] = [await openVendor(t, 'openai', script), await openVendor(t, 'openai')]
  const routed = await openGatewayWorld(t, {
    channels: [
      { name: 'first', base: first.base, models: ['*'], priority: 2, ...more },
      { name: 'second', base: second.base, models: ['*'], priority: 1 },
    ],
  })
  return { ...routed, first, second }
}

/** One channel that follows the script. */
async function openOne(t: TestContext, script: Script, more: Readonly<Record<string, unknown>> = {}) {
  const vendor = await openVendor(t, 'openai', script)
  const routed = await openGatewayWorld(t, { channels: [{ name: 'only', base: vendor.base, models: ['*'], ...more }] })
  return { ...routed, vendor }
}

const chunk = (content: string) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model, choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`
const limited: Scripted = {
  status: 429,
  headers: { 'retry-after': '7' },
  json: { error: { message: 'Slow down', type: 'requests' } },
}
const before: Readonly<Record<string, Scripted>> = {
  'status 429': limited,
  'status 500': { status: 500, json: { error: { message: 'Broken', type: 'server_error' } } },
  'status 503 without JSON': { status: 503, text: '<html>busy</html>' },
  'status 401': {
    status: 401,
    json: { error: { message: 'Incorrect API key provided: sk-secret', type: 'invalid_request_error' } },
  },
  'a redirect': { status: 302, headers: { location: 'http://127.0.0.1:1/' }, text: '' },
  'an answer that is not JSON': { text: 'hello', headers: { 'content-type': 'application/json' } },
  'a connection that is cut at once': { frames: [], end: 'cut' },
  'a stream that is cut before it says anything': { frames: [': hello\n\n'], end: 'cut' },
  'a stream that ends before it says anything': { frames: [] },
  'a stream that does not begin with JSON': { frames: ['data: {"id": "c", oh\n\n'] },
  'a stream that begins with an error': {
    frames: ['data: {"error":{"message":"Overloaded","type":"server_error"}}\n\n'],
  },
}

for (const [what, scripted] of Object.entries(before))
  for (const stream of [false, true])
    test(`${what} falls back to the next channel, ${stream ? 'streamed' : 'whole'}`, async (t) => {
      const { post, first, second, ledger } = await openTwo(t, () => scripted)
      const response = await post('/v1/chat/completions', { ...request, stream })
      const text = await response.text()
      assert.equal(response.status, 200, text)
      assert.equal(response.headers.get('x-gateway-route'), `second/${model}`)
      assert.equal(response.headers.get('x-gateway-attempts'), '2')
      assert.deepEqual([first.received.length, second.received.length], [1, 1])
      assert.ok(stream ? text.includes('[DONE]') : JSON.parse(text).choices[0].message.content === sentence)
      const [row, ...others] = await ledger()
      assert.deepEqual([row?.channel, row?.attempts, row?.ended, others.length], ['second', 2, 'whole', 0])
    })

test('a slow first byte falls back to the next channel', async (t) => {
  const { post, first } = await openTwo(t, () => ({ beforeMs: 5000, json: {} }), { limits: { first_byte_ms: 200 } })
  const response = await post('/v1/chat/completions', request)
  assert.equal(response.headers.get('x-gateway-route'), `second/${model}`)
  await until(() => first.received[0]?.leftMs !== undefined, 'the end of the slow call, before its answer')
})

test('a slow first byte of the only channel is the 504 of each wire', async (t) => {
  const { post } = await openOne(t, () => ({ beforeMs: 5000, json: {} }), { limits: { first_byte_ms: 200 } })
  const openai = await post('/v1/chat/completions', request)
  assert.equal(openai.status, 504)
  assert.equal(typeof (await bodyOf(openai)).error.message, 'string')
  const anthropic = await post('/v1/messages', { ...request, max_tokens: 5 })
  const body = await bodyOf(anthropic)
  assert.deepEqual([anthropic.status, body.type, body.error.type], [504, 'error', 'timeout_error'])
})

test('a 429 of the only channel reaches the SDK as its own error, with the retry delay', async (t) => {
  const { openai, anthropic, vendor } = await openOne(t, () => limited)
  await assert.rejects(openai.chat.completions.create(request), (error) => {
    assert.ok(error instanceof RateLimitError)
    assert.equal(error.headers.get('retry-after'), '7')
    return true
  })
  await assert.rejects(anthropic.messages.create({ ...request, max_tokens: 5 }), { status: 429 })
  assert.equal(vendor.received.length, 1, 'a provider that sent a retry delay is not called meanwhile')
})

test('an error about the call itself is passed on without a fallback', async (t) => {
  const error = {
    message: 'Too many tokens',
    type: 'invalid_request_error',
    param: 'messages',
    code: 'context_length_exceeded',
  }
  const { openai, second, ledger } = await openTwo(t, () => ({ status: 400, json: { error } }))
  await assert.rejects(openai.chat.completions.create(request), {
    status: 400,
    code: 'context_length_exceeded',
    param: 'messages',
  })
  assert.equal(second.received.length, 0)
  assert.deepEqual(await ledger(), [])
})

test('a fallback model answers a call that the first one refuses', async (t) => {
  const { post } = await openTwo(t, ({ body }) =>
    body?.model === model ? { status: 400, json: { error: { message: 'No' } } } : undefined,
  )
  const response = await post('/v1/chat/completions', { ...request, models: ['other'] })
  assert.equal(response.headers.get('x-gateway-route'), 'first/other')
  assert.equal((await bodyOf(response)).model, 'other')
})

test("a channel key that the provider refuses is not reported as the caller's mistake, and never revealed", async (t) => {
  const { post } = await openOne(t, () => before['status 401'])
  const response = await post('/v1/chat/completions', request)
  const text = await response.text()
  assert.equal(response.status, 502)
  assert.doesNotMatch(text, /sk-secret/)
})

test('a channel that cannot be reached falls back', async (t) => {
  const { post } = await openTwo(t, () => undefined, { base: 'http://127.0.0.1:9/v1' })
  assert.equal((await post('/v1/chat/completions', request)).headers.get('x-gateway-route'), `second/${model}`)
})

test('without fallbacks the first error is the answer', async (t) => {
  const { post, second } = await openTwo(t, () => ({ status: 500, json: {} }))
  const response = await post('/v1/chat/completions', { ...request, provider: { allow_fallbacks: false } })
  assert.deepEqual([response.status, second.received.length], [500, 0])
})

const midway: Readonly<Record<string, Scripted>> = {
  'is cut': { frames: [chunk('The tide '), chunk('is ')], everyMs: 20, end: 'cut' },
  'ends without its end': { frames: [chunk('The tide '), chunk('is ')] },
  'goes on with something that is not JSON': {
    frames: [chunk('The tide '), chunk('is '), 'data: oh{\n\n'],
    everyMs: 20,
  },
  'tells an error': {
    frames: [chunk('The tide '), chunk('is '), 'data: {"error":{"message":"Lost","type":"server_error"}}\n\n'],
    everyMs: 20,
  },
}
for (const [what, scripted] of Object.entries(midway))
  test(`a stream that ${what} halfway ends with the wire's error, does not fall back, and is charged for what was sent`, async (t) => {
    const { openai, post, second, ledger } = await openTwo(t, () => scripted)
    const pieces: string[] = []
    const read = async () => {
      for await (const one of await openai.chat.completions.create({ ...request, stream: true }))
        pieces.push(one.choices[0]?.delta.content ?? '')
    }
    await assert.rejects(read(), (error) => error instanceof APIError)
    assert.equal(pieces.join(''), 'The tide is ')
    const messages = await (await post('/v1/messages', { ...request, max_tokens: 5, stream: true })).text()
    assert.match(messages, /event: error\ndata: \{"type":"error"/)
    assert.doesNotMatch(messages, /message_stop/)
    assert.equal(second.received.length, 0)
    const rows = await ledger()
    assert.deepEqual(
      rows.map(({ ended }) => ended),
      ['failed', 'failed'],
    )
    for (const { answer, prompt } of rows) assert.ok(answer === 4 && prompt > 5, JSON.stringify({ answer, prompt }))
  })

test('an interrupted answer is charged for what was received, not for what its provider reported at the start', async (t) => {
  const named = (type: string, more: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
  const usage = { input_tokens: 40, output_tokens: 1 }
  const message = { id: 'x', type: 'message', role: 'assistant', model, content: [], stop_reason: null, usage }
  const vendor = await openVendor(t, 'anthropic', () => ({
    everyMs: 20,
    end: 'cut',
    frames: [
      named('message_start', { message }),
      named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      named('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'The tide is low and rising.' } }),
    ],
  }))
  const { post, ledger } = await openGatewayWorld(t, {
    channels: [{ name: 'only', kind: 'anthropic', base: vendor.base, models: ['*'] }],
  })
  await (await post('/v1/chat/completions', { ...request, stream: true })).text()
  const [row] = await ledger()
  assert.deepEqual([row?.ended, row?.prompt, row?.answer], ['failed', 40, 7])
})

for (const path of ['/v1/chat/completions', '/v1/messages', `/v1/models/${model}:streamGenerateContent?alt=sse`])
  test(`a caller of ${path} that disconnects aborts the provider call and is charged for what was sent`, async (t) => {
    const frames = Array.from({ length: 400 }, () => chunk('low tide '))
    const { vendor, ledger, gateway } = await openOne(t, () => ({ frames, everyMs: 10 }), {
      prices: { '*': { input: '1', output: '2' } },
    })
    const leaving = new AbortController()
    const contents = [{ role: 'user', parts: [{ text: 'How is the tide?' }] }]
    const response = await fetch(`${gateway.baseUrl}/v1/proxy/model-routing${path}`, {
      method: 'POST',
      headers: { 'x-gateway-key': gateway.key, 'content-type': 'application/json' },
      body: JSON.stringify(path.includes('models') ? { contents } : { ...request, max_tokens: 1000, stream: true }),
      signal: leaving.signal,
    })
    const reader = response.body?.getReader()
    for (let read = 0; read < 5; read++) await reader?.read()
    leaving.abort()
    // the vendor only records connections that end before its answer does
    await until(() => vendor.received[0]?.leftMs !== undefined, 'the end of the call to the provider')
    await until(async () => (await ledger()).length === 1, 'the row in the ledger')
    const [row] = await ledger()
    assert.ok(row)
    assert.equal(row.ended, 'left')
    assert.ok(row.answer >= 4 && row.answer < 400, String(row.answer))
    assert.equal(BigInt(row.cost), BigInt(row.prompt) * 1_000_000n + BigInt(row.answer) * 2_000_000n)
  })

test('a caller that disconnects before the first byte aborts the provider call, and the prompt is charged', async (t) => {
  const prices = { '*': { input: '1', output: '2' } }
  const { vendor, ledger, gateway } = await openOne(t, () => ({ beforeMs: 10_000, json: {} }), { prices })
  const leaving = new AbortController()
  const call = fetch(`${gateway.baseUrl}/v1/proxy/model-routing/v1/chat/completions`, {
    method: 'POST',
    headers: { 'x-gateway-key': gateway.key, 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal: leaving.signal,
  })
  await until(() => vendor.received.length === 1, 'the call to the provider')
  leaving.abort()
  await assert.rejects(call)
  await until(() => vendor.received[0]?.leftMs !== undefined, 'the end of the call to the provider')
  await until(async () => (await ledger()).length === 1, 'the row in the ledger')
  const [row] = await ledger()
  assert.deepEqual([row?.channel, row?.ended, row?.answer], ['only', 'left', 0])
  assert.equal(Number(row?.cost), (row?.prompt ?? 0) * 1_000_000)
  assert.ok((row?.prompt ?? 0) > 5)
})

test("the caller's deadline aborts the provider call too", async (t) => {
  const { post, vendor, ledger } = await openOne(t, () => ({ frames: [chunk('low ')], end: 'hang' }))
  const response = await post('/v1/chat/completions', request, { 'x-gateway-timeout': '300' })
  assert.equal(response.status, 504)
  await until(() => vendor.received[0]?.leftMs !== undefined, 'the end of the call to the provider')
  await until(async () => (await ledger()).length === 1, 'the row in the ledger')
})

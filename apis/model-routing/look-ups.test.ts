// Look-ups that clients make beside their calls: one model, the count of a prompt, the id of a call.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVendor } from './test/vendor.ts'
import { bodyOf, openGatewayWorld } from './test/world.ts'

const contents = [{ role: 'user', parts: [{ text: 'hello world' }] }]
const messages = [{ role: 'user' as const, content: 'hello world' }]

test('without channels every name is found that a call may use, in the form of the client', async (t) => {
  const { openai, call } = await openGatewayWorld(t)
  for (const id of ['gpt-5', 'claude-sonnet-4-5', 'gemini-2.5-flash', 'a:b', 'ünïcode'])
    assert.equal((await openai.models.retrieve(id)).id, id)
  assert.equal((await call('/v1/models/meta-llama/llama-3')).body.id, 'meta-llama/llama-3')
  const native = await call('/v1beta/models/gemini-2.5-flash')
  assert.deepEqual([native.status, native.body.name], [200, 'models/gemini-2.5-flash'])
  const version = { 'anthropic-version': '2023-06-01' }
  assert.equal((await call('/v1/models/claude-x', { headers: version })).body.type, 'model')
  const unknown = '/models/gatehouse/none'
  assert.equal((await call(`/v1${unknown}`)).body.error.code, 'model_not_found')
  assert.equal((await call(`/v1beta${unknown}`)).body.error.status, 'NOT_FOUND')
  assert.equal((await call(`/v1${unknown}`, { headers: version })).body.error.type, 'not_found_error')
  assert.equal((await call('/v1/models/gpt-5', { method: 'DELETE' })).status, 404)
})

test('with channels a name is found that one of them serves, and no other', async (t) => {
  const channels = [
    { name: 'a', kind: 'anthropic', base: 'http://127.0.0.1:9', models: ['claude-*'], mapping: { quick: 'claude-1' } },
  ]
  const { call } = await openGatewayWorld(t, { channels })
  const found = async (id: string) => (await call(`/v1/models/${id}`)).status
  assert.deepEqual(
    await Promise.all(['claude-9', 'quick', 'gatehouse/echo-1', 'gpt-5'].map(found)),
    [200, 200, 200, 404],
  )
  assert.equal((await call('/v1/models/claude-9')).body.owned_by, 'anthropic')
})

test('a prompt is counted by the provider that a call would go to, under its own name of the model', async (t) => {
  const gemini = await openVendor(t, 'gemini', () => ({ json: { totalTokens: 4242, promptTokensDetails: [] } }))
  const claude = await openVendor(t, 'anthropic', () => ({ json: { input_tokens: 4343 } }))
  const channels = [
    { name: 'g', kind: 'gemini', base: gemini.base, models: ['g-*'], mapping: { short: 'g-1' }, key: 'key-of-test' },
    { name: 'a', kind: 'anthropic', base: claude.base, models: ['c-*'], key: 'key-of-test' },
  ]
  const { post, anthropic, ledger } = await openGatewayWorld(t, { channels })
  const native = await bodyOf(await post('/v1beta/models/short:countTokens', { contents }))
  assert.deepEqual(native, { totalTokens: 4242, promptTokensDetails: [] })
  const whole = { generateContentRequest: { model: 'models/short', contents } }
  assert.equal((await bodyOf(await post('/v1beta/models/short:countTokens', whole))).totalTokens, 4242)
  assert.deepEqual(
    gemini.received.map(({ path, body }) => [path, Object(body?.generateContentRequest).model]),
    [
      ['/v1beta/models/g-1:countTokens', undefined],
      ['/v1beta/models/g-1:countTokens', 'models/g-1'],
    ],
  )
  assert.equal((await anthropic.messages.countTokens({ model: 'c-1', messages })).input_tokens, 4343)
  assert.deepEqual(
    [claude.received[0]?.path, claude.received[0]?.headers['x-api-key']],
    ['/v1/messages/count_tokens', 'key-of-test'],
  )
  assert.deepEqual(await ledger(), [], 'counting is free')

  const estimated = (await anthropic.messages.countTokens({ model: 'g-1', messages })).input_tokens
  assert.ok(estimated > 0 && estimated < 100, 'of another wire it is estimated here')
  for (const status of [404, 405, 500, 503]) {
    claude.script(() => ({ status, json: {} }))
    assert.equal((await anthropic.messages.countTokens({ model: 'c-1', messages })).input_tokens, estimated)
  }
  claude.script(() => ({ status: 400, json: { error: { type: 'invalid_request_error', message: 'No such tool' } } }))
  await assert.rejects(anthropic.messages.countTokens({ model: 'c-1', messages }), {
    status: 400,
    message: /No such tool/,
  })
})

test('the input of a response is counted without one', async (t) => {
  const { openai, post } = await openGatewayWorld(t)
  const counted = await openai.responses.inputTokens.count({ model: 'gpt-4o', input: 'hello world' })
  assert.equal(counted.object, 'response.input_tokens')
  assert.ok(counted.input_tokens >= 2)
  const more = await bodyOf(
    await post('/v1/responses/input_tokens', { input: 'hello world', instructions: 'Be brief.' }),
  )
  assert.ok(more.input_tokens > counted.input_tokens)
  const { id } = await openai.responses.create({ model: 'gpt-4o', input: 'hello world' })
  const later = await openai.responses.inputTokens.count({ model: 'gpt-4o', input: 'again', previous_response_id: id })
  assert.ok(later.input_tokens > counted.input_tokens)
  assert.equal((await post('/v1/responses/input_tokens', { input: 7 })).status, 400)
})

test('every answer to a client of messages has the id of the call in its header', async (t) => {
  const { anthropic, post } = await openGatewayWorld(t)
  const request = { model: 'm', max_tokens: 9, messages }
  assert.match(String((await anthropic.messages.create(request))._request_id), /^req_/)
  for (const body of [request, { ...request, stream: true }, { ...request, messages: 7 }, {}]) {
    const answer = await post('/v1/messages', body)
    assert.equal(answer.headers.get('request-id'), answer.headers.get('x-request-id'))
    await answer.text()
  }
})

// The SDK of Anthropic through the gateway, unchanged but for its address and key: baseURL {base}, apiKey = the gateway
// key.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import Anthropic from '@anthropic-ai/sdk'
import { sendJson } from '../harness/upstream.ts'
import { type Answer, assertKeyOnlyIn, openProvider, providerKey, received, type SdkWorld } from './provider.ts'

const model = 'example-writer-1'
const order = { model, max_tokens: 64, messages: [{ role: 'user' as const, content: 'Say good morning' }] }
const message = {
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model },
  content: [{ type: 'text', text: 'Good morning' }],
  ...{ stop_reason: 'end_turn', stop_sequence: null, usage: { input_tokens: 9, output_tokens: 3 } },
}

async function openSdk(t: TestContext, answer: Answer): Promise<{ world: SdkWorld; client: Anthropic }> {
  const world = await openProvider(t, 'model-routing', answer)
  return { world, client: new Anthropic({ baseURL: world.base, apiKey: world.gatewayKey, maxRetries: 0 }) }
}

/** The caller's gateway key was in x-api-key; the provider gets only the stored key. */
function assertKey(world: SdkWorld): void {
  for (const request of world.received) {
    assertKeyOnlyIn(request, 'authorization', `Bearer ${providerKey}`)
    assert.equal(request.headers['x-api-key'], undefined)
  }
}

test('a message is returned as the provider sent it, and the provider gets the stored key and the version', async (t) => {
  const { world, client } = await openSdk(t, (_request, response) => sendJson(response, message))
  const answer = await client.messages.create(order)
  assert.deepEqual(answer.content, message.content)
  assert.deepEqual([answer.stop_reason, answer.usage.output_tokens], ['end_turn', 3])
  const request = received(world)
  assert.deepEqual([request.method, request.url], ['POST', '/v1/messages'])
  assert.deepEqual(JSON.parse(request.body.toString()), order)
  assert.match(String(request.headers['anthropic-version']), /^\d{4}-\d{2}-\d{2}$/)
  assertKey(world)
})

test('a streamed message arrives chunk by chunk, while the provider is still sending', async (t) => {
  const frame = (data: { type: string }) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
  const piece = (text: string) =>
    frame({ type: 'content_block_delta', ...{ index: 0, delta: { type: 'text_delta', text } } })
  const seen = new EventTarget()
  const { world, client } = await openSdk(t, async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const empty = { ...message, content: [], stop_reason: null, usage: { input_tokens: 9, output_tokens: 1 } }
    response.write(frame({ type: 'message_start', ...{ message: empty } }))
    response.write(frame({ type: 'ping' }))
    response.write(frame({ type: 'content_block_start', ...{ index: 0, content_block: { type: 'text', text: '' } } }))
    response.write(piece('Good'))
    // the rest is sent only when the first chunk has reached the caller
    await once(seen, 'first')
    response.write(piece(' morning') + frame({ type: 'content_block_stop', ...{ index: 0 } }))
    const delta = { stop_reason: 'end_turn', stop_sequence: null }
    response.write(frame({ type: 'message_delta', ...{ delta, usage: { output_tokens: 3 } } }))
    response.end(frame({ type: 'message_stop' }))
  })
  const stream = client.messages.stream(order)
  const pieces: string[] = []
  stream.on('text', (text) => {
    pieces.push(text)
    seen.dispatchEvent(new Event('first'))
  })
  const whole = await stream.finalMessage()
  assert.deepEqual(pieces, ['Good', ' morning'])
  assert.deepEqual([whole.stop_reason, whole.usage.output_tokens], ['end_turn', 3])
  assert.equal(JSON.parse(received(world).body.toString()).stream, true)
  assertKey(world)
})

test('tokens are counted at their own path, and what coding clients add to the call is forwarded', async (t) => {
  const { world, client } = await openSdk(t, (_request, response) => sendJson(response, { input_tokens: 9 }))
  const { max_tokens: _unused, ...counted } = order
  assert.equal((await client.messages.countTokens(counted)).input_tokens, 9)
  assert.equal(received(world).url, '/v1/messages/count_tokens')
  const betas = { ...counted, betas: ['example-beta'] }
  assert.equal((await client.beta.messages.countTokens(betas, { query: { beta: 'true' } })).input_tokens, 9)
  assert.equal(received(world).url, '/v1/messages/count_tokens?beta=true')
  assert.match(String(received(world).headers['anthropic-beta']), /example-beta/)
  assertKey(world)
})

for (const [status, type, ErrorClass] of [
  [400, 'invalid_request_error', Anthropic.BadRequestError],
  [401, 'authentication_error', Anthropic.AuthenticationError],
  [404, 'not_found_error', Anthropic.NotFoundError],
  [429, 'rate_limit_error', Anthropic.RateLimitError],
  [529, 'overloaded_error', Anthropic.InternalServerError],
] as const)
  test(`a ${status} of the provider is thrown as ${ErrorClass.name} with the body of the provider`, async (t) => {
    const body = { type: 'error', error: { type, message: `It was ${status}` }, request_id: 'req_of_provider' }
    const { world, client } = await openSdk(t, (_request, response) => sendJson(response, body, { status }))
    const error: unknown = await client.messages.create(order).catch((caught) => caught)
    assert.ok(error instanceof ErrorClass, String(error))
    const thrown = Object(error.error)
    assert.deepEqual([thrown.type, thrown.error.type, thrown.error.message], ['error', type, `It was ${status}`])
    assert.equal(thrown.request_id, 'req_of_provider')
    assertKey(world)
  })

test('an unknown gateway key is an error of the SDK, and nothing reaches the provider', async (t) => {
  const { world } = await openSdk(t, (_request, response) => sendJson(response, message))
  const stranger = new Anthropic({ baseURL: world.base, apiKey: 'gh_live_nobody', maxRetries: 0 })
  await assert.rejects(stranger.messages.create(order), Anthropic.AuthenticationError)
  assert.equal(world.received.length, 0)
})

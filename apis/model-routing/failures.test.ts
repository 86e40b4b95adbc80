// What the gateway refuses before calling any model, as the vendors' SDKs see it: their own error classes with their
// own members, plus the gateway's code and request id.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { bodyOf, openGatewayWorld, type World } from './test/world.ts'

const closing: (() => unknown)[] = []
const t = { after: (close: () => unknown) => void closing.unshift(close) }
let routed: World
before(async () => {
  routed = await openGatewayWorld(t)
})
after(async () => {
  for (const close of closing) await close()
})

const messages = [{ role: 'user' as const, content: '?' }]
/** Sends a different body or content type. */
const sending =
  (body: string, contentType = 'application/json'): typeof fetch =>
  (url, init) =>
    fetch(url, {
      ...init,
      body,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), 'content-type': contentType },
    })

const root = () => `${routed.gateway.baseUrl}/v1/proxy/model-routing`
const openaiWith = (fetch: typeof globalThis.fetch, key = routed.gateway.key) =>
  new OpenAI({
    ...{ baseURL: `${root()}/v1`, apiKey: 'unused', maxRetries: 0, fetch },
    defaultHeaders: { 'x-gateway-key': key },
  })
const anthropicWith = (fetch: typeof globalThis.fetch, key = routed.gateway.key) =>
  new Anthropic({
    ...{ baseURL: root(), apiKey: 'unused', maxRetries: 0, fetch },
    defaultHeaders: { 'x-gateway-key': key },
  })

const tooLong = ' '.repeat(33 * 1024 * 1024)
const broken: readonly [string, string, string | undefined, number][] = [
  ['JSON that is cut off', '{"model":', undefined, 400],
  ['a foreign content type', 'model=m', 'text/plain', 400],
  ['a body beyond the limit', tooLong, undefined, 413],
]
for (const [what, body, contentType, status] of broken) {
  test(`the chat SDK sees its own error for ${what}`, async () => {
    const call = openaiWith(sending(body, contentType)).chat.completions.create({ model: 'm', messages })
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof OpenAI.APIError)
      assert.deepEqual([error.status, error.type, error.param], [status, 'invalid_request_error', null])
      if (status === 400) assert.ok(error instanceof OpenAI.BadRequestError)
      assert.match(String(error.code), /^(?:input\.invalid|body\.too_large)$/)
      return true
    })
  })
  test(`the messages SDK sees its own error for ${what}`, async () => {
    const call = anthropicWith(sending(body, contentType)).messages.create({ model: 'm', max_tokens: 9, messages })
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof Anthropic.APIError)
      const { type, error: inner, request_id } = Object(error.error)
      const expected = status === 413 ? 'request_too_large' : 'invalid_request_error'
      assert.deepEqual([error.status, type, inner.type], [status, 'error', expected])
      assert.equal(typeof inner.message, 'string')
      assert.equal(typeof request_id, 'string')
      if (status === 400) assert.ok(error instanceof Anthropic.BadRequestError)
      return true
    })
  })
}

test('an invalid gateway key is each SDK`s authentication error', async () => {
  const chat = openaiWith(fetch, 'gh_live_none').chat.completions.create({ model: 'm', messages })
  await assert.rejects(chat, (error) => error instanceof OpenAI.AuthenticationError && error.code === 'key.invalid')
  const message = anthropicWith(fetch, 'gh_live_none').messages.create({ model: 'm', max_tokens: 9, messages })
  await assert.rejects(message, (error) => {
    assert.ok(error instanceof Anthropic.AuthenticationError)
    assert.equal(Object(error.error).error.type, 'authentication_error')
    return true
  })
})

test('a native call with an invalid key has the status name that its clients read', async () => {
  const answer = await fetch(`${root()}/v1/models/m:generateContent?alt=${'x'.repeat(10)}`, {
    method: 'POST',
    headers: { 'x-gateway-key': 'gh_live_none', 'content-type': 'application/json' },
    body: '{',
  })
  const { error, meta } = await bodyOf(answer)
  assert.deepEqual([answer.status, error.status, error.code], [401, 'UNAUTHENTICATED', 'key.invalid'])
  assert.equal(typeof meta.requestId, 'string')
})

test('Gemini’s clients see its form on every path of theirs, also where nothing is declared', async () => {
  for (const path of ['/v1beta/cachedContents', '/v1alpha/models/m:generateContent', '/upload/v1beta/files']) {
    const answer = await fetch(`${root()}${path}`, {
      method: 'POST',
      headers: { 'x-gateway-key': routed.gateway.key, 'content-type': 'application/json' },
      body: '{}',
    })
    const { error } = (await answer.json()) as { error: { status?: string; code?: string } }
    assert.deepEqual([answer.status, error.status, error.code], [404, 'NOT_FOUND', 'endpoint.unknown'], path)
  }
})

// Calls through a channel of another wire, whose vendor refuses what the caller's wire takes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVendor, toolInput } from './test/vendor.ts'
import { bodyOf, openGatewayWorld } from './test/world.ts'

const name = `mcp__${'x'.repeat(74)}`
const tools = [{ name, description: 'The tide.', input_schema: { type: 'object' as const } }]
const question = {
  model: 'm',
  max_tokens: 50,
  tools,
  messages: [{ role: 'user' as const, content: 'How is the tide?' }],
}

test('a tool with a name that a vendor refuses is called by the caller’s own name, whole and streamed', async (t) => {
  const vendor = await openVendor(t, 'openai')
  const { anthropic } = await openGatewayWorld(t, { channels: [{ name: 'only', base: vendor.base, models: ['m'] }] })
  for (const { content } of [
    await anthropic.messages.create(question),
    await anthropic.messages.stream(question).finalMessage(),
  ]) {
    const call = content.find((block) => block.type === 'tool_use')
    assert.deepEqual([call?.name, call?.input], [name, toolInput])
  }
  for (const { text } of vendor.received) assert.match(text, /"name":"[\w-]{1,64}"/)
})

test('vectors are base64 where the caller asks for it and the provider knows only numbers', async (t) => {
  const vendor = await openVendor(t, 'openai', () => ({
    json: {
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: [1, -0.5] }],
      usage: { prompt_tokens: 1 },
    },
  }))
  const channel = { name: 'only', kind: 'ollama', base: vendor.base, models: ['e'] }
  const { post } = await openGatewayWorld(t, { channels: [channel] })
  const encoded = await bodyOf(await post('/v1/embeddings', { model: 'e', input: 'a', encoding_format: 'base64' }))
  assert.equal(encoded.data[0].embedding, Buffer.from(Float32Array.of(1, -0.5).buffer).toString('base64'))
  const numbers = await bodyOf(await post('/v1/embeddings', { model: 'e', input: 'a' }))
  assert.deepEqual(numbers.data[0].embedding, [1, -0.5])
})

test('an empty answer that ended badly is an error for the caller of another wire, whole and streamed', async (t) => {
  const json = {
    candidates: [{ content: {}, finishReason: 'MALFORMED_FUNCTION_CALL', index: 0 }],
    usageMetadata: { promptTokenCount: 10, totalTokenCount: 10 },
  }
  const vendor = await openVendor(t, 'gemini', ({ path }) =>
    path.includes('stream') ? { frames: [`data: ${JSON.stringify(json)}\n\n`] } : { json },
  )
  const channel = { name: 'only', kind: 'gemini', base: vendor.base, models: ['m'] }
  const { post, ledger } = await openGatewayWorld(t, { channels: [channel] })
  const asked = { model: 'm', messages: question.messages }
  const whole = await post('/v1/chat/completions', asked)
  assert.deepEqual([whole.status, (await bodyOf(whole)).error.code], [503, 'failed_answer'])
  const streamed = await (await post('/v1/chat/completions', { ...asked, stream: true })).text()
  assert.match(streamed, /failed_answer/)
  assert.doesNotMatch(streamed, /"finish_reason":"/)
  assert.deepEqual(
    (await ledger()).map(({ ended }) => ended),
    ['failed', 'failed'],
  )
})

test('an answer that failed is not kept: the same call is answered by the model again', async (t) => {
  const ended = (finishReason: string, parts: readonly object[]) => ({
    json: { candidates: [{ content: { parts }, finishReason, index: 0 }], usageMetadata: { totalTokenCount: 1 } },
  })
  const vendor = await openVendor(t, 'gemini', () => ended('OTHER', []))
  const channel = { name: 'only', kind: 'gemini', base: vendor.base, models: ['m'] }
  const { post } = await openGatewayWorld(t, { channels: [channel] })
  const asked = { model: 'm', messages: question.messages }
  const ask = () => post('/v1/chat/completions', asked, { 'x-gateway-cache': 'on' })
  assert.equal((await ask()).status, 503)
  vendor.script(() => ended('STOP', [{ text: 'Low.' }]))
  assert.equal((await bodyOf(await ask())).choices[0].message.content, 'Low.')
})

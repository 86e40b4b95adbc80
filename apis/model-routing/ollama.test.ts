// Ollama's own client with default settings, against the gateway's models and against channels of every kind.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ollama } from 'ollama'
import { openVendor, type VendorKind } from './test/vendor.ts'
import { openGatewayWorld, type World } from './test/world.ts'

const clientOf = ({ gateway }: World): Ollama =>
  new Ollama({
    host: `${gateway.baseUrl}/v1/proxy/model-routing`,
    headers: { 'x-gateway-key': gateway.key },
  })
const question = { role: 'user', content: 'How is the tide?' }
const tools = [
  {
    type: 'function',
    function: { name: 'tide', description: 'The tide.', parameters: { type: 'object', properties: {} } },
  },
]

test('the client chats, streams, generates, embeds and lists without a channel', async (t) => {
  const ollama = clientOf(await openGatewayWorld(t))
  const model = 'gatehouse/chat-1'
  const whole = await ollama.chat({ model, messages: [question] })
  assert.equal(whole.message.role, 'assistant')
  assert.ok(whole.message.content.length > 0 && whole.eval_count > 0 && whole.done)
  let [text, last] = ['', false]
  for await (const part of await ollama.chat({ model, messages: [question], stream: true })) {
    text += part.message.content
    last = part.done
  }
  assert.deepEqual([text, last], [whole.message.content, true])
  const generated = await ollama.generate({ model, prompt: 'How is the tide?', system: 'Be brief.' })
  assert.ok((generated.response ?? '').length > 0)
  const { embeddings } = await ollama.embed({ model: 'gatehouse/embed-1', input: ['low', 'tide'] })
  assert.equal(embeddings.length, 2)
  const { embedding } = await ollama.embeddings({ model: 'gatehouse/embed-1', prompt: 'low' })
  assert.deepEqual(embedding, embeddings[0])
  const { models } = await ollama.list()
  assert.ok(models.some(({ name }) => name === model))
  assert.ok((await ollama.show({ model })).capabilities.includes('completion'))
  assert.match((await ollama.version()).version, /^\d+\.\d+\.\d+$/)
  assert.deepEqual((await ollama.ps()).models, [])
  // the built-in model answers calls of any name, so any name can be looked up
  assert.ok((await ollama.show({ model: 'nowhere' })).capabilities.includes('completion'))
})

test('a call without a question answers that the model is loaded, and asks nobody', async (t) => {
  const vendor = await openVendor(t, 'openai')
  const world = await openGatewayWorld(t, { channels: [{ name: 'only', base: vendor.base, models: ['m'] }] })
  const ollama = clientOf(world)
  assert.equal((await ollama.generate({ model: 'm', prompt: '' })).done_reason, 'load')
  assert.equal((await ollama.chat({ model: 'm', messages: [] })).done_reason, 'load')
  assert.equal(vendor.received.length, 0)
})

for (const kind of ['openai', 'anthropic', 'gemini'] satisfies VendorKind[])
  test(`a tool is called and answered through a channel of the kind ${kind}`, async (t) => {
    const vendor = await openVendor(t, kind)
    const world = await openGatewayWorld(t, { channels: [{ name: 'only', kind, base: vendor.base, models: ['m'] }] })
    const ollama = clientOf(world)
    for (const stream of [false, true]) {
      const calls: { function: { name: string; arguments: object } }[] = []
      if (stream) {
        for await (const part of await ollama.chat({ model: 'm', messages: [question], tools, stream: true }))
          calls.push(...(part.message.tool_calls ?? []))
      } else calls.push(...((await ollama.chat({ model: 'm', messages: [question], tools })).message.tool_calls ?? []))
      assert.equal(calls[0]?.function.name, 'tide')
      const messages = [
        question,
        { role: 'assistant', content: '', tool_calls: calls },
        { role: 'tool', content: 'low', tool_name: 'tide' },
      ]
      vendor.script(() => undefined)
      const { message } = await ollama.chat({ model: 'm', messages, options: { temperature: 0.5, num_predict: 40 } })
      assert.ok(message.content.length > 0)
      assert.match(vendor.received.at(-1)?.text ?? '', /"low"|low/)
      const sent = vendor.received.at(-1)?.text ?? ''
      assert.match(sent, kind === 'gemini' ? /"maxOutputTokens":40/ : /"max(?:_completion)?_tokens":40/)
    }
  })

test('errors are sentences, before an answer and within one', async (t) => {
  const vendor = await openVendor(t, 'openai', () => ({
    frames: [
      'data: {"id":"c","choices":[{"index":0,"delta":{"content":"Low"}}]}\n\n',
      'data: {"error":{"message":"Overloaded","code":503}}\n\n',
    ],
  }))
  const ollama = clientOf(await openGatewayWorld(t, { channels: [{ name: 'only', base: vendor.base, models: ['m'] }] }))
  await assert.rejects(ollama.chat({ model: 'other', messages: [question] }), { status_code: 404 })
  await assert.rejects(ollama.chat({ model: 'm', messages: [{ role: 'tool', content: 'x' }] }), {
    status_code: 400,
    error: 'messages[0] answers no call of a tool',
  })
  await assert.rejects(ollama.generate({ model: 'm', prompt: 'x', suffix: 'y' }), { status_code: 400 })
  const parts: string[] = []
  await assert.rejects(async () => {
    for await (const part of await ollama.chat({ model: 'm', messages: [question], stream: true }))
      parts.push(part.message.content)
  }, /Overloaded/)
  assert.deepEqual(parts, ['Low'])
})

// The vendors' own SDKs, unchanged, against every kind of provider behind the router: complete and streamed, with and
// without tools.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openVendor, toolInput, type Vendor, type VendorKind, words } from './test/vendor.ts'
import { bodyOf, openGatewayWorld, type World } from './test/world.ts'

const sentence = words.join('')
const kinds = ['openai', 'anthropic', 'gemini', 'ollama'] as const
const question = { role: 'user', content: 'How is the tide?' } as const
const parameters = { type: 'object' as const, properties: { place: { type: 'string' } }, required: ['place'] }
const openaiTool = {
  type: 'function',
  function: { name: 'tide', description: 'Looks up the tide', parameters },
} as const
const anthropicTool = { name: 'tide', description: 'Looks up the tide', input_schema: parameters }

for (const kind of kinds)
  describe(`before a provider of the kind ${kind}`, () => {
    const closing: (() => unknown)[] = []
    const t = { after: (close: () => unknown) => void closing.unshift(close) }
    let vendor: Vendor
    let routed: World
    const model = 'asked-model'
    before(async () => {
      const spoken: VendorKind = kind === 'ollama' ? 'openai' : kind
      vendor = await openVendor(t, spoken)
      const channel = {
        name: 'only',
        kind,
        base: vendor.base,
        mapping: { [model]: 'vendor-model' },
        key: 'vendor-key-of-test',
      }
      routed = await openGatewayWorld(t, { channels: [channel] })
    })
    after(async () => {
      for (const close of closing) await close()
    })
    const sent = () => vendor.received.at(-1)

    test('openai: a complete answer', async () => {
      const { data, response } = await routed.openai.chat.completions
        .create({ model, messages: [{ role: 'system', content: 'Be short.' }, question], max_tokens: 50 })
        .withResponse()
      assert.equal(data.choices[0]?.message.content, sentence)
      assert.equal(data.choices[0]?.finish_reason, 'stop')
      // on its own wire a provider names the model itself
      assert.equal(data.model, kind === 'openai' || kind === 'ollama' ? 'vendor-model' : model)
      assert.deepEqual(
        [data.usage?.prompt_tokens, data.usage?.completion_tokens, data.usage?.total_tokens],
        [11, 7, 18],
      )
      assert.equal(response.headers.get('x-gateway-route'), 'only/vendor-model')
      assert.equal(response.headers.get('x-gateway-attempts'), '1')
      assert.equal(response.headers.get('x-gateway-cost'), '0')
      assert.equal(response.headers.get('x-gateway-cache'), 'off')
    })

    test('openai: a streamed answer with its usage in the last chunk', async () => {
      const stream = await routed.openai.chat.completions.create({
        model,
        messages: [question],
        stream: true,
        stream_options: { include_usage: true },
      })
      const chunks = []
      for await (const chunk of stream) chunks.push(chunk)
      assert.equal(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join(''), sentence)
      assert.equal(new Set(chunks.map(({ id }) => id)).size, 1)
      const last = chunks.at(-1)
      assert.deepEqual(last?.choices, [])
      assert.deepEqual([last?.usage?.prompt_tokens, last?.usage?.completion_tokens], [11, 7])
    })

    test('openai: a tool call, and the answer to its result', async () => {
      const first = await routed.openai.chat.completions.create({ model, messages: [question], tools: [openaiTool] })
      const [choice] = first.choices
      assert.equal(choice?.finish_reason, 'tool_calls')
      const [call] = choice?.message.tool_calls ?? []
      assert.ok(choice && call?.type === 'function')
      assert.equal(call.function.name, 'tide')
      assert.deepEqual(JSON.parse(call.function.arguments), toolInput)
      const answered = await routed.openai.chat.completions.create({
        model,
        tools: [openaiTool],
        messages: [question, choice.message, { role: 'tool', tool_call_id: call.id, content: 'low' }],
      })
      assert.equal(answered.choices[0]?.message.content, sentence)
      assert.match(sent()?.text ?? '', /low/)
    })

    test('openai: a streamed tool call', async () => {
      const stream = routed.openai.chat.completions.stream({ model, messages: [question], tools: [openaiTool] })
      const { choices } = await stream.finalChatCompletion()
      const [call] = choices[0]?.message.tool_calls ?? []
      assert.ok(call?.type === 'function')
      assert.equal(call.function.name, 'tide')
      assert.deepEqual(JSON.parse(call.function.arguments), toolInput)
    })

    test('anthropic: a complete answer', async () => {
      const message = await routed.anthropic.messages.create({
        model,
        max_tokens: 50,
        system: 'Be short.',
        messages: [question],
      })
      assert.deepEqual(
        message.content.map((block) => (block.type === 'text' ? block.text : block.type)),
        [sentence],
      )
      assert.equal(message.stop_reason, 'end_turn')
      assert.equal(message.model, kind === 'anthropic' ? 'vendor-model' : model)
      assert.deepEqual([message.usage.input_tokens, message.usage.output_tokens], [11, 7])
    })

    test('anthropic: a streamed answer', async () => {
      const stream = routed.anthropic.messages.stream({ model, max_tokens: 50, messages: [question] })
      const pieces: string[] = []
      stream.on('text', (text) => void pieces.push(text))
      const message = await stream.finalMessage()
      assert.equal(pieces.join(''), sentence)
      assert.equal(message.stop_reason, 'end_turn')
      assert.equal(message.usage.output_tokens, 7)
    })

    test('anthropic: a tool call, and the answer to its result', async () => {
      const message = await routed.anthropic.messages.create({
        model,
        max_tokens: 50,
        messages: [question],
        tools: [anthropicTool],
      })
      assert.equal(message.stop_reason, 'tool_use')
      const [use] = message.content
      assert.ok(use?.type === 'tool_use')
      assert.deepEqual([use.name, use.input], ['tide', toolInput])
      const result = { type: 'tool_result', tool_use_id: use.id, content: 'low' } as const
      const answered = await routed.anthropic.messages.create({
        model,
        max_tokens: 50,
        tools: [anthropicTool],
        messages: [question, { role: 'assistant', content: message.content }, { role: 'user', content: [result] }],
      })
      assert.deepEqual(
        answered.content.map((block) => (block.type === 'text' ? block.text : block.type)),
        [sentence],
      )
      assert.match(sent()?.text ?? '', /low/)
    })

    test('anthropic: a streamed tool call', async () => {
      const stream = routed.anthropic.messages.stream({
        model,
        max_tokens: 50,
        messages: [question],
        tools: [anthropicTool],
      })
      const { content } = await stream.finalMessage()
      const [use] = content
      assert.ok(use?.type === 'tool_use')
      assert.deepEqual([use.name, use.input], ['tide', toolInput])
    })

    test('openai: a text completion, complete, streamed, and of two prompts', async () => {
      const whole = await routed.openai.completions.create({ model, prompt: 'The tide', max_tokens: 20 })
      assert.deepEqual(
        [whole.object, whole.choices[0]?.text, whole.choices[0]?.finish_reason],
        ['text_completion', sentence, 'stop'],
      )
      const pieces: string[] = []
      for await (const one of await routed.openai.completions.create({ model, prompt: 'The tide', stream: true }))
        pieces.push(one.choices[0]?.text ?? '')
      assert.equal(pieces.join(''), sentence)
      if (kind === 'openai' || kind === 'ollama') return
      const two = await routed.openai.completions.create({ model, prompt: ['The tide', 'The sea'] })
      assert.deepEqual(
        two.choices.map(({ index, text }) => [index, text]),
        [
          [0, sentence],
          [1, sentence],
        ],
      )
      assert.equal(two.usage?.completion_tokens, 14)
    })

    test('the native format: complete, as events, and as one array', async () => {
      const body = { contents: [{ role: 'user', parts: [{ text: 'How is the tide?' }] }] }
      const path = `/v1/models/${model}`
      const textOf = (answers: readonly { candidates?: { content?: { parts?: { text?: string }[] } }[] }[]) =>
        answers.flatMap((one) => one.candidates?.[0]?.content?.parts?.map(({ text }) => text ?? '') ?? []).join('')
      const whole = await bodyOf(await routed.post(`${path}:generateContent`, body))
      assert.equal(textOf([whole]), sentence)
      assert.equal(whole.candidates[0].finishReason, 'STOP')
      assert.deepEqual([whole.usageMetadata.promptTokenCount, whole.usageMetadata.candidatesTokenCount], [11, 7])
      const list = await bodyOf(await routed.post(`${path}:streamGenerateContent`, body))
      assert.ok(Array.isArray(list))
      assert.equal(textOf(list), sentence)
      const events = await (await routed.post(`${path}:streamGenerateContent?alt=sse`, body)).text()
      const frames = events.split('\n\n').filter((frame) => frame !== '')
      assert.equal(textOf(frames.map((frame) => JSON.parse(frame.replace(/^data: /, '')))), sentence)
    })

    test('the key is in the expected header, the model name is mapped, and nothing else from the caller is sent', () => {
      for (const one of vendor.received) {
        const header = {
          openai: 'authorization',
          ollama: 'authorization',
          anthropic: 'x-api-key',
          gemini: 'x-goog-api-key',
        }[kind]
        assert.match(String(one.headers[header]), /vendor-key-of-test$/)
        assert.equal(one.headers['x-gateway-key'], undefined)
        assert.doesNotMatch(JSON.stringify(one.headers), /unused/)
        if (kind === 'gemini') assert.match(one.path, /^\/v1beta\/models\/vendor-model:/)
        else assert.equal(one.body?.model, 'vendor-model')
      }
      assert.ok(vendor.received.length > 8)
    })
  })

// Reasoning across wires: signatures of calls come back to the provider that made them, and reasoning within the
// content is reasoning.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openAsking } from './test/asking.ts'
import { openVendor, type Scripted, type VendorKind } from './test/vendor.ts'
import { bodyOf, type KnownJson, openGatewayWorld } from './test/world.ts'

const tools = [{ name: 'tide', description: 'The tide.', input_schema: { type: 'object' as const, properties: {} } }]
const question = { role: 'user' as const, content: 'How is the tide?' }

for (const stream of [false, true])
  test(`the signature of a call is remembered for messages clients (stream: ${stream})`, async (t) => {
    const signed = {
      candidates: [
        {
          content: {
            role: 'model',
            parts: [{ functionCall: { name: 'tide', args: {} }, thoughtSignature: 'c2lnbmVk' }],
          },
          finishReason: 'STOP',
          index: 0,
        },
      ],
      usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 2 },
      responseId: 'r1',
    }
    const vendor = await openVendor(t, 'gemini', () =>
      stream ? { frames: [`data: ${JSON.stringify(signed)}\n\n`] } : { json: signed },
    )
    const channel = { name: 'only', kind: 'gemini', base: vendor.base, models: ['gemini-3-pro'] }
    const { anthropic } = await openGatewayWorld(t, { channels: [channel] })
    const request = { model: 'gemini-3-pro', max_tokens: 50, tools, messages: [question] }
    const answer = stream
      ? await anthropic.messages.stream(request).finalMessage()
      : await anthropic.messages.create(request)
    const [call] = answer.content
    assert.equal(call?.type, 'tool_use')
    const result = {
      type: 'tool_result' as const,
      tool_use_id: call?.type === 'tool_use' ? call.id : '',
      content: 'low',
    }
    const next = {
      ...request,
      messages: [
        question,
        { role: 'assistant' as const, content: answer.content },
        { role: 'user' as const, content: [result] },
      ],
    }
    vendor.script(() => undefined)
    await anthropic.messages.create(next)
    assert.equal(signatureIn(vendor.received.at(-1)?.text), 'c2lnbmVk')
  })

const signatureIn = (text = ''): string | undefined => /"thoughtSignature":"([^"]*)"/.exec(text)?.[1]

test('reasoning that a provider puts into the content is reasoning on every wire', async (t) => {
  const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Moon and Sun.' }] }
  const head = { id: 'c', object: 'chat.completion', created: 1, model: 'v' }
  const whole = {
    ...head,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: [thinking, { type: 'text', text: 'It is low.' }] },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  }
  const delta = (content: unknown, finish: string | null = null) =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`
  const vendor = await openVendor(t, 'openai', ({ body }) =>
    body?.stream ? { frames: [delta([thinking]), delta('It is low.', 'stop'), 'data: [DONE]\n\n'] } : { json: whole },
  )
  const { anthropic } = await openGatewayWorld(t, { channels: [{ name: 'only', base: vendor.base, models: ['m'] }] })
  const request = { model: 'm', max_tokens: 50, messages: [question] }
  for (const answer of [
    await anthropic.messages.create(request),
    await anthropic.messages.stream(request).finalMessage(),
  ])
    assert.deepEqual(
      answer.content.map((block) => (block.type === 'thinking' ? block.thinking : block.type === 'text' && block.text)),
      ['Moon and Sun.', 'It is low.'],
    )
})

const { ask } = await openAsking({ after })
const call = { type: 'tool_use', id: 't1', name: 'tide', input: {} }
/** Answers with a thought and a call, by kind of provider. */
const thinkers: Readonly<Record<VendorKind, Scripted>> = {
  anthropic: {
    json: {
      ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'v', stop_reason: 'tool_use', usage: {} },
      content: [
        { type: 'thinking', thinking: 'Moon.', signature: 'Y2xhdWRl' },
        { type: 'redacted_thinking', data: 'c2VhbGVk' },
        call,
      ],
    },
  },
  gemini: {
    json: {
      candidates: [
        {
          content: {
            role: 'model',
            parts: [
              { text: 'Moon.', thought: true, thoughtSignature: 'Z2VtaW5p' },
              { functionCall: { name: 'tide', args: {} } },
            ],
          },
          finishReason: 'STOP',
          index: 0,
        },
      ],
    },
  },
  openai: {
    json: {
      id: 'x',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            reasoning_content: 'Moon.',
            tool_calls: [{ id: 't1', type: 'function', function: { name: 'tide', arguments: '{}' } }],
          },
          finish_reason: 'tool_calls',
        },
      ],
    },
  },
}
const thinking = { type: 'enabled', budget_tokens: 1_024 }

/** Returns the messages that a provider gets of a conversation that a caller of messages began with another. */
async function messagesAfter(first: VendorKind, next: VendorKind): Promise<KnownJson> {
  const asked = { max_tokens: 2_000, thinking, tools, messages: [question] }
  const { response } = await ask({ kind: first, caller: 'messages', answer: thinkers[first], body: asked })
  const { content } = await bodyOf(response)
  const used = content.find(({ type }: KnownJson) => type === 'tool_use')
  const messages = [
    question,
    { role: 'assistant', content },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: used.id, content: 'low' }] },
  ]
  return (await ask({ kind: next, caller: 'messages', body: { ...asked, messages } })).sent
}

test('Claude gets its own thoughts back from callers of messages, and none that another provider had', async () => {
  const own = await messagesAfter('anthropic', 'anthropic')
  assert.deepEqual(own.messages[1].content, Object(thinkers.anthropic.json).content)
  assert.deepEqual(own.thinking, thinking)
  for (const other of ['gemini', 'openai'] as const) {
    const { messages, thinking: wanted } = await messagesAfter(other, 'anthropic')
    assert.deepEqual(
      messages[1].content.map(({ type }: KnownJson) => type),
      ['tool_use'],
    )
    // it refuses to think on after a call without a thought of its own
    assert.equal(wanted, undefined)
  }
})

test('reasoning without a signature goes back to servers of chat completions alone', async () => {
  assert.equal((await messagesAfter('openai', 'openai')).messages[1].reasoning_content, 'Moon.')
  assert.equal((await messagesAfter('gemini', 'openai')).messages[1].reasoning_content, undefined)
  assert.equal((await messagesAfter('anthropic', 'openai')).messages[1].reasoning_content, undefined)
})

test("callers of Gemini's format bring thoughts back to the provider that had them", async () => {
  const user = { role: 'user', parts: [{ text: 'q' }] }
  const partsAfter = async (first: VendorKind, next: VendorKind) => {
    const begun = await ask({ kind: first, caller: 'gemini', answer: thinkers[first], body: { contents: [user] } })
    const { content } = (await bodyOf(begun.response)).candidates[0]
    const functionResponse = { name: 'tide', response: { result: 'low' } }
    const contents = [user, content, { role: 'user', parts: [{ functionResponse }] }]
    return (await ask({ kind: next, caller: 'gemini', body: { contents } })).sent
  }
  const [thought] = (await partsAfter('anthropic', 'anthropic')).messages[1].content
  assert.deepEqual(thought, { type: 'thinking', thinking: 'Moon.', signature: 'Y2xhdWRl' })
  assert.deepEqual(
    (await partsAfter('gemini', 'gemini')).contents[1],
    Object(thinkers.gemini.json).candidates[0].content,
  )
  const typesOf = async (first: VendorKind) =>
    (await partsAfter(first, 'anthropic')).messages[1].content.map(({ type }: KnownJson) => type)
  assert.deepEqual(await typesOf('gemini'), ['tool_use'])
  const { parts } = (await partsAfter('anthropic', 'gemini')).contents[1]
  assert.deepEqual(Object.keys(parts[0]), ['functionCall'])
})

test('reasoning that another provider sealed for callers of responses and chats is kept from Claude', async () => {
  const output = { type: 'function_call_output', call_id: 't1', output: 'low' }
  const called = { type: 'function_call', call_id: 't1', name: 'tide', arguments: '{}' }
  const sealed = { type: 'reasoning', summary: [], encrypted_content: 'gAAAA' }
  const input = [question, sealed, called, output]
  const responses = await ask({ kind: 'anthropic', caller: 'responses', body: { input, store: false } })
  assert.deepEqual(
    responses.sent.messages[1].content.map(({ type }: KnownJson) => type),
    ['tool_use'],
  )
  const own = await ask({
    ...{ kind: 'anthropic', caller: 'responses', answer: thinkers.anthropic },
    body: { input: 'q', store: false },
  })
  const { output: items } = await bodyOf(own.response)
  const again = [question, ...items, output]
  const { sent } = await ask({ kind: 'anthropic', caller: 'responses', body: { input: again, store: false } })
  assert.deepEqual(sent.messages[1].content, Object(thinkers.anthropic.json).content)

  const typesFor = async (format: string) => {
    const details = [{ type: 'reasoning.text', text: 'Moon.', signature: 's', format, index: 0 }]
    const said = { role: 'assistant', content: 'Low.', reasoning_details: details }
    const chat = await ask({ kind: 'anthropic', caller: 'chat', body: { messages: [question, said, question] } })
    return [chat.sent.messages[1].content].flat().map((block: KnownJson) => block.type ?? 'text')
  }
  assert.deepEqual(await typesFor('google-gemini-v1'), ['text'])
  assert.deepEqual(await typesFor('anthropic-claude-v1'), ['thinking', 'text'])
})

test("models of OpenAI get no reasoning of a response's input, which they refuse in chats", async () => {
  const reasoning = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Moon.' }], encrypted_content: 'x' }
  const input = [question, reasoning, { role: 'assistant', content: 'Low.' }, question]
  const messageFor = async (model: string) =>
    (await ask({ kind: 'openai', caller: 'responses', model, body: { input, store: false } })).sent.messages[1]
  assert.deepEqual(await messageFor('gpt-5'), { role: 'assistant', content: 'Low.' })
  assert.equal((await messageFor('deepseek-reasoner')).reasoning_content, 'Moon.')
})

// Responses over every kind of provider, called by the SDKs for which they are the default: complete and streamed, with
// tools, structured, and continued.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, jsonSchema, streamText } from 'ai'
import { openVendor, toolInput, type Vendor, words } from './test/vendor.ts'
import { bodyOf, openGatewayWorld, type World } from './test/world.ts'

const sentence = words.join('')
const model = 'asked-model'
const parameters = { type: 'object' as const, properties: { place: { type: 'string' } }, required: ['place'] }
const tool = { type: 'function' as const, name: 'tide', description: 'Looks up the tide', parameters, strict: false }

for (const kind of ['openai', 'anthropic', 'gemini'] as const)
  describe(`before a provider of the kind ${kind}`, () => {
    const closing: (() => unknown)[] = []
    const t = { after: (close: () => unknown) => void closing.unshift(close) }
    let world: World
    let vendor: Vendor
    before(async () => {
      vendor = await openVendor(t, kind)
      world = await openGatewayWorld(t, { channels: [{ name: 'only', kind, base: vendor.base, models: ['*'] }] })
    })
    after(async () => {
      for (const close of closing) await close()
    })

    test('a complete answer, and one that continues it', async () => {
      const { responses } = world.openai
      const first = await responses.create({ model, input: 'How is the tide?', instructions: 'Be short.' })
      assert.deepEqual([first.output_text, first.status, first.model], [sentence, 'completed', model])
      assert.deepEqual([first.usage?.input_tokens, first.usage?.output_tokens], [11, 7])
      const second = await responses.create({ model, input: 'And now?', previous_response_id: first.id })
      assert.equal(second.previous_response_id, first.id)
      const sent = vendor.received.at(-1)?.text ?? ''
      assert.ok(sent.indexOf('How is the tide?') < sent.indexOf(sentence), sent)
      assert.ok(sent.indexOf(sentence) < sent.indexOf('And now?'), sent)
      assert.doesNotMatch(sent, /Be short/)
      assert.deepEqual((await responses.retrieve(first.id)).output, first.output)
      const { data } = await responses.inputItems.list(second.id, { order: 'asc' })
      assert.deepEqual(
        data.map(({ type }) => type),
        ['message', 'message', 'message'],
      )
      await responses.delete(first.id)
      await assert.rejects(responses.retrieve(first.id), { status: 404 })
      await assert.rejects(responses.create({ model, input: '?', previous_response_id: first.id }), {
        code: 'previous_response_not_found',
      })
    })

    test('a stream has the same answer, and its events are numbered', async () => {
      const stream = world.openai.responses.stream({ model, input: 'How is the tide?' })
      const seen: { type: string; sequence_number: number }[] = []
      for await (const { type, sequence_number } of stream) seen.push({ type, sequence_number })
      const { output_text: text, usage, id } = await stream.finalResponse()
      assert.deepEqual([text, usage?.output_tokens], [sentence, 7])
      assert.deepEqual(
        seen.map((one) => one.sequence_number),
        seen.map((_, index) => index),
      )
      const types = [...new Set(seen.map(({ type }) => type))]
      assert.deepEqual(types, [
        'response.created',
        'response.in_progress',
        'response.output_item.added',
        'response.content_part.added',
        'response.output_text.delta',
        'response.output_text.done',
        'response.content_part.done',
        'response.output_item.done',
        'response.completed',
      ])
      assert.equal((await world.openai.responses.retrieve(id)).status, 'completed')
    })

    test('a call of a tool, complete and streamed, and the answer to its result', async () => {
      const { responses } = world.openai
      const input = [{ role: 'user' as const, content: 'How is the tide?' }]
      for (const answer of [
        await responses.create({ model, input, tools: [tool] }),
        await responses.stream({ model, input, tools: [tool] }).finalResponse(),
      ]) {
        const [call] = answer.output
        assert.ok(call?.type === 'function_call')
        assert.deepEqual([call.name, JSON.parse(call.arguments)], ['tide', toolInput])
        const output = { type: 'function_call_output' as const, call_id: call.call_id, output: 'low' }
        const next = await responses.create({ model, tools: [tool], input: [...input, call, output] })
        assert.equal(next.output_text, sentence)
        const byId = { model, tools: [tool], previous_response_id: answer.id, input: [output] }
        assert.equal((await responses.create(byId)).output_text, sentence)
      }
    })

    test('the AI SDK with its default settings', async () => {
      const { baseUrl, key } = world.gateway
      const provider = createOpenAI({
        baseURL: `${baseUrl}/v1/proxy/model-routing/v1`,
        apiKey: 'unused',
        headers: { 'x-gateway-key': key },
      })
      const question = { model: provider(model), prompt: 'How is the tide?', maxRetries: 0 }
      const whole = await generateText(question)
      assert.deepEqual([whole.text, whole.finishReason, whole.usage.totalTokens], [sentence, 'stop', 18])
      assert.equal(await streamText(question).text, sentence)
      const tools = {
        tide: {
          description: 'Looks up the tide',
          inputSchema: jsonSchema({ ...parameters, properties: { place: { type: 'string' } } }),
        },
      }
      for (const calls of [
        (await generateText({ ...question, tools })).toolCalls,
        await streamText({ ...question, tools }).toolCalls,
      ])
        assert.deepEqual(
          calls.map(({ input }) => input),
          [toolInput],
        )
    })
  })

test('what cannot be done here is refused by its name, and another account finds nothing', async (t) => {
  const { post, openai, call, gateway } = await openGatewayWorld(t)
  const refused: readonly (readonly [object, string])[] = [
    [{ background: true }, 'background'],
    [{ conversation: 'conv_1' }, 'conversation'],
    [{ input: [{ type: 'item_reference', id: 'msg_00_0' }] }, 'input[0].id'],
    [{ max_output_tokens: 0 }, 'max_output_tokens'],
    [{ input: 3 }, 'input'],
  ]
  for (const [members, param] of refused) {
    const answer = await post('/v1/responses', { model: 'm', input: 'Hi', ...members })
    const { error } = await bodyOf(answer)
    assert.deepEqual([answer.status, error.param], [400, param], JSON.stringify(error))
  }
  const { id, output_text: text } = await openai.responses.create({ model: 'gatehouse/chat-1', input: 'Hello!' })
  assert.notEqual(text, '')
  const { key } = await gateway.account()
  assert.equal((await call(`/v1/responses/${id}`, { key })).status, 404)
  const unkept = await openai.responses.create({ model: 'gatehouse/chat-1', input: 'Hello!', store: false })
  await assert.rejects(openai.responses.retrieve(unkept.id), { status: 404 })
})

test('hosted tools and members of one vendor are named by the gateway’s own model on every wire', async (t) => {
  const { post } = await openGatewayWorld(t)
  const model = 'gatehouse/chat-1'
  const messages = [{ role: 'user', content: 'Hi' }]
  const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }]
  const tool = { type: 'web_search_20250305', name: 'web_search' }
  const asked = [
    ['/v1/messages', { model, max_tokens: 9, messages, tools: [tool], metadata: { user_id: 'u' } }, 'tools'],
    ['/v1/messages', { model, max_tokens: 9, messages, mcp_servers: [], container: 'c' }, 'mcp_servers, container'],
    ['/v1/messages', { model, max_tokens: 9, messages, cache_control: { type: 'ephemeral' } }, null],
    ['/v1/chat/completions', { model, messages, web_search_options: {} }, 'web_search_options'],
    ['/v1/chat/completions', { model, messages, temperature: 1, user: 'u' }, null],
    [`/v1beta/models/${model}:generateContent`, { contents, tools: [{ googleSearch: {} }] }, 'tools'],
  ] as const
  for (const [path, body, named] of asked) {
    const answer = await post(path, body)
    assert.equal(answer.status, 200, await answer.text())
    assert.equal(answer.headers.get('x-gateway-left-out'), named, JSON.stringify(body))
  }
})

test('a choice of one text is answered bare in the native format, and as JSON elsewhere', async (t) => {
  const { post } = await openGatewayWorld(t)
  const model = 'gatehouse/chat-1'
  const schema = { type: 'string', enum: ['cat', 'dog'] }
  const generationConfig = { responseMimeType: 'text/x.enum', responseSchema: { ...schema, type: 'STRING' } }
  const contents = [{ role: 'user', parts: [{ text: 'It barks, so it is a dog.' }] }]
  const native = async (config: object) => {
    const body = { contents, generationConfig: { ...generationConfig, ...config } }
    return JSON.stringify(await (await post(`/v1beta/models/${model}:generateContent`, body)).json())
  }
  assert.match(await native({}), /"text":"dog"/)
  assert.match(await native({ responseMimeType: 'application/json' }), /"text":"\\"dog\\""/)
})

test('a kept response is not streamed again, since none was made in the background', async (t) => {
  const { responses } = (await openGatewayWorld(t)).openai
  const { id } = await responses.create({ model: 'gatehouse/chat-1', input: 'Hi' })
  assert.equal((await responses.retrieve(id, { stream: false })).id, id)
  await assert.rejects(responses.retrieve(id, { stream: true }), { status: 400, message: /not made in the background/ })
})

test('tools and items of a vendor are left out and named, by the gateway’s own model too', async (t) => {
  const { post } = await openGatewayWorld(t)
  const input = [
    { role: 'user', content: 'Hi' },
    { type: 'web_search_call', id: 'ws_1', status: 'completed' },
  ]
  const answer = await post('/v1/responses', { model: 'gatehouse/chat-1', input, tools: [{ type: 'web_search' }] })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('x-gateway-left-out'), 'input.web_search_call, tools.web_search')
})

test('an item that is referred to, and a compaction made here, are read as what they stand for', async (t) => {
  const vendor = await openVendor(t, 'openai')
  const { openai, post } = await openGatewayWorld(t, {
    channels: [{ name: 'only', base: vendor.base, models: ['m'] }],
  })
  const first = await openai.responses.create({ model: 'm', input: 'How is the tide?' })
  const [item] = first.output
  await openai.responses.create({
    model: 'm',
    input: [
      { type: 'item_reference', id: item?.id ?? '' },
      { role: 'user', content: 'And now?' },
    ],
  })
  assert.deepEqual(vendor.received.at(-1)?.body?.messages, [
    { role: 'assistant', content: sentence },
    { role: 'user', content: 'And now?' },
  ])
  const conversation = [
    { role: 'user', content: 'How is the tide?' },
    { role: 'assistant', content: 'The tide is low.' },
  ]
  const compacted = await bodyOf(
    await post('/v1/responses/compact', { model: 'gatehouse/chat-1', input: conversation }),
  )
  await post('/v1/responses', { model: 'm', input: [...compacted.output, { role: 'user', content: 'And now?' }] })
  assert.match(vendor.received.at(-1)?.text ?? '', /in short:\\nassistant: The tide is low\./)
})

test('an error in the middle, an answer that was too long and a refusal keep their kind', async (t) => {
  const vendor = await openVendor(t, 'openai')
  const { openai } = await openGatewayWorld(t, { channels: [{ name: 'only', base: vendor.base, models: ['m'] }] })
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'c', model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  vendor.script(() => ({ frames: [chunk({ content: 'lo' }), chunk({}, 'length'), 'data: [DONE]\n\n'] }))
  const long = await openai.responses.stream({ model: 'm', input: '?' }).finalResponse()
  assert.deepEqual([long.status, long.incomplete_details?.reason], ['incomplete', 'max_output_tokens'])
  vendor.script(() => ({ frames: [chunk({ refusal: 'No.' }), chunk({}, 'stop'), 'data: [DONE]\n\n'] }))
  const [message] = (await openai.responses.stream({ model: 'm', input: '?' }).finalResponse()).output
  assert.ok(message?.type === 'message')
  const [part] = message.content
  assert.ok(part?.type === 'refusal' && part.refusal === 'No.')
  vendor.script(() => ({ frames: [chunk({ content: 'lo' }), 'data: {"error":{"message":"Overloaded"}}\n\n'] }))
  const types: string[] = []
  const failing = await openai.responses.create({ model: 'm', input: '?', stream: true })
  await assert.rejects(async () => {
    for await (const { type } of failing) types.push(type)
  })
})

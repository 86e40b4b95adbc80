// Guarantees of scripts for models: the vendors' own SDKs get what a rule says, on every wire, whole and streamed.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { ApiError, GoogleGenAI } from '@google/genai'
import { generateText, jsonSchema, type ModelMessage, streamText, type ToolSet } from 'ai'
import { Ollama } from 'ollama'
import OpenAI from 'openai'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openSandboxWorld, type SandboxWorld } from './sandbox-world.ts'

const usage = { input: 21, output: 9 }
const umbrella = 'Take an umbrella to Oslo.'
const city = { city: 'Oslo' }
const rules = [
  { match: { toolResult: { contains: 'rain' } }, answer: { text: umbrella, usage } },
  {
    match: { text: { contains: 'weather' }, turn: 0 },
    answer: { toolCalls: [{ id: 'call_weather1', name: 'get_weather', arguments: city }], usage },
  },
  { match: { text: 'Overload.' }, answer: { error: { status: 529, message: 'Too much at once.' } } },
  { match: { system: { contains: 'pirate' } }, answer: { text: 'Arr, and', finishReason: 'length', usage } },
  {
    match: { model: 'gpt-*', text: { pattern: '(?i)^count to \\w+$' } },
    answers: [{ text: 'One' }, { text: 'Two' }],
  },
  {
    match: { text: 'Both.' },
    answer: {
      blocks: [{ text: 'I look. ' }, { toolCall: { name: 'get_weather', arguments: city } }, { text: 'Done.' }],
      usage,
    },
  },
]
const parameters = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const } },
  required: ['city'],
}
const ask = 'How is the weather?'
const model = 'gpt-9'

interface Matched {
  readonly rules: readonly { readonly matched: number }[]
}

describe('scripts of a sandbox', { concurrency: false }, () => {
  const closing: (() => unknown)[] = []
  let world: SandboxWorld
  let openai: OpenAI
  let anthropic: Anthropic
  before(async () => {
    const apis = await loadApis(undefined, 'model-routing')
    world = await openSandboxWorld({ after: (close) => void closing.unshift(close) }, { apis })
    await world.manage('POST', '', { name: 'ci', now: '2027-01-01T12:00:00Z' })
    await world.manage('PUT', '/ci/scripts', { rules })
    openai = new OpenAI({ baseURL: `${root()}/v1`, apiKey: 'unused', maxRetries: 0, defaultHeaders: headers() })
    anthropic = new Anthropic({ baseURL: root(), apiKey: 'unused', maxRetries: 0, defaultHeaders: headers() })
  })
  after(async () => {
    for (const close of closing) await close()
  })
  const root = () => `${world.gateway.baseUrl}/v1/proxy/model-routing`
  const headers = (sandbox = 'ci') => ({ 'x-gateway-key': world.key, 'x-gateway-sandbox': sandbox })
  const matches = async (sandbox = 'ci') =>
    ((await world.manage('GET', `/${sandbox}/scripts`)) as unknown as Matched).rules.map(({ matched }) => matched)
  const send = (path: string, body: unknown, sandbox = 'ci') =>
    world.inside(sandbox, `/model-routing${path}`, { method: 'POST', body: JSON.stringify(body) })
  const chat = async (content: string, more = {}, sandbox = 'ci') => {
    const answer = await send(
      '/v1/chat/completions',
      { model, messages: [{ role: 'user', content }], ...more },
      sandbox,
    )
    return Object(await answer.json()).choices[0].message.content as unknown
  }

  test('openai: a tool call with its id and the second turn, whole and streamed', async () => {
    const tools = [{ type: 'function', function: { name: 'get_weather', parameters } }] as const
    const question = { role: 'user', content: ask } as const
    const asked = { model, messages: [question], tools: [...tools] }
    const whole = await openai.chat.completions.create(asked)
    const streamed = await openai.chat.completions
      .stream({ ...asked, stream_options: { include_usage: true } })
      .finalChatCompletion()
    for (const answer of [whole, streamed]) {
      const [choice] = answer.choices
      assert.equal(choice?.finish_reason, 'tool_calls')
      const [call] = choice?.message.tool_calls ?? []
      assert.ok(choice && call?.type === 'function')
      assert.deepEqual(
        [call.id, call.function.name, JSON.parse(call.function.arguments)],
        ['call_weather1', 'get_weather', city],
      )
      assert.deepEqual([answer.model, answer.usage?.prompt_tokens, answer.usage?.completion_tokens], [model, 21, 9])
      const result = { role: 'tool', tool_call_id: call.id, content: 'It will rain.' } as const
      const second = await openai.chat.completions.create({ ...asked, messages: [question, choice.message, result] })
      assert.equal(second.choices[0]?.message.content, umbrella)
      assert.equal(second.choices[0]?.finish_reason, 'stop')
    }
  })

  test('openai: responses and legacy completions, whole and streamed', async () => {
    const tool = { type: 'function', name: 'get_weather', parameters, strict: null } as const
    const first = await openai.responses.create({ model, input: ask, tools: [tool] })
    const [call] = first.output
    assert.ok(call?.type === 'function_call')
    assert.deepEqual([call.call_id, call.name, JSON.parse(call.arguments)], ['call_weather1', 'get_weather', city])
    const result = { type: 'function_call_output', call_id: call.call_id, output: 'rain' } as const
    const second = await openai.responses
      .stream({ model, previous_response_id: first.id, input: [result] })
      .finalResponse()
    assert.deepEqual([second.output_text, second.usage?.input_tokens, second.usage?.output_tokens], [umbrella, 21, 9])
    await world.manage('PUT', '/ci/scripts', { rules })
    for (const expected of ['One', 'Two', 'Two'])
      assert.equal((await openai.completions.create({ model, prompt: 'Count to ten' })).choices[0]?.text, expected)
    let text = ''
    for await (const chunk of await openai.completions.create({
      model,
      prompt: ['Count to two', 'Say tide'],
      stream: true,
    }))
      text += `${chunk.choices[0]?.index}${chunk.choices[0]?.text}`
    assert.match(text, /0Two.*1.*tide/s)
  })

  test('anthropic: a tool call with its id, the second turn and an end at the limit, whole and streamed', async () => {
    const tools = [{ name: 'get_weather', input_schema: parameters }]
    const question = { role: 'user', content: ask } as const
    const asked = { model: 'claude-9', max_tokens: 100, messages: [question], tools }
    const whole = await anthropic.messages.create(asked)
    const streamed = await anthropic.messages.stream(asked).finalMessage()
    for (const answer of [whole, streamed]) {
      assert.equal(answer.stop_reason, 'tool_use')
      assert.deepEqual([answer.usage.input_tokens, answer.usage.output_tokens], [21, 9])
      const [use] = answer.content
      assert.ok(use?.type === 'tool_use')
      assert.deepEqual([use.id, use.name, use.input], ['call_weather1', 'get_weather', city])
      const result = { type: 'tool_result', tool_use_id: use.id, content: 'rain' } as const
      const second = await anthropic.messages.create({
        ...asked,
        messages: [question, { role: 'assistant', content: answer.content }, { role: 'user', content: [result] }],
      })
      assert.deepEqual(
        second.content.map((block) => block.type === 'text' && block.text),
        [umbrella],
      )
    }
    const cut = await anthropic.messages.create({
      ...asked,
      system: 'You are a pirate.',
      messages: [{ role: 'user', content: 'Who?' }],
    })
    assert.equal(cut.stop_reason, 'max_tokens')
  })

  test('@google/genai: a tool call with its id and the second turn, whole and streamed', async () => {
    const { models } = new GoogleGenAI({ apiKey: 'unused', httpOptions: { baseUrl: root(), headers: headers() } })
    const config = { tools: [{ functionDeclarations: [{ name: 'get_weather', parametersJsonSchema: parameters }] }] }
    const question = { role: 'user', parts: [{ text: ask }] }
    const whole = await models.generateContent({ model: 'gemini-9', contents: [question], config })
    assert.deepEqual(whole.functionCalls, [{ id: 'call_weather1', name: 'get_weather', args: city }])
    assert.deepEqual([whole.usageMetadata?.promptTokenCount, whole.usageMetadata?.candidatesTokenCount], [21, 9])
    const calls = []
    for await (const chunk of await models.generateContentStream({ model: 'gemini-9', contents: [question], config }))
      calls.push(...(chunk.functionCalls ?? []))
    assert.deepEqual(calls, whole.functionCalls)
    const response = { functionResponse: { id: 'call_weather1', name: 'get_weather', response: { output: 'rain' } } }
    const contents = [
      question,
      { role: 'model', parts: [{ functionCall: { ...calls[0] } }] },
      { role: 'user', parts: [response] },
    ]
    assert.equal((await models.generateContent({ model: 'gemini-9', contents, config })).text, umbrella)
    await assert.rejects(
      models.generateContent({ model: 'gemini-9', contents: 'Overload.' }),
      (error) => error instanceof ApiError && error.status === 529,
    )
  })

  test('the AI SDK, which checks every member: a tool call and the second turn on three wires', async () => {
    const options = { baseURL: `${root()}/v1`, apiKey: 'unused', headers: headers() }
    const tools: ToolSet = { get_weather: { description: 'Weather', inputSchema: jsonSchema(parameters) } }
    for (const model of [
      createOpenAI(options).chat('gpt-9'),
      createOpenAI(options).responses('gpt-9'),
      createAnthropic(options)('claude-9'),
      createGoogleGenerativeAI(options)('gemini-9'),
    ]) {
      const asked = { model, tools, prompt: ask, maxRetries: 0 }
      const whole = await generateText(asked)
      const streamed = streamText(asked)
      assert.deepEqual([whole.finishReason, whole.usage.inputTokens, whole.usage.outputTokens], ['tool-calls', 21, 9])
      for (const calls of [whole.toolCalls, await streamed.toolCalls])
        assert.deepEqual(
          calls.map(({ toolName, input }) => [toolName, input]),
          [['get_weather', city]],
        )
      const [call] = whole.toolCalls
      assert.ok(call)
      const output = { type: 'text', value: 'rain' } as const
      const messages: ModelMessage[] = [
        { role: 'user', content: ask },
        ...whole.response.messages,
        {
          role: 'tool',
          content: [{ type: 'tool-result', toolCallId: call.toolCallId, toolName: 'get_weather', output }],
        },
      ]
      assert.equal((await generateText({ model, tools, messages, maxRetries: 0 })).text, umbrella)
      assert.equal(await streamText({ model, tools, messages, maxRetries: 0 }).text, umbrella)
    }
  })

  test('ollama: whole and streamed', async () => {
    const ollama = new Ollama({ host: root(), headers: headers() })
    const messages = [{ role: 'user', content: ask }]
    const { message } = await ollama.chat({ model: 'llama', messages })
    assert.deepEqual(
      message.tool_calls?.map((call) => call.function),
      [{ name: 'get_weather', arguments: city }],
    )
    messages.push({ ...message, content: '' }, { role: 'tool', content: 'rain' })
    let text = ''
    for await (const part of await ollama.chat({ model: 'llama', messages, stream: true })) text += part.message.content
    assert.equal(text, umbrella)
  })

  test('texts and tool calls come in the order of the blocks', async () => {
    const asked = { model: 'claude-9', max_tokens: 9, messages: [{ role: 'user' as const, content: 'Both.' }] }
    for (const { content } of [
      await anthropic.messages.create(asked),
      await anthropic.messages.stream(asked).finalMessage(),
    ])
      assert.deepEqual(
        content.map((block) =>
          block.type === 'text' ? block.text : block.type === 'tool_use' ? block.input : block.type,
        ),
        ['I look. ', city, 'Done.'],
      )
  })

  test('an error has the form of each vendor, also before a stream', async () => {
    for (const stream of [false, true]) {
      const overloaded = anthropic.messages.create({
        model: 'claude-9',
        max_tokens: 9,
        stream,
        messages: [{ role: 'user', content: 'Overload.' }],
      })
      await assert.rejects(
        overloaded,
        (error) => error instanceof Anthropic.APIError && error.status === 529 && error.type === 'overloaded_error',
      )
      const refused = openai.chat.completions.create({
        model,
        stream,
        messages: [{ role: 'user', content: 'Overload.' }],
      })
      await assert.rejects(
        refused,
        (error) => error instanceof OpenAI.APIError && error.status === 529 && /Too much at once/.test(error.message),
      )
    }
  })

  test('the answer names its rule, and the built-in model answers what no rule matches', async () => {
    const scripted = await send('/v1/chat/completions', { model, messages: [{ role: 'user', content: ask }] })
    assert.equal(scripted.headers.get('x-gateway-route'), 'scripts/2')
    await scripted.text()
    assert.equal(await chat('Say tide'), 'tide')
  })

  test('the same script, seed and calls give the same bytes', async () => {
    const bodyOf: Readonly<Record<string, (text: string) => object>> = {
      '/v1/chat/completions': (content) => ({ messages: [{ role: 'user', content }], n: 2 }),
      '/v1/responses': (input) => ({ input }),
      '/v1/messages': (content) => ({ messages: [{ role: 'user', content }], max_tokens: 50 }),
      '/v1/completions': (prompt) => ({ prompt: [prompt, 'count to two'] }),
      '/api/chat': (content) => ({ messages: [{ role: 'user', content }] }),
      '/v1beta/models/gpt-9:generateContent': (text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
    }
    const calls = Object.entries(bodyOf).flatMap(([path, body]) =>
      [ask, 'count to ten', 'Both.', 'Say tide'].flatMap((text) =>
        [false, true].map((stream) => [path, { model, stream, ...body(text) }] as const),
      ),
    )
    const round = async () => {
      await world.manage('POST', '/ci/reset')
      const answers: string[] = []
      for (const [path, body] of calls) {
        const answer = await send(path, body)
        // times that were measured
        answers.push(`${answer.status} ${(await answer.text()).replace(/"\w+_duration":\d+/g, '')}`)
      }
      return answers
    }
    const first = await round()
    assert.deepEqual(
      first.filter((answer) => !answer.startsWith('200')),
      [],
    )
    assert.deepEqual(await round(), first)
  })

  test('a pace lets streams of scripts and of the built-in model be seen streaming, and changes no byte', async () => {
    const words = Array.from({ length: 20 }, (_, index) => `word${index}`).join(' ')
    const paced = [{ match: { text: 'Slow.' }, answer: { text: words } }]
    const arrivals = async (content: string) => {
      const began = performance.now()
      const answer = await send('/v1/chat/completions', { model, stream: true, messages: [{ role: 'user', content }] })
      const times: number[] = []
      let text = ''
      const reader = new TextDecoder()
      for await (const bytes of answer.body ?? []) {
        const piece = reader.decode(bytes, { stream: true })
        if (piece.includes('word')) times.push(performance.now() - began)
        text += piece
      }
      return { times, text: text.replace(/"(?:id|created|model)":[^,]*,/g, '') }
    }
    await world.manage('PUT', '/ci/scripts', { rules: paced })
    const fast = await arrivals('Slow.')
    await world.manage('PUT', '/ci/scripts', { rules: paced, pace: { firstMs: 200, perSecond: 50, jitter: 0.5 } })
    for (const content of ['Slow.', `Say ${words}`]) {
      const { times, text } = await arrivals(content)
      assert.equal(text, fast.text)
      assert.ok(times.length >= 10, `${times.length} arrivals`)
      assert.ok(Number(times[0]) >= 195, `the first after ${times[0]} ms`)
      assert.ok(Number(times.at(-1)) >= 200 + 19 * 20 * 0.5, `the last after ${times.at(-1)} ms`)
    }
  })

  test('what cannot be followed is refused with its rule and the reason, and changes nothing', async () => {
    await world.manage('PUT', '/ci/scripts', { rules })
    for (const [order, problem] of [
      [{}, /rules/],
      [{ rules: [{}] }, /rules\[0\] has either answer or answers/],
      [
        { rules: [rules[0], { match: { txt: 'a' }, answer: { text: 'b' } }] },
        /rules\[1\]\.match .*txt is none of them/,
      ],
      [{ rules: [{ match: { text: { pattern: '(a' } }, answer: { text: 'b' } }] }, /rules\[0\]\.match\.text.*RE2/],
      [{ rules: [{ match: { text: { pattern: '(?=a)' } }, answer: { text: 'b' } }] }, /RE2/],
      [
        { rules: [{ answer: { toolCalls: [{ name: 'a', arguments: '{}' }] } }] },
        /toolCalls\[0\]\.arguments is an object/,
      ],
      [{ rules: [{ answer: { text: 'a', finishReason: 'done' } }] }, /one of stop, length, tool_calls, content_filter/],
      [{ rules: [{ answer: { error: { status: 200 } } }] }, /status is a whole number from 400 to 599/],
      [{ rules: [{ answers: [] }] }, /answers has at least one/],
      [{ rules: [{ answer: {} }] }, /has text, toolCalls or both/],
      [{ rules: [], pace: { firstMs: 1, perSecond: 0 } }, /pace\.perSecond/],
    ] as const)
      await assert.rejects(world.manage('PUT', '/ci/scripts', order), problem)
    assert.equal((await matches()).length, rules.length)
    await assert.rejects(world.manage('GET', '/none/scripts'), /no sandbox none/)
  })
})

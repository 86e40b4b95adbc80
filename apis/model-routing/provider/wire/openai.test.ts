// Chat completions: read and written as in SOURCES 3.1 and 4, and understood by the vendor's own client, unchanged.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import OpenAI from 'openai'
import type { ChatRequest } from './chat-request.ts'
import {
  all,
  batched,
  details,
  eventsIn,
  framesIn,
  question,
  richReply,
  sendFrames,
  sendJson,
  serve,
  whole,
} from './fixtures/replies.ts'
import { ModelError } from './model-error.ts'
import { openai } from './openai.ts'
import { collectReply } from './reply.ts'
import type { StreamEvent } from './stream-event.ts'

const sse = (...frames: readonly unknown[]) => frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('')
const chunk = (delta: unknown, finish: string | null = null, index = 0) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index, delta, finish_reason: finish }],
})
const readText = (text: string) => eventsIn(openai.readStream(whole(text)))
const rejection = async (text: string): Promise<ModelError> => {
  const failure: unknown = await readText(text).then(
    () => undefined,
    (cause: unknown) => cause,
  )
  assert.ok(failure instanceof ModelError, String(failure))
  return failure
}

test('a stream has the frames of the wire: role first, then deltas, the finish reason, the usage and [DONE]', async () => {
  const events: StreamEvent[] = [
    { kind: 'start', model: 'up' },
    { kind: 'text', choice: 0, text: 'Hi' },
    { kind: 'toolCall', choice: 0, index: 0, id: 'call_a', name: 'look' },
    { kind: 'toolInput', choice: 0, index: 0, text: '{}' },
    { kind: 'finish', choice: 0, reason: 'toolCalls' },
    { kind: 'usage', usage: { prompt: 3, answer: 4 } },
    { kind: 'end' },
  ]
  const frames = await framesIn(openai.writeStream(batched(events), details))
  const head = '"id":"chatcmpl-abc","object":"chat.completion.chunk","created":1700000000,"model":"any-model"'
  const piece = (delta: string, reason = 'null') =>
    `data: {${head},"choices":[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${reason}}],"usage":null}\n\n`
  assert.deepEqual(frames, [
    piece('{"role":"assistant","content":""}'),
    piece('{"content":"Hi"}'),
    piece('{"tool_calls":[{"index":0,"id":"call_a","type":"function","function":{"name":"look","arguments":""}}]}'),
    piece('{"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]}'),
    piece('{}', '"tool_calls"'),
    `data: {${head},"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7,"prompt_tokens_details":{"cached_tokens":0,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":0}}}\n\n`,
    'data: [DONE]\n\n',
  ])
  const without = await framesIn(openai.writeStream(batched(events), { ...details, includeUsage: false }))
  assert.ok(without.every((frame) => !frame.includes('"usage"')))
})

test('an error inside a stream becomes a last data frame, and an internal failure reveals nothing', async () => {
  async function* failing(cause: unknown): AsyncGenerator<readonly StreamEvent[]> {
    yield [{ kind: 'start', model: 'up' }]
    yield [{ kind: 'text', choice: 0, text: 'Hi' }]
    throw cause
  }
  const fault = new ModelError('limited', 'Slow down.')
  const frames = await framesIn(openai.writeStream(failing(fault), details))
  assert.equal(
    frames.at(-1),
    'data: {"error":{"message":"Slow down.","type":"requests","param":null,"code":"rate_limit_exceeded"}}\n\n',
  )
  const seen: string[] = []
  await assert.rejects(async () => {
    for await (const frame of openai.writeStream(failing(new TypeError('secret inside')), details))
      seen.push(String(frame))
  }, TypeError)
  assert.match(seen.at(-1) ?? '', /"server_error"/)
  assert.doesNotMatch(seen.join(''), /secret/)
})

test('the vendor’s client reads our streams and complete answers, with reasoning, two calls and the usage', async () => {
  const server = await serve(async (_request, response, body) => {
    const conversation = openai.readRequest(body)
    const answerDetails = { ...details, request: conversation, includeUsage: conversation.includeUsage === true }
    if (conversation.stream) await sendFrames(response, openai.writeStream(batched(richReply), answerDetails))
    else sendJson(response, 200, openai.writeAnswer(richReply, answerDetails))
  })
  try {
    const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none', maxRetries: 0 })
    const tools: OpenAI.ChatCompletionTool[] = [
      { type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } },
    ]
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Weather?' }]
    const request = { model: 'm', messages, tools }
    const answer = await client.chat.completions.create(request)
    const stream = client.chat.completions.stream({ ...request, stream_options: { include_usage: true } })
    const streamed = await stream.finalChatCompletion()
    for (const { choices, usage } of [answer, streamed]) {
      const [choice] = choices
      assert.equal(choice?.message.content, 'Zürich and 東京 😀')
      assert.equal(choice?.finish_reason, 'tool_calls')
      assert.deepEqual(
        choice?.message.tool_calls?.map((call) => (call.type === 'function' ? [call.id, call.function.arguments] : [])),
        [
          ['call_a', '{"city":"Zürich"}'],
          ['call_b', '{"city":"東京"}'],
        ],
      )
      assert.equal(usage?.total_tokens, 55)
      assert.equal(usage?.prompt_tokens_details?.cached_tokens, 10)
      assert.equal(usage?.completion_tokens_details?.reasoning_tokens, 5)
    }
  } finally {
    await server.close()
  }
})

test('the vendor’s client raises our errors, before and inside a stream', async () => {
  const fault = new ModelError('missing', 'The model does not exist.', { param: 'model' })
  const server = await serve(async (_request, response, body) => {
    if (openai.readRequest(body).stream) {
      async function* failing(): AsyncGenerator<readonly StreamEvent[]> {
        yield [{ kind: 'start', model: 'm' }]
        throw new ModelError('unavailable', 'Broke off.')
      }
      await sendFrames(response, openai.writeStream(failing(), details))
    } else {
      const { status, body: error } = openai.writeError(fault)
      sendJson(response, status, error)
    }
  })
  try {
    const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none', maxRetries: 0 })
    const request = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi' }] }
    await assert.rejects(client.chat.completions.create(request), (failure) => {
      assert.ok(failure instanceof OpenAI.NotFoundError)
      assert.equal(failure.code, 'model_not_found')
      assert.equal(failure.param, 'model')
      return true
    })
    const stream = await client.chat.completions.create({ ...request, stream: true })
    await assert.rejects(all(stream), (failure) => {
      assert.ok(failure instanceof OpenAI.APIError)
      assert.match(failure.message, /Broke off/)
      return true
    })
  } finally {
    await server.close()
  }
})

test('calls are distinguished whether they are numbered, share a number or arrive complete', async () => {
  const call = (index: number, id: string, args: string) => ({
    index,
    id,
    type: 'function',
    function: { name: 'look', arguments: args },
  })
  const sameNumber = sse(
    chunk({ tool_calls: [call(0, 'a', '{"n":1}')] }),
    chunk({ tool_calls: [call(0, 'b', '{"n":2}')] }),
    chunk({}, 'tool_calls'),
  )
  const repeatedId = sse(
    chunk({ tool_calls: [call(0, 'a', '{"n":')] }),
    chunk({ tool_calls: [call(0, 'a', '1}')] }),
    chunk({ tool_calls: [call(1, 'b', '{"n":2}')] }),
    chunk({}, 'tool_calls'),
  )
  const mixed = sse(
    chunk({ tool_calls: [call(0, 'a', '{"n"'), call(1, 'b', '{"n"')] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }),
    chunk({ tool_calls: [{ index: 1, function: { arguments: ':2}' } }] }),
    chunk({}, 'tool_calls'),
  )
  for (const text of [sameNumber, repeatedId, mixed]) {
    const [answer] = collectReply(await readText(text)).choices
    const calls = answer?.blocks.map((block) => (block.kind === 'toolCall' ? [block.id, block.index, block.input] : []))
    assert.deepEqual(calls, [
      ['a', 0, '{"n":1}'],
      ['b', 1, '{"n":2}'],
    ])
    assert.equal(answer?.finish.reason, 'toolCalls')
  }
})

test('a forced call that finishes with stop still means tool calls', async () => {
  const call = { index: 0, id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }
  const events = await readText(sse(chunk({ tool_calls: [call] }), chunk({}, 'stop')))
  const finish = events.find((event) => event.kind === 'finish')
  assert.equal(finish?.reason, 'toolCalls')
  const answer = openai.writeAnswer(events, details)
  assert.equal(Object(answer).choices[0].finish_reason, 'stop')
})

test('a stream that ends early counts as cut short, one without [DONE] but with its finish reasons is complete', async () => {
  const firstChunks = sse(chunk({ role: 'assistant', content: '' }), chunk({ content: 'Hi' }))
  assert.equal((await rejection(firstChunks)).code, 'cut_stream')
  assert.equal((await rejection('')).code, 'cut_stream')
  assert.equal((await rejection(`${firstChunks}data: {"id":"x","cho`)).code, 'malformed_answer')
  assert.equal((await rejection('data: <html>\n\n')).code, 'malformed_answer')
  assert.equal((await readText(`${firstChunks}${sse(chunk({}, 'length'))}`)).at(-1)?.kind, 'end')
  assert.equal((await readText(`${firstChunks}data: [DONE]\n\n`)).at(-2)?.kind, 'finish')
})

test('what precedes a broken frame is delivered, also when both arrive in one chunk', async () => {
  const seen: string[] = []
  const chunk = { id: 'x', model: 'm', choices: [{ index: 0, delta: { content: 'Low' } }] }
  const bytes = whole(`data: ${JSON.stringify(chunk)}\n\ndata: {"id":\n\n`)
  await assert.rejects(async () => {
    for await (const batch of openai.readStream(bytes)) seen.push(...batch.map(({ kind }) => kind))
  }, ModelError)
  assert.deepEqual(seen, ['start', 'text'])
})

test('callers of the same wire get the frames before a broken one, and an error of the provider itself', async () => {
  const first = sse(chunk({ content: 'Low' }))
  const passed = async (text: string) => {
    let own = ''
    await assert.rejects(async () => {
      for await (const batch of openai.readStream(whole(text), undefined, {}))
        for (const event of batch) if (event.kind === 'verbatim') own += event.bytes.toString()
    }, ModelError)
    return own
  }
  assert.equal(await passed(`: wait\n\n${first}data: {"id":\n\n${first}`), `: wait\n\n${first}`)
  const reported = first + sse({ error: { message: 'Oops', type: 'server_error' } })
  assert.equal(await passed(reported), reported)
})

test('an error inside an upstream’s stream is recognised by its code and type', async () => {
  const firstChunks = sse(chunk({ content: 'Hi' }))
  const limited = await rejection(
    `${firstChunks}${sse({ error: { message: 'Slow', type: 'rate_limit_error', code: null } })}`,
  )
  assert.deepEqual([limited.kind, limited.status, limited.retry], ['limited', 429, true])
  const other = await rejection(`${firstChunks}${sse({ error: { message: 'Oops', type: 'server_error' } })}`)
  assert.deepEqual([other.kind, other.retry, other.message], ['unavailable', true, 'Oops'])
})

test('signatures and redacted thinking survive a round trip', async () => {
  const events: StreamEvent[] = [
    { kind: 'start', model: 'm', id: 'chatcmpl-abc' },
    { kind: 'thinking', choice: 0, text: 'Hm.' },
    { kind: 'signature', choice: 0, signature: 'c2ln' },
    { kind: 'redactedThinking', choice: 0, data: 'c2VhbGVk' },
    { kind: 'toolCall', choice: 0, index: 0, id: 'a', name: 'look', signature: 'dGhvdWdodA==' },
    { kind: 'toolInput', choice: 0, index: 0, text: '{}' },
    { kind: 'finish', choice: 0, reason: 'toolCalls' },
    { kind: 'end' },
  ]
  const streamed = await readText((await framesIn(openai.writeStream(batched(events), details))).join(''))
  const answered = openai.readAnswer(JSON.parse(JSON.stringify(openai.writeAnswer(events, details))))
  for (const read of [streamed, answered])
    assert.deepEqual(collectReply(read).choices[0]?.blocks, collectReply(events).choices[0]?.blocks)
})

test('an answer without a finish reason finishes with its calls', async () => {
  const events = richReply.filter(({ kind }) => kind !== 'finish')
  assert.equal(Object(openai.writeAnswer(events, details)).choices[0].finish_reason, 'tool_calls')
  const streamed = await readText((await framesIn(openai.writeStream(batched(events), details))).join(''))
  assert.equal(collectReply(streamed).choices[0]?.finish.reason, 'toolCalls')
})

test('invalid token counts are ignored', () => {
  const usage = {
    prompt_tokens: -1,
    completion_tokens: '7',
    prompt_tokens_details: { cached_tokens: 1.5, audio_tokens: null },
    completion_tokens_details: { reasoning_tokens: 1e300 },
  }
  const choices = [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }]
  const events = openai.readAnswer({ choices, usage })
  assert.ok(Object.values(collectReply(events).usage).every((count) => count === undefined))
})

test('callers of the older form of tools get it in the answer', async () => {
  const conversation = openai.readRequest({
    model: 'm',
    messages: [{ role: 'user', content: 'Hi' }],
    functions: [{ name: 'weather', parameters: { type: 'object' } }],
    function_call: { name: 'weather' },
  })
  const answerDetails = { ...details, request: conversation }
  const answer = Object(openai.writeAnswer(richReply, answerDetails)).choices[0]
  assert.deepEqual(answer.message.function_call, { name: 'weather', arguments: '{"city":"Zürich"}' })
  assert.equal(answer.message.tool_calls, undefined)
  assert.equal(answer.finish_reason, 'function_call')
  const text = (await framesIn(openai.writeStream(batched(richReply), answerDetails))).join('')
  assert.match(text, /"function_call":\{"name":"weather","arguments":""\}/)
  assert.doesNotMatch(text, /tool_calls/)
  assert.equal(Object(openai.writeRequest(conversation, 'm')).tools[0].function.name, 'weather')
})

test('custom tools stay custom on this wire, and are functions with one string elsewhere', async () => {
  const conversation = openai.readRequest({
    model: 'm',
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', tool_calls: [{ id: 'a', type: 'custom', custom: { name: 'shell', input: 'ls "x"' } }] },
      { role: 'tool', tool_call_id: 'a', content: 'y' },
    ],
    tools: [{ type: 'custom', custom: { name: 'shell', description: 'Runs.' } }],
  })
  const written = Object(openai.writeRequest(conversation, 'm'))
  assert.deepEqual(written.tools, [{ type: 'custom', custom: { name: 'shell', description: 'Runs.' } }])
  assert.deepEqual(written.messages[1].tool_calls[0].custom, { name: 'shell', input: 'ls "x"' })
  const custom = { index: 0, id: 'b', type: 'custom', custom: { name: 'shell', input: 'echo "' } }
  const text = sse(
    chunk({ tool_calls: [custom] }),
    chunk({ tool_calls: [{ index: 0, custom: { input: 'é"' } }] }),
    chunk({}, 'tool_calls'),
  )
  const events = await readText(text)
  const call = collectReply(events).choices[0]?.blocks[0]
  assert.equal(call?.kind === 'toolCall' ? call.input : '', JSON.stringify({ input: 'echo "é"' }))
  const answer = Object(openai.writeAnswer(events, { ...details, request: conversation }))
  assert.deepEqual(answer.choices[0].message.tool_calls[0].custom, { name: 'shell', input: 'echo "é"' })
  const again = await readText(
    (await framesIn(openai.writeStream(batched(events), { ...details, request: conversation }))).join(''),
  )
  assert.deepEqual(collectReply(again).choices[0]?.blocks, collectReply(events).choices[0]?.blocks)
})

test('audio answers and annotations are kept on this wire, complete and streamed', async () => {
  const audio = { id: 'audio_1', data: 'AAAA', expires_at: 1, transcript: 'Hi' }
  const note = {
    type: 'url_citation',
    url_citation: { url: 'https://a.test', title: 'A', start_index: 0, end_index: 1 },
  }
  const message = { role: 'assistant', content: 'Hi', audio, annotations: [note] }
  const events = openai.readAnswer({ id: 'x', model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }] })
  const answer = Object(openai.writeAnswer(events, details)).choices[0].message
  assert.deepEqual([answer.audio, answer.annotations], [audio, [note]])
  const again = await readText((await framesIn(openai.writeStream(batched(events), details))).join(''))
  assert.deepEqual(collectReply(again).choices[0]?.blocks, collectReply(events).choices[0]?.blocks)
})

const minimal: ChatRequest = { ...question, stream: false, maxTokens: 5, wire: 'anthropic' }
test('the limit has the name that the model accepts, and models without reasoning get no effort', () => {
  const thinking = { ...minimal, thinking: { budget: 2_000 } }
  assert.deepEqual(Object(openai.writeRequest(thinking, 'gpt-5-mini')).max_completion_tokens, 5)
  assert.deepEqual(Object(openai.writeRequest(thinking, 'openai/o3')).reasoning_effort, 'medium')
  const older = Object(openai.writeRequest(thinking, 'gpt-4o'))
  assert.deepEqual([older.max_tokens, older.max_completion_tokens, older.reasoning_effort], [5, undefined, undefined])
})

test('an empty finish reason in each chunk ends nothing, and the real one is kept', async () => {
  const frames = [chunk({ content: 'a' }, ''), chunk({ content: 'b' }, ''), chunk({ content: 'c' }, 'length')]
  const events = await readText(`${sse(...frames)}data: [DONE]\n\n`)
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ['start', 'text', 'text', 'text', 'finish', 'end'],
  )
  assert.equal(collectReply(events).choices[0]?.finish.reason, 'length')
  const cut = await rejection(sse(...frames.slice(0, 2)))
  assert.match(cut.message, /ended|broke|incomplete|cut/i)
})

// Messages: read and written as in SOURCES 3.10, 4 and 10, and understood by the vendor's own client, unchanged.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Anthropic from '@anthropic-ai/sdk'
import { anthropic, readCountedRequest } from './anthropic.ts'
import type { ChatRequest } from './chat-request.ts'
import {
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

const frames = (...events: readonly { readonly type: string }[]) =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
const start = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-x',
    content: [],
    stop_reason: null,
    usage: { input_tokens: 7, cache_read_input_tokens: 20, cache_creation_input_tokens: 3, output_tokens: 1 },
  },
}
const opened = (index: number, content_block: unknown) => ({ type: 'content_block_start', index, content_block })
const delta = (index: number, of: unknown) => ({ type: 'content_block_delta', index, delta: of })
const closed = (index: number) => ({ type: 'content_block_stop', index })
const ended = (stop_reason: string, output_tokens = 9) => ({
  type: 'message_delta',
  delta: { stop_reason, stop_sequence: null },
  usage: { output_tokens },
})
const stop = { type: 'message_stop' }
const readText = (text: string) => eventsIn(anthropic.readStream(whole(text)))
const rejection = async (text: string): Promise<ModelError> => {
  const failure: unknown = await readText(text).then(
    () => undefined,
    (cause: unknown) => cause,
  )
  assert.ok(failure instanceof ModelError, String(failure))
  return failure
}

test('a stream has the frames of the wire, one block at a time, with the prompt tokens in the first', async () => {
  const types: string[] = []
  for (const frame of await framesIn(anthropic.writeStream(batched(richReply), details))) {
    const match = /^event: (\w+)\ndata: (\{.*\})\n\n$/.exec(frame)
    assert.equal(JSON.parse(match?.[2] ?? '').type, match?.[1])
    types.push(`${match?.[1]} ${match?.[2]}`)
  }
  const start =
    '"type":"message","role":"assistant","model":"any-model","content":[],"stop_reason":null,"stop_sequence":null'
  assert.deepEqual(types, [
    `message_start {"type":"message_start","message":{"id":"msg_abc",${start},"usage":{"input_tokens":20,"cache_creation_input_tokens":0,"cache_read_input_tokens":10,"output_tokens":1}}}`,
    'ping {"type":"ping"}',
    'content_block_start {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}',
    'content_block_delta {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Both "}}',
    'content_block_delta {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"cities."}}',
    'content_block_delta {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2ln"}}',
    'content_block_stop {"type":"content_block_stop","index":0}',
    'content_block_start {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}',
    'content_block_delta {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Zürich "}}',
    'content_block_delta {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"and 東京 😀"}}',
    'content_block_stop {"type":"content_block_stop","index":1}',
    'content_block_start {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"call_a","name":"weather","input":{}}}',
    'content_block_delta {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\\"city\\":"}}',
    'content_block_delta {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"\\"Zürich\\"}"}}',
    'content_block_stop {"type":"content_block_stop","index":2}',
    'content_block_start {"type":"content_block_start","index":3,"content_block":{"type":"tool_use","id":"call_b","name":"weather","input":{}}}',
    'content_block_delta {"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"{\\"city\\":\\"東京\\"}"}}',
    'content_block_stop {"type":"content_block_stop","index":3}',
    'message_delta {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"input_tokens":20,"cache_creation_input_tokens":0,"cache_read_input_tokens":10,"output_tokens":25,"output_tokens_details":{"thinking_tokens":5}}}',
    'message_stop {"type":"message_stop"}',
  ])
})

test('calls with interleaved inputs become consecutive blocks, each with its own input', async () => {
  const events: StreamEvent[] = [
    { kind: 'start', model: 'm' },
    { kind: 'toolCall', choice: 0, index: 0, id: 'a', name: 'look' },
    { kind: 'toolCall', choice: 0, index: 1, id: 'b', name: 'look' },
    { kind: 'toolInput', choice: 0, index: 1, text: '{"n":' },
    { kind: 'toolInput', choice: 0, index: 0, text: '{"n":1}' },
    { kind: 'toolInput', choice: 0, index: 1, text: '2}' },
    { kind: 'text', choice: 0, text: 'Done.' },
    { kind: 'finish', choice: 0, reason: 'stop' },
    { kind: 'end' },
  ]
  const read = await readText((await framesIn(anthropic.writeStream(batched(events), details))).join(''))
  const answer = collectReply(read).choices[0]
  assert.deepEqual(answer?.blocks, collectReply(events).choices[0]?.blocks)
  assert.equal(answer?.finish.reason, 'toolCalls', 'clients run tools for this reason alone')
})

test('the vendor’s client reads our streams and complete answers, with thinking, two calls and the usage', async () => {
  const server = await serve(async (_request, response, body) => {
    const answerDetails = { ...details, request: anthropic.readRequest(body) }
    if (answerDetails.request.stream)
      await sendFrames(response, anthropic.writeStream(batched(richReply), answerDetails))
    else sendJson(response, 200, anthropic.writeAnswer(richReply, answerDetails))
  })
  try {
    const client = new Anthropic({ baseURL: server.url, apiKey: 'none', maxRetries: 0 })
    const request: Anthropic.MessageCreateParamsNonStreaming = {
      model: 'm',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Weather?' }],
      tools: [{ name: 'weather', input_schema: { type: 'object' } }],
    }
    const answered = await client.messages.create(request)
    const streamed = await client.messages.stream(request).finalMessage()
    for (const message of [answered, streamed]) {
      assert.deepEqual(
        message.content.map((block) => {
          if (block.type === 'thinking') return [block.thinking, block.signature]
          return block.type === 'tool_use' ? [block.id, block.input] : block.type === 'text' ? [block.text] : []
        }),
        [
          ['Both cities.', 'c2ln'],
          ['Zürich and 東京 😀'],
          ['call_a', { city: 'Zürich' }],
          ['call_b', { city: '東京' }],
        ],
      )
      assert.equal(message.stop_reason, 'tool_use')
      assert.deepEqual(
        [message.usage.input_tokens, message.usage.cache_read_input_tokens, message.usage.output_tokens],
        [20, 10, 25],
      )
    }
  } finally {
    await server.close()
  }
})

test('the vendor’s client raises our errors, before and inside a stream', async () => {
  const server = await serve(async (_request, response, body) => {
    if (anthropic.readRequest(body).stream) {
      async function* failing(): AsyncGenerator<readonly StreamEvent[]> {
        yield [{ kind: 'start', model: 'm' }]
        yield [{ kind: 'text', choice: 0, text: 'Hi' }]
        throw new ModelError('unavailable', 'Broke off.')
      }
      await sendFrames(response, anthropic.writeStream(failing(), details))
    } else {
      const { status, body: error } = anthropic.writeError(new ModelError('limited', 'Slow down.', { retryAfterS: 3 }))
      sendJson(response, status, error)
    }
  })
  try {
    const client = new Anthropic({ baseURL: server.url, apiKey: 'none', maxRetries: 0 })
    const request = { model: 'm', max_tokens: 9, messages: [{ role: 'user' as const, content: 'Hi' }] }
    await assert.rejects(client.messages.create(request), Anthropic.RateLimitError)
    await assert.rejects(client.messages.stream(request).finalMessage(), (failure) => {
      assert.ok(failure instanceof Anthropic.APIError)
      assert.match(failure.message, /overloaded_error.*Broke off/)
      return true
    })
  } finally {
    await server.close()
  }
})

test('a vendor stream is read: calls counted separately from blocks, cached tokens included, vendor blocks kept', async () => {
  const search = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }
  const text = frames(
    start,
    { type: 'ping' },
    opened(0, { type: 'text', text: '' }),
    delta(0, { type: 'text_delta', text: 'Hi' }),
    closed(0),
    opened(1, search),
    delta(1, { type: 'input_json_delta', partial_json: '{"query":"x"}' }),
    closed(1),
    opened(2, { type: 'tool_use', id: 't', name: 'look', input: {} }),
    closed(2),
    ended('tool_use'),
    stop,
  )
  const events = await readText(text)
  assert.deepEqual(
    events.filter(({ kind }) => kind !== 'usage'),
    [
      { kind: 'start', model: 'claude-x', id: 'msg_1' },
      { kind: 'text', choice: 0, text: 'Hi' },
      { kind: 'opaque', choice: 0, wire: 'anthropic', block: { ...search, input: { query: 'x' } } },
      { kind: 'toolCall', choice: 0, index: 0, id: 't', name: 'look' },
      { kind: 'toolInput', choice: 0, index: 0, text: '{}' },
      { kind: 'finish', choice: 0, reason: 'toolCalls', native: { wire: 'anthropic', word: 'tool_use' } },
      { kind: 'end' },
    ],
  )
  assert.deepEqual(collectReply(events).usage, { prompt: 30, cachedRead: 20, cachedWrite: 3, answer: 9 })
  const again = (await framesIn(anthropic.writeStream(batched(events), details))).join('')
  assert.deepEqual(await readText(again.replaceAll('msg_abc', 'msg_1').replaceAll('any-model', 'claude-x')), events)
})

test('known bugs of other routers are avoided: a reached limit is length, and every call is read', async () => {
  const uses = ['a', 'b'].map((id) => ({ type: 'tool_use', id, name: 'look', input: { id } }))
  const message = { ...start.message, content: uses, stop_reason: 'max_tokens' }
  const answer = Object(openai.writeAnswer(anthropic.readAnswer(message), details)).choices[0]
  assert.equal(answer.finish_reason, 'length')
  assert.deepEqual(
    answer.message.tool_calls.map((call: { id: string }) => call.id),
    ['a', 'b'],
  )
})

test('finish reasons are translated between wires and kept on their own wire', async () => {
  const table = [
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['pause_turn', 'length'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'content_filter'],
  ] as const
  for (const [own, other] of table) {
    const events = anthropic.readAnswer({ ...start.message, content: [{ type: 'text', text: 'x' }], stop_reason: own })
    assert.equal(Object(openai.writeAnswer(events, details)).choices[0].finish_reason, other)
    assert.equal(Object(anthropic.writeAnswer(events, details)).stop_reason, own, 'kept on its own wire')
  }
  const stopped = { kind: 'finish', choice: 0, reason: 'stop', stopSequence: 'END' } as const
  const answer = Object(anthropic.writeAnswer([{ kind: 'start', model: 'm' }, stopped], details))
  assert.deepEqual([answer.stop_reason, answer.stop_sequence], ['stop_sequence', 'END'])
})

test('a stream without its last event counts as cut short, and errors inside it are recognised by type', async () => {
  assert.equal((await rejection(frames(start, ended('end_turn')))).code, 'cut_stream')
  assert.equal((await rejection('')).code, 'cut_stream')
  assert.equal((await rejection(frames(closed(0)))).code, 'malformed_answer')
  const error = { type: 'error', error: { type: 'overloaded_error', message: 'Busy' } }
  const fault = await rejection(frames(start, error))
  assert.deepEqual([fault.kind, fault.message, fault.retry], ['unavailable', 'Busy', true])
})

test('a request for its own wire is unchanged: cache marks, vendor tools and blocks, thinking', () => {
  const body = {
    model: 'claude-sonnet-4-5',
    max_tokens: 4_000,
    stream: true,
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    thinking: { type: 'enabled', budget_tokens: 2_000 },
    tools: [
      { name: 'look', description: 'Looks.', input_schema: { type: 'object' }, cache_control: { type: 'ephemeral' } },
      { type: 'web_search_20250305', name: 'web_search', max_uses: 3 },
    ],
    tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    metadata: { user_id: 'u' },
    context_management: { edits: [] },
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm', signature: 'c2ln' },
          { type: 'redacted_thinking', data: 'eHg=' },
          { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'x' } },
          { type: 'web_search_tool_result', tool_use_id: 's', content: [] },
          { type: 'tool_use', id: 't', name: 'look', input: { a: 1 } },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 't',
            content: [
              { type: 'text', text: 'y' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
            ],
            is_error: true,
          },
          {
            type: 'document',
            source: { type: 'text', media_type: 'text/plain', data: 'Ünï' },
            title: 'T',
            context: 'C',
          },
        ],
      },
      { role: 'system', content: 'Now in French.' },
      { role: 'user', content: 'Go on' },
    ],
  }
  assert.deepEqual(anthropic.writeRequest(anthropic.readRequest(body), body.model), body)
  const { max_tokens: _limit, ...counted } = body
  assert.equal(readCountedRequest(counted).maxTokens, undefined)
  assert.throws(() => anthropic.readRequest(counted), ModelError)
})

const cross: ChatRequest = { ...question, stream: false, wire: 'openai' }
const writtenFor = (conversation: ChatRequest, model: string) => Object(anthropic.writeRequest(conversation, model))

test('thinking is configured as each generation accepts it, and never where the vendor refuses it', () => {
  const thinking = { ...cross, thinking: { effort: 'high' } }
  const older = writtenFor(thinking, 'claude-sonnet-4-5')
  assert.deepEqual([older.thinking, older.max_tokens], [{ type: 'enabled', budget_tokens: 4_096 }, 12_288])
  const newer = writtenFor(thinking, 'claude-opus-5-5')
  assert.deepEqual([newer.thinking, newer.output_config], [{ type: 'adaptive' }, { effort: 'high' }])
  assert.equal(writtenFor(thinking, 'claude-3-5-sonnet-20241022').thinking, undefined)
  assert.equal(writtenFor({ ...thinking, maxTokens: 500 }, 'claude-sonnet-4-5').thinking, undefined)
  assert.equal(writtenFor({ ...thinking, maxTokens: 2_000 }, 'claude-sonnet-4-5').thinking.budget_tokens, 1_600)
  assert.equal(writtenFor({ ...thinking, toolChoice: { kind: 'any' } }, 'claude-sonnet-4-5').thinking, undefined)
  const loop: ChatRequest = {
    ...thinking,
    messages: [
      ...question.messages,
      { role: 'assistant', parts: [{ kind: 'toolCall', id: 'a', name: 'look', input: '{}' }] },
      { role: 'user', parts: [{ kind: 'toolResult', id: 'a', parts: [], isError: false }] },
    ],
  }
  assert.equal(writtenFor(loop, 'claude-sonnet-4-5').thinking, undefined)
})

test('a response schema is sent where the model supports it, and becomes an instruction elsewhere', () => {
  const schema = { type: 'object', properties: { n: { type: 'integer', minimum: 1 } } }
  const responseFormat = { kind: 'schema', name: 'x', schema, strict: true } as const
  const newer = writtenFor({ ...cross, responseFormat }, 'claude-sonnet-4-5')
  const closedSchema = {
    type: 'object',
    properties: { n: { type: 'integer', description: '(minimum: 1)' } },
    additionalProperties: false,
  }
  assert.deepEqual(newer.output_config, { format: { type: 'json_schema', schema: closedSchema } })
  assert.equal(newer.system, undefined)
  const older = writtenFor({ ...cross, responseFormat }, 'claude-3-5-haiku-20241022')
  assert.equal(older.output_config, undefined)
  assert.match(older.system, /"minimum":1/)
})

test('sampling is reduced to what each generation accepts', () => {
  const warm = { ...cross, sampling: { temperature: 1.7, topP: 0.5, seed: 1, presencePenalty: 1 } }
  const older = writtenFor(warm, 'claude-sonnet-4-5')
  assert.deepEqual(
    [older.temperature, older.top_p, older.seed, older.presence_penalty],
    [1, undefined, undefined, undefined],
  )
  assert.equal(writtenFor(warm, 'claude-opus-4-8').temperature, undefined)
})

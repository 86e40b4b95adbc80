// Every caller over every kind of channel: what holds, what is named as left out, and what is refused in our words.
// `npm test -- apis/model-routing/matrix.test.ts` prints the table.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVendor, type Received, toolInput, type VendorKind } from './test/vendor.ts'
import { openGatewayWorld, type World } from './test/world.ts'

const sentence = 'The tide is low.'
const schema = { type: 'object', properties: { place: { type: 'string' } } }
const callId = 'abc123XYZ'
const result = 'Low since noon'

interface Caller {
  readonly path: (model: string, stream: boolean) => string
  readonly say: (text: string, more?: object) => object
  /** A turn with a call and its result; undefined where the wire has no tools. */
  readonly called?: object
  readonly tools?: object
  /** A member that not every wire has. */
  readonly rare: object
  /** Readers of text and end of the whole answer, and of name and input of a call. */
  readonly read: (body: ReturnType<typeof Object>) => readonly [text: unknown, end: unknown]
  readonly readCall?: (body: ReturnType<typeof Object>) => readonly [name: unknown, input: unknown]
  readonly delta: (frame: ReturnType<typeof Object>) => unknown
  readonly end: string
}

const chatCall = { id: callId, type: 'function', function: { name: 'tide', arguments: JSON.stringify(toolInput) } }
const callers: Readonly<Record<string, Caller>> = {
  chat: {
    path: () => '/v1/chat/completions',
    say: (content) => ({ messages: [{ role: 'user', content }] }),
    tools: { tools: [{ type: 'function', function: { name: 'tide', parameters: schema } }] },
    called: {
      messages: [
        { role: 'user', content: 'Tide?' },
        { role: 'assistant', content: null, tool_calls: [chatCall] },
        { role: 'tool', tool_call_id: callId, content: result },
      ],
    },
    rare: { logit_bias: { 7: 1 } },
    read: ({ choices }) => [choices[0].message.content, choices[0].finish_reason],
    readCall: ({ choices }) => {
      const { name, arguments: input } = choices[0].message.tool_calls[0].function
      return [name, JSON.parse(input)]
    },
    delta: ({ choices }) => choices?.[0]?.delta?.content,
    end: 'stop',
  },
  responses: {
    path: () => '/v1/responses',
    say: (input) => ({ input, store: false }),
    tools: { tools: [{ type: 'function', name: 'tide', parameters: schema }] },
    called: {
      store: false,
      input: [
        { role: 'user', content: 'Tide?' },
        { type: 'function_call', call_id: callId, name: 'tide', arguments: JSON.stringify(toolInput) },
        { type: 'function_call_output', call_id: callId, output: result },
      ],
    },
    rare: { top_logprobs: 2, include: ['message.output_text.logprobs'] },
    read: ({ output, status }) => [output.at(-1).content?.[0].text, status],
    readCall: ({ output }) => [output.at(-1).name, JSON.parse(output.at(-1).arguments)],
    delta: ({ type, delta }) => (type === 'response.output_text.delta' ? delta : undefined),
    end: 'completed',
  },
  messages: {
    path: () => '/v1/messages',
    say: (content) => ({ max_tokens: 50, messages: [{ role: 'user', content }] }),
    tools: { tools: [{ name: 'tide', input_schema: schema }] },
    called: {
      max_tokens: 50,
      messages: [
        { role: 'user', content: 'Tide?' },
        { role: 'assistant', content: [{ type: 'tool_use', id: callId, name: 'tide', input: toolInput }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: callId, content: result }] },
      ],
    },
    rare: { top_k: 7 },
    read: ({ content, stop_reason }) => [content[0].text, stop_reason],
    readCall: ({ content }) => [content[0].name, content[0].input],
    delta: ({ delta }) => delta?.text,
    end: 'end_turn',
  },
  gemini: {
    path: (model, stream) => `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    say: (text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
    tools: { tools: [{ functionDeclarations: [{ name: 'tide', parameters: schema }] }] },
    called: {
      contents: [
        { role: 'user', parts: [{ text: 'Tide?' }] },
        { role: 'model', parts: [{ functionCall: { name: 'tide', args: toolInput } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'tide', response: { result } } }] },
      ],
    },
    rare: { generationConfig: { topK: 7 } },
    read: ({ candidates }) => [candidates[0].content.parts[0].text, candidates[0].finishReason],
    readCall: ({ candidates }) => {
      const { name, args } = candidates[0].content.parts[0].functionCall
      return [name, args]
    },
    delta: ({ candidates }) => candidates?.[0]?.content?.parts?.[0]?.text,
    end: 'STOP',
  },
  completions: {
    path: () => '/v1/completions',
    say: (prompt) => ({ prompt, max_tokens: 50 }),
    rare: { logit_bias: { 7: 1 } },
    read: ({ choices }) => [choices[0].text, choices[0].finish_reason],
    delta: ({ choices }) => choices?.[0]?.text,
    end: 'stop',
  },
}
const channels = { openai: 'openai', anthropic: 'anthropic', gemini: 'gemini', ollama: 'openai' } as const
const tooLong: Readonly<Record<VendorKind, object>> = {
  openai: {
    error: { message: "This model's maximum context length is 4096 tokens.", code: 'context_length_exceeded' },
  },
  anthropic: {
    type: 'error',
    error: { type: 'invalid_request_error', message: 'prompt is too long: 9 tokens > 8 maximum' },
  },
  gemini: {
    error: {
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: 'The input token count (9) exceeds the maximum number of tokens allowed (8).',
    },
  },
}

interface Pair {
  readonly caller: Caller
  readonly model: string
  readonly received: readonly Received[]
  readonly world: World
}
type Seen = 'hold' | 'named' | 'refused' | '-'

async function call({ caller, model, world }: Pair, body: object, stream = false) {
  const answer = await world.post(caller.path(model, stream), { model, ...body, ...(stream && { stream }) })
  return { status: answer.status, leftOut: answer.headers.get('x-gateway-left-out'), text: await answer.text() }
}

const kinds: Readonly<Record<string, (pair: Pair) => Promise<Seen>>> = {
  async end(pair) {
    const { status, text } = await call(pair, pair.caller.say('How is the tide?'))
    assert.equal(status, 200, text)
    assert.deepEqual(pair.caller.read(JSON.parse(text)), [sentence, pair.caller.end])
    return 'hold'
  },
  async pieces(pair) {
    const { text } = await call(pair, pair.caller.say('How is the tide?'), true)
    const frames = text.split('\n').filter((line) => line.startsWith('data: {'))
    assert.equal(frames.map((line) => pair.caller.delta(JSON.parse(line.slice(6))) ?? '').join(''), sentence)
    return 'hold'
  },
  async call(pair) {
    const { tools, readCall, say } = pair.caller
    if (!tools || !readCall) return '-'
    const { text } = await call(pair, { ...say('How is the tide?'), ...tools })
    assert.deepEqual(readCall(JSON.parse(text)), ['tide', toolInput])
    return 'hold'
  },
  async order(pair) {
    if (!pair.caller.called) return '-'
    const { text } = await call(pair, { ...pair.caller.called, ...pair.caller.tools })
    assert.equal(pair.caller.read(JSON.parse(text))[0], sentence)
    const sent = pair.received.at(-1)?.text ?? ''
    const places = ['Tide?', 'Brest', result].map((word) => sent.indexOf(word))
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
    )
    assert.ok(places.every((place) => place >= 0))
    // of the call and of its result; Gemini knows calls by their names
    const ids = sent.match(/"(?:id|tool_call_id|tool_use_id)":"[^"]+"/g)?.map((id) => id.replace(/^.*:/, '')) ?? []
    assert.ok(new Set(ids).size <= 1 && ids.length !== 1, sent)
    return 'hold'
  },
  async rare(pair) {
    const { status, leftOut, text } = await call(pair, { ...pair.caller.say('How is the tide?'), ...pair.caller.rare })
    const isSent = /"(?:logit_bias|top_?[kK]|top_?logprobs|responseLogprobs|logprobs)":/.test(
      pair.received.at(-1)?.text ?? '',
    )
    assert.equal(status, 200, text)
    assert.notEqual(isSent, leftOut !== null, `${leftOut} ${pair.received.at(-1)?.text}`)
    return isSent ? 'hold' : 'named'
  },
  async error(pair) {
    const { status, text } = await call(pair, pair.caller.say('TOO LONG'))
    assert.equal(status, 400, text)
    assert.match(text, /context|too long|exceed/i)
    return 'refused'
  },
}

test('every caller is served by every kind of channel, kind by kind', async (t) => {
  const vendors = new Map<string, Awaited<ReturnType<typeof openVendor>>>()
  for (const [name, kind] of Object.entries(channels))
    vendors.set(
      name,
      await openVendor(t, kind, ({ text }) =>
        text.includes('TOO LONG') ? { status: 400, json: tooLong[kind] } : undefined,
      ),
    )
  const world = await openGatewayWorld(t, {
    channels: Array.from(vendors, ([kind, { base }]) => ({ name: kind, kind, base, models: [`by-${kind}`] })),
  })
  const columns = (cells: readonly string[]) => cells.map((cell) => cell.padEnd(11)).join(' ')
  const rows = [columns(['caller', 'channel', ...Object.keys(kinds)])]
  const failures: string[] = []
  for (const [name, caller] of Object.entries(callers))
    for (const [kind, { received }] of vendors) {
      const cells: string[] = []
      for (const [what, check] of Object.entries(kinds))
        cells.push(
          await check({ caller, model: `by-${kind}`, received, world }).catch((error: unknown) => {
            failures.push(`${name} over ${kind}, ${what}: ${String(error)}`)
            return 'FAIL'
          }),
        )
      rows.push(columns([name, kind, ...cells]))
    }
  for (const row of rows) t.diagnostic(row)
  assert.deepEqual(failures, [])
})

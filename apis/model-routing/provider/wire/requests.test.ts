// Invalid requests are refused with 400 and the name of the invalid member, as each wire names it, and quickly, however
// large they are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Format } from './format.ts'
import { formats } from './formats.ts'
import { ModelError } from './model-error.ts'

const path = { model: 'gemini-2.5-flash', stream: false }
function refusal(format: Format, body: unknown): ModelError {
  try {
    format.readRequest(body, path)
  } catch (failure) {
    assert.ok(failure instanceof ModelError, String(failure))
    assert.equal(failure.status, 400)
    return failure
  }
  assert.fail(`read ${JSON.stringify(body).slice(0, 300)}`)
}
const nested = (depth: number): unknown => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)

const hello = { role: 'user', content: 'Hi' }
const requestWith = (more: object) => ({ model: 'm', messages: [hello], ...more })
const said = (...messages: readonly unknown[]) => ({ model: 'm', messages })
const calling = (call: object) => said(hello, { role: 'assistant', tool_calls: [call] })
const look = { type: 'function', function: { name: 'look' } }
const shown = (part: object) => said({ role: 'user', content: [part] })

const openai: readonly (readonly [unknown, string | undefined])[] = [
  [undefined, undefined],
  [[], undefined],
  ['text', undefined],
  [{ messages: [hello] }, 'model'],
  [requestWith({ model: 7 }), 'model'],
  [requestWith({ model: '' }), 'model'],
  [{ model: 'm' }, 'messages'],
  [said(), 'messages'],
  [{ model: 'm', messages: 'Hi' }, 'messages'],
  [said('Hi'), 'messages[0]'],
  [said({ role: 'robot', content: 'Hi' }), 'messages[0].role'],
  [said({ content: 'Hi' }), 'messages[0].role'],
  [said({ role: '__proto__', content: 'Hi' }), 'messages[0].role'],
  [said({ role: 'user' }), 'messages[0].content'],
  [said({ role: 'user', content: [] }), 'messages[0].content'],
  [said({ role: 'user', content: 7 }), 'messages[0].content'],
  [said(hello, { role: 'assistant' }), 'messages[1].content'],
  [said(hello, { role: 'tool', content: 'x' }), 'messages[1].tool_call_id'],
  [said(hello, { role: 'function', name: 'look', content: 'x' }), 'messages[1].name'],
  [
    said({ role: 'system', content: [{ type: 'image_url', image_url: { url: 'https://a.test' } }] }),
    'messages[0].content[0].type',
  ],
  [shown({ type: 'hologram' }), 'messages[0].content[0].type'],
  [shown({ type: 'image_url', image_url: { url: 'file:///etc/passwd' } }), 'messages[0].content[0].image_url.url'],
  [
    shown({ type: 'image_url', image_url: { url: 'data:image/png;base64,%%%' } }),
    'messages[0].content[0].image_url.url',
  ],
  [shown({ type: 'image_url', image_url: { url: 'data:image/png,AAAA' } }), 'messages[0].content[0].image_url.url'],
  [
    shown({ type: 'input_audio', input_audio: { data: 'A', format: 'wav' } }),
    'messages[0].content[0].input_audio.data',
  ],
  [
    calling({ id: 'a', ...look, function: { name: 'look', arguments: '{"city":' } }),
    'messages[1].tool_calls[0].function.arguments',
  ],
  [
    calling({ id: 'a', ...look, function: { name: 'look', arguments: '[1]' } }),
    'messages[1].tool_calls[0].function.arguments',
  ],
  [
    calling({ id: 'a', ...look, function: { name: 'look', arguments: `${'{"a":'.repeat(500)}1${'}'.repeat(500)}` } }),
    'messages[1].tool_calls[0].function.arguments',
  ],
  [calling({ ...look, function: { name: 'look', arguments: '{}' } }), 'messages[1].tool_calls[0].id'],
  [requestWith({ temperature: 3 }), 'temperature'],
  [requestWith({ temperature: '1' }), 'temperature'],
  [requestWith({ n: 0 }), 'n'],
  [requestWith({ n: 1.5 }), 'n'],
  [requestWith({ max_tokens: 0 }), 'max_tokens'],
  [requestWith({ max_completion_tokens: -1 }), 'max_completion_tokens'],
  [requestWith({ stop: Array.from({ length: 65 }, String) }), 'stop'],
  [requestWith({ stop: [7] }), 'stop[0]'],
  [requestWith({ stream: 'yes' }), 'stream'],
  [requestWith({ logit_bias: { 5: 101 } }), 'logit_bias.5'],
  [requestWith({ top_logprobs: 3 }), 'top_logprobs'],
  [requestWith({ response_format: { type: 'xml' } }), 'response_format.type'],
  [requestWith({ response_format: { type: 'json_schema' } }), 'response_format.json_schema'],
  [requestWith({ tools: {} }), 'tools'],
  [requestWith({ tools: Array.from({ length: 1_001 }, () => look) }), 'tools'],
  [requestWith({ tools: [{ type: 'function', function: {} }] }), 'tools[0].function.name'],
  [
    requestWith({ tools: [{ type: 'function', function: { name: 'x', parameters: 'y' } }] }),
    'tools[0].function.parameters',
  ],
  [requestWith({ tools: [look], tool_choice: 'maybe' }), 'tool_choice'],
  [
    requestWith({ tools: [look], tool_choice: { type: 'function', function: { name: 'gone' } } }),
    'tool_choice.function.name',
  ],
  [requestWith({ metadata: nested(500) }), undefined],
  [requestWith({ metadata: Array.from({ length: 2_000_001 }, () => 0) }), undefined],
  [Object.assign(Object.create({ model: 'inherited' }), { messages: [hello] }), 'model'],
  [requestWith({ user: '\ud800' }), undefined],
  [requestWith({ metadata: { '\udc00': 1 } }), undefined],
]
const block = (...content: readonly unknown[]) => ({ model: 'm', max_tokens: 5, messages: [{ role: 'user', content }] })
const anthropic: readonly (readonly [unknown, string | undefined])[] = [
  [said(hello), 'max_tokens'],
  [{ ...said(hello), max_tokens: 0 }, 'max_tokens'],
  [{ ...said({ role: 'tool', content: 'Hi' }), max_tokens: 5 }, 'messages.0.role'],
  [{ ...said({ role: 'user' }), max_tokens: 5 }, 'messages.0.content'],
  [block({ type: 'hologram' }), 'messages.0.content.0.type'],
  [block({ type: 'constructor' }), 'messages.0.content.0.type'],
  [block({ type: 'thinking', thinking: 'x' }), 'messages.0.content.0.type'],
  [
    block({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: '!' } }),
    'messages.0.content.0.source.data',
  ],
  [
    block({ type: 'image', source: { type: 'base64', media_type: 'png', data: 'AAAA' } }),
    'messages.0.content.0.source.media_type',
  ],
  [block({ type: 'tool_result', content: 'x' }), 'messages.0.content.0.tool_use_id'],
  [
    {
      ...said(hello, { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'x', input: '{}' }] }),
      max_tokens: 5,
    },
    'messages.1.content.0.input',
  ],
  [
    { ...said(hello), max_tokens: 2_000, thinking: { type: 'enabled', budget_tokens: 2_000 } },
    'thinking.budget_tokens',
  ],
  [{ ...said(hello), max_tokens: 2_000, thinking: { type: 'enabled', budget_tokens: 5 } }, 'thinking.budget_tokens'],
  [{ ...said(hello), max_tokens: 5, temperature: 1.5 }, 'temperature'],
  [{ ...said(hello), max_tokens: 5, tool_choice: { type: 'tool', name: 'gone' } }, 'tool_choice.name'],
  [{ ...said(hello), max_tokens: 5, tools: [{ name: 'x' }] }, 'tools.0.input_schema'],
]
const gemini: readonly (readonly [unknown, string | undefined])[] = [
  [{}, 'contents'],
  [{ contents: [] }, 'contents'],
  [{ contents: [{ role: 'robot', parts: [{ text: 'x' }] }] }, 'contents[0].role'],
  [{ contents: [{ role: 'user' }] }, 'contents[0].parts'],
  [{ contents: [{ role: 'user', parts: [{}] }] }, 'contents[0].parts[0]'],
  [
    { contents: [{ parts: [{ inlineData: { mimeType: 'image/png', data: '?' } }] }] },
    'contents[0].parts[0].inlineData.data',
  ],
  [
    { contents: [{ parts: [{ functionResponse: { name: 'x', response: {} } }] }] },
    'contents[0].parts[0].functionResponse.name',
  ],
  [{ contents: [{ parts: [{ functionCall: { name: 'x', args: [] } }] }] }, 'contents[0].parts[0].functionCall.args'],
  [
    { contents: 'Hi', toolConfig: { functionCallingConfig: { mode: 'SOME' } } },
    'toolConfig.functionCallingConfig.mode',
  ],
  [{ contents: 'Hi', generationConfig: { responseMimeType: 'text/csv' } }, 'generationConfig.responseMimeType'],
]
const completions: readonly (readonly [unknown, string | undefined])[] = [
  [{ model: 'm', prompt: [] }, 'prompt'],
  [{ model: 'm', prompt: [[]] }, 'prompt[0]'],
  [{ model: 'm', prompt: ['a', 7] }, 'prompt[1]'],
  [{ model: 'm', prompt: [1, 'a'] }, 'prompt[1]'],
  [{ model: 'm', prompt: Array.from({ length: 129 }, () => 'x') }, 'prompt'],
  [{ model: 'm', n: 3, best_of: 2 }, 'best_of'],
  [{ model: 'm', stream: true, best_of: 2 }, 'best_of'],
  [{ model: 'm', logprobs: 6 }, 'logprobs'],
]
for (const [name, cases] of Object.entries({ openai, anthropic, gemini, completions }))
  test(`${name}: the invalid member is named`, () => {
    const format = Object.values(formats).find(({ wire }) => wire === name)
    assert.ok(format)
    for (const [body, param] of cases) {
      const fault = refusal(format, body)
      assert.equal(fault.param, param, fault.message)
      assert.ok(fault.message.startsWith(param ?? 'The body'), fault.message)
    }
  })

test('inherited members are not members', () => {
  const tools = [{ type: 'function', function: { name: 'x' } }]
  const read = formats.openai.readRequest({ ...requestWith({ tools }), toString: 'x', constructor: 1 })
  assert.equal(read.stream, false)
  const call = { id: 'a', type: 'function', function: { name: '__proto__', arguments: '{"__proto__":{"x":1}}' } }
  const conversation = formats.openai.readRequest(said(hello, { role: 'assistant', tool_calls: [call] }))
  for (const format of [formats.openai, formats.anthropic, formats.gemini])
    assert.match(JSON.stringify(format.writeRequest(conversation, 'm')), /__proto__[^}]*\{(?:\\?)"x(?:\\?)":1\}/)
  assert.equal(Object.hasOwn(Object.prototype, 'x'), false)
})

test('a member named __proto__ is passed on to its own wire', () => {
  const body: unknown = JSON.parse('{"model":"m","messages":[{"role":"user","content":"Hi"}],"__proto__":{"n":2}}')
  const written = JSON.stringify(formats.openai.writeRequest(formats.openai.readRequest(body), 'm'))
  assert.equal(written, '{"__proto__":{"n":2},"model":"m","messages":[{"role":"user","content":"Hi"}]}')
})

test('a body as large as the gateway admits is read or refused within a second', () => {
  const large = 'A'.repeat(24 * 1024 * 1024)
  const bodies: readonly (readonly [Format, unknown])[] = [
    [formats.openai, shown({ type: 'image_url', image_url: { url: `data:image/png;base64,${large}` } })],
    [formats.openai, shown({ type: 'image_url', image_url: { url: `data:image/png;base64,${large.slice(3)}!` } })],
    [formats.openai, requestWith({ user: large })],
    [formats.openai, said(...Array.from({ length: 60_000 }, () => hello))],
    [formats.anthropic, { max_tokens: 5, ...said(...Array.from({ length: 90_000 }, () => hello)) }],
    [formats.openai, requestWith({ metadata: Array.from({ length: 3_000_000 }, () => 0) })],
    [formats.completions, { model: 'm', prompt: Array.from({ length: 1_500_000 }, () => 7) }],
    [formats.gemini, { contents: [{ parts: Array.from({ length: 400_000 }, () => ({ text: 'x' })) }] }],
    [formats.openai, requestWith({ stop: Array.from({ length: 1_000_000 }, () => 'x') })],
  ]
  for (const [index, [format, body]] of bodies.entries()) {
    const before = process.cpuUsage()
    try {
      format.readRequest(body, path)
    } catch (failure) {
      assert.ok(failure instanceof ModelError, String(failure))
      assert.ok(failure.message.length < 1_000)
    }
    const { user, system } = process.cpuUsage(before)
    assert.ok(user + system < 1_000_000, `body ${index} took ${(user + system) / 1000} ms of CPU`)
  }
})

test('a body has as many messages and values as other calls can wait for, in every wire format', () => {
  const text = 'Hello there.'
  const parts = (count: number) => Array.from({ length: count }, () => ({ type: 'text', text }))
  const messages = (count: number) => said(...Array.from({ length: count }, () => ({ role: 'user', content: text })))
  const contents = (count: number) => ({
    contents: Array.from({ length: count }, () => ({ role: 'user', parts: [{ text }] })),
  })
  const { openai: chat, anthropic, gemini } = formats
  const limited = (body: object) => ({ ...body, max_tokens: 9 })
  chat.readRequest(messages(10_000))
  anthropic.readRequest(limited(messages(10_000)))
  gemini.readRequest(contents(4_900), path)
  assert.match(refusal(chat, messages(10_001)).message, /has 10001 items; at most 10000 are allowed/)
  assert.match(refusal(anthropic, limited(messages(10_001))).message, /has 10001 items; at most 10000 are allowed/)
  const manyParts = said(...Array.from({ length: 5 }, () => ({ role: 'user', content: parts(4_000) })))
  for (const [format, body] of [
    [chat, manyParts],
    [anthropic, limited(manyParts)],
    [gemini, contents(10_000)],
  ] as const)
    assert.match(refusal(format, body).message, /more than 15000 objects and lists/)
})

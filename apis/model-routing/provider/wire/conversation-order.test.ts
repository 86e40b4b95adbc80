// What a conversation keeps on its way to another wire: the order of its instructions and results, and ids of calls by
// which each result finds its call.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anthropic } from './anthropic.ts'
import type { ChatRequest } from './chat-request.ts'
import { batched, details, framesIn } from './fixtures/replies.ts'
import { gemini } from './gemini.ts'
import { leftOut } from './left-out.ts'
import { openai } from './openai.ts'
import { readRequest as readResponse } from './responses/request-reader.ts'
import { responsesFormat } from './responses.ts'
import type { StreamEvent } from './stream-event.ts'

const chat = (messages: readonly unknown[], more = {}): ChatRequest =>
  openai.readRequest({ model: 'm', messages, ...more })
const call = (id: string, name = 'look') => ({ id, type: 'function', function: { name, arguments: '{}' } })
const calling = (...ids: readonly string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => call(id)),
})
const result = (id: string, content = 'done') => ({ role: 'tool', tool_call_id: id, content })

for (const role of ['system', 'developer'])
  test(`an instruction of role ${role} between turns stays between them on every wire`, () => {
    const request = chat([
      { role: 'system', content: 'FIRST' },
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
      { role, content: 'LATER' },
      { role: 'user', content: 'three' },
      { role, content: 'LAST' },
    ])
    for (const body of [anthropic.writeRequest(request, 'claude-3-5'), gemini.writeRequest(request, 'gemini-2.5')]) {
      const { system, systemInstruction, messages, contents } = Object(body)
      const first = JSON.stringify(system ?? systemInstruction)
      assert.match(first, /FIRST/)
      assert.doesNotMatch(first, /LATER|LAST/)
      assert.match(JSON.stringify(messages ?? contents), /one.*two.*LATER.*three.*LAST/)
    }
  })

test('an instruction between messages of the Messages API stays there for chat completions, after results', () => {
  const request = anthropic.readRequest({
    model: 'm',
    max_tokens: 9,
    messages: [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] },
      { role: 'system', content: 'LATER' },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'done' }] },
      { role: 'assistant', content: 'two' },
    ],
  })
  const roles = Object(openai.writeRequest(request, 'm')).messages.map(({ role }: { role: string }) => role)
  assert.deepEqual(roles, ['user', 'assistant', 'tool', 'system', 'assistant'])
})

/** Items of a response: `c1` a call, `r1` its result, `t` a text of the assistant, `u` of the user, `w` a thought. */
const item = (short: string) => {
  const id = short.slice(1)
  if (short.startsWith('c')) return { type: 'function_call', call_id: id, name: 'look', arguments: '{}' }
  if (short.startsWith('r')) return { type: 'function_call_output', call_id: id, output: 'done' }
  if (short.startsWith('w')) return { type: 'reasoning', summary: [{ type: 'summary_text', text: short }] }
  return { role: short.startsWith('u') ? 'user' : 'assistant', content: short }
}
const turns: Readonly<Record<string, { items: string; messages: string }>> = {
  'calls one after the other': { items: 'u c1 r1 c2 r2 c3 r3', messages: 'u c1 r1 c2 r2 c3 r3' },
  'calls at once': { items: 'u c1 c2 r1 r2', messages: 'u c1+c2 r1 r2' },
  'calls at once, then one': { items: 'u c1 c2 r2 r1 c3 r3', messages: 'u c1+c2 r1 r2 c3 r3' },
  'a late result': { items: 'u c1 c2 r1 c3 r2 r3', messages: 'u c1+c2 r1 r2 c3 r3' },
  'a thought before each': { items: 'u w1 c1 r1 w2 c2 r2 w3 t', messages: 'u w1+c1 r1 w2+c2 r2 w3+t' },
  'a text before each': { items: 'u t c1 r1 t c2 r2', messages: 'u t+c1 r1 t+c2 r2' },
  'a text between call and result': { items: 'u c1 t r1 c2 r2', messages: 'u c1 r1 t c2 r2' },
}
for (const [what, { items, messages }] of Object.entries(turns))
  test(`turns of a response stay apart and in order: ${what}`, () => {
    const request = readResponse({ model: 'm' }, items.split(' ').map(item))
    const written = Object(openai.writeRequest(request, 'm')).messages.map(shortOf)
    assert.equal(written.join(' '), messages)
  })

function shortOf(message: Record<string, unknown>): string {
  if (message.role === 'tool') return `r${message.tool_call_id}`
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.map(({ id }) => `c${id}`) : []
  return [message.reasoning_content, message.content, ...calls].filter(Boolean).join('+')
}

/** Ids of calls and of results that a request for the Messages API has. */
function idsFor(request: ChatRequest): { calls: string[]; results: string[] } {
  const blocks = Object(anthropic.writeRequest(request, 'm')).messages.flatMap(
    ({ content }: { content: unknown }) => content,
  )
  return {
    calls: blocks.flatMap(({ type, id }: Record<string, string>) => (type === 'tool_use' ? id : [])),
    results: blocks.flatMap(({ type, tool_use_id: id }: Record<string, string>) => (type === 'tool_result' ? id : [])),
  }
}
const histories: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'the same in two turns': [['list_dir:0'], ['list_dir:0']],
  'the same in three turns': [['call_0'], ['call_0'], ['call_0']],
  'two by two': [
    ['call_0', 'call_1'],
    ['call_0', 'call_1'],
  ],
  'equal once refused characters are replaced': [['a.b', 'a:b'], ['a b']],
  'different only in letters that are no ASCII': [['rufä'], ['rufö']],
  'equal to one that was made unique': [['f:0'], ['f:0'], ['f_0_2']],
}
for (const [what, turns] of Object.entries(histories))
  test(`ids of calls that are ${what} are told apart by Claude, and results find their calls`, () => {
    const history = turns.flatMap((ids) => [calling(...ids), ...ids.map((id) => result(id))])
    const { calls, results } = idsFor(chat([{ role: 'user', content: 'hi' }, ...history]))
    assert.equal(new Set(calls).size, turns.flat().length)
    assert.deepEqual(results, calls)
    assert.ok(calls.every((id) => /^[\w-]+$/.test(id)))
    const longer = idsFor(chat([{ role: 'user', content: 'hi' }, ...history, calling('more')]))
    assert.deepEqual(longer.calls.slice(0, -1), calls, 'earlier ids stay as they are')
  })

test('a call of an answer gets another id where the conversation has a call of that id', async () => {
  const events: StreamEvent[] = [
    { kind: 'start', model: 'm' },
    { kind: 'toolCall', choice: 0, index: 0, id: 'call_0', name: 'look' },
    { kind: 'toolInput', choice: 0, index: 0, text: '{}' },
    { kind: 'finish', choice: 0, reason: 'toolCalls' },
    { kind: 'end' },
  ]
  const again = { ...details, request: chat([{ role: 'user', content: 'hi' }, calling('call_0'), result('call_0')]) }
  const responses = responsesFormat({ body: {}, items: [], completed: () => Promise.resolve() })
  for (const format of [anthropic, responses]) {
    const written = JSON.stringify(format.writeAnswer(events, again))
    assert.doesNotMatch(written, /"call_0"/)
    assert.match(written, /"call_[0-9a-f]{24}"/)
    assert.doesNotMatch((await framesIn(format.writeStream(batched(events), again))).join(''), /"call_0"/)
    assert.match(JSON.stringify(format.writeAnswer(events, details)), /"call_0"/, 'a new id is kept')
  }
})

const responseOf = (input: readonly unknown[], more = {}) => readResponse({ model: 'm', input, ...more }, input)
const user = { role: 'user', content: 'hi' }
const fnCall = (id: string) => ({ type: 'function_call', call_id: id, name: 'look', arguments: '{}' })
const output = (id: string) => ({ type: 'function_call_output', call_id: id, output: 'done' })
const rolesOf = (request: ChatRequest): string[] =>
  Object(openai.writeRequest(request, 'm')).messages.map(({ role }: { role: string }) => role)

for (const role of ['assistant', 'developer', 'user', 'system'])
  test(`text of role ${role} between a call and its output follows the output`, () => {
    const between = { type: 'message', role, content: 'meanwhile' }
    // models of other vendors know no developer
    const written = role === 'developer' ? 'system' : role
    assert.deepEqual(rolesOf(responseOf([user, fnCall('a'), between, output('a')])), [
      'user',
      'assistant',
      'tool',
      written,
    ])
    assert.deepEqual(rolesOf(responseOf([user, fnCall('a'), fnCall('b'), output('b'), between, output('a'), user])), [
      'user',
      'assistant',
      'tool',
      'tool',
      written,
      'user',
    ])
  })

test('a second call with an id of an earlier one is answered by the second output', () => {
  const { messages } = responseOf([
    user,
    fnCall('a'),
    output('a'),
    user,
    fnCall('a'),
    { ...output('a'), output: 'second' },
  ])
  assert.deepEqual(
    messages.map(({ parts }) => parts.map((part) => (part.kind === 'toolResult' ? part.parts : part.kind))),
    [
      ['text'],
      ['toolCall'],
      [[{ kind: 'text', text: 'done' }]],
      ['text'],
      ['toolCall'],
      [[{ kind: 'text', text: 'second' }]],
    ],
  )
})

const itemKinds = [
  ...['web_search_call', 'file_search_call', 'computer_call', 'code_interpreter_call', 'image_generation_call'],
  ...['local_shell_call', 'local_shell_call_output', 'mcp_call', 'mcp_list_tools', 'mcp_approval_request'],
  ...['shell_call', 'apply_patch_call', 'an_item_of_next_year'],
]
for (const type of itemKinds)
  test(`an item ${type} is left out and named`, () => {
    const request = responseOf([user, { type, id: 'x', status: 'completed' }, user])
    const written = openai.writeRequest(request, 'm')
    assert.deepEqual(leftOut(request, 'openai', written), [`input.${type}`])
    assert.equal(Object(written).messages.length, 2)
  })

test('tools that run at their vendor are left out and named, beside those of the caller', () => {
  const hosted = ['web_search', 'file_search', 'code_interpreter', 'mcp', 'image_generation', 'local_shell', 'shell']
  for (const type of hosted) {
    const tools = [{ type: 'function', name: 'look', parameters: { type: 'object', properties: {} } }, { type }]
    for (const choice of [undefined, 'auto', { type }, { type: 'allowed_tools', mode: 'auto', tools: [{ type }] }]) {
      const request = responseOf([user], { tools, tool_choice: choice })
      assert.deepEqual(
        request.tools.map(({ name }) => name),
        ['look'],
      )
      assert.deepEqual(leftOut(request, 'openai', openai.writeRequest(request, 'm')), [`tools.${type}`])
    }
    assert.deepEqual(responseOf([user], { tools: [{ type }], tool_choice: 'required' }).tools, [])
  }
})

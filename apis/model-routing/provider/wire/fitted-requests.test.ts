// Requests of one wire as another vendor's models take them: efforts, answers that have begun, seeds, thoughts in
// pieces, choices of tools that run elsewhere.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anthropic } from './anthropic.ts'
import { gemini } from './gemini.ts'
import type { Json } from './json.ts'
import { leftOut } from './left-out.ts'
import { ollamaChat } from './ollama.ts'
import { openai } from './openai.ts'
import { responsesFormat } from './responses.ts'
import { withTakenNames } from './tool-names.ts'

const question = { role: 'user', content: 'q' }
const chat = (more: object) => openai.readRequest({ model: 'm', messages: [question], ...more })
const messages = (more: object) =>
  anthropic.readRequest({ model: 'm', max_tokens: 9_000, messages: [question], ...more })
const responses = (input: readonly object[]) =>
  responsesFormat({ body: {}, items: input, completed: () => Promise.resolve() }).readRequest({ model: 'm', input })
const content = (parts: readonly object[]) =>
  gemini.readRequest({ model: 'm', contents: [{ parts: [{ text: 'q' }] }, { role: 'model', parts }] })
/** Members of a written request, which the test knows. */
const written = (json: Json) => Object(JSON.parse(JSON.stringify(json)))

const efforts: readonly (readonly [model: string, asked: string, taken: string])[] = [
  ['o3', 'none', 'low'],
  ['o4-mini', 'minimal', 'low'],
  ['o3', 'max', 'high'],
  ['gpt-5-mini', 'none', 'minimal'],
  ['gpt-5', 'xhigh', 'high'],
  ['gpt-5-codex', 'minimal', 'low'],
  ['openai/gpt-5.1', 'minimal', 'low'],
  ['gpt-5.1', 'none', 'none'],
  ['gpt-5.1', 'max', 'high'],
  ['gpt-5.2', 'max', 'xhigh'],
  ['gpt-5.2', 'xhigh', 'xhigh'],
  ['qwen3-max', 'none', 'none'],
  ['qwen3-max', 'max', 'high'],
]
test('an effort that a model of chat completions does not know is the nearest that it does', () => {
  for (const [model, asked, taken] of efforts) {
    const request = { ...messages({}), thinking: { effort: asked } }
    assert.equal(written(openai.writeRequest(request, model)).reasoning_effort, taken, `${model} ${asked}`)
  }
})

test('the first model of the third generation of Gemini knows no level in the middle', () => {
  const levelFor = (model: string) =>
    written(gemini.writeRequest(chat({ reasoning_effort: 'medium' }), model)).generationConfig.thinkingConfig
  assert.equal(levelFor('gemini-3-pro-preview').thinkingLevel, 'high')
  assert.equal(levelFor('gemini-3.1-pro').thinkingLevel, 'medium')
})

test('the switch for thinking of other vendors is heard, and stays for their own models', () => {
  const on = chat({ thinking: { type: 'enabled', budget_tokens: 2_000 } })
  const thinking = { type: 'enabled', budget_tokens: 2_000 }
  assert.deepEqual(written(anthropic.writeRequest(on, 'claude-sonnet-4-5')).thinking, thinking)
  const off = chat({ thinking: { type: 'disabled' } })
  assert.equal(written(gemini.writeRequest(off, 'gemini-2.5-flash')).generationConfig.thinkingConfig.thinkingBudget, 0)
  const own = written(openai.writeRequest(off, 'glm-4.6'))
  assert.deepEqual([own.thinking, own.reasoning_effort], [{ type: 'disabled' }, undefined])
})

test('an answer that the request begins is one where the model goes on with it, else a turn of its own', () => {
  const begun = [question, { role: 'assistant', content: 'It ' }]
  const lastFor = (model: string) => written(anthropic.writeRequest(chat({ messages: begun }), model)).messages.at(-1)
  assert.deepEqual(lastFor('claude-opus-4-6'), { role: 'user', content: '...' })
  assert.deepEqual(lastFor('claude-sonnet-4-5'), { role: 'assistant', content: 'It' })
  const toMistral = written(openai.writeRequest(messages({ messages: begun }), 'mistral-large-latest'))
  assert.deepEqual(toMistral.messages.at(-1), { role: 'assistant', content: 'It ', prefix: true })
})

test('a seed beyond 32 bits is left out for Gemini, and named', () => {
  for (const [seed, isSent] of [
    [2 ** 31, false],
    [-1, true],
    [2 ** 31 - 1, true],
  ] as const) {
    const request = chat({ seed })
    const json = gemini.writeRequest(request, 'm')
    assert.equal(written(json).generationConfig?.seed, isSent ? seed : undefined)
    assert.deepEqual(leftOut(request, 'gemini', json), isSent ? [] : ['seed'])
  }
})

test('a turn of thoughts alone is no turn for another vendor', () => {
  const turns = [
    question,
    { role: 'assistant', content: [{ type: 'thinking', thinking: 'hm', signature: 's' }] },
    question,
  ]
  for (const model of ['gpt-4o', 'deepseek-chat'])
    assert.deepEqual(
      written(openai.writeRequest(messages({ messages: turns }), model)).messages.map(({ role }: Json) => role),
      ['user', 'user'],
    )
})

test('a result of white space is an empty one for Claude, which refuses the former', () => {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
  const turns = [
    question,
    { role: 'assistant', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: ' \n' },
  ]
  const { messages: sent } = written(anthropic.writeRequest(chat({ messages: turns }), 'm'))
  assert.deepEqual(sent.at(-1).content, [{ type: 'tool_result', tool_use_id: 'c' }])
})

test('the mark for the cache on an instruction reaches Claude', () => {
  const system = { role: 'system', content: [{ type: 'text', text: 's', cache_control: { type: 'ephemeral' } }] }
  const sent = written(anthropic.writeRequest(chat({ messages: [system, question] }), 'm'))
  assert.deepEqual(sent.system, [{ cache_control: { type: 'ephemeral' }, type: 'text', text: 's' }])
})

test('a file of text is a text for chat completions, which take no other file than a PDF', () => {
  const data = Buffer.from('a,b').toString('base64')
  const request = gemini.readRequest({
    model: 'm',
    contents: [{ parts: [{ inlineData: { mimeType: 'text/csv', data } }] }],
  })
  assert.equal(written(openai.writeRequest(request, 'm')).messages[0].content, 'a,b')
})

test('functions that a Gemini caller does not allow are not offered elsewhere', () => {
  const tools = [{ functionDeclarations: [{ name: 'f' }, { name: 'g' }] }]
  const sentFor = (mode: string, allowedFunctionNames: readonly string[]) => {
    const toolConfig = { functionCallingConfig: { mode, allowedFunctionNames } }
    const request = gemini.readRequest({ model: 'm', contents: 'q', tools, toolConfig })
    const { tools: offered, tool_choice: choice } = written(openai.writeRequest(request, 'm'))
    return [offered.map((tool: KnownTool) => tool.function.name).join(), choice]
  }
  assert.deepEqual(sentFor('VALIDATED', ['g']), ['g', 'auto'])
  assert.deepEqual(sentFor('VALIDATED', ['f', 'g']), ['f,g', 'auto'])
  assert.deepEqual(sentFor('ANY', ['g']), ['f,g', { type: 'function', function: { name: 'g' } }])
})
interface KnownTool {
  readonly function: { readonly name: string }
}

test('the choice of a tool that runs at its vendor is left out with the tool', () => {
  const tools = [
    { type: 'web_search_20250305', name: 'web_search' },
    { name: 'f', input_schema: { type: 'object' } },
  ]
  const request = messages({ tools, tool_choice: { type: 'tool', name: 'web_search' } })
  for (const format of [openai, gemini])
    assert.equal(withTakenNames(request, format.wire).request.toolChoice, undefined)
  assert.equal(withTakenNames(request, 'anthropic').request.toolChoice?.kind, 'tool')
})

const whole = [{ type: 'thinking', thinking: 'abcd', signature: 'SIG' }]
test('thoughts that come back in the pieces of a stream are one signed thought', () => {
  const pieces = [
    { type: 'reasoning.text', text: 'ab', index: 0 },
    { type: 'reasoning.text', text: 'cd', index: 0 },
    { type: 'reasoning.text', text: '', signature: 'SIG', index: 0 },
    { type: 'reasoning.text', text: 'ef', signature: 'SIG2', index: 1 },
  ]
  const answer = { role: 'assistant', content: 'A', reasoning_details: pieces }
  const [, fromChat] = written(anthropic.writeRequest(chat({ messages: [question, answer, question] }), 'm')).messages
  assert.deepEqual(fromChat.content.slice(0, 2), [...whole, { type: 'thinking', thinking: 'ef', signature: 'SIG2' }])
  const parts = [
    { text: 'ab', thought: true },
    { text: 'cd', thought: true },
    { text: '', thought: true, thoughtSignature: 'SIG' },
    { text: 'A' },
  ]
  const [, fromGemini] = written(anthropic.writeRequest(content(parts), 'm')).messages
  assert.deepEqual(fromGemini.content.slice(0, 1), whole)
})

test('a thought whose text its vendor keeps comes back with its signature, and a sealed one sealed', () => {
  const format = responsesFormat({ body: {}, items: [], completed: () => Promise.resolve() })
  const blocks = [
    { type: 'thinking', thinking: '', signature: 'SIG' },
    { type: 'redacted_thinking', data: 'SEALED' },
    { type: 'text', text: 'A' },
  ]
  const events = anthropic.readAnswer({ type: 'message', content: blocks, stop_reason: 'end_turn' })
  const request = responses([question])
  const { output } = Object(
    format.writeAnswer(events, { model: 'm', id: '1', created: 1, includeUsage: true, request }),
  )
  const [, answer] = written(anthropic.writeRequest(responses([question, ...output, question]), 'm')).messages
  assert.deepEqual(answer.content, blocks)
})

test('results of Ollama’s clients belong to the calls that they name by id', () => {
  const calls = ['a', 'b'].map((id) => ({ id, function: { name: 'f', arguments: {} } }))
  const results = ['b', 'a'].map((id) => ({ role: 'tool', tool_call_id: id, tool_name: 'f', content: id }))
  const turns = [question, { role: 'assistant', content: '', tool_calls: calls }, ...results]
  const { messages: sent } = written(openai.writeRequest(ollamaChat.readRequest({ model: 'm', messages: turns }), 'm'))
  const [one, other] = sent[1].tool_calls.map(({ id }: Json) => id)
  assert.deepEqual(
    sent.slice(2).map(({ tool_call_id: id, content: said }: Json) => [id, said]),
    [
      [other, 'b'],
      [one, 'a'],
    ],
  )
})

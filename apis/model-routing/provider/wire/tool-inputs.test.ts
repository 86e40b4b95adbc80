// Guards that tools may name their inputs as every wire allows, though the Messages API refuses some names.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oneBatch } from './batches.ts'
import { formats } from './formats.ts'
import type { StreamEvent } from './stream-event.ts'
import { withOriginalInputs, withTakenInputs } from './tool-inputs.ts'

const refused = ['$filter', '@type', 'filter[id]', 'a b', 'größe', 'x'.repeat(65), '', 'a/b', 'a:b', '日付']
const accepted = ['user.name', 'user-name', '_id', '0', 'x'.repeat(64)]
const readRequest = (names: readonly string[], input: object = {}) =>
  formats.openai.readRequest({
    model: 'm',
    messages: [
      { role: 'user', content: 'Find it.' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'find', arguments: JSON.stringify(input) } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'Nothing.' },
    ],
    tools: [
      {
        type: 'function',
        function: {
          name: 'find',
          parameters: {
            type: 'object',
            properties: Object.fromEntries(names.map((name) => [name, { type: 'string', description: 'What.' }])),
            required: names,
          },
        },
      },
    ],
  })
const written = (names: readonly string[], input?: object) => {
  const { request, originals } = withTakenInputs(readRequest(names, input), 'anthropic')
  const body = Object(formats.anthropic.writeRequest(request, 'claude-sonnet-4-5'))
  const { properties, required } = body.tools[0].input_schema
  return { properties, required, body, originals }
}
const called = (text: readonly string[]): StreamEvent[] => [
  { kind: 'toolCall', choice: 0, index: 0, id: 'c', name: 'find' },
  ...text.map((piece) => ({ kind: 'toolInput', choice: 0, index: 0, text: piece }) as const),
  { kind: 'text', choice: 0, text: 'So.' },
  { kind: 'finish', choice: 0, reason: 'toolCalls' },
  { kind: 'end' },
]

for (const name of refused)
  test(`an input of the name ${JSON.stringify(name.slice(0, 20))} is written in another way, and called by its own`, async () => {
    const { properties, required, body, originals } = written(['plain', name], { plain: 'a', [name]: '12' })
    const [plain = '', other = ''] = Object.keys(properties)
    assert.equal(plain, 'plain')
    assert.match(other, /^[a-zA-Z0-9_.-]{1,64}$/)
    assert.deepEqual(required, ['plain', other])
    assert.equal(properties[other].description, `${name}: What.`)
    assert.deepEqual(body.messages[1].content[0].input, { plain: 'a', [other]: '12' })
    const json = JSON.stringify({ [other]: 'b', plain: 'c' })
    const pieces = [json.slice(0, 5), json.slice(5, 9), json.slice(9)]
    const events = (await Array.fromAsync(withOriginalInputs(oneBatch(called(pieces)), originals))).flat()
    const text = events.map((event) => (event.kind === 'toolInput' ? event.text : '')).join('')
    assert.deepEqual(JSON.parse(text), { [name]: 'b', plain: 'c' })
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['toolCall', 'text', 'toolInput', 'finish', 'end'],
    )
  })

test('names that the wire takes stay, and their calls are passed on in pieces', async () => {
  const { properties, originals } = written(accepted)
  assert.deepEqual(Object.keys(properties).toSorted(), accepted.toSorted())
  assert.equal(originals.size, 0)
  const other = written(['$filter']).originals
  const call = called(['{"a":', '1}']).map((event) => (event.kind === 'toolCall' ? { ...event, name: 'other' } : event))
  assert.deepEqual((await Array.fromAsync(withOriginalInputs(oneBatch(call), other))).flat(), call)
})

test('long integers of a renamed input stay as they were written, and what is no object stays too', async () => {
  const { properties, originals } = written(['$id'])
  const [name = ''] = Object.keys(properties)
  const inputOf = async (text: string) =>
    (await Array.fromAsync(withOriginalInputs(oneBatch(called([text])), originals)))
      .flat()
      .map((event) => (event.kind === 'toolInput' ? event.text : ''))
      .join('')
  assert.equal(await inputOf(`{"${name}":12345678901234567890}`), '{"$id":12345678901234567890}')
  for (const text of ['{"a":', '[1]', '']) assert.equal(await inputOf(text), text)
})

test('other wires, and callers of the Messages API, keep their names', () => {
  const request = readRequest(['$filter'])
  assert.equal(withTakenInputs(request, 'gemini').request, request)
  const own = { ...request, wire: 'anthropic' as const }
  assert.equal(withTakenInputs(own, 'anthropic').request, own)
})

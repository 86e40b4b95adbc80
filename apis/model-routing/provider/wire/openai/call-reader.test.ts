// Tool calls in the fragments that servers of this wire send, beside what the vendor itself promises.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventsIn, whole } from '../fixtures/replies.ts'
import { openai } from '../openai.ts'
import { collectReply } from '../reply.ts'

type Fragment = readonly [index: number | undefined, id: string | null | undefined, name: unknown, text: unknown]
const written = ([index, id, name, text]: Fragment) => ({ index, id, function: { name, arguments: text } })

/** Name and arguments of each call, and whether all ids differ. */
async function callsOf(fragments: readonly Fragment[], reason = 'tool_calls'): Promise<unknown> {
  const chunk = (delta: unknown, finish: string | null = null) =>
    `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
  const chunks = fragments.map((fragment) => chunk({ tool_calls: [written(fragment)] }))
  const stream = `${chunks.join('')}${chunk({}, reason)}data: [DONE]\n\n`
  return outcome(await eventsIn(openai.readStream(whole(stream))))
}
function outcome(events: Parameters<typeof collectReply>[0]): unknown {
  const calls = collectReply(events).choices[0]?.blocks.filter((block) => block.kind === 'toolCall') ?? []
  assert.equal(new Set(calls.map(({ id }) => id)).size, calls.length, 'ids differ')
  assert.ok(calls.every(({ id }) => id !== ''))
  return calls.map(({ name, input }) => [name, input])
}

const one = [['add', '{"a":1}']]
const two = [
  ['add', '{"a":1}'],
  ['sub', '{"a":2}'],
]
const add = '{"a":1}'
const sub = '{"a":2}'

const joined: Readonly<Record<string, readonly Fragment[]>> = {
  'with the name after a null': [
    [0, 'c0', null, ''],
    [0, undefined, 'add', add],
  ],
  'with the name after an empty one': [
    [0, 'c0', '', ''],
    [0, null, 'add', ''],
    [0, null, null, add],
  ],
  'with the name after a missing one': [
    [0, 'c0', undefined, ''],
    [0, 'c0', 'add', add],
  ],
  'with the name in pieces': [
    [0, 'c0', 'a', ''],
    [0, undefined, 'dd', ''],
    [0, undefined, '', add],
  ],
  'with the name again in every fragment': [
    [0, 'c0', 'add', '{"a"'],
    [0, 'c0', 'add', ':1}'],
    [0, 'c0', 'add', ''],
  ],
  'with arguments before the name': [
    [0, 'c0', null, '{"a"'],
    [0, 'c0', 'add', ':1}'],
  ],
  'with the name at the very end': [
    [0, 'c0', '', add],
    [0, 'c0', 'add', ''],
  ],
  'with a new number in every fragment': [
    [0, 'c0', 'add', ''],
    [1, '', '', '{"a"'],
    [2, '', '', ':1}'],
  ],
  'with a new number and id in every fragment': [
    [0, 'c0', 'add', ''],
    [1, 'c1', '', '{"a"'],
    [2, 'c2', '', ':1}'],
  ],
  'with a new id in every fragment': [
    [0, 'c0', 'add', '{"a"'],
    [0, 'c1', '', ':1}'],
    [0, 'c2', '', ''],
  ],
  'with a late name at a new number': [
    [0, 'c0', null, ''],
    [1, 'c0', 'add', add],
  ],
  'without numbers': [
    [undefined, 'c0', 'add', ''],
    [undefined, undefined, undefined, add],
  ],
  'with empty fragments around it': [
    [0, '', '', ''],
    [0, 'c0', 'add', add],
    [0, '', '', ''],
    [7, '', '', ''],
  ],
  'sent whole a second time': [
    [0, 'c0', 'add', add],
    [0, 'c0', 'add', add],
  ],
  'with its name once more at the end': [
    [0, '', 'add', add],
    [0, '', 'add', ''],
  ],
  'with arguments as an object': [[0, 'c0', 'add', { a: 1 }]],
  'with a brace and quotes in a text': [
    [0, 'c0', 'add', '{"a":1'],
    [0, null, null, '}'],
  ],
}
for (const [shape, fragments] of Object.entries(joined))
  test(`one call ${shape} is one call`, async () => assert.deepEqual(await callsOf(fragments), one))

const apart: Readonly<Record<string, readonly Fragment[]>> = {
  'numbered 0 without ids': [
    [0, '', 'add', add],
    [0, '', 'sub', sub],
  ],
  'numbered 0 with one id': [
    [0, 'c0', 'add', add],
    [0, 'c0', 'sub', sub],
  ],
  'numbered 0 with ids of their own': [
    [0, 'c0', 'add', add],
    [0, 'c1', 'sub', sub],
  ],
  'with one id and numbers': [
    [0, 'c0', 'add', add],
    [1, 'c0', 'sub', sub],
  ],
  'without numbers and ids': [
    [undefined, '', 'add', add],
    [undefined, '', 'sub', sub],
  ],
  'without numbers': [
    [undefined, 'c0', 'add', add],
    [undefined, 'c1', 'sub', sub],
  ],
  'numbered 0, in pieces': [
    [0, '', 'add', ''],
    [0, '', '', add],
    [0, '', 'sub', ''],
    [0, '', '', '{"a"'],
    [0, '', '', ':2}'],
  ],
  'in turns': [
    [0, 'c0', 'add', '{"a"'],
    [1, 'c1', 'sub', '{"a"'],
    [0, null, null, ':1}'],
    [1, null, null, ':2}'],
  ],
  'in turns, with ids alone': [
    [0, 'c0', 'add', '{"a"'],
    [0, 'c1', 'sub', sub],
    [0, 'c0', '', ':1}'],
  ],
  'with the second name late': [
    [0, 'c0', 'add', add],
    [1, 'c1', null, ''],
    [1, 'c1', 'sub', sub],
  ],
  'with the second name last': [
    [0, 'c0', 'add', add],
    [1, 'c1', null, sub],
    [1, 'c1', 'sub', ''],
  ],
}
for (const [shape, fragments] of Object.entries(apart))
  test(`two calls ${shape} are two calls`, async () => assert.deepEqual(await callsOf(fragments), two))

test('two calls of one tool, with equal arguments or none, are two calls', async () => {
  const same = [
    ['add', add],
    ['add', add],
  ]
  assert.deepEqual(
    await callsOf([
      [0, '', 'add', add],
      [0, '', 'add', add],
    ]),
    same,
  )
  assert.deepEqual(
    await callsOf([
      [0, 'c0', 'add', add],
      [1, 'c1', 'add', add],
    ]),
    same,
  )
  assert.deepEqual(
    await callsOf([
      [0, 'c0', 'ping', ''],
      [1, 'c1', 'pong', ''],
    ]),
    [
      ['ping', ''],
      ['pong', ''],
    ],
  )
  assert.deepEqual(
    await callsOf([
      [0, 'c0', 'ping', ''],
      [0, 'c1', 'pong', ''],
    ]),
    [
      ['ping', ''],
      ['pong', ''],
    ],
  )
  const message = { tool_calls: [written([undefined, 'c0', 'add', add]), written([undefined, 'c0', 'add', add])] }
  const whole = openai.readAnswer({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] })
  assert.deepEqual(outcome(whole), same)
})

const inseparable: Readonly<Record<string, readonly Fragment[]>> = {
  'two objects in one fragment': [[0, 'c0', 'add', `${add}${sub}`]],
  'arguments without any name': [[0, 'c0', '', add]],
  'a second call without a name': [
    [0, 'c0', 'add', add],
    [0, '', '', sub],
  ],
  'another name amid arguments': [
    [0, '', 'add', '{"a"'],
    [0, '', 'sub', ':1}'],
  ],
  'two names without ids and arguments': [
    [0, '', 'ping', ''],
    [0, '', 'pong', ''],
  ],
  'arguments that never end': [
    [0, 'c0', 'add', '{"a"'],
    [0, 'c1', 'sub', sub],
  ],
}
for (const [shape, fragments] of Object.entries(inseparable))
  test(`${shape}: an error says that the calls cannot be separated`, async () => {
    await assert.rejects(callsOf(fragments), { code: 'malformed_answer', message: /cannot be separated/ })
  })

test('a call that the limit of tokens cut off ends where it was cut', async () => {
  assert.deepEqual(await callsOf([[0, 'c0', 'add', '{"a"']], 'length'), [['add', '{"a"']])
})

// Errors that services of chat completions answer with the status of a success.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ModelError } from '../model-error.ts'
import type { StreamEvent } from '../stream-event.ts'
import { ChunkReader, readAnswer } from './answer-reader.ts'

const answers: readonly (readonly [kind: string, message: RegExp, answer: object])[] = [
  [
    'billing',
    /insufficient balance/,
    { id: '', choices: null, base_resp: { status_code: 1008, status_msg: 'insufficient balance' } },
  ],
  ['authentication', /refused the key/, { base_resp: { status_code: 1004, status_msg: 'login fail' } }],
  ['limited', /rate limit/, { choices: [], base_resp: { status_code: 1002, status_msg: 'rate limit' } }],
  [
    'unavailable',
    /QPS limit reached/,
    { error_code: 18, error_msg: 'Open api qps request limit reached: QPS limit reached' },
  ],
  ['server', /busy/, { code: 500, msg: 'busy', success: false }],
  ['unavailable', /overloaded/, { error: 'overloaded' }],
  ['invalid', /too long/, { error: { message: 'too long', type: 'invalid_request_error' } }],
  ['unavailable', /no worker/, { object: 'error', message: 'no worker' }],
]

test('an error with the status of a success is told in its own words, whole and in a stream', () => {
  for (const [kind, message, answer] of answers)
    for (const read of [() => readAnswer(answer), () => new ChunkReader().read(JSON.stringify(answer), [])])
      assert.throws(
        read,
        (error) => error instanceof ModelError && message.test(error.message) && error.kind === kind,
        JSON.stringify(answer),
      )
})

test('the state of a success is no error', () => {
  const base_resp = { status_code: 0, status_msg: '' }
  const choices = [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }]
  assert.ok(readAnswer({ id: '1', choices, base_resp, error: '' }).some((event) => event.kind === 'text'))
  const reader = new ChunkReader()
  reader.read(
    JSON.stringify({ id: '1', choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 }, base_resp }),
    [],
  )
  reader.read(
    JSON.stringify({ id: '1', choices: [{ index: 0, delta: { content: 'a' } }], base_resp, message: 'm' }),
    [],
  )
})

test('an error that a router attached to a choice without content is the error of the call', () => {
  const error = { code: 502, message: 'upstream died' }
  const choice = { index: 0, finish_reason: 'error', error }
  const whole = (content: string) => ({ id: '1', choices: [{ ...choice, message: { role: 'assistant', content } }] })
  const piece = (content: string) => ({ id: '1', choices: [{ ...choice, delta: { content } }] })
  for (const read of [() => readAnswer(whole('')), () => new ChunkReader().read(JSON.stringify(piece('')), [])])
    assert.throws(read, { kind: 'unavailable', message: 'upstream died' })
  // an empty one says nothing
  for (const none of [{}, { message: null }, null])
    new ChunkReader().read(JSON.stringify({ id: '1', choices: [{ index: 0, delta: {}, error: none }] }), [])
  // after its first words an answer is one that was cut off
  const finishOf = (events: readonly StreamEvent[]) => events.find((event) => event.kind === 'finish')?.reason
  assert.equal(finishOf(readAnswer(whole('Hi'))), 'incomplete')
  const events: StreamEvent[] = []
  new ChunkReader().read(JSON.stringify(piece('Hi')), events)
  assert.equal(finishOf(events), 'incomplete')
})

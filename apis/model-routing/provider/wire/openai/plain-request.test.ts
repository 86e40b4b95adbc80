// The short way for plain requests gives what the long way gives, and leaves to it what has to be refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hostileValues, openaiRequests, replacedAt } from '../fixtures/requests.ts'
import { readPlainRequest } from './plain-request.ts'
import { readAnyRequest } from './request-reader.ts'

const odd = fc.constantFrom<unknown>(null, '', 0, -1, 2.5, 1e16, true, [], {}, '\ud800', 'x'.repeat(513))
const orOdd = <T>(usual: fc.Arbitrary<T>) => fc.oneof({ arbitrary: usual, weight: 20 }, odd)
const message = fc.record(
  {
    role: orOdd(fc.constantFrom('system', 'user', 'assistant', 'developer', 'tool')),
    content: orOdd(fc.string({ unit: 'grapheme', maxLength: 8 })),
    name: fc.constant('n'),
  },
  { requiredKeys: ['role', 'content'] },
)
const plainRequests = fc.record(
  {
    model: orOdd(fc.constantFrom('m', 'a/b')),
    messages: orOdd(fc.array(orOdd(message), { maxLength: 4 })),
    stream: orOdd(fc.boolean()),
    temperature: orOdd(fc.constantFrom(0, 0.7, 2, 3)),
    max_tokens: orOdd(fc.constantFrom(1, 100)),
    stream_options: orOdd(fc.record({ include_usage: orOdd(fc.boolean()) }, { requiredKeys: [] })),
    models: odd,
    seed: fc.integer(),
  },
  { requiredKeys: ['model', 'messages'] },
)
const spoiled = fc
  .tuple(openaiRequests, fc.nat(), hostileValues)
  .map(([request, nth, value]) => replacedAt(request, nth, value))

test('what is read the short way is what the long way reads', () => {
  fc.assert(
    fc.property(fc.oneof(plainRequests, openaiRequests, spoiled), (body) => {
      const plain = readPlainRequest(body)
      if (plain !== undefined) assert.deepEqual(plain, readAnyRequest(body))
    }),
    { numRuns: 3_000 },
  )
})

test('an ordinary conversation is read the short way', () => {
  const messages = ['system', 'user', 'assistant', 'user'].map((role) => ({ role, content: 'Hi' }))
  const stream_options = { include_usage: true }
  assert.ok(readPlainRequest({ model: 'm', messages, stream: true, stream_options, temperature: 1, max_tokens: 9 }))
})

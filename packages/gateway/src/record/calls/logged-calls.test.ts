// Guards the form of the record of calls: each call is read as it was written, whatever its id and names, and the forms
// that chunks had before stay readable.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { createChunkCollector } from '#store/call-log'
import { createRequestIds } from '../../process/request-id.ts'
import { entryOf, readCalls } from './logged-calls.ts'
import type { EndedCall } from './recorded-call.ts'

const begunMs = Date.UTC(2026, 0, 2, 3, 4, 5)
const ownIds = createRequestIds({ clock: () => begunMs, randomBytes })
const otherIds = createRequestIds({ clock: () => begunMs + 7, randomBytes })

const ids: fc.Arbitrary<Pick<EndedCall, 'id' | 'madeId'>> = fc.oneof(
  fc.constantFrom(ownIds, otherIds).map((next) => {
    const madeId = next()
    return { id: madeId.text, madeId }
  }),
  fc.stringMatching(/^[A-Za-z0-9._-]{8,64}$/).map((id) => ({ id })),
  // of the gateway's form, but not made here
  fc.stringMatching(/^req_[0-9a-f]{11}[0-9a-z]{15,40}$/).map((id) => ({ id })),
)
const names = fc.constantFrom('', 'a', 'b', 'get /a', 'quotes "', 'hasOwnProperty')
const details = fc.record({
  accountId: fc.constant('acc'),
  keyId: names,
  listing: names,
  endpoint: names,
  code: names,
  provider: fc.constantFrom('live', 'embedded', 'gateway'),
  status: fc.integer({ min: 100, max: 599 }),
  ms: fc.integer({ min: 0, max: 1e9 }).map((units) => units / 100),
  upstreamMs: fc.option(
    fc.integer({ min: 0, max: 1e9 }).map((units) => units / 100),
    { nil: undefined },
  ),
  bytesIn: fc.maxSafeNat(),
  bytesOut: fc.maxSafeNat(),
  surface: fc.constantFrom('http', 'mcp', 'console'),
  cost: fc.constantFrom('0.025', '12'),
})
const calls: fc.Arbitrary<EndedCall> = fc.tuple(ids, details).map(([id, rest]) => ({ ...id, ...rest }))
const laterCalls = fc.array(fc.tuple(calls, fc.integer({ min: -5000, max: 4999 })), { minLength: 1, maxLength: 60 })

test('every call is read as it was written', () => {
  const collector = createChunkCollector({ newSeq: () => 1, newSum: () => null })
  fc.assert(
    fc.property(laterCalls, (added) => {
      for (const [call, after] of added) collector.add('acc', entryOf(call, begunMs + after))
      assert.deepEqual(
        collector.take().flatMap(({ row }) => readCalls(row)),
        added.map(([{ madeId: _, ...call }, after]) => ({ ...call, at: begunMs + after })),
      )
    }),
  )
})

test('a chunk of the form before kinds is read', () => {
  const names = ['key_1', 'randomness', 'dice', '', 'quota.day']
  const integers = [0, 0, 1, 2, 1, 200, 3, 45, -1, 0, 62, 0, 12, 0, 1, 2, 2, 429, 4, 10, 5, 7, 90, 2]
  const data = JSON.stringify([begunMs, names, 'req_', ['one', 'two'], integers])
  assert.deepEqual(readCalls({ account_id: 'acc', data }), [
    { ...callWith({ id: 'req_one', keyId: 'key_1', ms: 0.45, bytesOut: 62 }), at: begunMs },
    {
      ...callWith({ id: 'req_two', keyId: 'key_1', provider: 'gateway', status: 429, code: 'quota.day', ms: 0.1 }),
      upstreamMs: 0.05,
      bytesIn: 7,
      bytesOut: 90,
      surface: 'console',
      at: begunMs + 12,
    },
  ])
})

for (const data of ['[1,[],[],["p"],[]]', '["1",[],[],["p",{}],[]]', '[1,[],[],["p",{}],[0,1,0,0,0,0,0,0]]'])
  test(`a damaged chunk of a former form is an error: ${data}`, () => {
    assert.throws(() => readCalls({ account_id: 'acc', data }), /a former chunk of calls/)
  })

function callWith(call: Partial<EndedCall>): EndedCall {
  return {
    id: 'chosen-by-caller',
    accountId: 'acc',
    keyId: 'key',
    listing: 'randomness',
    endpoint: 'dice',
    provider: 'embedded',
    status: 200,
    code: '',
    ms: 1,
    upstreamMs: undefined,
    bytesIn: 0,
    bytesOut: 0,
    surface: 'http',
    ...call,
  }
}

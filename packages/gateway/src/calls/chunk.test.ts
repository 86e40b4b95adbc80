// Guards the form of the record of calls: what a chunk is given it gives back, whatever the ids and names of its calls,
// and chunks of the form before kinds stay readable.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { createRequestIds } from '../http/request-id.ts'
import { ChunkBuilder } from './chunk.ts'
import { readChunk } from './read-chunk.ts'
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
  ...{ keyId: names, listing: names, endpoint: names, code: names },
  provider: fc.constantFrom('live', 'embedded', 'gateway'),
  status: fc.integer({ min: 100, max: 599 }),
  ms: fc.integer({ min: 0, max: 1e9 }).map((units) => units / 100),
  upstreamMs: fc.option(
    fc.integer({ min: 0, max: 1e9 }).map((units) => units / 100),
    { nil: undefined },
  ),
  ...{ bytesIn: fc.maxSafeNat(), bytesOut: fc.maxSafeNat() },
  surface: fc.constantFrom('http', 'mcp', 'console'),
})
const calls: fc.Arbitrary<EndedCall> = fc.tuple(ids, details).map(([id, rest]) => ({ ...id, ...rest }))
const laterCalls = fc.array(fc.tuple(calls, fc.integer({ min: -5000, max: 5000 })), { minLength: 1, maxLength: 60 })

test('a chunk gives back the calls that it was given, also when its builder is used again', () => {
  const builder = new ChunkBuilder()
  fc.assert(
    fc.property(laterCalls, (added) => {
      builder.begin('acc', begunMs)
      for (const [call, after] of added) builder.add(call, begunMs + after)
      const read = readChunk(builder.row(1))
      assert.deepEqual(
        read,
        added.map(([{ madeId: _, ...call }, after]) => ({ ...call, at: begunMs + after })),
      )
    }),
  )
})

test('the head of a chunk tells its times and how many calls failed', () => {
  const builder = new ChunkBuilder()
  builder.begin('acc', begunMs)
  for (const [status, after] of [
    [200, 3],
    [503, -4],
    [404, 9],
  ] as const)
    builder.add(callWith({ status }), begunMs + after)
  const { first_at, last_at, calls: count, failed, seq } = builder.row(5)
  assert.deepEqual([first_at, last_at, count, failed, seq], [begunMs - 4, begunMs + 9, 3, 2, 5])
})

test('a chunk of the form before kinds is read', () => {
  const names = ['key_1', 'randomness', 'dice', '', 'quota.day']
  const integers = [0, 0, 1, 2, 1, 200, 3, 45, -1, 0, 62, 0, 12, 0, 1, 2, 2, 429, 4, 10, 5, 7, 90, 2]
  const data = JSON.stringify([begunMs, names, 'req_', ['one', 'two'], integers])
  assert.deepEqual(readChunk({ account_id: 'acc', data }), [
    { ...callWith({ id: 'req_one', keyId: 'key_1', ms: 0.45, bytesOut: 62 }), at: begunMs },
    {
      ...callWith({ id: 'req_two', keyId: 'key_1', provider: 'gateway', status: 429, code: 'quota.day', ms: 0.1 }),
      ...{ upstreamMs: 0.05, bytesIn: 7, bytesOut: 90, surface: 'console', at: begunMs + 12 },
    },
  ])
})

for (const data of ['{}', '[]', '[1,[],[],["p",{}]]', '[1,[],[],["p"],[]]', '[1,[],"p",[]]', '["1",[],[],["p",{}],[]]'])
  test(`a damaged chunk is an error: ${data}`, () => {
    assert.throws(() => readChunk({ account_id: 'acc', data }), /a chunk of calls/)
  })

function callWith(call: Partial<EndedCall>): EndedCall {
  return {
    ...{ id: 'chosen-by-caller', accountId: 'acc', keyId: 'key', listing: 'randomness', endpoint: 'dice' },
    ...{ provider: 'embedded', status: 200, code: '', ms: 1, upstreamMs: undefined, bytesIn: 0, bytesOut: 0 },
    surface: 'http',
    ...call,
  }
}

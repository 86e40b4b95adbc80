// Guards the form of the ledger: what a chunk is given it gives back, to the last digit of a cost, and sums by day.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayMs, utcDay } from '#provider'
import { CallChunk, callsOf, type DayRow, idAfter, longestChunkMs, timeOfId } from './call-chunk.ts'
import type { LedgerEntry } from './metered-call.ts'
import { largestAmount } from './price.ts'

const startMs = Date.UTC(2026, 10, 2, 23, 59, 58)
const unique = '0123456789abcdef01234567'

const names = fc.constantFrom('a', 'b', 'gpt-4o-mini', 'quotes "', 'hasOwnProperty', 'é\u{1f30a}')
const tokens = fc.option(fc.nat(1e9), { nil: undefined })
const entries: fc.Arbitrary<LedgerEntry> = fc.record({
  endedAtMs: fc.integer({ min: startMs, max: startMs + longestChunkMs }),
  call: fc.record({
    account: fc.constant('acc'),
    key: names,
    endpoint: names,
    model: names,
    prompt: fc.constant<string[]>([]),
  }),
  outcome: fc.record({
    ended: fc.constantFrom('whole', 'left', 'failed'),
    channel: fc.constantFrom('built-in', 'eu'),
    upstreamModel: names,
    attempts: fc.nat(6),
    usage: fc.record({ prompt: tokens, answer: tokens }),
    output: fc.constant<string[]>([]),
  }),
  usage: fc.record({
    ...{ prompt: fc.nat(1e9), answer: fc.nat(1e9) },
    ...{ cachedRead: tokens, cachedWrite: tokens, reasoning: tokens },
  }),
  cost: fc.oneof(fc.nat(1e9).map(BigInt), fc.bigInt({ min: 0n, max: 2n * largestAmount })),
})

function chunkOf(list: readonly LedgerEntry[], chunk = new CallChunk()): CallChunk {
  chunk.begin('acc', list[0]?.endedAtMs ?? startMs, unique)
  for (const entry of list) chunk.add(entry)
  return chunk
}

test('a chunk gives back its calls in their order, also one that is used again', () => {
  const used = new CallChunk()
  fc.assert(
    fc.property(fc.array(entries, { minLength: 1, maxLength: 40 }), (list) => {
      const row = chunkOf(list, used).row()
      const calls = callsOf(row)
      assert.deepEqual(
        calls.map(({ id: _id, ...rest }) => rest),
        list.map(({ endedAtMs, call, outcome, usage, cost }) => ({
          ...{ key: call.key, endpoint: call.endpoint, model: call.model, channel: outcome.channel },
          ...{ upstreamModel: outcome.upstreamModel, attempts: outcome.attempts, ended: outcome.ended },
          isCounted: outcome.usage.prompt === undefined || outcome.usage.answer === undefined,
          ...{ atMs: endedAtMs, account: 'acc', prompt: usage.prompt, answer: usage.answer },
          ...{ cachedRead: usage.cachedRead ?? 0, cachedWrite: usage.cachedWrite ?? 0 },
          ...{ reasoning: usage.reasoning ?? 0, cost },
        })),
      )
      assert.equal(new Set(calls.map(({ id }) => id)).size, list.length)
      for (const { id, atMs } of calls) {
        assert.equal(timeOfId(id), atMs)
        assert.ok(id < idAfter(atMs) && id >= idAfter(atMs - 1))
      }
      const times = list.map(({ endedAtMs }) => endedAtMs)
      assert.deepEqual([row.first_ms, row.last_ms, row.calls], [Math.min(...times), Math.max(...times), list.length])
      assert.deepEqual(new Set(JSON.parse(row.key_ids)), new Set(list.map(({ call }) => call.key)))
    }),
  )
})

test('the totals of a day are the sums of its calls, by key and model', () => {
  fc.assert(
    fc.property(fc.array(entries, { minLength: 1, maxLength: 40 }), (list) => {
      const days = new Map<string, DayRow>()
      chunkOf(list).addTo(days)
      const expected = new Map<string, DayRow>()
      for (const { endedAtMs, call, outcome, usage, cost } of list) {
        const day = utcDay(Math.floor(endedAtMs / dayMs) * dayMs)
        const model = outcome.channel === 'built-in' ? outcome.upstreamModel : call.model
        const id = JSON.stringify([call.key, day, model])
        const none = { account: 'acc', key_id: call.key, day, model, calls: 0, prompt: 0, answer: 0, cost: 0n }
        const sum = expected.get(id) ?? none
        const stored = cost > largestAmount ? largestAmount : cost
        expected.set(id, {
          ...{ ...sum, calls: sum.calls + 1, prompt: sum.prompt + (usage.prompt ?? 0) },
          ...{ answer: sum.answer + (usage.answer ?? 0), cost: sum.cost + stored },
        })
      }
      const sorted = (rows: Iterable<DayRow>) =>
        [...rows].map((row) => JSON.stringify(Object.values(row).map(String))).sort()
      assert.deepEqual(sorted(days.values()), sorted(expected.values()))
    }),
  )
})

test('a chunk has room for five hundred calls of a hundred kinds within ten seconds', () => {
  const chunk = new CallChunk()
  chunk.begin('acc', startMs, unique)
  assert.ok(chunk.hasRoom(startMs + longestChunkMs) && chunk.hasRoom(startMs - longestChunkMs))
  assert.ok(!chunk.hasRoom(startMs + longestChunkMs + 1) && !chunk.hasRoom(startMs - longestChunkMs - 1))
  const [entry] = fc.sample(entries, 1)
  if (!entry) throw new Error('no call')
  for (let count = 0; count < 500; count++) chunk.add({ ...entry, endedAtMs: startMs })
  assert.ok(!chunk.hasRoom(startMs))
  chunk.begin('acc', startMs, unique)
  for (let count = 0; count < 100; count++) {
    assert.ok(chunk.hasRoom(startMs))
    chunk.add({ ...entry, endedAtMs: startMs, call: { ...entry.call, model: `m${count}` } })
  }
  assert.ok(!chunk.hasRoom(startMs))
})

test('no other row is taken for a chunk, and no other string for an id', () => {
  for (const data of ['null', '[]', '[1,[],{},{}]', '["1",[],[],{}]'])
    assert.throws(() => callsOf({ id: '1', account: 'acc', data }), /lacks its parts/)
  for (const id of ['', 'none', `${'0'.repeat(23)}g`, '0'.repeat(25)]) assert.equal(timeOfId(id), undefined)
})

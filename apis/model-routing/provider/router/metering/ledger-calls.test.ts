// Guards the form of the ledger: each call is read as it was written, to the last digit of a cost, and counted in its
// day.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { largestAmount } from '#provider/budgets'
import { callsOf, collect, createLedgerCollector, idOf, positionOf } from './ledger-calls.ts'
import type { LedgerEntry } from './metered-call.ts'

const startMs = Date.UTC(2026, 10, 2, 23, 59, 59, 999)
const usage = { prompt: 3, answer: 5 }
const entry: LedgerEntry = {
  ...{ endedAtMs: startMs, usage, cost: 7n },
  call: { account: 'acc', key: 'key_1', endpoint: 'chatCompletions', model: 'quotes "', prompt: [] },
  outcome: { ended: 'whole', channel: 'eu', upstreamModel: 'é\u{1f30a}', attempts: 2, usage, output: [] },
}
const huge = 2n * largestAmount + 1n
const entries: readonly LedgerEntry[] = [
  entry,
  { ...entry, cost: huge, outcome: { ...entry.outcome, ended: 'left', usage: { prompt: 3 } } },
  { ...entry, usage: { ...usage, cachedRead: 1, cachedWrite: 2, reasoning: 4 } },
  { ...entry, endedAtMs: startMs + 1 },
  { ...entry, outcome: { ...entry.outcome, channel: 'built-in' } },
]

function collected() {
  const collector = createLedgerCollector(() => '0123456789abcdef')
  for (const one of entries) collect(collector, one)
  return collector.take()
}

test('every call is read as it was written', () => {
  const expected = {
    ...{ accountId: 'acc', at: startMs, key: 'key_1', endpoint: 'chatCompletions', model: 'quotes "', channel: 'eu' },
    ...{ upstreamModel: 'é\u{1f30a}', attempts: 2, ended: 'whole', isCounted: false, ...usage, cost: 7n },
    ...{ cachedRead: 0, cachedWrite: 0, reasoning: 0 },
  }
  const calls = collected().flatMap(({ row }) => callsOf(row))
  assert.deepEqual(
    calls.map(({ id: _id, ...rest }) => rest),
    [
      expected,
      { ...expected, cost: huge, ended: 'left', isCounted: true },
      { ...expected, cachedRead: 1, cachedWrite: 2, reasoning: 4 },
      { ...expected, channel: 'built-in' },
      { ...expected, at: startMs + 1 },
    ],
  )
  for (const { id, at } of calls) {
    assert.deepEqual(positionOf(id), { at, id, accountId: '' })
    assert.ok(id < idOf({ at, id: '~', accountId: '' }) && id > idOf({ at: at - 1, id: '~', accountId: '' }))
  }
  assert.equal(new Set(calls.map(({ id }) => id)).size, calls.length)
})

test('the totals of a day are the sums of its calls, by key and model', () => {
  const days = collected().flatMap(({ sum }) => [...sum.values()])
  const total = { account: 'acc', key_id: 'key_1', day: '2026-11-02', model: 'quotes "' }
  assert.deepEqual(days, [
    { ...total, calls: 3, prompt: 9, answer: 15, cost: largestAmount + 14n },
    { ...total, calls: 1, prompt: 3, answer: 5, cost: 7n, model: 'é\u{1f30a}' },
    { ...total, calls: 1, prompt: 3, answer: 5, cost: 7n, day: '2026-11-03' },
  ])
})

test('no other string is taken for an id', () => {
  for (const id of ['', 'none', `${'0'.repeat(23)}g`, '0'.repeat(25)]) assert.equal(positionOf(id), undefined)
})

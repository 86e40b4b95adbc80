// Guards the form of a call log: a collector gives back every call as it was added, in chunks of bounded size.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type ChunkRow, entriesOf, type LogEntry, longestChunkMs } from './chunk.ts'
import { createChunkCollector } from './collector.ts'

const startMs = Date.UTC(2026, 10, 2, 23, 59, 58)
const names = fc.constantFrom('', 'a', 'b', 'quotes "', 'per%cent', 'hasOwnProperty', 'é\u{1f30a}')
const number = fc.integer({ min: -1, max: Number.MAX_SAFE_INTEGER })
const entries: fc.Arbitrary<LogEntry> = fc.record({
  at: fc.integer({ min: startMs, max: startMs + 3 * longestChunkMs }),
  kind: fc.tuple(names, names, names),
  numbers: fc.tuple(number, number, number, number, number, number),
  text: fc.option(names, { nil: undefined }),
})
const calls = fc.array(fc.tuple(fc.constantFrom('acc_a', 'acc_b'), entries), { maxLength: 60 })

const read = ({ data }: ChunkRow) => entriesOf(JSON.parse(data))

test('every call is given back as it was added, once, also when chunks are used again', () => {
  let seq = 0
  const collector = createChunkCollector({ newSeq: () => seq++, newSum: () => ({ added: 0 }) })
  fc.assert(
    fc.property(calls, (list) => {
      for (const [account, entry] of list) {
        const sum = collector.add(account, entry)
        if (sum) sum.added++
      }
      assert.equal(collector.size, list.length)
      const chunks = collector.take()
      assert.deepEqual([collector.size, collector.chunks], [0, 0])
      for (const account of ['acc_a', 'acc_b']) {
        const own = chunks.filter(({ row }) => row.account_id === account).flatMap(({ row }) => read(row))
        const added = list.filter(([of]) => of === account).map(([, entry]) => entry)
        const sorted = (some: readonly LogEntry[]) => some.map((entry) => JSON.stringify(entry, members)).sort()
        assert.deepEqual(sorted(own), sorted(added))
      }
      for (const { row, sum } of chunks) {
        const times = read(row).map(({ at }) => at)
        assert.deepEqual([row.first_at, row.last_at], [Math.min(...times), Math.max(...times)])
        assert.deepEqual([row.calls, sum.added], [times.length, times.length])
        assert.deepEqual(new Set(JSON.parse(row.names)), new Set(read(row).flatMap(({ kind }) => kind)))
        assert.ok(row.last_at - row.first_at < longestChunkMs)
      }
    }),
  )
})
const members = ['at', 'kind', 'numbers', 'text', '0', '1', '2', '3', '4', '5']

test('a chunk has at most 500 calls and 100 kinds', () => {
  const fill = (kindOf: (at: number) => string) => {
    let seq = 0
    const collector = createChunkCollector({ newSeq: () => seq++, newSum: () => null })
    for (let at = 0; at < 1200; at++)
      collector.add('acc', { at: startMs, kind: [kindOf(at)], numbers: [at, 0, 0, 0, 0, 0] })
    return collector.take().map(({ row }) => row.calls)
  }
  assert.deepEqual(
    fill(() => 'one'),
    [500, 500, 200],
  )
  assert.deepEqual(
    fill(String),
    Array.from({ length: 12 }, () => 100),
  )
})

test('a collector without room takes no call for a new chunk', () => {
  const collector = createChunkCollector({ newSeq: () => 1, newSum: () => true, room: () => 500 })
  const add = () => collector.add('acc', { at: startMs, kind: [], numbers: [0, 0, 0, 0, 0, 0] })
  const taken = Array.from({ length: 600 }, add).filter(Boolean)
  assert.deepEqual([taken.length, collector.size], [500, 500])
})

for (const data of [
  ...['null', '{}', '[]', '["1",[],[],{}]', '[1,{},[],{}]', '[1,[],{},{}]', '[1,[],[],[]]'],
  ...['[1,[["a"]],[0,0,0],{}]', '[1,[["a"]],[0,0,0,0,0,0,0,"x"],{}]', '[1,[["a"]],[0,1,0,0,0,0,0,0],{}]'],
])
  test(`a damaged chunk is an error: ${data}`, () => {
    assert.throws(() => entriesOf(JSON.parse(data)), /a chunk of calls/)
  })

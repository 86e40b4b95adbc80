// The lines that are kept in memory are the written ones, masked as those are, and never more than a fixed number.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from './log.ts'
import { createRecentLines } from './recent-lines.ts'

const line = (at: number, level = 'info', msg = `line ${at}`) =>
  `${JSON.stringify({ level, time: new Date(at).toISOString(), listing: 'dictionary', msg })}\n`
const texts = (lines: readonly { readonly message: string }[]) => lines.map(({ message }) => message)

test('the latest lines are returned, oldest first, with what else they say', () => {
  const recent = createRecentLines()
  for (const at of [1, 2, 3]) recent.add(line(at))
  const lines = recent.latest({ limit: 2 })
  assert.deepEqual(texts(lines), ['line 2', 'line 3'])
  assert.deepEqual(
    { ...lines[0], id: '' },
    {
      id: '',
      at: 2,
      level: 'info',
      message: 'line 2',
      fields: { listing: 'dictionary' },
    },
  )
  assert.equal(new Set(lines.map(({ id }) => id)).size, 2)
})

test('older lines make room, and ids stay those of their lines', () => {
  const recent = createRecentLines({ lines: 3, characters: 1000 })
  for (const at of [1, 2, 3]) recent.add(line(at))
  const before = recent.latest({ limit: 10 })
  recent.add(line(4))
  const after = recent.latest({ limit: 10 })
  assert.deepEqual(texts(after), ['line 2', 'line 3', 'line 4'])
  assert.deepEqual(after.slice(0, 2), before.slice(1))
})

test('lines can be asked for by time and by level', () => {
  const recent = createRecentLines()
  for (const at of [1, 2, 3]) recent.add(line(at, at === 2 ? 'error' : 'info'))
  assert.deepEqual(texts(recent.latest({ from: 2, limit: 10 })), ['line 2', 'line 3'])
  assert.deepEqual(texts(recent.latest({ level: 'warn', limit: 10 })), ['line 2'])
})

test('a long line is kept without its details, and its message is cut', () => {
  const recent = createRecentLines({ lines: 3, characters: 100 })
  recent.add(line(1, 'warn', 'x'.repeat(1_000_000)))
  const [kept] = recent.latest({ limit: 1 })
  assert.deepEqual(
    { ...kept, id: '' },
    {
      id: '',
      at: 1,
      level: 'warn',
      message: 'x'.repeat(100),
      fields: { shortened: true },
    },
  )
})

test('secrets are masked in what is kept', () => {
  const log = createLog('info', () => undefined)
  log.warn('refused gh_live_0123456789abcdef_x', { key: 'hush', upstream: { authorization: 'hush' } })
  const kept = JSON.stringify(log.recent.latest({ limit: 1 }))
  assert.match(kept, /refused \[key\]/)
  assert.doesNotMatch(kept, /hush|0123456789/)
})

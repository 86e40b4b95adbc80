// Tables, sizes and times as people read them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readDuration, readFuture, readInstant, readLimit, readPast, showBytes, showTime } from './amounts.ts'
import { lineOf } from './progress-line.ts'
import { clean, table } from './table.ts'

test('columns are aligned, numbers to the right, wide characters counted as two', () => {
  const columns = [{ title: 'NAME' }, { title: 'CALLS', right: true }, { title: 'NOTE' }]
  const rows = [
    ['a', '1', 'x'],
    ['日本', '1,000', ''],
    ['é́', '22', 'last'],
  ]
  assert.equal(table(columns, rows), 'NAME  CALLS  NOTE\na         1  x\n日本  1,000\né́        22  last\n')
})

test('every row of a table is one line, whatever it contains', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string())), (rows) => {
      const text = table([{ title: 'A' }, { title: 'B' }], rows)
      assert.equal(text.split('\n').length, rows.length + 2)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: there must be none.
      assert.doesNotMatch(text.replaceAll('\n', ''), /[\u0000-\u001f\u007f-\u009f]/)
    }),
  )
  assert.equal(clean('a\u001b[2Jb\r\nc'), 'ab c')
})

test('durations and times are accepted only in the documented forms', () => {
  assert.deepEqual(
    ['90s', '15m', '12h', '30d', '250ms'].map(readDuration),
    [90_000, 900_000, 43_200_000, 2_592_000_000, 250],
  )
  for (const text of ['', '1', 'd', '1.5h', '-1h', '1w', '99999999999d'])
    assert.throws(() => readDuration(text), /not a duration/)
  assert.equal(readInstant('2026-11-20'), Date.UTC(2026, 10, 20))
  for (const text of ['', '20.11.2026', '2026', 'now', '2026-13-01'])
    assert.throws(() => readInstant(text), /not a valid time/)
  assert.deepEqual([readPast('1h', 5_000_000), readFuture('1h', 5_000_000)], [1_400_000, 8_600_000])
})

test('sizes and times are short', () => {
  assert.deepEqual([0, 999, 1000, 999_950, 1_234_567_890].map(showBytes), [
    '0 B',
    '999 B',
    '1.0 kB',
    '1.0 MB',
    '1.2 GB',
  ])
  assert.deepEqual([showTime(0), showTime(null)], ['1970-01-01 00:00:00', '-'])
})

test('the progress line of a transfer shows share, amount and speed', () => {
  const line = lineOf({ phase: 'reading', bytes: { done: 500_000, total: 1_000_000 }, note: '12 days' }, 1000)
  assert.equal(line, '[############············] reading  50 %  500.0 kB of 1.0 MB  500.0 kB/s  12 days')
  assert.match(lineOf({ phase: 'reading', bytes: { done: 0, total: 0 }, note: '' }, 0), /100 %/)
})

test('the progress line shows the phase that follows a transfer, with its percentage where that is known', () => {
  const line = lineOf({ phase: 'indexing', percent: 25, note: '12 days' }, 1000)
  assert.equal(line, '[######··················] indexing  25 %  12 days')
  assert.equal(lineOf({ phase: 'writing', note: '' }, 1000), '[························] writing')
})

test('a limit is a whole number from 1', () => {
  assert.equal(readLimit('1'), 1)
  for (const text of ['0', '-1', '1.5', 'x', '']) assert.throws(() => readLimit(text), { exitCode: 2 }, text)
})

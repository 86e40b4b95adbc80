import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CsvOptions, csvRows, namedCsvRows } from './csv.ts'
import { allOf, stringPieces, ticksWhileReading } from './pieces.fixture.ts'

const rows = (content: string, options?: CsvOptions, size = 3) => allOf(csvRows(stringPieces(content, size), options))

test('quoted cells hold delimiters, line ends and quotation marks, wherever the chunks split', async () => {
  for (const size of [1, 2, 1000])
    assert.deepEqual(await rows('a,b\r\n1,"x,\r\ny ""z"""\n\n \n2,\n', {}, size), [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', 'x,\r\ny "z"'] },
      { line: 6, cells: ['2', ''] },
    ])
})

test('a quotation mark inside an unquoted cell is an ordinary character', async () => {
  assert.deepEqual(await rows('5" nail,2\n'), [{ line: 1, cells: ['5" nail', '2'] }])
})

test('delimiters and blanks around cells follow the options', async () => {
  assert.deepEqual(await rows('a ; "b;c" ;d\n', { delimiter: ';', trim: true }), [
    { line: 1, cells: ['a', 'b;c', 'd'] },
  ])
})

test('an open quotation mark and an endless row are refused by the line on which the row begins', async () => {
  await assert.rejects(rows('a\n"b\nc\n'), /line 2: a quotation mark is not closed/)
  await assert.rejects(rows(`a\n\n${'b'.repeat(300)}`, { maxRowBytes: 100 }), /line 3: the row has more than 100 bytes/)
  await assert.rejects(
    rows(`a\n"${'b\n'.repeat(300)}`, { maxRowBytes: 100 }),
    /line 2: the row has more than 100 bytes/,
  )
})

test('what follows a quoted cell is a delimiter or the end of the line, also where blanks are trimmed', async () => {
  await assert.rejects(rows('a\n"b" c"\n', { trim: true }), /line 2: the row is not CSV/)
})

test('rows have their cells by the names of the first row, and one of another length is a problem', async () => {
  const parsed = await allOf(namedCsvRows(stringPieces(' Name ,AGE\nTom,3\nJerry\n__proto__,4\n', 4)))
  assert.deepEqual(
    parsed.map(({ line, cells, problem }) => [line, { ...cells }, problem]),
    [
      [2, { name: 'Tom', age: '3' }, undefined],
      [3, {}, '1 cells where the first line has 2'],
      [4, { name: '__proto__', age: '4' }, undefined],
    ],
  )
})

test('an error of the source passes through as it is', async () => {
  const broken = new Error('disconnected')
  async function* source(): AsyncGenerator<string> {
    yield 'a\nb\n'
    throw broken
  }
  await assert.rejects(allOf(csvRows(source())), (error) => error === broken)
})

test('a reader that stops early closes the source', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  async function* source(): AsyncGenerator<string> {
    try {
      for (;;) yield 'a,b\n'
    } finally {
      resolve()
    }
  }
  for await (const { cells } of csvRows(source())) {
    assert.deepEqual(cells, ['a', 'b'])
    break
  }
  await closed
})

test('a large chunk does not hold up the event loop', async () => {
  const ticks = await ticksWhileReading(csvRows(stringPieces('one,two,three\n'.repeat(200_000), 4_000_000)))
  assert.ok(ticks >= 10, `${ticks} ticks`)
})

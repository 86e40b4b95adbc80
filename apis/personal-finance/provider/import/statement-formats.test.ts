// How statements are read, without a ledger: amounts and dates as banks write them, rows of odd files, and that no
// input makes a reader fail other than with a reason.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Failure } from '#define'
import { readAmount } from './amounts.ts'
import { readCsv } from './csv.ts'
import { rowsOf, separatorOf } from './csv-rows.ts'
import { dayIn, orderOf, readDate } from './dates.ts'
import { readOfx } from './ofx.ts'
import { readQif } from './qif.ts'
import { formatOf, type StatementItem } from './statement.ts'
import { openText } from './text.ts'

/** The text in chunks of any size, as it would arrive over the network. */
async function* inChunks(text: string, size = 5): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

test('amounts are read as banks write them', () => {
  const cases: Record<string, number | undefined> = {
    '12.50': 12.5,
    '-12.50': -12.5,
    '+12.5': 12.5,
    '1,234.56': 1234.56,
    '1.234,56': 1234.56,
    "1'234.50": 1234.5,
    '1 234,50': 1234.5,
    '1,234': 1234,
    '1,23': 1.23,
    '1,234,567': 1_234_567,
    '1.234.567': 1_234_567,
    '(12.00)': -12,
    '12.00-': -12,
    '12.00 DR': -12,
    '12.00 CR': 12,
    '$12.00': 12,
    '-$12.00': -12,
    '$-12.00': -12,
    'NZ$ 12.00': 12,
    '12,00 €': 12,
    '\u2212 12.00': -12,
    '.5': 0.5,
    '0': 0,
    '': undefined,
    '-': undefined,
    abc: undefined,
    '12 apples': undefined,
    '1e5': undefined,
    '--5': undefined,
    '999999999999999999': undefined,
  }
  for (const [text, expected] of Object.entries(cases))
    assert.equal(
      readAmount(text),
      expected === undefined ? undefined : Math.round(expected * 10_000),
      JSON.stringify(text),
    )
  assert.deepEqual(
    [readAmount('1.234', true), readAmount('1,5', true), readAmount('1.234')],
    [12_340_000, 15_000, 12_340],
  )
})

test('every amount is read back from its localised form', () => {
  const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
  fc.assert(
    fc.property(cents, fc.constantFrom('en-NZ', 'de-DE', 'sv-SE', 'fr-FR', 'de-CH', 'en-IN'), (value, locale) => {
      const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(value / 100)
      assert.equal(readAmount(text), value * 100 + 0, text)
    }),
  )
})

test('dates are read as banks write them', () => {
  const cases: Record<string, string | undefined> = {
    '2026-01-17': '2026-01-17',
    '2026/01/17': '2026-01-17',
    '20260117': '2026-01-17',
    '20260117120000.000[+13:NZDT]': '2026-01-17',
    '2026-01-17T23:59:59Z': '2026-01-17',
    '17.01.2026': '2026-01-17',
    '17.1.26': '2026-01-17',
    '17 Jan 2026': '2026-01-17',
    '17-Jan-26': '2026-01-17',
    'January 17, 2026': '2026-01-17',
    '31.02.2026': undefined,
    '2026-13-01': undefined,
    '': undefined,
    soon: undefined,
    '99/99/2026': undefined,
  }
  for (const [text, day] of Object.entries(cases)) {
    const read = readDate(text)
    assert.equal(read && dayIn(read, 'day first'), day, text)
  }
  const [open, old] = [readDate("1/ 2'26"), readDate('01/02/1999')]
  assert.deepEqual([open && dayIn(open, 'month first'), old && dayIn(old, 'day first')], ['2026-01-02', '1999-02-01'])
})

test('the order of day and month is the only possible one, or the one in which the dates are sorted', () => {
  const dates = (list: string) => list.split(' ').flatMap((text) => readDate(text) ?? [])
  assert.equal(orderOf(dates('01/02/26 13/02/26'), 'month first'), 'day first')
  assert.equal(orderOf(dates('01/02/26 02/13/26'), 'day first'), 'month first')
  assert.equal(orderOf(dates('01/11/26 02/11/26 03/11/26 01/12/26'), 'month first'), 'day first')
  assert.equal(orderOf(dates('12/03/26 12/01/26 11/28/26'), 'day first'), 'month first')
  assert.equal(orderOf(dates('03/04/26'), 'month first'), 'month first')
  assert.equal(orderOf([], 'day first'), 'day first')
})

test('rows keep their cells, whatever these contain', async () => {
  const text = 'a;"b;""c""";\r\n\r\n"two\r\nlines";x\ry;"open'
  const rows = await all(rowsOf(inChunks(text), ';'))
  assert.deepEqual(
    rows.map(({ line, cells }) => [line, cells]),
    [
      [1, ['a', 'b;"c"', '']],
      [3, ['two\nlines', 'x']],
      [5, ['y', 'open']],
    ],
  )
  for (const separator of [',', ';', '\t', '|'] as const)
    assert.equal(separatorOf(`\n"a,b"${separator}c${separator}d\n`), separator)
})

test('rows with any cell that is not blank are read as they were written', async () => {
  const cell = fc.string({ maxLength: 20 }).map((text) => text.replace(/[\r\uFEFF]/g, '').trim())
  const row = fc.array(cell, { minLength: 2, maxLength: 5 }).filter((cells) => cells.some((one) => one !== ''))
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), fc.integer({ min: 1, max: 9 }), async (rows, size) => {
      const written = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')).join('\r\n')
      const read = await all(rowsOf(inChunks(written, size), ','))
      assert.deepEqual(
        read.map(({ cells }) => cells),
        rows,
      )
    }),
  )
})

test("columns are found by their names, below the bank's own lines, in any order", async () => {
  const files = {
    plain: 'Account 1,,\nBalance,5,\n\nAmount,Date,Details\n-5.00,2026-01-02,Shop\n',
    german: 'Buchungstag;Empfänger;Verwendungszweck;Betrag;Währung\n02.01.2026;Shop;Brot;-5,00;EUR\n',
    sides: 'Transaction Date,Description,Money Out,Money In\n2026-01-02,Shop,5.00,\n',
    signs: 'Date,Description,Debit,Credit\n2026-01-02,Shop,-5.00,0.00\n',
  }
  for (const [name, content] of Object.entries(files)) {
    const [item, ...others] = await all(readCsv(inChunks(content), { beginning: content, title: name }))
    assert.ok(item?.kind === 'record' && others.length === 0, name)
    assert.deepEqual([item.amount, item.payee, dayIn(item.date, 'day first')], [-50_000, 'Shop', '2026-01-02'], name)
  }
})

test('the format of a file is recognised by its beginning', () => {
  const cases = {
    'OFXHEADER:100': 'ofx',
    '\uFEFF\n<?xml version="1.0"?>\n<?OFX x?>': 'ofx',
    '<OFX>': 'ofx',
    '!Type:Bank': 'qif',
    'Date,Amount': 'csv',
    '<?xml?><svg>': 'csv',
  }
  for (const [text, format] of Object.entries(cases)) assert.equal(formatOf(text), format, text)
})

test('the encoding is inferred from a byte order mark, a header or the bytes', async () => {
  const encodings: [Buffer, string][] = [
    [Buffer.from('Café'), 'Café'],
    [Buffer.from('Café', 'latin1'), 'Café'],
    [Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Café', 'utf16le')]), 'Café'],
    [Buffer.from('CHARSET:1252\nCaf\u00c3\u00a9', 'latin1'), 'CHARSET:1252\nCafÃ©'],
  ]
  for (const [bytes, expected] of encodings) {
    const chunks = (async function* () {
      for (const byte of bytes) yield Buffer.from([byte])
    })()
    assert.equal((await all((await openText(chunks)).text)).join(''), expected)
  }
})

test('readers fail on no file without giving a reason', async () => {
  const pieces = fc.constantFrom(
    '<STMTTRN>',
    '</STMTTRN>',
    '<TRNAMT>5',
    '<LEDGERBAL>',
    '!Type:Bank\n',
    '^\n',
    'D1/1/26\n',
    'T5\n',
    'Date,Amount\n',
    '"',
    ',',
    '\n',
    '&#99999999;',
    '<',
  )
  const texts = fc.array(fc.oneof(pieces, fc.string({ maxLength: 10 })), { maxLength: 30 }).map((list) => list.join(''))
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 40 }), async (text, size) => {
      const readers: AsyncIterable<StatementItem>[] = [
        readCsv(inChunks(text, size), { beginning: text, title: 't' }),
        readOfx(inChunks(text, size)),
        readQif(inChunks(text, size), { title: 't' }),
      ]
      for (const items of readers)
        await all(items).catch((error: unknown) => {
          assert.ok(error instanceof Failure && error.code === 'import.invalid', String(error))
        })
    }),
    { numRuns: 300 },
  )
})

test('a file without line ends or tags is refused before it fills memory', async () => {
  const endless = async function* (): AsyncGenerator<string> {
    for (;;) yield 'x'.repeat(8192)
  }
  const opened = async function* (): AsyncGenerator<string> {
    yield '<'
    yield* endless()
  }
  await assert.rejects(all(readCsv(endless(), { beginning: 'x', title: 't' })), /more than 65536 bytes/)
  await assert.rejects(all(readQif(endless(), { title: 't' })), /more than 65536 characters/)
  await assert.rejects(all(readOfx(opened())), /does not end/)
})

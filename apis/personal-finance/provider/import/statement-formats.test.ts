// How statements are recognised and read, without a ledger, and that no input makes a reader fail other than with a
// reason.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Failure } from '#define'
import { sampled } from '../../../../tests/harness/seed.ts'
import { dayIn } from './dates.ts'
import { formatOf } from './formats.ts'
import { readFile } from './statement.fixture.ts'

test("columns are found by their names, below the bank's own lines, in any order", async () => {
  const files = {
    plain: 'Account 1,,\nBalance,5,\n\nAmount,Date,Details\n-5.00,2026-01-02,Shop\n',
    german: 'Buchungstag;Empfänger;Verwendungszweck;Betrag;Währung\n02.01.2026;Shop;Brot;-5,00;EUR\n',
    sides: 'Transaction Date,Description,Money Out,Money In\n2026-01-02,Shop,5.00,\n',
    signs: 'Date,Description,Debit,Credit\n2026-01-02,Shop,-5.00,0.00\n',
  }
  for (const [name, content] of Object.entries(files)) {
    const { records, items } = await readFile(content, 5)
    const [record] = records
    assert.ok(record && items.length === 1, name)
    assert.deepEqual(
      [record.amount, record.payee, dayIn(record.date, 'day first')],
      [-50_000, 'Shop', '2026-01-02'],
      name,
    )
  }
})

test('the format of a file is recognised by its beginning', () => {
  const cases = {
    'OFXHEADER:100': 'OFX',
    '\uFEFF\n<?xml version="1.0"?>\n<?OFX x?>': 'OFX',
    '<?xml version="1.0"?><?OFX x?><OFX>': 'OFX',
    '<OFX>': 'OFX',
    '!Type:Bank': 'QIF',
    'Date,Amount': 'CSV',
    '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>': 'CAMT.053',
    '<Document><ns2:BkToCstmrDbtCdtNtfctn>': 'CAMT.054',
    ':20:1\n:25:2\n:60F:C260104EUR1,': 'MT940',
    '{1:F01X}{4:\n:20:1': 'MT940',
    'ABNANL2A\n940\n:20:1\n:25:2\n:60F:C260104EUR1,': 'MT940',
  }
  for (const [text, format] of Object.entries(cases)) assert.equal(formatOf(text).name, format, text)
})

test('entries of a QIF list of investments are skipped with their line', async () => {
  const { items } = await readFile('!Type:Bank\nD1/15/2026\nT-12.50\nPA\n^\n!Type:Invst\nD1/15/2026\nNBuy\nT400.00\n^')
  const [record, skipped] = items
  assert.deepEqual(
    [record?.kind, skipped],
    ['record', { kind: 'skipped', line: 7, reason: 'it is an entry of an investment account' }],
  )
})

test('readers fail on no file without giving a reason', async () => {
  const pieces = fc.constantFrom(
    ...['<STMTTRN>', '</STMTTRN>', '<TRNAMT>5', '<LEDGERBAL>', '<![CDATA[', ']]>', '&#99999999;', '<'],
    ...['!Type:Bank\n', '^\n', 'D1/1/26\n', 'T5\n', 'Date,Amount\n', '2026-01-05,', '"', ',', '\n'],
    ...[
      ':61:260105D5,NTRF\n',
      ':60F:C260105EUR5,\n',
      ':86:?20x\n',
      ':86:/NAME/\n',
      '-}\n',
      '<Ntry>',
      '<Acct/>',
      '</Ntry>',
    ],
  )
  const texts = fc.array(fc.oneof(pieces, fc.string({ maxLength: 10 })), { maxLength: 30 }).map((list) => list.join(''))
  const begins = fc.constantFrom('', '<OFX>', '!', ':20:', '<Document><BkToCstmrStmt>', 'Date,Amount,Type,Balance\n')
  await fc.assert(
    fc.asyncProperty(begins, texts, fc.integer({ min: 1, max: 40 }), async (begin, text, size) => {
      await readFile(`${begin}${text}`, size).catch((error: unknown) => {
        assert.ok(error instanceof Failure && error.code === 'import.invalid', String(error))
      })
    }),
    { numRuns: sampled(500) },
  )
})

test('a file without line ends or tags is refused', async () => {
  const endless = 'x'.repeat(200_000)
  await assert.rejects(readFile(`Date,${endless}`), /more than 65536 characters/)
  await assert.rejects(readFile(`!${endless}`), /more than 65536 characters/)
  await assert.rejects(readFile(`:20:${endless}`), /more than 65536 characters/)
  await assert.rejects(readFile(`<OFX><${endless}`), /does not end/)
  await assert.rejects(readFile('x'.repeat(65 * 1024 * 1024), 1024 * 1024), /more than 67108864 bytes/)
})

test('a file of another kind is refused with what to do about it', async () => {
  const files: readonly (readonly [file: string | Buffer, reason: RegExp])[] = [
    [Buffer.from('PK\x03\x04\x14\0', 'latin1'), /a spreadsheet or an archive. Save the table as CSV/],
    [Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'), /an old version of Excel. Save the table as CSV/],
    ['%PDF-1.7\n', /a PDF, .* as CSV, OFX or CAMT/],
    [Buffer.from('\x1f\x8b\x08\0', 'latin1'), /compressed. Unpack it/],
    ['SQLite format 3\0', /a database of a program/],
    ['\uFEFF\r\n<TABLE><tr><td>Date', /a page of HTML, .* save the table as CSV/],
    ['<!DOCTYPE html>\n<p>', /a page of HTML/],
    ['[\n  {"date":"2026-01-05","amount":-1}]', /JSON. Write its transactions as CSV/],
    ['{"transactions":[]}', /JSON/],
    [
      '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"/>',
      /XML, but neither CAMT.052/,
    ],
    ['<gnc-v2/>', /XML, but neither CAMT.052/],
  ]
  for (const [file, reason] of files) await assert.rejects(readFile(file), reason)
})

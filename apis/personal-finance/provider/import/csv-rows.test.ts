// Guards rows, columns and dates of odd comma-separated files.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertLinear } from '../../../../tests/harness/growth.ts'
import { rowsOf } from './csv-rows.ts'
import { readFile } from './statement.fixture.ts'

/** The text in chunks of any size, as it would arrive over the network. */
async function* inChunks(text: string, size = 5): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

test('rows keep their cells, whatever these contain', async () => {
  const rows: [number, readonly string[]][] = []
  const text = 'a;"b;""c""";\r\n\r\n"two\r\nlines";x\ry;"open'
  for await (const { line, cells } of rowsOf(inChunks(text), ';')) rows.push([line, cells])
  assert.deepEqual(rows, [
    [1, ['a', 'b;"c"', '']],
    [3, ['two\nlines', 'x']],
    [5, ['y', 'open']],
  ])
})

test('rows with any cell that is not blank are read as they were written', async () => {
  const cell = fc.string({ maxLength: 20 }).map((text) => text.replace(/[\r\uFEFF\0]/g, '').trim())
  const row = fc.array(cell, { minLength: 2, maxLength: 5 }).filter((cells) => cells.some((one) => one !== ''))
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), fc.integer({ min: 1, max: 9 }), async (rows, size) => {
      const written = rows.map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')).join('\r\n')
      const read: (readonly string[])[] = []
      for await (const { cells } of rowsOf(inChunks(written, size), ',')) read.push(cells)
      assert.deepEqual(read, rows)
    }),
  )
})

/** Rows with quotation marks that are not doubled, with what the second and third row hold. */
const quotes: Readonly<Record<string, { file: string; rows: [string, number][] }>> = {
  'an inch mark in a cell': {
    file: '2026-01-05,THE 5" GRILL,-12.00\n2026-01-06,Shop,-1.00',
    rows: [
      ['THE 5" GRILL', -12],
      ['Shop', -1],
    ],
  },
  'an inch mark in a quoted cell': {
    file: '"2026-01-05","THE 5" GRILL","-12.00"\n"2026-01-06","Shop","-1.00"',
    rows: [
      ['THE 5" GRILL', -12],
      ['Shop', -1],
    ],
  },
  'a quotation mark that opens a cell and does not close': {
    file: '2026-01-05,"GRILL,-12.00\n2026-01-06,Shop,-1.00',
    rows: [
      ['GRILL', -12],
      ['Shop', -1],
    ],
  },
  'such a mark before quoted cells': {
    file: '2026-01-05,"GRILL,-12.00\n2026-01-06,"Shop",-1.00',
    rows: [
      ['GRILL', -12],
      ['Shop', -1],
    ],
  },
  'such a mark before rows of quoted cells': {
    file: '2026-01-05,"GRILL,-12.00\n"2026-01-06","Shop","-1.00"',
    rows: [
      ['GRILL', -12],
      ['Shop', -1],
    ],
  },
  'a mark at the end of a cell': {
    file: '2026-01-05,TV 55",-12.00\n2026-01-06,Shop,-1.00',
    rows: [
      ['TV 55"', -12],
      ['Shop', -1],
    ],
  },
  'a quoted beginning of a cell': {
    file: '2026-01-05,"THE" GRILL,-12.00\n2026-01-06,Shop,-1.00',
    rows: [
      ['THE" GRILL', -12],
      ['Shop', -1],
    ],
  },
  'two lone marks in two rows': {
    file: '2026-01-05,5" A,-12.00\n2026-01-06,6" B,-1.00',
    rows: [
      ['5" A', -12],
      ['6" B', -1],
    ],
  },
  'a backslash before the closing mark': {
    file: '"2026-01-05","ACME C:\\","-12.00"\n"2026-01-06","Shop","-1.00"',
    rows: [
      ['ACME C:\\', -12],
      ['Shop', -1],
    ],
  },
  'a line end in a quoted cell': {
    file: '2026-01-05,"Grill\nTown",-12.00\n2026-01-06,Shop,-1.00',
    rows: [
      ['Grill\nTown', -12],
      ['Shop', -1],
    ],
  },
}

for (const [title, { file, rows }] of Object.entries(quotes))
  test(`a row ends where it should: ${title}`, async () => {
    const { records, amounts } = await readFile(`Date,Payee,Amount\n${file}\n`)
    assert.deepEqual(
      records.map(({ payee }, at) => [payee, amounts[at]]),
      rows,
    )
  })

const titled: Readonly<Record<string, string>> = {
  'a title with a blank line': 'Kontoauszug Girokonto\n\nBuchungstag;Empfänger;Betrag\n05.01.2026;Shop;-5,00',
  'a title with a comma': 'Export vom 05.01.2026, Girokonto\nBuchungstag;Empfänger;Betrag\n05.01.2026;Shop;-5,00',
  'titles with commas and bars': 'a,b,c,d\nx|y\nDate;Payee;Amount\n05/01/2026;Shop;-5.00',
  'a separator line of a spreadsheet': 'sep=;\nDate;Payee;Amount\n2026-01-05;Shop;-5.00',
  'pairs above the headings':
    '"Account","1234"\n"Balance","5,00"\n\n"Date"\t"Payee"\t"Amount"\n2026-01-05\tShop\t-5.00',
  'a title with a lone quotation mark': 'Account "Main\nDate,Payee,Amount\n2026-01-05,Shop,-5.00',
  'a byte order mark before a title': '\uFEFFUmsätze, alle\nDatum;Name;Betrag\n05.01.2026;Shop;-5,00',
  'a title of semicolons in a comma file': 'Bank;Account;Since\nDate,Payee,Amount\n2026-01-05,Shop,-5.00',
  'many lines': `${'line, with commas\n'.repeat(20)}Date;Payee;Amount\n2026-01-05;Shop;-5.00`,
  'hash marks before headings': '#Data operacji;#Opis operacji;#Kwota\n2026-01-05;Sklep;-5,00 PLN',
}

for (const [title, file] of Object.entries(titled))
  test(`headings are found below ${title}`, async () => {
    const { amounts } = await readFile(file)
    assert.deepEqual(amounts, [-5])
  })

test('rows without a payee are kept, by what else describes them', async () => {
  const payees = async (file: string) => (await readFile(file)).records.map(({ payee }) => payee)
  assert.deepEqual(await payees('Date,Payee,Amount\n2026-01-05,,-12.00'), [''])
  const german =
    'Buchungstag;Name Zahlungsbeteiligter;Buchungstext;Betrag\n05.01.2026;;Entgelt;-3,00\n06.01.2026;Anna;Lastschrift;-4,00'
  assert.deepEqual(await payees(german), ['Entgelt', 'Anna'])
  assert.deepEqual(await payees('Date,Payee,Type,Amount\n2026-01-05,,Interest,-12.00'), ['Interest'])
  assert.deepEqual(await payees('Date,Payee,Memo,Amount\n2026-01-05,,Bank charge,-12.00'), ['Bank charge'])
})

const accounts: Readonly<Record<string, { file: string; accounts: string[] }>> = {
  'numbers behind the payee are the payee’s': {
    file: '"Date","Payee","Account number","Transaction type","Amount (EUR)"\n"2026-01-05","Anna","DE00500105170000000001","Outgoing Transfer","-800.0"\n"2026-01-06","Cafe","","MasterCard Payment","-4.5"',
    accounts: ['Statement'],
  },
  'numbers that all rows have, behind the payee': {
    file: 'Buchungstag;Empfänger;Kontonummer;Betrag\n05.01.2026;Anna;DE00500105170000000001;-8,00\n06.01.2026;Ben;DE00500105170000000002;-4,50',
    accounts: ['Statement'],
  },
  'the own account behind the payee, with another column for the payee’s': {
    file: 'Datum,Naam / Omschrijving,Rekening,Tegenrekening,Bedrag\n20260105,Anna,NL01INGB0000000001,NL02,"-8,00"\n20260106,Ben,NL01INGB0000000001,NL03,"-4,50"',
    accounts: ['NL01INGB0000000001'],
  },
  'two own accounts': {
    file: 'Auftragskonto;Buchungstag;Empfänger;Betrag\n111222;05.01.2026;Anna;-8,00\n333444;06.01.2026;Ben;-4,50',
    accounts: ['111222', '333444'],
  },
  'names of accounts': {
    file: 'Date,Payee,Account,Amount\n2026-01-05,Anna,Joint,-8.00\n2026-01-06,Ben,Own,-4.50',
    accounts: ['Joint', 'Own'],
  },
  'another number in each row': {
    file: 'Date,Account Number,Payee,Amount\n2026-01-05,1111222201,A,-1.00\n2026-01-06,1111222202,B,-1.00\n2026-01-06,1111222203,C,-1.00\n2026-01-06,1111222204,D,-1.00',
    accounts: ['Statement'],
  },
}

for (const [title, { file, accounts: expected }] of Object.entries(accounts))
  test(`the own account is known: ${title}`, async () => {
    const { records } = await readFile(file)
    const found = new Set(records.map(({ account }) => account.number ?? account.title))
    assert.deepEqual([...found], expected)
  })

test('rows that are not booked or do not fit under the headings are skipped with their line and reason', async () => {
  const { items } = await readFile(
    'Date,Payee,Amount,Status\n2026-01-05,A,-1.00,PENDING\n2026-01-05,B,-1,50,done\n2026-01-05,C,-1.50,REVERTED\n2026-01-05,D,-1.50,Booked\nsoon,E,-1.00,Booked\n',
  )
  assert.deepEqual(
    items.map((item) => (item.kind === 'skipped' ? `${item.line} ${item.reason}` : item.kind)),
    [
      '2 it is not booked: its status is "PENDING"',
      '3 it has 5 cells under 4 headings',
      '4 it is not booked: its status is "REVERTED"',
      'record',
      '6 it has no date',
    ],
  )
})

test('a line of quotation marks that do not close costs time in proportion to its length', async () => {
  const text = (length: number) => Array.from({ length: 17 }, () => '"a,'.repeat(length / 51)).join('\n')
  const work = async (lines: string) => {
    for await (const { cells } of rowsOf(inChunks(lines, 65_536), ',')) assert.ok(cells.length > 1)
  }
  await assertLinear({ text, work, longest: 2 ** 20 })
})

const withoutHeadings: Readonly<Record<string, readonly [file: string, example: string]>> = {
  'of commas': ['2026-01-05,Coffee,-3.50\n2026-01-06,Salary,2000.00\n', 'Date,Description,Amount'],
  'of semicolons': ['05.01.2026;Baeckerei;-3,50\n06.01.2026;Gehalt;2.000,00\n', 'Date;Description;Amount'],
  'of tabs': ["05/01/2026\tCoffee\t(3.50)\n06/01/2026\tSalary\t2'000.00\n", 'Date\tDescription\tAmount'],
  'in quotation marks': ['"2026-01-05","Coffee, black","-3.50","96.50"\n', 'Date,Description,Amount'],
  'of one row': ['20260105;Coffee;3,50-', 'Date;Description;Amount'],
}
for (const [title, [file, example]] of Object.entries(withoutHeadings))
  test(`a file ${title} without headings is refused with the line that is missing`, async () => {
    await assert.rejects(readFile(file), (error: Error) => {
      assert.match(error.message, /its first line is a transaction, and none names the columns/)
      return error.message.includes(example)
    })
  })

test('a file of other headings is refused with those that are known', async () => {
  for (const file of ['When,What,How much\n2026-01-05,Coffee,-3.50\n', 'a,b\n', '2026-01-05\n', '1,2\n3,4\n'])
    await assert.rejects(readFile(file), /Known for the date: date/)
})

// Guards the decimal and thousands marks of imported amounts, which all rows of a column decide: reading a mark wrongly
// makes an amount a hundred or a thousand times too large or too small.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseAmount, unitsUnder } from './amounts.ts'
import { decimalMarkOf, noEvidence, noteMarks } from './decimal-marks.ts'
import { readFile } from './statement.fixture.ts'

const files: Readonly<Record<string, { file: string; amounts: number[] }>> = {
  'semicolons and a point': { file: 'Date;Description;Amount\n2026-01-05;Shop;-116.62', amounts: [-116.62] },
  'one decimal after a point': { file: 'Date;Description;Amount\n2026-01-05;Shop;-9.5', amounts: [-9.5] },
  'a currency before it': { file: 'Date;Description;Amount\n2026-01-05;Shop;CHF -12.50', amounts: [-12.5] },
  'less than one': { file: 'Date;Description;Amount\n2026-01-05;Shop;-0.99', amounts: [-0.99] },
  'thousands with commas and semicolons': {
    file: 'Date;Description;Amount\n2026-01-05;Rent;-1,250.00\n2026-01-06;Shop;-12.50',
    amounts: [-1250, -12.5],
  },
  'Swiss columns': {
    file: "Datum;Buchungstext;Belastung;Gutschrift;Saldo\n05.01.2026;Bäckerei;45.20;;1'200.15\n06.01.2026;Lohn;;5'250.00;6'450.15",
    amounts: [-45.2, 5250],
  },
  'typographic apostrophes': { file: 'Datum;Text;Betrag CHF\n05.01.2026;Miete;-1’250.00', amounts: [-1250] },
  'German thousands beside decimals': {
    file: 'Buchungstag,Empfänger,Betrag\n05.01.2026,Autohaus,"-3.000"\n06.01.2026,Miete,"-1.111,11"\n07.01.2026,Kaffee,"-2,50"',
    amounts: [-3000, -1111.11, -2.5],
  },
  'German thousands in a file with tabs': {
    file: 'Buchungstag\tEmpfänger\tBetrag\n05.01.2026\tAutohaus\t-1.250\n06.01.2026\tKaffee\t-3,50\n07.01.2026\tBuch\t-12,50',
    amounts: [-1250, -3.5, -12.5],
  },
  'German thousands in a file with bars': {
    file: 'Datum|Name|Betrag\n05.01.2026|A|-1.250\n06.01.2026|B|2,5',
    amounts: [-1250, 2.5],
  },
  'marks of another column': {
    file: 'Datum;Name;Soll;Haben\n05.01.2026;A;1.250;\n06.01.2026;B;;2,50',
    amounts: [-1250, 2.5],
  },
  'thousands that whole amounts show': {
    file: 'Datum;Name;Betrag\n05.01.2026;A;-1.250\n06.01.2026;B;500',
    amounts: [-1250, 500],
  },
  'three decimals that ungrouped thousands show': {
    file: 'Date,Name,Amount\n2026-01-05,A,-1.250\n2026-01-06,B,12500',
    amounts: [-1.25, 12500],
  },
  'three decimals of a dinar': { file: 'Date,Name,Amount,Currency\n2026-01-05,A,-1.250,KWD', amounts: [-1.25] },
  'thousands of yen': { file: 'Date,Name,Amount,Currency\n2026-01-05,A,"-1,250",JPY', amounts: [-1250] },
  'a balance that decides': {
    file: 'Date,Name,Amount,Balance\n2026-01-05,A,-1.250,3000\n2026-01-06,B,-2.500,500',
    amounts: [-1250, -2500],
  },
  'a balance that decides for decimals': {
    file: 'Date,Name,Amount,Balance\n2026-01-05,A,-1.250,30.00\n2026-01-06,B,-2.500,27.50',
    amounts: [-1.25, -2.5],
  },
  'whole amounts beside a balance that shows nothing': {
    file: 'Date,Name,Amount,Balance\n2026-01-05,A,-12,1.250',
    amounts: [-12],
  },
  'French blanks': {
    file: 'Date;Libellé;Montant\n05/01/2026;Loyer;-1 250,00\n06/01/2026;Pain;-1,20',
    amounts: [-1250, -1.2],
  },
  'narrow blanks': { file: 'Date;Libellé;Montant\n05/01/2026;Loyer;-1\u202f250,00 €', amounts: [-1250] },
  'Indian groups': {
    file: 'Date,Narration,Withdrawal Amt.,Deposit Amt.\n05/01/26,Rent,"1,23,456.00",\n06/01/26,Pay,,"12,00,000.50"',
    amounts: [-123456, 1200000.5],
  },
  'Brazilian reais': {
    file: 'Data;Histórico;Valor\n05/01/2026;Aluguel;-R$ 1.250,00\n06/01/2026;Salário;R$ 5.000,00',
    amounts: [-1250, 5000],
  },
  'no decimals of a Dutch bank': {
    file: 'Datum;Omschrijving;Bedrag\n05-01-2026;Huur;-950,-\n06-01-2026;Brood;-2,50',
    amounts: [-950, -2.5],
  },
  'a QIF file of Germany': {
    file: '!Type:Bank\nD05.01.2026\nT-1.250\nPA\n^\nD06.01.2026\nT-1.250,75\nPB\n^\n',
    amounts: [-1250, -1250.75],
  },
}

for (const [title, { file, amounts }] of Object.entries(files))
  test(`marks are right: ${title}`, async () => {
    const read = await readFile(file)
    assert.deepEqual(read.amounts, amounts, JSON.stringify([read.notes, read.items]))
  })

const refused: Readonly<Record<string, { file: string; reason: RegExp }>> = {
  'one mark before three digits': {
    file: 'Date;Name;Amount\n2026-01-05;A;-1.250',
    reason: /the amount in line 2 is -1250 or -1.25: nothing shows whether a comma or a point/,
  },
  'two decimal marks in one column': {
    file: 'Date;Name;Amount\n2026-01-05;A;"-1,250.00"\n2026-01-06;B;"-12,50"',
    reason: /different decimal marks: "-12,50" in line 3 a comma, "-1,250.00" in line 2 a point/,
  },
  'a balance that contradicts the marks': {
    file: 'Date,Name,Amount,Balance\n2026-01-05,A,-1.250,3000.00\n2026-01-06,B,-2.500,500.00',
    reason: /line 3: the amount is read as -2.5, but the column "Balance" changes by -2500/,
  },
  'a QIF file with one mark before three digits': {
    file: '!Type:Bank\nD05.01.2026\nT-1.250\nPA\n^\n',
    reason: /"-1.250" in line 2 is -1.25 or -1250/,
  },
}

for (const [title, { file, reason }] of Object.entries(refused))
  test(`a file with two readings of its marks is refused: ${title}`, () => assert.rejects(readFile(file), reason))

test('amounts are read as banks write them', () => {
  const cases: Record<string, number | undefined> = {
    '12.50': 12.5,
    '-12.50': -12.5,
    '+12.5': 12.5,
    '1,234.56': 1234.56,
    '1.234,56': 1234.56,
    "1'234.50": 1234.5,
    '1 234,50': 1234.5,
    '1,23': 1.23,
    '1,234,567': 1_234_567,
    '1.234.567': 1_234_567,
    '(12.00)': -12,
    '$(12.34)': -12.34,
    '($12.34)': -12.34,
    '12.00-': -12,
    '12.00 DR': -12,
    '12.00 CR': 12,
    '12.00Cr.': 12,
    '$12.00': 12,
    '-$12.00': -12,
    '$-12.00': -12,
    'NZ$ 12.00': 12,
    '12,00 €': 12,
    '\u2212 12.00': -12,
    '\u201012.00': -12,
    '\u201112.00': -12,
    '\uFF0D12.00': -12,
    '\u201412.00': -12,
    '\uFE6312.00': -12,
    '-120,50 kr': -120.5,
    '-120,50 kr.': -120.5,
    '-120,50 zł': -120.5,
    '-120,50 Kč': -120.5,
    '-120,50 lei': -120.5,
    '-120,50 Ft': -120.5,
    '-120,50 руб.': -120.5,
    'Rs. -12.50': -12.5,
    'Rs.500.00': 500,
    '₹ 12.50': 12.5,
    'Fr. -12.50': -12.5,
    'SFr. 12.50': 12.5,
    'R$ -12,50': -12.5,
    '-12.50 SEK': -12.5,
    'EUR 12,50-': -12.5,
    '12,-': 12,
    'CHF 45.–': 45,
    '1,200円': undefined,
    '500円': 500,
    '¥500': 500,
    '１２．５０': 12.5,
    '12,50 S': -12.5,
    '12,50 H': 12.5,
    '.5': 0.5,
    '0': 0,
    '': undefined,
    '-': undefined,
    abc: undefined,
    '12 apples': undefined,
    '1e5': undefined,
    '--5': undefined,
    '-12.00 DR': undefined,
    '(12.00': undefined,
    '1,2,3': undefined,
    '12.34.56': undefined,
    '12K': undefined,
    '999999999999999999': undefined,
  }
  for (const [text, expected] of Object.entries(cases))
    assert.equal(
      unitsOf(text),
      expected === undefined ? undefined : Math.round(expected * 10_000),
      JSON.stringify(text),
    )
})

/** Reads an amount by the marks that it shows itself. */
function unitsOf(text: string): number | undefined {
  const written = parseAmount(text)
  if (!written) return undefined
  const evidence = noEvidence()
  noteMarks(evidence, written, { line: 1, text })
  const mark = decimalMarkOf(evidence, 'the test')
  return mark && unitsUnder(written, mark)
}

test('every amount is read back from its localised form', () => {
  const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
  fc.assert(
    fc.property(
      cents,
      fc.constantFrom('en-NZ', 'de-DE', 'sv-SE', 'fr-FR', 'de-CH', 'en-IN', 'pl-PL', 'pt-BR'),
      (value, locale) => {
        const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(value / 100)
        assert.equal(unitsOf(text), value * 100 + 0, text)
      },
    ),
  )
})

test('marks that do not group digits are never dropped', () => {
  for (const text of ['12,50', '1,2345', '0,123', '1,23,4'])
    assert.equal(unitsUnder(parseAmount(text) ?? assert.fail(text), '.'), undefined, text)
})

// Guards MT940 statements as banks of several countries write them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayIn } from './dates.ts'
import { readFile } from './statement.fixture.ts'

const statement = (...lines: string[]) =>
  [
    ':20:STARTUMS',
    ':25:NL01INGB0000000001EUR',
    ':28C:00001',
    ':60F:C260104EUR1000,00',
    ...lines,
    ':62F:C260106EUR987,50',
    '-',
  ].join('\r\n')

test('a statement has its account, currency, transactions and closing balance', async () => {
  const { format, records, items, amounts } = await readFile(
    statement(
      ':61:2601050105D12,50NTRFNONREF//4711',
      ':86:Bakkerij Jansen',
      'Brood',
      ':61:260106C1000,NMSC',
      ':86:Salaris',
    ),
  )
  assert.deepEqual([format, amounts], ['MT940', [-12.5, 1000]])
  const [first, second] = records
  assert.deepEqual(
    [first?.payee, first?.memo, first?.bankId, first?.account.number, first?.account.currency],
    ['Bakkerij Jansen', 'Brood', '4711', 'NL01INGB0000000001', 'eur'],
  )
  assert.deepEqual(
    [second?.payee, second?.bankId, second && dayIn(second.date, 'day first')],
    ['Salaris', undefined, '2026-01-06'],
  )
  assert.deepEqual(items.at(-1), {
    kind: 'balance',
    account: first?.account,
    date: { day: '2026-01-06' },
    amount: 9_875_000,
  })
})

test('marks give the sign, reversals the other one, and a letter of the currency may follow', async () => {
  const cases: Record<string, number | undefined> = {
    '2601050105D12,50NMSC': -12.5,
    '2601050105C12,50NMSC': 12.5,
    '2601050105RD12,50NMSC': 12.5,
    '2601050105RC12,50NMSC': -12.5,
    '2601050105DR12,50NMSC': -12.5,
    '2601050105CR12,50NMSC': 12.5,
    '2601050105RCR12,50NMSC': -12.5,
    '260105D12,NTRF': -12,
    '260105D0,5NTRF': -0.5,
    '260105D1234567,89S103ref': -1234567.89,
    '260105C12.50NTRF': 12.5,
    '260105ED12,50NTRF': undefined,
    '26010512,50': undefined,
  }
  for (const [text, amount] of Object.entries(cases)) {
    const { amounts } = await readFile(
      statement(`:61:${text}`, ':86:x').replaceAll(',00', ',').replace('987,50', '987'),
    )
    assert.deepEqual(amounts, amount === undefined ? [] : [amount], text)
  }
})

test('the day is that of the booking, in the year next to the day of the value', async () => {
  for (const [text, day] of [
    ['2512311231D1,NTRF', '2025-12-31'],
    ['2512310102D1,NTRF', '2026-01-02'],
    ['2601021231D1,NTRF', '2025-12-31'],
    ['260102D1,NTRF', '2026-01-02'],
  ] as const) {
    const [record] = (await readFile(statement(`:61:${text}`))).records
    assert.equal(record && dayIn(record.date, 'day first'), day, text)
  }
})

const descriptions: Readonly<Record<string, { lines: string[]; payee: string; memo: string | undefined }>> = {
  'numbered fields': {
    lines: [
      ':86:166?00GUTSCHRIFT?109310?20EREF+1?21SVWZ+Miete Jan?22uar?30BANKDEFF?31DE001',
      '?32Anna Katharina Maria Muster?33mann',
    ],
    payee: 'Anna Katharina Maria Mustermann',
    memo: 'Miete Januar',
  },
  'numbered fields of Poland': {
    lines: [':86:073<00PRZELEW<20Czynsz<32Jan<33 Kowalski'],
    payee: 'Jan Kowalski',
    memo: 'Czynsz',
  },
  'names between slashes': {
    lines: [':86:/TRTP/SEPA OVERBOEKING/IBAN/NL01/BIC/X/NAME/Anna B/REMI/Huur januari/EREF/1'],
    payee: 'Anna B',
    memo: 'Huur januari',
  },
  'a counterparty': {
    lines: [':86:/EREF/1//CNTP/NL01/INGBNL2A/Anna B///REMI/USTD//Huur/'],
    payee: 'Anna B',
    memo: 'Huur',
  },
  'words with colons': {
    lines: [
      ':86:SEPA OVERBOEKING      IBAN: NL02ABNA0123456789',
      'BIC: ABNANL2A  NAAM: ANNA JANSEN',
      'OMSCHRIJVING: HUUR',
    ],
    payee: 'ANNA JANSEN',
    memo: 'HUUR',
  },
  'numbered fields with another mark': { lines: [':86:835>00Kauf>20Brot>32Markt'], payee: 'Markt', memo: 'Brot' },
  'free text': { lines: [':86:Shop 12', 'Town'], payee: 'Shop 12', memo: 'Town' },
  'only a supplement': { lines: ['Supplement'], payee: 'Supplement', memo: undefined },
}

for (const [title, { lines, payee, memo }] of Object.entries(descriptions))
  test(`payee and purpose are found in a description: ${title}`, async () => {
    const [record] = (await readFile(statement(':61:260105D1,NTRF', ...lines))).records
    assert.deepEqual([record?.payee, record?.memo], [payee, memo])
  })

test('blocks of SWIFT, lines of the bank and several statements of one file are read', async () => {
  const one = statement(':61:260105D1,NTRF', ':86:A').replace(/-$/, '')
  const block = `{1:F01INGBNL2AXXXX00001}{2:I940INGBNL2AXN}{4:\r\n${one}-}\r\n${one.replace('0001EUR', '0002EUR').replace('D1,', 'C2,')}-}`
  for (const file of [block, `ABNANL2A\r\n940\r\nABNANL2A\r\n${one}-`, `\r\n${one}`]) {
    const { format, amounts } = await readFile(file)
    assert.deepEqual([format, amounts[0]], ['MT940', -1], file.slice(0, 20))
  }
  const { records } = await readFile(block)
  assert.deepEqual(
    records.map(({ account, amount }) => [account.number, amount]),
    [
      ['NL01INGB0000000001', -10_000],
      ['NL01INGB0000000002', 20_000],
    ],
  )
})

test('years from 70 are of the last century, and several descriptions of a transaction count', async () => {
  const { records } = await readFile(statement(':61:991231C1,00NTRF', ':86:first', ':86:second'))
  const [record] = records
  assert.deepEqual(
    [record && dayIn(record.date, 'day first'), record?.payee, record?.memo],
    ['1999-12-31', 'first', 'second'],
  )
})

test('a second line of a name is a word of its own unless the first is full', async () => {
  const { records } = await readFile(statement(':61:260105D1,00S073', ':86:073~00VE~20Karta~32SKLEP ABC~33WARSZAWA'))
  assert.equal(records[0]?.payee, 'SKLEP ABC WARSZAWA')
})

test('a transaction that names nobody is described by its purpose', async () => {
  const { records } = await readFile(statement(':61:260105RD2,00NTRFNONREF', ':86:/REMI/USTD//refund/'))
  assert.equal(records[0]?.payee, 'refund')
})

test('transactions that do not add up to the change of the balance are noted, for each statement', async () => {
  const complete = statement(':61:260105D12,50NTRF', ':86:A')
  assert.ok(!(await readFile(complete)).notes.some((note) => note.includes('add up')))
  const { notes } = await readFile(complete.replace('D12,50', 'D2,50'))
  assert.ok(notes.some((note) => /NL01INGB0000000001 add up to -2.5, but its balance changes by -12.5/.test(note)))
  const pages = [complete.replace(':62F:C260106EUR987,50', ':62M:C260106EUR987,50'), complete.replace('60F', '60M')]
  assert.ok(!(await readFile(pages.join('\r\n'))).notes.some((note) => note.includes('add up')))
})

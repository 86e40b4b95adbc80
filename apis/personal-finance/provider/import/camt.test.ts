// Guards CAMT.053 statements of ISO 20022.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayIn } from './dates.ts'
import { readFile } from './statement.fixture.ts'

const statement = (entries: string, { version = '02', currency = '<Ccy>EUR</Ccy>', prefix = '' } = {}) => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id>
<Acct><Id><IBAN>DE00500105170000000001</IBAN></Id>${currency}<Svcr><FinInstnId><Nm>Example Bank</Nm></FinInstnId></Svcr></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-04</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">12.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Dt><Dt>2026-01-06</Dt></Dt></Bal>
${entries}</Stmt></BkToCstmrStmt></Document>`
  return prefix === '' ? xml : xml.replace(/<(\/?)([A-Z])/g, `<$1${prefix}:$2`).replace('xmlns=', `xmlns:${prefix}=`)
}
const entry = (amount: string, side: string, rest = '') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-05</Dt></BookgDt><ValDt><Dt>2026-01-07</Dt></ValDt><AcctSvcrRef>R1</AcctSvcrRef>${rest}</Ntry>`
const parties = (inner: string) =>
  `<NtryDtls><TxDtls><RltdPties>${inner}</RltdPties><RmtInf><Ustrd>Rent</Ustrd><Ustrd>January</Ustrd></RmtInf></TxDtls></NtryDtls>`

test('entries have their direction, day, parties, purpose and account', async () => {
  const { format, records, items, amounts } = await readFile(
    statement(
      entry('800.00', 'DBIT', parties('<Dbtr><Nm>Me</Nm></Dbtr><Cdtr><Nm>Anna &amp; Co</Nm></Cdtr>')) +
        entry('5.50', 'CRDT', parties('<Dbtr><Pty><Nm>Ben</Nm></Pty></Dbtr><Cdtr><Nm>Me</Nm></Cdtr>')),
    ),
  )
  assert.deepEqual([format, amounts], ['CAMT.053', [-800, 5.5]])
  const [first, second] = records
  assert.deepEqual(
    [first?.payee, first?.memo, first?.bankId, first && dayIn(first.date, 'day first'), second?.payee],
    ['Anna & Co', 'Rent January', 'R1', '2026-01-05', 'Ben'],
  )
  assert.deepEqual(
    [first?.account.number, first?.account.currency, first?.account.institution],
    ['DE00500105170000000001', 'eur', 'Example Bank'],
  )
  assert.deepEqual(items[0], {
    kind: 'balance',
    account: first?.account,
    date: { day: '2026-01-06' },
    amount: -125_000,
  })
})

test('a reversal has the sign of its own direction', async () => {
  const { amounts } = await readFile(
    statement(entry('5.00', 'CRDT', '<RvslInd>true</RvslInd>') + entry('6.00', 'DBIT', '<RvslInd>true</RvslInd>')),
  )
  assert.deepEqual(amounts, [5, -6])
})

test('only what is booked is imported, the status in either form', async () => {
  const pending = entry('1.00', 'DBIT').replace('BOOK', 'PDNG')
  const coded = (code: string) => entry('2.00', 'DBIT').replace('BOOK', `<Cd>${code}</Cd>`)
  const { amounts, items } = await readFile(statement(pending + coded('BOOK') + coded('INFO'), { version: '08' }))
  assert.deepEqual(amounts, [-2])
  assert.equal(items.filter(({ kind }) => kind === 'skipped').length, 2)
})

test('a batch is imported by its payments when they add up to it', async () => {
  const payment = (amount: string, name: string) =>
    `<TxDtls><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><RltdPties><Cdtr><Nm>${name}</Nm></Cdtr></RltdPties></TxDtls>`
  const batch = (total: string) =>
    entry(total, 'DBIT', `<NtryDtls>${payment('1.00', 'A')}${payment('2.00', 'B')}</NtryDtls>`)
  const read = await readFile(statement(batch('3.00')))
  assert.deepEqual(
    [read.amounts, read.records.map(({ payee, bankId }) => [payee, bankId])],
    [
      [-1, -2],
      [
        ['A', 'R1/1'],
        ['B', 'R1/2'],
      ],
    ],
  )
  assert.deepEqual((await readFile(statement(batch('3.50')))).amounts, [-3.5])
})

test('the currency may stand at the amounts only, and names may have a prefix', async () => {
  for (const file of [
    statement(entry('1.00', 'DBIT'), { currency: '' }),
    statement(entry('1.00', 'DBIT'), { prefix: 'ns2' }),
  ]) {
    const { records, items } = await readFile(file)
    assert.deepEqual([records[0]?.account.currency, records[0]?.amount], ['eur', -10_000])
    assert.deepEqual(items[0]?.kind === 'balance' && items[0].account, records[0]?.account)
  }
})

test('an entry without a direction or with moments for days', async () => {
  const moment = entry('1.00', 'DBIT').replace('<Dt>2026-01-05</Dt>', '<DtTm>2026-01-05T23:30:00+01:00</DtTm>')
  const { records, items } = await readFile(statement(moment + entry('2.00', '')))
  assert.deepEqual(
    records.map(({ date }) => dayIn(date, 'day first')),
    ['2026-01-05'],
  )
  assert.match(JSON.stringify(items.at(-1)), /no amount above zero, or no direction/)
})

test('a file that is not well-formed or has a document type is refused', async () => {
  await assert.rejects(readFile(statement('<Ntry>')), /not well-formed|truncated/)
  await assert.rejects(readFile(statement('').replace('<Document', '<!DOCTYPE x><Document')), /document type/)
})

test('a minus beside a direction is not guessed, and an entry in another currency is of that currency', async () => {
  const { items } = await readFile(statement(entry('-1.00', 'DBIT')))
  assert.match(JSON.stringify(items), /no amount above zero/)
  const foreign = entry('1.00', 'DBIT').replace('Ccy="EUR"', 'Ccy="USD"')
  const { records } = await readFile(statement(entry('2.00', 'DBIT') + foreign))
  assert.deepEqual(
    records.map(({ account }) => account.currency),
    ['eur', 'usd'],
  )
  assert.notEqual(records[0]?.account.key, records[1]?.account.key)
})

test('reversals have the sign of their own direction', async () => {
  const reversed = (side: string) => entry('1.00', side).replace('<Sts>', '<RvslInd>true</RvslInd><Sts>')
  assert.deepEqual((await readFile(statement(reversed('DBIT') + reversed('CRDT')))).amounts, [-1, 1])
})

test('the parties of a reversal are those of the payment that it takes back', async () => {
  const both = parties('<Dbtr><Nm>Me</Nm></Dbtr><Cdtr><Nm>Shop</Nm></Cdtr>')
  const back = entry('5.00', 'CRDT', `<RvslInd>true</RvslInd>${both}`)
  assert.equal((await readFile(statement(back))).records[0]?.payee, 'Shop')
})

test('transactions that do not add up to the change of the balance are noted', async () => {
  const adding = (amount: string) =>
    readFile(statement(entry(amount, 'DBIT') + entry('9.00', 'CRDT').replace('EUR', 'USD')))
  assert.ok(!(await adding('1012.50')).notes.some((note) => note.includes('add up')))
  assert.ok(
    (await adding('12.50')).notes.some((note) => /add up to -12.5, but its balance changes by -1012.5/.test(note)),
  )
})

// Guards OFX and QIF as old programs write them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayIn } from './dates.ts'
import { readFile } from './statement.fixture.ts'

const statement = (transactions: string) =>
  `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>1234</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260101\n${transactions}\n</BANKTRANLIST><LEDGERBAL><BALAMT>10.00<DTASOF>20260131</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const named = (name: string) => `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20260105<TRNAMT>-1.50<FITID>1${name}</STMTTRN>`

const names: Readonly<Record<string, string>> = {
  '<NAME><![CDATA[Smith & Sons]]></NAME>': 'Smith & Sons',
  '<NAME><![CDATA[A <b> C]]></NAME>': 'A <b> C',
  '<NAME>Caf&eacute; M&ouml;we</NAME>': 'Café Möwe',
  '<NAME>Caf&#233; &#x26; Co': 'Café & Co',
  '<NAME>A & B': 'A & B',
  '<NAME>A & B < C': 'A & B < C',
  '<NAME>1 < 2 > 0</NAME>': '1 < 2 > 0',
  '<NAME>Tom <tom@example.com>': 'Tom <tom@example.com>',
  '<NAME>A&amp;B &lt;C&gt;': 'A&B <C>',
  '<NAME>5&euro; &unknown; shop': '5€ &unknown; shop',
  '<name>lower case</name>': 'lower case',
  '<MEMO>Only a memo': 'Only a memo',
  '<NAME>\nOn the next line\n': 'On the next line',
}

test('names of OFX are read with sections, entities and raw characters', async () => {
  for (const [written, payee] of Object.entries(names)) {
    const { records, amounts } = await readFile(statement(named(written)), 11)
    assert.deepEqual([records[0]?.payee, amounts], [payee, [-1.5]], written)
  }
})

test('transactions of OFX without end tags are all read, and a truncated one is reported', async () => {
  const open = '<STMTTRN>\n<TRNTYPE>DEBIT\n<DTPOSTED>20260105\n<TRNAMT>-1.50\n<FITID>1\n<NAME>A\n'
  const two = `${open}${open.replace('-1.50', '-7.25')}`
  const { amounts, items } = await readFile(statement(two))
  assert.deepEqual(amounts, [-1.5, -7.25])
  assert.equal(items.at(-1)?.kind, 'balance')
  const cut = statement(two).slice(0, statement(two).indexOf('-7.25') + 2)
  const read = await readFile(cut)
  assert.deepEqual(read.amounts, [-1.5])
  assert.match(JSON.stringify(read.items.at(-1)), /"skipped".*the file ends within it/)
})

test('dates of OFX may have hours, minutes and zones', async () => {
  for (const date of [
    '20260105',
    '2026010512',
    '202601051200',
    '20260105120000',
    '20260105120000.000[-5:EST]',
    '20260105120000[0:GMT]',
  ]) {
    const { records } = await readFile(statement(named('<NAME>A').replace('<DTPOSTED>20260105', `<DTPOSTED>${date}`)))
    const [record] = records
    assert.equal(record && dayIn(record.date, 'day first'), '2026-01-05', date)
  }
})

const typed = (...list: [string, string][]) =>
  statement(
    list
      .map(
        ([type, amount], at) =>
          `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20260105<TRNAMT>${amount}<FITID>${at}<NAME>A</STMTTRN>`,
      )
      .join(''),
  )

test('amounts of OFX have their own signs, or those of their types where they have none', async () => {
  const cases: [string, number[]][] = [
    [typed(['DEBIT', '-45.00'], ['CREDIT', '20.00']), [-45, 20]],
    [typed(['DEBIT', '45.00'], ['CREDIT', '20.00']), [-45, 20]],
    [typed(['DEBIT', '45.00'], ['CREDIT', '-20.00']), [-45, 20]],
    [typed(['DEBIT', '45.00'], ['POS', '5.00']), [-45, -5]],
    [typed(['DEBIT', '-45.00'], ['DEBIT', '10.00']), [-45, 10]],
    [typed(['CREDIT', '-10.00']), [-10]],
    [typed(['OTHER', '-1,50'], ['OTHER', '+1.234,00']), [-1.5, 1234]],
    [typed(['OTHER', '-1,50'], ['OTHER', '20.00']), [-1.5, 20]],
  ]
  for (const [file, amounts] of cases) {
    // without the balance, whose point would decide the marks
    const read = await readFile(file.replace(/<LEDGERBAL>.*<\/LEDGERBAL>/, ''))
    assert.deepEqual(read.amounts, amounts, file)
  }
})

test('the last record of a QIF file may lack its end, and records may lack a payee', async () => {
  const list = '!Type:Bank\nD01/13/2026\nT-3.00\nPShop\n^\nD01/14/2026\nT-4.00\n'
  for (const [end, payee, isTransfer] of [
    ['PLast', 'Last', false],
    ['PLast\n', 'Last', false],
    ['PLast\n\n', 'Last', false],
    ['PLast\n!Type:Cat\nNFood\n^\n', 'Last', false],
    ['L[Savings]\n^\n', 'Savings', true],
    ['L[Savings]', 'Savings', true],
    ['LFood:Fruit\n^\n', 'Food:Fruit', false],
    ['MA memo\n^\n', 'A memo', false],
    ['^\n', '', false],
    ['', '', false],
  ] as const) {
    const { records, amounts } = await readFile(list + end)
    const last = records.at(-1)
    assert.deepEqual([amounts, last?.payee, last?.isTransfer], [[-3, -4], payee, isTransfer], end)
  }
})

test('an OFX file in which nothing decides between two readings of an amount is refused', async () => {
  const file = typed(['OTHER', '-1,250'], ['OTHER', '-1,50'], ['OTHER', '2.50'])
  await assert.rejects(readFile(file), /different decimal marks/)
})

test('amounts of OFX without any minus are refused where a type is mostly spent money', async () => {
  const typed = (...types: string[]) =>
    statement(types.map((type) => `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20260105<TRNAMT>5.00<NAME>A</STMTTRN>`).join(''))
  for (const type of ['POS', 'ATM', 'FEE', 'SRVCHG', 'CHECK', 'CASH', 'DIRECTDEBIT', 'REPEATPMT'])
    await assert.rejects(readFile(typed('CREDIT', type)), new RegExp(`no amount has a minus, though the type ${type}`))
  for (const type of ['CREDIT', 'DEP', 'INT', 'DIV', 'XFER', 'OTHER', 'PAYMENT'])
    assert.deepEqual((await readFile(typed(type))).amounts, [5], type)
  assert.deepEqual((await readFile(typed('DEBIT', 'POS', 'CREDIT'))).amounts, [-5, -5, 5])
  const refund = `${typed('POS')}`.replace(
    '<STMTTRN>',
    '<STMTTRN><TRNTYPE>POS<DTPOSTED>20260105<TRNAMT>-9.00<NAME>B</STMTTRN><STMTTRN>',
  )
  assert.deepEqual((await readFile(refund)).amounts, [-9, 5])
})

test('an amount in another currency is not one in that of the account, unless the bank converted it', async () => {
  const euro = '<CURRATE>1.10<CURSYM>USD</CURSYM>'
  const file = (group: string) => statement(named(`<NAME>A<${group}>${euro}</${group}>`))
  const currencyIn = async (group: string) => (await readFile(file(group))).records[0]?.account.currency
  assert.equal(await currencyIn('CURRENCY'), 'usd')
  assert.equal(await currencyIn('ORIGCURRENCY'), 'eur')
  const { items } = await readFile(file('CURRENCY').replace('USD', 'XYZ'))
  assert.match(JSON.stringify(items[0]), /its currency is not known/)
})

test('a comment of the bank may precede OFX', async () => {
  assert.deepEqual((await readFile(`<!-- made by the bank -->\n${statement(named('<NAME>A'))}`)).amounts, [-1.5])
})

// Imports of statements on each database: what is read from each format, what counts as a duplicate, what is skipped or
// refused.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { compare } from '#provider'
import { eachStore } from '../../../../tests/harness/services.ts'
import { importing, type Made, me } from '../../test/ledger-calls.ts'
import { type Calls, type Household, openCalls } from '../../test/world.ts'

const csv = `Date,Payee,Amount,Reference
01/09/2026,"Market, Corner",-12.50,apples
13/09/2026,Tidewater Ltd,"2,480.00",
13/09/2026,Metro Card,-20.00,
13/09/2026,Metro Card,-20.00,
`
const ofx = (transactions: string, balance = '') => `OFXHEADER:100
DATA:OFXSGML
CHARSET:1252

<OFX><SIGNONMSGSRSV1><SONRS><FI><ORG>Example Bank</FI></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>12<ACCTID>00-99 1<ACCTTYPE>SAVINGS</BANKACCTFROM>
<BANKTRANLIST>${transactions}</BANKTRANLIST>${balance}
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`
const row = (id: string, amount: string, day: string, name: string) =>
  `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${day}120000[+12:NZST]<TRNAMT>${amount}<FITID>${id}<NAME>${name}<MEMO>At sea</STMTTRN>\n`

await eachStore('imports of statements', (database) => {
  let calls: Calls
  before(async () => {
    calls = await openCalls(database.target)
  })
  after(() => calls.close())

  const transactions = (home: Household) =>
    home.ask<Made[]>('GET', `${me}/transactions?start_date=1990-01-01&end_date=2030-01-01&per_page=100`)
  const brief = async (home: Household) =>
    (await transactions(home)).map(({ date, payee, amount }) => [date, payee, amount])

  test('the first import removes the sample household', async () => {
    const { home, send } = await importing(calls)
    assert.ok((await transactions(home)).length > 50)
    const { counts, kinds } = await send('September.csv', csv)
    assert.deepEqual(counts, { records: 4, added: 4, duplicates: 0, skipped: 0, accounts: 1 })
    assert.equal(kinds.at(-1), 'result')
    assert.deepEqual(await brief(home), [
      ['2026-09-13', 'Metro Card', -20],
      ['2026-09-13', 'Metro Card', -20],
      ['2026-09-13', 'Tidewater Ltd', 2480],
      ['2026-09-01', 'Market, Corner', -12.5],
    ])
    const [account] = await home.ask<Made[]>('GET', `${me}/accounts`)
    assert.deepEqual([account?.title, account?.current_balance], ['September', 2427.5])
    for (const path of ['categories', 'category_rules', 'saved_searches', 'attachments', 'labels'])
      assert.deepEqual(await home.ask('GET', `${me}/${path}`), [], path)
    const { name } = await home.ask<Made>('GET', '/me')
    assert.equal(name, null)
    const { headers } = await home.call('GET', `${me}/accounts`)
    assert.equal(headers.get('x-gateway-sample'), null)
  })

  test('an unsorted statement is written in the order of days, and records of a day keep their order', async () => {
    const { home, send } = await importing(calls)
    const order = Array.from({ length: 300 }, (_, at) => (at * 7) % 300)
    const dayOf = (at: number) => new Date(Date.UTC(2024, 0, 1 + Math.floor(at / 3))).toISOString().slice(0, 10)
    const rows = order.map((at, line) => `${dayOf(at)},Line ${line},-1.00\n`)
    const { counts } = await send('Unsorted.csv', `Date,Payee,Amount\n${rows.join('')}`)
    assert.deepEqual([counts?.added, counts?.duplicates], [300, 0])
    const written: { date: string; line: number }[] = []
    for (let page = 1; page <= 3; page++)
      for (const { date, payee, id } of await home.ask<Made[]>(
        'GET',
        `${me}/transactions?start_date=2024-01-01&end_date=2025-01-01&per_page=100&page=${page}`,
      ))
        written[Number(id)] = { date: String(date), line: Number(String(payee).slice('Line '.length)) }
    const byId = written.filter((one) => one !== undefined)
    const expected = order
      .map((at, line) => ({ date: dayOf(at), line }))
      .sort((one, other) => compare(one.date, other.date) || compare(one.line, other.line))
    assert.deepEqual(byId, expected)
  })

  test('records that a caller created in the sample remain, with their account and categories', async () => {
    const { home, send } = await importing(calls)
    const own = await home.ask<Made>('POST', '/transaction_accounts/6102/transactions', {
      payee: 'Mine',
      amount: -1,
      date: '2026-09-02',
      category_id: 8121,
    })
    await home.ask('POST', '/scenarios/6201/events', {
      category_id: 8112,
      date: '2026-11-25',
      amount: -5,
      repeat_type: 'weekly',
    })
    await send('September.csv', csv)
    assert.equal((await home.ask<Made>('GET', `/transactions/${own.id}`)).payee, 'Mine')
    const titles = (await home.ask<Made[]>('GET', `${me}/accounts`)).map(({ title }) => title)
    assert.deepEqual(titles, ['Everyday (sample)', 'Credit card (sample)', 'September'])
    const categories = await home.ask<(Made & { children: Made[] })[]>('GET', `${me}/categories`)
    assert.deepEqual(
      categories.map(({ title, children }) => [title, children.map((child) => child.title)]),
      [
        ['Leisure', ['Eating out']],
        ['Transport', ['Bus and train']],
      ],
    )
    const [, card] = await home.ask<Made[]>('GET', `${me}/accounts`)
    assert.equal(card?.current_balance, -351)
  })

  test('a repeated statement adds nothing, an overlapping one only what is new', async () => {
    const { home, send } = await importing(calls)
    await send('Bank.csv', csv)
    assert.deepEqual((await send('Bank.csv', csv)).counts, {
      records: 4,
      added: 0,
      duplicates: 4,
      skipped: 0,
      accounts: 0,
    })
    const longer = `${csv}13/09/2026,Metro Card,-20.00,\n14/09/2026,Kea Internet,-79.00,\n`
    const { counts } = await send('Bank.csv', longer)
    assert.deepEqual([counts?.added, counts?.duplicates], [2, 4])
    assert.equal((await transactions(home)).length, 6)
  })

  test('a statement of several batches is imported entirely, and adds nothing when repeated', async () => {
    const { home, send } = await importing(calls)
    const lines = Array.from(
      { length: 2345 },
      (_, at) => `2026-0${1 + (at % 9)}-1${at % 7},Shop ${at % 40},-${1 + (at % 3)}.00`,
    )
    const file = `Date,Payee,Amount\n${lines.join('\n')}\n`
    assert.equal((await send('Long.csv', file)).counts?.added, 2345)
    assert.equal((await send('Long.csv', file)).counts?.added, 0)
    const [account] = await home.ask<Made[]>('GET', `${me}/accounts`)
    const total = lines.reduce((sum, line) => sum + Number(line.split(',')[2]), 0)
    assert.equal(account?.current_balance, total)
  })

  test('an OFX statement creates its account with the balance that the bank states', async () => {
    const { home, send } = await importing(calls)
    const rows = row('a1', '-12,50', '20260901', 'Caf\u00e9') + row('a2', '100.00', '20260903', 'Pay &amp; Co')
    const file = ofx(rows, '<LEDGERBAL><BALAMT>587.50<DTASOF>20260930</LEDGERBAL>')
    const { counts } = await send('statement.ofx', Buffer.from(file, 'latin1'))
    assert.deepEqual(counts, { records: 2, added: 2, duplicates: 0, skipped: 0, accounts: 1 })
    const [account] = await home.ask<(Made & { primary_transaction_account: Made & { institution: Made } })[]>(
      'GET',
      `${me}/accounts`,
    )
    const side = account?.primary_transaction_account
    assert.deepEqual(
      [account?.currency_code, account?.current_balance, side?.number, side?.starting_balance, side?.institution.title],
      ['EUR', 587.5, '00-99 1', 500, 'Example Bank'],
    )
    const [second, first] = await transactions(home)
    assert.deepEqual([first?.payee, first?.memo, first?.upload_source], ['Caf\u00e9', 'At sea', 'file'])
    assert.deepEqual([second?.payee, second?.closing_balance], ['Pay & Co', 587.5])
  })

  test('a record is recognised by its id, also when the account number is written differently', async () => {
    const { home, send } = await importing(calls)
    await send('one.ofx', ofx(row('a1', '-12.50', '20260901', 'Shop') + row('a2', '-12.50', '20260901', 'Shop')))
    const again = ofx(row('a2', '-12.50', '20260901', 'Shop changed') + row('a3', '-12.50', '20260901', 'Shop'))
    const { counts } = await send('two.ofx', again.replace('00-99 1', '00991'))
    assert.deepEqual(counts, { records: 2, added: 1, duplicates: 1, skipped: 0, accounts: 0 })
    assert.equal((await transactions(home)).length, 3)
  })

  test('transactions with an id that the bank repeats are all added, and none is added again', async () => {
    const { home, send } = await importing(calls)
    const day = row('20260105', '-1.50', '20260105', 'Bakery') + row('20260105', '-7.25', '20260105', 'Grocer')
    const zeros = ['-1.00', '-2.00', '-2.00'].map((amount, at) => row('0', amount, `2026010${at + 6}`, 'Zero')).join('')
    const file = ofx(day + zeros)
    assert.deepEqual((await send('one.ofx', file)).counts, {
      records: 5,
      added: 5,
      duplicates: 0,
      skipped: 0,
      accounts: 1,
    })
    assert.equal((await send('one.ofx', file)).counts?.added, 0)
    const later = ofx(row('0', '-2.00', '20260209', 'Zero') + row('20260105', '-1.50', '20260105', 'Bakery'))
    const { counts } = await send('two.ofx', later)
    assert.deepEqual([counts?.added, counts?.duplicates], [1, 1])
    assert.equal((await transactions(home)).length, 6)
  })

  test('rows without a payee are kept, and what was read, chosen and skipped is reported', async () => {
    const { home, send } = await importing(calls)
    const { counts, notes } = await send(
      'Bank.csv',
      'Kontoauszug\nBuchungstag;Empfänger;Betrag;S/H\n05.01.2026;;1.012,00;S\n06.01.2026;Anna;3,50;H\nbald;Ben;1,00;S\n',
    )
    assert.deepEqual([counts?.added, counts?.skipped], [2, 1])
    assert.deepEqual(await brief(home), [
      ['2026-01-06', 'Anna', 3.5],
      ['2026-01-05', '?', -1012],
    ])
    assert.deepEqual(notes, [
      'The file is CSV in utf-8.',
      'The headings are in line 2, separated by semicolons.',
      'In "Betrag" the decimal mark is a comma: "1.012,00" in line 3 shows it.',
      'Signs are taken from the column "S/H": "S" is spent, "H" is received.',
      'Skipped: line 5: it has no date.',
    ])
  })

  test('the order of day and month is reported where the dates leave it open', async () => {
    const { send } = await importing(calls)
    const { notes } = await send('Bank.csv', 'Date,Payee,Amount\n01/02/2026,A,-1.00\n13/02/2026,B,-1.00\n')
    assert.ok(notes.includes('Where the numbers of a date leave it open, the day comes first.'), notes.join('\n'))
  })

  test('years of two digits are found by all rows of a file, also by those behind the first batch', async () => {
    const { home, send } = await importing(calls)
    const early = Array.from({ length: 1100 }, (_, at) => `26/01/0${1 + (at % 9)},Shop ${at},-1.00\n`).join('')
    const { counts, notes } = await send('Bank.csv', `Date,Payee,Amount\n${early}26/01/31,Last,-2.00\n`)
    assert.deepEqual([counts?.added, counts?.skipped], [1101, 0])
    assert.ok(notes.includes('Where the numbers of a date leave it open, the year comes first.'), notes.join('\n'))
    assert.equal((await transactions(home)).find(({ payee }) => payee === 'Last')?.date, '2026-01-31')
  })

  test('a file that does not show where the year is is refused with both readings', async () => {
    const { home, send } = await importing(calls)
    const before = await brief(home)
    const { error } = await send('Bank.csv', 'Date,Payee,Amount\n26/01/05,A,-1.00\n')
    assert.match(
      error?.message ?? '',
      /"26\/01\/05" in line 2 is 2026-01-05 or 2005-01-26.*Write years with four digits/,
    )
    assert.deepEqual(await brief(home), before)
  })

  test('a file with two readings is refused and changes nothing', async () => {
    const { home, send } = await importing(calls)
    const before = await brief(home)
    const { error } = await send(
      'Bank.csv',
      'Date,Payee,Amount,Balance\n2026-01-05,A,45.00,955.00\n2026-01-06,B,20.00,935.00\n',
    )
    assert.match(error?.message ?? '', /line 3: the amount is read as 20, but the column "Balance" changes by -20/)
    assert.deepEqual(await brief(home), before)
  })

  test('statements that name no account always go to one account of their own', async () => {
    const { home, send } = await importing(calls)
    const nameless = ofx(row('a1', '-1.00', '20260901', 'First')).replace('<BANKID>12<ACCTID>00-99 1', '')
    assert.equal((await send('one.ofx', nameless)).counts?.accounts, 1)
    const { counts } = await send('two.ofx', nameless)
    assert.deepEqual([counts?.accounts, counts?.duplicates], [0, 1])
    const accounts = await home.ask<Made[]>('GET', `${me}/accounts`)
    assert.deepEqual(
      accounts.map(({ title }) => title),
      ['Imported'],
    )
  })

  test('a statement does not add a transaction that was entered by hand', async () => {
    const { home, send } = await importing(calls)
    await send('one.ofx', ofx(row('a1', '-1.00', '20260901', 'First')))
    const [first] = await transactions(home)
    const side = Object(first?.transaction_account).id
    await home.ask('POST', `/transaction_accounts/${side}/transactions`, {
      payee: 'By hand',
      amount: -7.2,
      date: '2026-09-05',
    })
    const { counts } = await send(
      'two.ofx',
      ofx(row('a9', '-7.20', '20260905', 'BY HAND') + row('a10', '-7.20', '20260905', 'BY HAND')),
    )
    assert.deepEqual([counts?.added, counts?.duplicates], [1, 1])
  })

  test('version 2 of OFX and several accounts of one file are read', async () => {
    const { home, send } = await importing(calls)
    const card = `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200"?><OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS>
      <CCSTMTRS><CURDEF>NZD</CURDEF><CCACCTFROM><ACCTID>4471</ACCTID></CCACCTFROM><BANKTRANLIST><STMTTRN>
      <TRNTYPE>XFER</TRNTYPE><DTPOSTED>20260901</DTPOSTED><TRNAMT>50</TRNAMT><FITID>x</FITID><NAME>Payment</NAME></STMTTRN>
      </BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS><CCSTMTTRNRS><CCSTMTRS><CURDEF>NZD</CURDEF><CCACCTFROM><ACCTID>4472</ACCTID>
      </CCACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260902</DTPOSTED><TRNAMT>-5</TRNAMT>
      <FITID>x</FITID><NAME>Shop</NAME></STMTTRN></BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`
    assert.deepEqual((await send('cards.ofx', card)).counts?.accounts, 2)
    const accounts = await home.ask<Made[]>('GET', `${me}/accounts`)
    assert.deepEqual(
      accounts.map(({ type, current_balance }) => [type, current_balance]),
      [
        ['credits', 50],
        ['credits', -5],
      ],
    )
    assert.deepEqual(
      (await transactions(home)).map(({ is_transfer }) => is_transfer),
      [false, true],
    )
  })

  test('a QIF statement is read with its accounts, dates and transfers; other lists are skipped', async () => {
    const { home, send } = await importing(calls)
    const file = [
      ['!Type:Cat', 'NFood', '^'],
      ['!Account', 'NEveryday', 'TBank', '^', '!Type:Bank'],
      ["D9/ 1'26", 'T-1,234.50', 'PLandlord', 'MRent', 'N101', 'LHome:Rent', '^'],
      ['D9/23/26', 'T300.00', 'PFrom savings', 'L[Savings]', '^'],
      ['D9/31/26', 'T1.00', 'PNo such day', '^'],
    ]
    const { counts } = await send('export.qif', file.flat().join('\r\n'))
    assert.deepEqual(counts, { records: 2, added: 2, duplicates: 0, skipped: 1, accounts: 1 })
    const [second, first] = await transactions(home)
    assert.deepEqual(
      [first?.date, first?.amount, first?.memo, first?.cheque_number, second?.date, second?.is_transfer],
      ['2026-09-01', -1234.5, 'Rent', '101', '2026-09-23', true],
    )
    const [account] = await home.ask<Made[]>('GET', `${me}/accounts`)
    assert.equal(account?.title, 'Everyday')
  })

  test('rules and category titles categorise imported transactions', async () => {
    const { home, send } = await importing(calls)
    await send('first.csv', csv)
    const food = await home.ask<Made>('POST', `${me}/categories`, { title: 'Food' })
    const transport = await home.ask<Made>('POST', `${me}/categories`, { title: 'Transport' })
    await home.ask('POST', `/categories/${transport.id}/category_rules`, { payee_matches: 'metro' })
    await send(
      'second.csv',
      'Date,Description,Debit,Credit,Category\n2026-09-20,METRO CARD,20.00,,\n2026-09-21,Green Grocer,8.10,,food\n',
    )
    const [grocer, metro] = await transactions(home)
    assert.deepEqual([Object(grocer?.category).id, Object(metro?.category).id], [food.id, transport.id])
    assert.deepEqual([grocer?.amount, metro?.needs_review], [-8.1, true])
  })

  test('unusable rows are counted and logged by their line, without their content', async () => {
    const { home, send } = await importing(calls)
    const seen = calls.gateway.logged.length
    const { counts } = await send(
      'bad.csv',
      `${csv}yesterday,Private shop,-1.00,\n14/09/2026,Private shop,much,\n14/09/2026,Private shop,-1.00,,Private\n14/09/69,Private shop,-1.00,\n`,
    )
    assert.deepEqual([counts?.added, counts?.skipped], [4, 4])
    const logged = calls.gateway.logged.slice(seen).filter((line) => line.includes('was skipped'))
    assert.deepEqual(
      logged.map((line) => JSON.parse(line).line),
      [6, 7, 8, 9],
    )
    assert.ok(!logged.join().includes('Private'))
    assert.equal((await transactions(home)).length, 4)
  })

  test('a file without a usable row is refused and changes nothing', async () => {
    const { home, send } = await importing(calls)
    const before = await brief(home)
    const files = {
      blank: '\n \n',
      prose: 'Dear Sir or Madam,\nhow are you?\n',
      rows: 'Date,Amount,Payee\nx,y,z\n',
      ofx: '<OFX></OFX>',
      qif: '!Type:Cat\nNFood\n^\n',
    }
    for (const [name, content] of Object.entries(files)) {
      const { error, counts } = await send(`${name}.txt`, content)
      assert.deepEqual([counts, error?.code], [undefined, 'import.invalid'], name)
    }
    assert.deepEqual(await brief(home), before)
  })

  test('an import changes only one account of the gateway', async () => {
    const { send } = await importing(calls)
    const other = await calls.household()
    const before = await brief(other)
    await send('Mine.csv', csv)
    assert.deepEqual(await brief(other), before)
  })

  test('after an import of many rows PostgreSQL has statistics about them', async () => {
    const { send } = await importing(calls)
    const rows = Array.from(
      { length: 1200 },
      (_, number) => `${1 + (number % 28)}/09/2026,Shop ${number},-${number}.50,`,
    )
    const { counts } = await send(
      'Many.csv',
      ['Date,Payee,Amount,Reference', '30/09/2026,Shop,-1,', ...rows, ''].join('\n'),
    )
    assert.equal(counts?.added, 1201)
    if (database.name === 'sqlite') return
    const { rows: known } = await sql<{ name: string }>`
      select distinct tablename as name from pg_stats where schemaname = current_schema()
        and tablename in ('personal_finance_transactions', 'personal_finance_day_totals')
        and attname = 'owner'`.execute(calls.gateway.components.store.db)
    assert.equal(known.length, 2)
  })
})

// Transactions on each database: created, changed, split and removed, and found by every filter and page.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { type Made, me, newAccount, newCategory, newTransaction, refusal } from '../../../test/ledger-calls.ts'
import { type Calls, type Household, openCalls } from '../../../test/world.ts'

const days = 'start_date=2026-10-01&end_date=2026-10-31'

await eachStore('transactions', (database) => {
  let calls: Calls
  before(async () => {
    calls = await openCalls(database.target)
  })
  after(() => calls.close())
  const payees = async (home: Household, path: string) =>
    (await home.ask<Made[]>('GET', path)).map(({ payee }) => payee)

  /** An account with four transactions that differ in everything that can be filtered. */
  async function filled(): Promise<{ home: Household; side: number; account: number; food: number; below: number }> {
    const home = await calls.household()
    const { side, account } = await newAccount(home, { title: 'Purse' })
    const food = (await newCategory(home, 'Foodstuff')).id
    const below = (await newCategory(home, 'Fruit', { parent_id: food })).id
    await newTransaction(home, side, {
      payee: 'Café Ölberg',
      amount: -12.5,
      date: '2026-10-01',
      category_id: food,
      needs_review: false,
    })
    await newTransaction(home, side, {
      payee: 'Refund',
      amount: 7,
      date: '2026-10-02',
      category_id: below,
      labels: 'Warm, cold,warm',
    })
    await newTransaction(home, side, {
      payee: 'Nameless',
      amount: -1234.5,
      date: '2026-10-03',
      note: '50%_off \\ today',
    })
    await newTransaction(home, side, { payee: 'Future', amount: -1, date: '2026-12-24' })
    return { home, side, account, food, below }
  }

  test('a new transaction is returned with defaults for omitted fields', async () => {
    const { home, side } = await filled()
    const { id, created_at, updated_at, transaction_account, ...rest } = await newTransaction(home, side, {
      payee: ' Shop ',
      amount: 0.1,
      date: '2026-10-05T23:00:00Z',
      memo: '',
      cheque_number: '17',
    })
    assert.deepEqual(rest, {
      payee: 'Shop',
      original_payee: 'Shop',
      date: '2026-10-05',
      upload_source: 'manual',
      category: null,
      closing_balance: -1239.9,
      cheque_number: '17',
      memo: null,
      amount: 0.1,
      amount_in_base_currency: 0.1,
      type: 'credit',
      is_transfer: false,
      needs_review: true,
      status: 'posted',
      note: null,
      labels: [],
    })
    assert.equal(Object(transaction_account).id, side)
    assert.deepEqual([created_at, updated_at], ['2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z'])
  })

  test('amounts stay exact: thirty tenths are three, and cents of large sums are not lost', async () => {
    const home = await calls.household()
    const { side } = await newAccount(home)
    for (let times = 0; times < 30; times++) await newTransaction(home, side, { amount: 0.1 })
    const large = await newTransaction(home, side, { amount: 99_999_999_999.99 })
    assert.equal(large.closing_balance, 100_000_000_002.99)
    const small = await newTransaction(home, side, { amount: -0.0001 })
    assert.equal(small.closing_balance, 100_000_000_002.9899)
  })

  test('amounts whose sum would not be exact are refused and change nothing', async () => {
    const home = await calls.household()
    const { side } = await newAccount(home)
    const body = { payee: 'Bank of all', amount: 100_000_000_000, date: '2026-10-01' }
    const path = `/transaction_accounts/${side}/transactions`
    assert.deepEqual(await refusal(home, 'POST', path, { ...body, amount: 100_000_000_000.01 }), [
      422,
      'amount is too large',
    ])
    for (let times = 0; times < 7; times++) await home.ask('POST', path, { ...body, amount: -body.amount })
    assert.deepEqual(await refusal(home, 'POST', path, body), [422, 'amount is too large'])

    const [last] = await home.ask<Made[]>('GET', `${path}?${days}`)
    assert.equal(last?.closing_balance, -600_000_000_000 - 100_000_000_000)
  })

  test('removed transactions make room again, one by one or with their account', async () => {
    const home = await calls.household()
    const { side, account } = await newAccount(home)
    const body = { payee: 'Bank of all', amount: -100_000_000_000, date: '2026-10-01' }
    const post = async (to: number) =>
      (await home.call('POST', `/transaction_accounts/${to}/transactions`, body)).status
    const created: number[] = []
    for (let times = 0; times < 7; times++) created.push((await newTransaction(home, side, body)).id)
    assert.equal(await post(side), 422)
    await home.ask('DELETE', `/transactions/${created[0]}`)
    assert.equal(await post(side), 201)
    assert.equal(await post(side), 422)
    await home.ask('DELETE', `/accounts/${account}`)
    assert.equal(await post(6100), 201)
  })

  test('characters that PostgreSQL refuses are left out', async () => {
    const home = await calls.household()
    const { side } = await newAccount(home)
    const created = await newTransaction(home, side, { payee: 'a\0b', note: '\0', labels: 'x\0y', memo: '\ud800' })
    assert.deepEqual([created.payee, created.note, created.labels], ['ab', null, ['xy']])
  })

  test('a change keeps omitted fields, updates the balances and is returned', async () => {
    const { home, side, food } = await filled()
    const { id, ...before } = await newTransaction(home, side, { amount: -3, labels: 'a,b', note: 'kept' })
    calls.setClock('2026-11-20T01:02:03Z')
    const changed = await home.ask<Made>('PUT', `/transactions/${id}`, {
      amount: -4.5,
      category_id: food,
      date: '2026-10-04',
    })
    calls.setClock('2026-11-20T00:00:00Z')
    assert.deepEqual(
      [changed.amount, changed.date, changed.note, changed.labels, changed.payee, changed.updated_at],
      [-4.5, '2026-10-04', 'kept', ['a', 'b'], before.payee, '2026-11-20T01:02:03Z'],
    )
    assert.equal(Object(changed.category).id, food)
    assert.equal(changed.closing_balance, -1244.5)
    const cleared = await home.ask<Made>('PUT', `/transactions/${id}`, {
      category_id: '',
      labels: '',
      note: null,
      is_transfer: true,
      needs_review: false,
    })
    assert.deepEqual(
      [cleared.category, cleared.labels, cleared.note, cleared.is_transfer, cleared.needs_review],
      [null, [], null, true, false],
    )
  })

  test('a removed transaction is in no list and no balance', async () => {
    const { home, side } = await filled()
    const { id } = await newTransaction(home, side, { amount: -100 })
    const balance = async () => (await home.ask<Made>('GET', `/transaction_accounts/${side}`)).current_balance
    const before = Number(await balance())
    await home.ask('DELETE', `/transactions/${id}`)
    assert.deepEqual(await refusal(home, 'GET', `/transactions/${id}`), [404, 'Transaction not found'])
    assert.deepEqual(await refusal(home, 'DELETE', `/transactions/${id}`), [404, 'Transaction not found'])
    assert.equal(await balance(), before + 100)
  })

  test('a transaction in a transfer category is a transfer, unless set otherwise', async () => {
    const { home, side } = await filled()
    const { id } = await newTransaction(home, side, { category_id: 8150 })
    assert.equal((await home.ask<Made>('GET', `/transactions/${id}`)).is_transfer, true)
    assert.equal((await home.ask<Made>('PUT', `/transactions/${id}`, { is_transfer: false })).is_transfer, false)
  })

  test('a split creates its parts in one step and keeps the balance', async () => {
    const { home, side, food } = await filled()
    const { id } = await newTransaction(home, side, {
      amount: -99.95,
      date: '2026-10-04',
      category_id: food,
      note: 'whole',
    })
    const balance = (await home.ask<Made>('GET', `/transaction_accounts/${side}`)).current_balance
    const splits = [
      { amount: -30, payee: 'Lunch', category_id: '' },
      { amount: -19.95, date: '2026-10-05', is_transfer: true },
    ]
    const answer = await home.ask<{ transaction: Made; split_transactions: Made[] }>('PUT', `/transactions/${id}`, {
      amount: -50,
      splits,
    })
    const brief = ({ payee, amount, date, is_transfer, category }: Made) => [
      payee,
      amount,
      date,
      is_transfer,
      Object(category).id,
    ]
    assert.deepEqual([answer.transaction, ...answer.split_transactions].map(brief), [
      ['Shop', -50, '2026-10-04', false, food],
      ['Lunch', -30, '2026-10-04', false, undefined],
      ['Shop', -19.95, '2026-10-05', true, food],
    ])
    assert.equal(answer.transaction.id, id)
    assert.equal((await home.ask<Made>('GET', `/transaction_accounts/${side}`)).current_balance, balance)
  })

  test('a split whose amounts do not add up is refused as a whole', async () => {
    const { home, side } = await filled()
    const { id, ...before } = await newTransaction(home, side, { amount: -50 })
    const path = `/transactions/${id}`
    const remainder = 'amount must be the original amount less the sum of the splits'
    const cases: [object, string][] = [
      [{ amount: -20, splits: [{ amount: -20 }] }, remainder],
      [{ splits: [{ amount: -20 }] }, 'amount is missing'],
      [{ amount: -30, splits: [{ amount: -20, category_id: 1 }] }, 'category_id is invalid'],
      [{ amount: -30, splits: [{ payee: 'x' }] }, 'amount is missing'],
      [{ amount: -30, splits: 'x' }, 'splits is invalid'],
    ]
    for (const [body, sentence] of cases)
      assert.deepEqual(await refusal(home, 'PUT', path, { ...body }), [422, sentence])
    assert.deepEqual(await home.ask('GET', path), { id, ...before })
    assert.equal((await payees(home, `/transaction_accounts/${side}/transactions?${days}`)).length, 4)
  })

  test('each filter lists what it selects', async () => {
    const { home, side, food, below } = await filled()
    const cases: Record<string, string[]> = {
      '': ['Nameless', 'Refund', 'Café Ölberg'],
      'start_date=2026-10-02&end_date=2026-12-31': ['Future', 'Nameless', 'Refund'],
      'start_date=2026-10-02&end_date=2026-10-02': ['Refund'],
      'uncategorised=1': ['Nameless'],
      'uncategorised=true': ['Nameless'],
      'uncategorised=0': ['Nameless', 'Refund', 'Café Ölberg'],
      'type=debit': ['Nameless', 'Café Ölberg'],
      'type=credit': ['Refund'],
      'needs_review=1': ['Nameless', 'Refund'],
      'search=cafe': ['Café Ölberg'],
      'search=OLBERG+caf': ['Café Ölberg'],
      'search=ölberg+missing': [],
      'search=warm': ['Refund'],
      'search=1234.50': ['Nameless'],
      'search=2026-10-03': ['Nameless'],
      'search=foodstuff': ['Café Ölberg'],
      'search=purse': ['Nameless', 'Refund', 'Café Ölberg'],
      'search=50%25_': ['Nameless'],
      'search=%25': ['Nameless'],
      'search=%5C': ['Nameless'],
      'search=a_e': [],
      'search=%00caf': ['Café Ölberg'],
      'type=debit&search=12.5&needs_review=0': ['Café Ölberg'],
      'updated_since=2026-11-20T00:00:00Z': ['Nameless', 'Refund', 'Café Ölberg'],
      'updated_since=2026-11-20T13:00:00%2B13:00': ['Nameless', 'Refund', 'Café Ölberg'],
      'updated_since=2026-11-20T00:00:01Z': [],
    }
    for (const [query, expected] of Object.entries(cases))
      assert.deepEqual(await payees(home, `/transaction_accounts/${side}/transactions?${query}`), expected, query)
    assert.deepEqual(await payees(home, `/categories/${food},${below}/transactions`), ['Refund', 'Café Ölberg'])
    assert.deepEqual(await payees(home, `/categories/${food}/transactions?${days}`), ['Café Ölberg'])
  })

  test('lists of a user, an account and a transaction account have the same transactions', async () => {
    const { home, side, account } = await filled()
    const own = await home.ask('GET', `/transaction_accounts/${side}/transactions?${days}`)
    assert.deepEqual(await home.ask('GET', `/accounts/${account}/transactions?${days}`), own)
    const all = await home.ask<Made[]>('GET', `${me}/transactions?${days}&per_page=1000`)
    assert.deepEqual(
      all.filter(({ transaction_account }) => Object(transaction_account).id === side),
      own,
    )
    const order = all.map(({ date, id }) => `${date} ${String(id).padStart(9, '0')}`)
    assert.deepEqual(order, order.toSorted().toReversed())
  })

  test('one of two days alone bounds a list on its side only', async () => {
    const home = await calls.household()
    const { side, account } = await newAccount(home)
    for (const date of ['2025-01-05', '2026-06-01', '2026-10-30', '2999-01-01'])
      await newTransaction(home, side, { date, payee: date })
    const days = async (path: string) => (await home.ask<Made[]>('GET', path)).map(({ date }) => date)
    for (const list of [`/transaction_accounts/${side}`, `/accounts/${account}`]) {
      assert.deepEqual(await days(`${list}/transactions?start_date=2026-06-01`), ['2026-10-30', '2026-06-01'])
      assert.deepEqual(await days(`${list}/transactions?end_date=2026-06-01`), ['2026-06-01', '2025-01-05'])
      assert.deepEqual(await days(`${list}/transactions?start_date=2998-01-01`), [])
      assert.deepEqual((await days(`${list}/transactions?end_date=2999-01-01`)).length, 4)
      // a search, too, ends with the present day and begins with the earliest
      const found = (query: string) => days(`${list}/transactions?search=20&${query}`)
      assert.deepEqual(await found('start_date=2026-06-01'), ['2026-10-30', '2026-06-01'])
      assert.deepEqual(await found('end_date=2026-06-01'), ['2026-06-01', '2025-01-05'])
      assert.deepEqual(await found('type=debit&end_date=2025-12-31'), ['2025-01-05'])
    }
    const all = await home.ask<Made[]>('GET', `${me}/transactions?start_date=2026-06-01&per_page=1000`)
    assert.ok(all.length > 2 && all.every(({ date }) => String(date) >= '2026-06-01'))
  })

  test("an invalid filter is 400 in the provider's words", async () => {
    const home = await calls.household()
    const cases: Record<string, string> = {
      'start_date=2026-02-30&end_date=2026-03-01': 'start_date is invalid',
      'start_date=2026-03-02&end_date=2026-03-01': 'end_date is before start_date',
      'type=both': 'type does not have a valid value',
      'uncategorised=yes': 'uncategorised is invalid',
      'needs_review=2': 'needs_review is invalid',
      'updated_since=yesterday': 'updated_since is invalid',
      'page=0': 'page is invalid',
      'page=x': 'page is invalid',
      'page=99': 'page is out of bounds',
      'per_page=0': 'per_page is invalid',
      [`search=${'x'.repeat(201)}`]: 'search is too long (maximum is 200 characters)',
      'search=a+b+c+d+e+f+g+h+i+j+k': 'search has too many words (maximum is 10)',
    }
    for (const [query, sentence] of Object.entries(cases))
      assert.deepEqual(await refusal(home, 'GET', `${me}/transactions?${query}`), [400, sentence], query)
  })

  test('pages cover everything once, and their links lead through the gateway with the other filters kept', async () => {
    const home = await calls.household()
    const { side } = await newAccount(home)
    for (let number = 1; number <= 25; number++)
      await newTransaction(home, side, { payee: `Number ${number}`, amount: -number })
    const ids: unknown[] = []
    const base = `${calls.gateway.baseUrl}/v1/proxy/personal-finance`
    let address: string | undefined = `/transaction_accounts/${side}/transactions?search=number&per_page=10&type=debit`
    const relations: string[] = []
    while (address) {
      const { headers, body } = await home.call('GET', address)
      assert.deepEqual([headers.get('per-page'), headers.get('total')], ['10', '25'])
      for (const { payee } of Array.isArray(body) ? body : []) ids.push(payee)
      const links = [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)]
      relations.push(links.map((link) => link[2]).join(' '))
      for (const [, link = ''] of links) {
        assert.ok(link.startsWith(`${base}/transaction_accounts/${side}/transactions?`), link)
        const query = new URL(link).searchParams
        assert.deepEqual([query.get('search'), query.get('per_page'), query.get('type')], ['number', '10', 'debit'])
      }
      address = links.find((link) => link[2] === 'next')?.[1]?.slice(base.length)
    }
    assert.deepEqual(
      ids,
      Array.from({ length: 25 }, (_, index) => `Number ${25 - index}`),
    )
    assert.deepEqual(relations, ['first last next', 'first last next prev', 'first last prev'])
  })

  test('a page has 30 transactions by default, and always 10 to 1000', async () => {
    const home = await calls.household()
    const size = async (query: string) => {
      const { headers, body } = await home.call('GET', `${me}/transactions?${query}`)
      return [headers.get('per-page'), Array.isArray(body) ? body.length : -1]
    }
    assert.deepEqual(await size(''), ['30', 30])
    assert.deepEqual(await size('per_page=3'), ['10', 10])
    assert.equal((await size('per_page=5000'))[0], '1000')
    const { headers } = await home.call('GET', `${me}/transactions?start_date=1990-01-01&end_date=1990-01-02`)
    assert.deepEqual([headers.get('total'), headers.get('link')?.includes('next')], ['0', false])
  })

  test('each label is listed once, and only while a transaction has it', async () => {
    const { home, side } = await filled()
    const { id, labels } = await newTransaction(home, side, { labels: ' zebra ,,Ape, zebra' })
    assert.deepEqual(labels, ['zebra', 'Ape'])
    const listed = await home.ask<string[]>('GET', `${me}/labels`)
    assert.deepEqual(listed, [...new Set(listed)].sort())
    assert.ok(['zebra', 'Ape', 'cold'].every((label) => listed.includes(label)))
    await home.ask('DELETE', `/transactions/${id}`)
    assert.ok(!(await home.ask<string[]>('GET', `${me}/labels`)).includes('zebra'))
  })
})

// Users, institutions, accounts and transaction accounts on each database: what responses show, what changes do, and
// what happens to everything when one is removed.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { idsOf, type Made, me, newAccount, newTransaction, refusal } from '../../../test/ledger-calls.ts'
import { type Calls, type Household, openCalls } from '../../../test/world.ts'

interface Account extends Made {
  readonly primary_transaction_account: Made & { readonly institution: Made }
  readonly transaction_accounts: readonly Made[]
  readonly scenarios: readonly Made[]
}

await eachStore('accounts', (database) => {
  let calls: Calls
  before(async () => {
    calls = await openCalls(database.target)
  })
  after(() => calls.close())
  const accountOf = (home: Household, id: number) => home.ask<Account>('GET', `/accounts/${id}`)

  test('the sample household is the same in every ledger, and is marked as a sample', async () => {
    const [one, other] = [await calls.household(), await calls.household()]
    for (const path of ['accounts', 'categories', 'transactions?per_page=1000', 'attachments', 'labels']) {
      const body = JSON.stringify(await one.ask('GET', `${me}/${path}`))
      assert.equal(body, JSON.stringify(await other.ask('GET', `${me}/${path}`)), path)
    }
    for (const path of ['accounts', 'institutions', 'attachments'])
      for (const { title } of await one.ask<Made[]>('GET', `${me}/${path}`)) assert.match(String(title), /sample/)
    const { headers } = await one.call('GET', `${me}/transactions`)
    assert.ok(Number(headers.get('total')) > 800)
    assert.equal(headers.get('x-gateway-sample'), 'true')
    const accounts = await one.ask<Account[]>('GET', `${me}/accounts`)
    assert.deepEqual(new Set(accounts.map(({ currency_code }) => currency_code)), new Set(['NZD', 'EUR']))
  })

  test('concurrent first calls create one household and are answered from it', async () => {
    const home = await calls.household()
    const lists = await Promise.all(Array.from({ length: 8 }, () => home.call('GET', `${me}/transactions`)))
    const created = await Promise.all(Array.from({ length: 4 }, () => newTransaction(home, 6100)))
    assert.deepEqual(new Set(lists.map(({ status, headers }) => `${status} ${headers.get('total')}`)).size, 1)
    assert.equal(lists[0]?.status, 200)
    assert.equal(new Set(created.map(({ id }) => id)).size, 4)
    const { headers } = await home.call('GET', `${me}/transactions`)
    assert.equal(Number(headers.get('total')), Number(lists[0]?.headers.get('total')) + 4)
  })

  test('a user is the same by id and by key, and stores changes', async () => {
    const home = await calls.household()
    const user = await home.ask('GET', '/me')
    assert.deepEqual(await home.ask('GET', me), user)
    const body = {
      name: 'Robin',
      time_zone: 'Europe/Berlin',
      week_start_day: 0,
      base_currency_code: 'eur',
      beta_user: true,
    }
    const changed = await home.ask<Made>('PUT', me, body)
    assert.deepEqual(
      [changed.name, changed.time_zone, changed.week_start_day, changed.base_currency_code, changed.beta_user],
      ['Robin', 'Berlin', 0, 'EUR', true],
    )
    const again = await home.ask<Made>('GET', '/me')
    assert.deepEqual(again, { ...changed, last_activity_at: again.last_activity_at })
    assert.equal((await home.ask<Made>('PUT', me, { name: '' })).name, null)
  })

  test("today is the day in the user's time zone", async () => {
    const home = await calls.household()
    const { side, account } = await newAccount(home)
    await newTransaction(home, side, { date: '2026-11-20', amount: 5 })
    const balanceIn = async (zone: string) => {
      await home.ask('PUT', me, { time_zone: zone })
      const { current_balance, current_balance_date } = await accountOf(home, account)
      return [current_balance, current_balance_date]
    }
    assert.deepEqual(await balanceIn('Auckland'), [5, '2026-11-20'])
    assert.deepEqual(await balanceIn('Hawaii'), [0, '2026-11-19'])
  })

  test('institutions are created, changed and listed', async () => {
    const home = await calls.household()
    const created = await home.ask<Made>('POST', `${me}/institutions`, { title: ' Sea Bank ', currency_code: 'usd' })
    assert.deepEqual([created.title, created.currency_code], ['Sea Bank', 'USD'])
    const changed = await home.ask<Made>('PUT', `/institutions/${created.id}`, { title: 'Lake Bank' })
    assert.deepEqual([changed.title, changed.currency_code], ['Lake Bank', 'USD'])
    assert.deepEqual(await home.ask('GET', `/institutions/${created.id}`), changed)
    assert.deepEqual((await idsOf(home, `${me}/institutions`)).at(-1), created.id)
    assert.deepEqual(await home.ask('GET', `/institutions/${created.id}/accounts`), [])
  })

  test('a new account has a transaction account in its institution and a scenario, each its primary one', async () => {
    const home = await calls.household()
    const { account, institution, side } = await newAccount(home, {
      title: 'Shares',
      type: 'stocks',
      currency_code: 'eur',
    })
    const shown = await accountOf(home, account)
    assert.deepEqual(
      [shown.title, shown.type, shown.currency_code, shown.is_net_worth],
      ['Shares', 'stocks', 'EUR', true],
    )
    assert.deepEqual([shown.transaction_accounts.length, shown.scenarios.length], [1, 1])
    assert.deepEqual(shown.primary_transaction_account, shown.transaction_accounts[0])
    assert.deepEqual(shown.primary_scenario, shown.scenarios[0])
    assert.equal(shown.primary_transaction_account.institution.id, institution)
    assert.deepEqual(await home.ask('GET', `/transaction_accounts/${side}`), shown.primary_transaction_account)
    assert.deepEqual(await home.ask('GET', `/institutions/${institution}/accounts`), [shown])
    assert.deepEqual((await idsOf(home, `${me}/accounts`)).at(-1), account)
    assert.ok((await idsOf(home, `${me}/transaction_accounts`)).includes(side))
  })

  test('an account stores changes, and its transaction account has its currency and type', async () => {
    const home = await calls.household()
    const { account, side } = await newAccount(home)
    const body = { title: 'Car', currency_code: 'EUR', type: 'vehicle', is_net_worth: true }
    const changed = await home.ask<Account>('PUT', `/accounts/${account}`, body)
    assert.deepEqual(
      [changed.title, changed.currency_code, changed.type, changed.is_net_worth],
      ['Car', 'EUR', 'vehicle', true],
    )
    const { currency_code, type } = await home.ask<Made>('GET', `/transaction_accounts/${side}`)
    assert.deepEqual([currency_code, type], ['EUR', 'vehicle'])
  })

  test('the named accounts come first in their new order, the others keep theirs', async () => {
    const home = await calls.household()
    const before = await idsOf(home, `${me}/accounts`)
    const answered = await home.ask<Made[]>('PUT', `${me}/accounts`, {
      accounts: [{ id: 6003, title: 'x' }, { id: 6001 }],
    })
    const expected = [6003, 6001, ...before.filter((id) => id !== 6003 && id !== 6001)]
    assert.deepEqual(
      answered.map(({ id }) => id),
      expected,
    )
    assert.deepEqual(await idsOf(home, `${me}/accounts`), expected)
    assert.deepEqual(await refusal(home, 'PUT', `${me}/accounts`, { accounts: [{ id: 6003 }, { id: 6003 }] }), [
      400,
      'accounts is invalid',
    ])
    assert.deepEqual(await refusal(home, 'PUT', `${me}/accounts`, { accounts: [{ id: 1 }] }), [
      400,
      'accounts is invalid',
    ])
    assert.deepEqual(await idsOf(home, `${me}/accounts`), expected)
  })

  test('the starting balance is that of its day: later transactions add to it, earlier ones do not change it', async () => {
    const home = await calls.household()
    const { side } = await newAccount(home)
    await home.ask('PUT', `/transaction_accounts/${side}`, {
      starting_balance: 100.1,
      starting_balance_date: '2026-10-01',
    })
    await newTransaction(home, side, { date: '2026-09-30', amount: -7 })
    await newTransaction(home, side, { date: '2026-10-01', amount: -0.2 })
    await newTransaction(home, side, { date: '2026-10-02', amount: 0.3 })
    await newTransaction(home, side, { date: '2026-12-24', amount: -50 })
    const shown = await home.ask<Made>('GET', `/transaction_accounts/${side}`)
    assert.deepEqual(
      [shown.starting_balance, shown.starting_balance_date, shown.current_balance],
      [100.1, '2026-10-01', 100.2],
    )
    const list = await home.ask<Made[]>(
      'GET',
      `/transaction_accounts/${side}/transactions?start_date=2026-01-01&end_date=2026-12-31`,
    )
    assert.deepEqual(
      list.map(({ closing_balance }) => closing_balance),
      [50.2, 100.2, 99.9, 100.1],
    )
  })

  test('an account without a starting date begins empty, at its first transaction', async () => {
    const home = await calls.household()
    const { side } = await newAccount(home)
    const balances = async () => {
      const { starting_balance, starting_balance_date, current_balance } = await home.ask<Made>(
        'GET',
        `/transaction_accounts/${side}`,
      )
      return [starting_balance, starting_balance_date, current_balance]
    }
    assert.deepEqual(await balances(), [0, '2026-11-20', 0])
    await newTransaction(home, side, { date: '2026-10-05', amount: -7 })
    const { id } = await newTransaction(home, side, { date: '2026-10-09', amount: -1 })
    assert.deepEqual(await balances(), [0, '2026-10-05', -8])
    await home.ask('PUT', `/transactions/${id}`, { date: '2026-09-01' })
    assert.deepEqual(await balances(), [0, '2026-09-01', -8])
    await home.ask('PUT', `/transaction_accounts/${side}`, { starting_balance: 100 })
    await newTransaction(home, side, { date: '2026-08-01', amount: -50 })
    assert.deepEqual(await balances(), [100, '2026-09-01', 92])
  })

  test('running balances follow the order of days, and within a day the order of entry', async () => {
    const home = await calls.household()
    const { side } = await newAccount(home)
    const amounts = { '2026-10-03': [1, 2], '2026-10-01': [4, 8], '2026-10-02': [16] }
    for (const [date, list] of Object.entries(amounts))
      for (const amount of list) await newTransaction(home, side, { date, amount })
    // the account is younger than its transactions, so today's balance is the starting balance
    await home.ask('PUT', `/transaction_accounts/${side}`, { starting_balance_date: '2026-10-01' })
    const list = await home.ask<Made[]>('GET', `/transaction_accounts/${side}/transactions?per_page=10`)
    assert.deepEqual(
      list.map(({ amount, closing_balance }) => [amount, closing_balance]),
      [
        [2, 31],
        [1, 29],
        [16, 28],
        [8, 12],
        [4, 4],
      ],
    )
    const narrowed = await home.ask<Made[]>(
      'GET',
      `${me}/transactions?search=8&start_date=2026-10-01&end_date=2026-10-03`,
    )
    assert.ok(narrowed.some(({ amount, closing_balance }) => amount === 8 && closing_balance === 12))
  })

  test('balances and amounts are converted into the base currency at published rates', async () => {
    const home = await calls.household()
    const { side, account } = await newAccount(home, { currency_code: 'EUR' })
    await home.ask('PUT', `/transaction_accounts/${side}`, {
      starting_balance: 100,
      starting_balance_date: '2026-09-01',
    })
    const created = await newTransaction(home, side, { date: '2026-09-30', amount: 10 })
    const shown = await accountOf(home, account)
    const rate = Number(shown.current_balance_exchange_rate)
    assert.ok(rate > 1.5 && rate < 2.5, String(rate))
    assert.equal(shown.current_balance_in_base_currency, Math.round(110 * rate * 100) / 100)
    assert.ok(Math.abs(Number(created.amount_in_base_currency) - 10 * rate) < 2)
    await home.ask('PUT', me, { base_currency_code: 'EUR' })
    const own = await accountOf(home, account)
    assert.deepEqual([own.current_balance_exchange_rate, own.current_balance_in_base_currency], [null, 110])
    assert.equal((await home.ask<Made>('GET', '/me')).using_multiple_currencies, true)
  })

  test('amounts in a currency without published rates are null in the base currency, not guessed', async () => {
    const home = await calls.household()
    const { account, side } = await newAccount(home, { currency_code: 'KES' })
    const created = await newTransaction(home, side, { amount: 1 })
    assert.equal(created.amount_in_base_currency, null)
    const shown = await accountOf(home, account)
    assert.deepEqual(
      [shown.current_balance, shown.current_balance_in_base_currency, shown.current_balance_exchange_rate],
      [1, null, null],
    )
  })

  test('a merged institution hands over its accounts with everything in them', async () => {
    const home = await calls.household()
    const { institution, account, side } = await newAccount(home)
    const created = await newTransaction(home, side)
    await home.ask('DELETE', `/institutions/${institution}?merge_into_institution_id=5100`)
    assert.equal((await home.call('GET', `/institutions/${institution}`)).status, 404)
    assert.equal((await accountOf(home, account)).primary_transaction_account.institution.id, 5100)
    assert.equal((await home.call('GET', `/transactions/${created.id}`)).status, 200)
  })

  test('an institution removed without a target removes its accounts, and no others', async () => {
    const home = await calls.household()
    const { institution, account, side } = await newAccount(home)
    const created = await newTransaction(home, side)
    const others = (await idsOf(home, `${me}/accounts`)).filter((id) => id !== account)
    await home.ask('DELETE', `/institutions/${institution}`)
    for (const path of [
      `institutions/${institution}`,
      `accounts/${account}`,
      `transaction_accounts/${side}`,
      `transactions/${created.id}`,
    ])
      assert.equal((await home.call('GET', `/${path}`)).status, 404, path)
    assert.deepEqual(await idsOf(home, `${me}/accounts`), others)
  })

  test('an account is removed with its transactions and scenarios; institution and attachments remain', async () => {
    const home = await calls.household()
    const { institution, account, side } = await newAccount(home)
    const { id } = await newTransaction(home, side)
    await home.ask('POST', `/transactions/${id}/attachments`, { attachment_id: 9001 })
    await home.ask('DELETE', `/accounts/${account}`)
    assert.equal((await home.call('GET', `/transactions/${id}`)).status, 404)
    assert.equal((await home.call('GET', `/institutions/${institution}`)).status, 200)
    assert.ok((await idsOf(home, `${me}/attachments?unassigned=1`)).includes(9001))
  })

  test('a transaction account moves to another institution', async () => {
    const home = await calls.household()
    const { side, account } = await newAccount(home)
    await home.ask('PUT', `/transaction_accounts/${side}`, { institution_id: 5102 })
    assert.ok((await idsOf(home, '/institutions/5102/accounts')).includes(account))
    assert.deepEqual(await refusal(home, 'PUT', `/transaction_accounts/${side}`, { institution_id: 99 }), [
      422,
      'institution_id is invalid',
    ])
  })

  test('currencies and time zones are those in use', async () => {
    const home = await calls.household()
    const currencies = await home.ask<Made[]>('GET', '/currencies')
    assert.ok(currencies.length > 150)
    const expected = {
      id: 'nzd',
      name: 'New Zealand Dollar',
      minor_unit: 2,
      separators: { major: ',', minor: '.' },
      symbol: '$',
    }
    assert.deepEqual(await home.ask('GET', '/currencies/NZD'), expected)
    assert.equal((await home.ask<Made>('GET', '/currencies/jpy')).minor_unit, 0)
    const zones = await home.ask<Made[]>('GET', '/time_zones')
    assert.deepEqual(
      zones.find(({ name }) => name === 'Auckland'),
      {
        name: 'Auckland',
        utc_offset: 46_800,
        formatted_name: '(GMT+13:00) Auckland',
        formatted_offset: '+13:00',
        abbreviation: 'NZDT',
        identifier: 'Pacific/Auckland',
      },
    )
  })
})

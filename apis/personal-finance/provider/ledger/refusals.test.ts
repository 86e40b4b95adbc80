// What is refused on each database: invalid members and ids, each in the provider's words and without any change; and
// everything that belongs to another account of the gateway.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { eachStore } from '../../../../tests/harness/services.ts'
import { type Made, me, newAccount, newCategory, newTransaction, refusal } from '../../test/ledger-calls.ts'
import { type Calls, type Household, type Members, openCalls } from '../../test/world.ts'

/** A digest of everything that calls can read of a household. */
async function fingerprint(home: Household): Promise<string> {
  const window = 'start_date=1990-01-01&end_date=2030-01-01&per_page=1000'
  const lists = [
    'institutions',
    'accounts',
    'transaction_accounts',
    'categories',
    'category_rules',
    'attachments',
    'labels',
  ]
  const answers: unknown[] = []
  for (const path of [
    ...lists,
    'saved_searches',
    `transactions?${window}`,
    'events?start_date=2026-01-01&end_date=2026-12-31',
  ])
    answers.push(await home.ask('GET', `${me}/${path}`))
  const { last_activity_at, last_logged_in_at, ...user } = await home.ask<Made>('GET', '/me')
  // a fingerprint, because a diff of two such strings is unreadable
  return createHash('sha256')
    .update(JSON.stringify([...answers, { ...user, ...forecastLeftOut }]))
    .digest('hex')
}
/**
 * The freshness of a forecast may change with a refused change: it is calculated for each revision of the user's row.
 */
const forecastLeftOut = {
  forecast_needs_recalculate: undefined,
  forecast_last_updated_at: undefined,
  forecast_last_accessed_at: undefined,
}

await eachStore('refusals', (database) => {
  let calls: Calls
  before(async () => {
    calls = await openCalls(database.target)
  })
  after(() => calls.close())

  test("an invalid member of a body is 422 in the provider's words and changes nothing", async () => {
    const home = await calls.household()
    const before = await fingerprint(home)
    const institution = { title: 'B', currency_code: 'NZD' }
    const account = { institution_id: 5100, title: 'A', currency_code: 'NZD', type: 'bank' }
    const transaction = { payee: 'P', amount: 1, date: '2026-01-01' }
    const long = 'x'.repeat(256)
    const cases: [string, string, Members, string][] = [
      ['PUT', me, { time_zone: 'Atlantis' }, 'time_zone does not have a valid value'],
      ['PUT', me, { week_start_day: 7 }, 'week_start_day does not have a valid value'],
      ['PUT', me, { week_start_day: 'monday' }, 'week_start_day does not have a valid value'],
      ['PUT', me, { base_currency_code: 'xyz' }, 'base_currency_code does not have a valid value'],
      ['PUT', me, { beta_user: 'maybe' }, 'beta_user is invalid'],
      ['PUT', me, { name: 7 }, 'name is invalid'],
      ['POST', `${me}/institutions`, { ...institution, title: undefined }, 'title is missing'],
      ['POST', `${me}/institutions`, { ...institution, title: '  ' }, "title can't be blank"],
      ['POST', `${me}/institutions`, { ...institution, title: long }, 'title is too long (maximum is 255 characters)'],
      ['POST', `${me}/institutions`, { ...institution, currency_code: null }, 'currency_code is missing'],
      [
        'POST',
        `${me}/institutions`,
        { ...institution, currency_code: 'nope' },
        'currency_code does not have a valid value',
      ],
      ['PUT', '/institutions/5100', { title: '' }, "title can't be blank"],
      ['PUT', '/institutions/5100', { currency_code: 'nope' }, 'currency_code does not have a valid value'],
      ['POST', `${me}/accounts`, { ...account, institution_id: undefined }, 'institution_id is missing'],
      ['POST', `${me}/accounts`, { ...account, institution_id: 5199 }, 'institution_id is invalid'],
      ['POST', `${me}/accounts`, { ...account, institution_id: 5100.5 }, 'institution_id is invalid'],
      ['POST', `${me}/accounts`, { ...account, type: 'piggy' }, 'type does not have a valid value'],
      ['POST', `${me}/accounts`, { ...account, type: undefined }, 'type is missing'],
      ['PUT', '/accounts/6000', { is_net_worth: 'x' }, 'is_net_worth is invalid'],
      ['PUT', '/accounts/6000', { type: 'constructor' }, 'type does not have a valid value'],
      ['PUT', '/transaction_accounts/6100', { starting_balance: 'much' }, 'starting_balance is invalid'],
      ['PUT', '/transaction_accounts/6100', { starting_balance: 1e300 }, 'starting_balance is too large'],
      [
        'PUT',
        '/transaction_accounts/6100',
        { starting_balance_date: '2026-02-30' },
        'starting_balance_date is invalid',
      ],
      ['POST', '/transaction_accounts/6100/transactions', { ...transaction, payee: undefined }, 'payee is missing'],
      ['POST', '/transaction_accounts/6100/transactions', { ...transaction, amount: undefined }, 'amount is missing'],
      ['POST', '/transaction_accounts/6100/transactions', { ...transaction, amount: '1e5' }, 'amount is invalid'],
      ['POST', '/transaction_accounts/6100/transactions', { ...transaction, amount: [] }, 'amount is invalid'],
      ['POST', '/transaction_accounts/6100/transactions', { ...transaction, date: undefined }, 'date is missing'],
      ['POST', '/transaction_accounts/6100/transactions', { ...transaction, date: '1/2/26' }, 'date is invalid'],
      ['POST', '/transaction_accounts/6100/transactions', { ...transaction, date: '99999-01-01' }, 'date is invalid'],
      ['POST', '/transaction_accounts/6100/transactions', { ...transaction, category_id: 1 }, 'category_id is invalid'],
      [
        'POST',
        '/transaction_accounts/6100/transactions',
        { ...transaction, labels: 'y'.repeat(101) },
        'labels is too long',
      ],
      [
        'POST',
        '/transaction_accounts/6100/transactions',
        { ...transaction, note: 'n'.repeat(10_001) },
        'note is too long (maximum is 10000 characters)',
      ],
      ['PUT', '/transactions/7001', { payee: '' }, "payee can't be blank"],
      ['PUT', '/transactions/7001', { date: 20_260_101 }, 'date is invalid'],
      ['PUT', '/transactions/7001', { category_id: '8101x' }, 'category_id is invalid'],
      ['POST', `${me}/categories`, { title: undefined }, 'title is missing'],
      ['POST', `${me}/categories`, { title: 'x', colour: 'red' }, 'colour is invalid'],
      ['POST', `${me}/categories`, { title: 'x', parent_id: 1 }, 'parent_id is invalid'],
      [
        'POST',
        `${me}/categories`,
        { title: 'x', refund_behaviour: 'x' },
        'refund_behaviour does not have a valid value',
      ],
      ['PUT', '/categories/8101', { title: '' }, "title can't be blank"],
      ['POST', '/categories/8101/category_rules', {}, 'payee_matches is missing'],
      ['POST', '/categories/8101/category_rules', { payee_matches: ' ' }, "payee_matches can't be blank"],
      ['POST', '/categories/8101/category_rules', { payee_matches: 'x', apply_to_all: 2 }, 'apply_to_all is invalid'],
      ['PUT', '/attachments/9001', { title: [] }, 'title is invalid'],
      ['POST', '/transactions/7001/attachments', {}, 'attachment_id is missing'],
      ['DELETE', '/institutions/5100?merge_into_institution_id=5100', {}, 'merge_into_institution_id is invalid'],
      ['DELETE', '/institutions/5100?merge_into_institution_id=99', {}, 'merge_into_institution_id is invalid'],
      ['DELETE', '/institutions/5100?merge_into_institution_id=x', {}, 'merge_into_institution_id is invalid'],
    ]
    for (const [method, path, body, sentence] of cases)
      assert.deepEqual(
        await refusal(home, method, path, body),
        [422, sentence],
        `${method} ${path} ${JSON.stringify(body).slice(0, 99)}`,
      )
    assert.equal(await fingerprint(home), before)
  })

  test('a body that is not an object is 422, an invalid list of accounts 400', async () => {
    const home = await calls.household()
    for (const [method, path] of [
      ['PUT', me],
      ['POST', `${me}/institutions`],
      ['PUT', '/transactions/7001'],
      ['POST', `${me}/attachments`],
    ] as const) {
      const list: unknown = [1]
      const answer = await home.call(method, path, list as Members) // no body type allows a list
      assert.deepEqual(
        [answer.status, Reflect.get(Object(answer.body), 'error')],
        [422, 'The body must be a JSON object'],
      )
    }
    for (const accounts of [undefined, 'x', [], [1], [{ id: '6000' }], [{}]])
      assert.deepEqual(await refusal(home, 'PUT', `${me}/accounts`, { accounts }), [400, 'accounts is invalid'])
  })

  /** Every operation on one record, with a body that would succeed. */
  const onThings: readonly [string, string, Members?][] = [
    ['GET', '/institutions/ID'],
    ['PUT', '/institutions/ID', { title: 'x' }],
    ['DELETE', '/institutions/ID'],
    ['GET', '/institutions/ID/accounts'],
    ['GET', '/accounts/ID'],
    ['PUT', '/accounts/ID', { title: 'x' }],
    ['DELETE', '/accounts/ID'],
    ['GET', '/accounts/ID/transactions'],
    ['GET', '/transaction_accounts/ID'],
    ['PUT', '/transaction_accounts/ID', { starting_balance: 1 }],
    ['GET', '/transaction_accounts/ID/transactions'],
    ['POST', '/transaction_accounts/ID/transactions', { payee: 'x', amount: 1, date: '2026-01-01' }],
    ['GET', '/transactions/ID'],
    ['PUT', '/transactions/ID', { payee: 'x' }],
    ['DELETE', '/transactions/ID'],
    ['GET', '/transactions/ID/attachments'],
    ['POST', '/transactions/ID/attachments', { attachment_id: 9001 }],
    ['POST', '/transactions/7001/attachments', { attachment_id: 'ID' }],
    ['DELETE', '/transactions/ID/attachments/9001'],
    ['DELETE', '/transactions/7003/attachments/ID'],
    ['GET', '/categories/ID'],
    ['PUT', '/categories/ID', { title: 'x' }],
    ['DELETE', '/categories/ID'],
    ['POST', '/categories/ID/category_rules', { payee_matches: 'x' }],
    ['GET', '/categories/ID/transactions'],
    ['GET', '/attachments/ID'],
    ['PUT', '/attachments/ID', { title: 'x' }],
    ['DELETE', '/attachments/ID'],
    ['GET', '/attachments/ID/file'],
    ['GET', '/attachments/ID/variants/thumb'],
    ['GET', '/scenarios/ID/events?start_date=2026-01-01&end_date=2026-02-01'],
    ['POST', '/scenarios/ID/events', { category_id: 8101, date: '2026-12-01', amount: 1, repeat_type: 'once' }],
  ]
  const ofUser = [
    'institutions',
    'accounts',
    'transaction_accounts',
    'transactions',
    'categories',
    'category_rules',
    'attachments',
    'labels',
    'saved_searches',
    'budget',
  ]

  test('a missing resource is 404, whatever its id looks like', async () => {
    const home = await calls.household()
    const before = await fingerprint(home)
    for (const [method, path, body] of onThings)
      for (const id of ['4711', '-1', 'x', '9007199254740993', '6000.5'])
        for (const member of [
          Object.fromEntries(Object.entries(body ?? {}).map(([name, value]) => [name, value === 'ID' ? id : value])),
        ]) {
          const [status, sentence] = await refusal(home, method, path.replace('ID', id), body && member)
          assert.equal(status, 404, `${method} ${path} ${id} ${sentence}`)
          assert.match(String(sentence), / not found$/, `${method} ${path}`)
        }
    assert.deepEqual(await refusal(home, 'GET', '/currencies/zzz'), [404, 'Currency not found'])
    assert.deepEqual(await refusal(home, 'GET', '/attachments/9001/variants/huge'), [404, 'Attachment not found'])
    assert.deepEqual(await refusal(home, 'GET', '/categories/8101,,8100/transactions'), [404, 'Category not found'])
    assert.equal(await fingerprint(home), before)
  })

  test('another user is 403, whether or not that user exists', async () => {
    const home = await calls.household()
    const before = await fingerprint(home)
    const sentence = [403, 'You are not allowed to do that']
    for (const id of ['4101', '1', 'x', '0'])
      for (const list of ['', ...ofUser.map((name) => `/${name}`)])
        assert.deepEqual(await refusal(home, 'GET', `/users/${id}${list}`), sentence, `${id} ${list}`)
    const writes: [string, string, Members][] = [
      ['PUT', '', { name: 'x' }],
      ['PUT', '/accounts', { accounts: [{ id: 6000 }] }],
      ['POST', '/accounts', { institution_id: 5100, title: 'x', currency_code: 'NZD', type: 'bank' }],
      ['POST', '/institutions', { title: 'x', currency_code: 'NZD' }],
      ['POST', '/categories', { title: 'x' }],
      ['POST', '/attachments', { file_name: 'a.pdf', file_data: Buffer.from('%PDF-').toString('base64') }],
      ['DELETE', '/forecast_cache', {}],
    ]
    for (const [method, path, body] of writes)
      assert.deepEqual(await refusal(home, method, `/users/4101${path}`, body), sentence, path)
    assert.equal(await fingerprint(home), before)
  })

  test('a method that a path does not have is 405', async () => {
    const { key } = await calls.household()
    const base = `${calls.gateway.baseUrl}/v1/proxy/personal-finance`
    const headers = { 'x-gateway-key': key, 'x-gateway-provider': 'embedded' }
    for (const [method, path, allow] of [
      ['POST', '/me', 'GET'],
      ['PATCH', '/transactions/7001', 'DELETE, GET, PUT'],
      ['DELETE', '/currencies/nzd', 'GET'],
    ] as const) {
      const response = await fetch(base + path, { method, headers })
      const allowed = response.headers
        .get('allow')
        ?.split(', ')
        .filter((one) => one !== 'HEAD' && one !== 'OPTIONS')
      assert.deepEqual([response.status, allowed?.sort().join(', ')], [405, allow], path)
    }
  })

  test('no account can see, change or remove what another created', async () => {
    const [owner, stranger] = [await calls.household(), await calls.household()]
    const { institution, account, side } = await newAccount(owner)
    const category = (await newCategory(owner, 'Secret')).id
    const transaction = (
      await newTransaction(owner, side, { payee: 'Secret shop', labels: 'secret', category_id: category })
    ).id
    const attachment = (
      await owner.ask<Made>('POST', `${me}/attachments`, {
        file_name: 'secret.pdf',
        file_data: Buffer.from('%PDF-').toString('base64'),
      })
    ).id
    const scenario = Object((await owner.ask<Made>('GET', `/accounts/${account}`)).primary_scenario).id
    const event = await owner.ask<Members>('POST', `/scenarios/${scenario}/events`, {
      category_id: category,
      date: '2026-12-01',
      amount: -1,
      repeat_type: 'weekly',
    })
    const mine = await fingerprint(owner)
    const theirs = await fingerprint(stranger)
    const ids: Readonly<Record<string, number>> = {
      institutions: institution,
      accounts: account,
      transaction_accounts: side,
      transactions: transaction,
      categories: category,
      attachments: attachment,
      scenarios: scenario,
    }
    for (const [method, path, body] of onThings) {
      const [, family = ''] = path.split('/')
      const isAttachment = path.endsWith('attachments/ID') || body?.attachment_id === 'ID'
      const id = String(isAttachment ? attachment : ids[family])
      const sent =
        body &&
        Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === 'ID' ? Number(id) : value]))
      const [status, sentence] = await refusal(stranger, method, path.replace('ID', id), sent)
      assert.equal(status, 404, `${method} ${path} ${sentence}`)
    }
    for (const [method, path, body] of [
      ['GET', `/events/${event.id}`, undefined],
      ['PUT', `/events/${event.id}`, { behaviour: 'all', amount: -2 }],
      ['DELETE', `/events/${event.id}?behaviour=all`, undefined],
    ] as const)
      assert.equal((await refusal(stranger, method, path, body))[0], 404)
    for (const body of [{ category_id: category }, { splits: [{ amount: -1, category_id: category }], amount: -47.2 }])
      assert.deepEqual(await refusal(stranger, 'PUT', '/transactions/7001', body), [422, 'category_id is invalid'])
    assert.equal(
      (await refusal(stranger, 'PUT', '/transaction_accounts/6100', { institution_id: institution }))[0],
      422,
    )
    assert.equal((await refusal(stranger, 'PUT', '/categories/8101', { parent_id: category }))[0], 422)
    assert.equal(
      (await refusal(stranger, 'DELETE', `/institutions/5102?merge_into_institution_id=${institution}`))[0],
      422,
    )
    assert.equal((await refusal(stranger, 'PUT', `${me}/accounts`, { accounts: [{ id: account }] }))[0], 400)
    assert.equal(await fingerprint(stranger), theirs)
    assert.equal(await fingerprint(owner), mine)
    for (const query of [
      'search=secret',
      'search=Secret+shop',
      'start_date=1990-01-01&end_date=2030-01-01&search=secret',
    ])
      assert.equal((await stranger.call('GET', `${me}/transactions?${query}`)).headers.get('total'), '0')
    assert.ok(!(await stranger.ask<string[]>('GET', `${me}/labels`)).includes('secret'))
    await stranger.ask('PUT', me, { name: 'Stranger', time_zone: 'Hawaii', base_currency_code: 'EUR' })
    assert.equal(await fingerprint(owner), mine)
    await stranger.ask('DELETE', '/institutions/5100')
    await stranger.ask('POST', '/categories/8101/category_rules', { payee_matches: 'secret', apply_to_all: true })
    await stranger.ask('DELETE', '/categories/8101')
    assert.equal(await fingerprint(owner), mine)
    // a change that omits the name keeps the caller's own
    assert.equal((await owner.ask<Made>('PUT', me, { week_start_day: 1 })).name, 'Sample User')
    assert.equal((await stranger.ask<Made>('PUT', me, { week_start_day: 1 })).name, 'Stranger')
    const sums = await sql<{ wrong: number }>`select count(*) as wrong from personal_finance_users as one where
      volume <> (select coalesce(sum(abs(amount)), 0) from personal_finance_transactions
        where owner = coalesce(one.shared_household, one.owner)) or
      attached_bytes <> (select coalesce(sum(bytes), 0) from personal_finance_attachments
        where owner = coalesce(one.shared_household, one.owner))`.execute(calls.gateway.components.store.db)
    assert.equal(sums.rows[0]?.wrong, 0)
  })
})

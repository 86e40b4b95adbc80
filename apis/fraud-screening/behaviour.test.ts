// What a caller sees of screenings: judgements, errors, formats and where parameters may be.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examples } from './examples.ts'
import { folderWith, key, openWorld, type ScreenedOrder } from './test/world.ts'

const shopper = {
  ...{ ip: '8.8.8.8', first_name: 'Ada', last_name: 'Example', email: 'ada@gmail.com', user_phone: '6502530000' },
  ...{ bill_addr: '1 Main St', bill_city: 'Springfield', bill_state: 'IL', bill_zip_code: '62701', bill_country: 'US' },
}

/** Returns the named members of an answer. */
function pick(answer: ScreenedOrder, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, answer[name]]))
}

test('an address alone is enough: its country is known, and what cannot be judged is NA', async () => {
  const answer = await (await openWorld()).screen({ ip: '8.8.8.8' })
  const { ip_country, ip_continent, is_country_match, is_free_email, is_bin_found, ip_city } = answer
  assert.deepEqual([ip_country, ip_continent], ['US', 'North America'])
  assert.deepEqual([is_country_match, is_free_email, is_bin_found, ip_city], ['NA', 'NA', 'NA', '-'])
  assert.match(answer.fraudlabspro_id, /^20261102-[A-Z0-9]{6}$/)
  assert.deepEqual([answer.fraudlabspro_error_code, answer.fraudlabspro_message], ['', ''])
})

test('the members of an answer are those of the provider, in its order, whether it failed or not', async () => {
  const world = await openWorld()
  const names = Object.keys(Object(examples.screen?.output))
  assert.equal(names.length, 55)
  assert.deepEqual(Object.keys(await world.screen(shopper)), names)
  assert.deepEqual(Object.keys(await world.screen({ ip: 'none' })), names)
})

test('addresses of either family are taken, and an IPv4 address in IPv6 form is that IPv4 address', async () => {
  const world = await openWorld()
  for (const ip of ['8.8.8.8', '2001:4860:4860::8888', '::ffff:8.8.8.8', '2001:4860:4860:0:0:0:0:8888'])
    assert.equal((await world.screen({ ip })).ip_country, 'US', ip)
})

const mistakes: Record<string, [fields: Record<string, string>, code: string, message: string]> = {
  'a key of another form': [{ key: 'short' }, '10001', 'INVALID API KEY'],
  'a key in lower case': [{ key: key.toLowerCase() }, '10001', 'INVALID API KEY'],
  'no address': [{ ip: 'localhost' }, '10002', 'INVALID IP ADDRESS'],
  'an address with a zone': [{ ip: 'fe80::1%eth0' }, '10002', 'INVALID IP ADDRESS'],
  'an octal address': [{ ip: '010.8.8.8' }, '10002', 'INVALID IP ADDRESS'],
  'an unknown billing country': [{ bill_country: 'XX' }, '10003', 'INVALID BILLING COUNTRY CODE'],
  'a country of three letters': [{ bill_country: 'USA' }, '10003', 'INVALID BILLING COUNTRY CODE'],
  'an unknown shipping country': [{ ship_country: 'ZZ' }, '10004', 'INVALID SHIPPING COUNTRY CODE'],
  'a large amount': [{ amount: '10000001' }, '10009', 'AMOUNT VALUE TOO LARGE'],
  'a large quantity': [{ quantity: '100001' }, '10009', 'QUANTITY VALUE TOO LARGE'],
  'a long order id': [{ user_order_id: '1234567890123456' }, '10010', 'ORDER ID EXCEED LIMIT OF 15 CHARACTERS'],
  'a hash that is none': [{ email_hash: 'abc' }, '204', 'INVALID EMAIL HASH'],
}
for (const [what, [fields, code, message]] of Object.entries(mistakes))
  test(`${what} is answered with status 200 and error ${code}`, async () => {
    const world = await openWorld()
    const answer = await world.screen({ ...shopper, ...fields })
    assert.deepEqual(
      [answer.fraudlabspro_error_code, answer.fraudlabspro_message, answer.fraudlabspro_id],
      [code, message, 'NA'],
    )
    assert.deepEqual([answer.fraudlabspro_score, answer.fraudlabspro_status, answer.ip_country], [0, '', ''])
  })

test('limits are inclusive, and numbers that are none count as not sent', async () => {
  const world = await openWorld()
  const most = { amount: 10_000_000, quantity: 100_000, user_order_id: '123456789012345' }
  for (const order of [most, { amount: 'many', quantity: '-1' }])
    assert.equal((await world.screen(order)).fraudlabspro_error_code, '')
})

test('the order id and memo come back as they were sent, the memo with 200 characters at most', async () => {
  const answer = await (await openWorld()).screen({ user_order_id: 'A-1', user_order_memo: `<&>é${'x'.repeat(300)}` })
  assert.equal(answer.user_order_id, 'A-1')
  assert.equal(answer.user_order_memo, `<&>é${'x'.repeat(196)}`)
})

test('parameters are read from the query, a form or JSON, and the query wins', async () => {
  const world = await openWorld()
  const ask = async (query: string, body?: unknown) =>
    (await world.ask<ScreenedOrder>(`/v1/order/screen?${query}`, { method: 'POST', body })).body
  const body = { bill_country: 'us', user_order_id: 'body', email: 'x@gmail.com', amount: 12.5, note: null }
  const { user_order_id, is_country_match, is_free_email } = await ask(
    `ip=8.8.8.8&key=${key}&user_order_id=query`,
    body,
  )
  assert.deepEqual([user_order_id, is_country_match, is_free_email], ['query', 'Y', 'Y'])
  const odd = await ask(`ip=8.8.8.8&key=${key}`, { bill_country: ['US'], amount: {}, email: 7 })
  assert.deepEqual([odd.fraudlabspro_error_code, odd.is_country_match], ['', 'NA'])
})

test('format=xml answers an XML document with one element for each member, errors included', async () => {
  const world = await openWorld()
  const xml = async (search: string) => {
    const { body, headers } = await world.ask<AsyncIterable<string>>(search, { method: 'POST' })
    assert.equal(headers['content-type'], 'application/xml; charset=utf-8')
    let text = ''
    for await (const part of body) text += part
    return text
  }
  const memo = encodeURIComponent('<a href="x">&\u0001\uFFFE</a>')
  const screened = await xml(`/v1/order/screen?ip=8.8.8.8&key=${key}&format=XML&user_order_memo=${memo}`)
  assert.ok(screened.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<fraudlabspro>\n'))
  assert.match(screened, /<ip_country>US<\/ip_country>/)
  assert.match(screened, /<user_order_memo>&lt;a href=&quot;x&quot;&gt;&amp;&lt;\/a&gt;<\/user_order_memo>/)
  assert.match(await xml(`/v1/order/screen?ip=no&key=${key}&format=xml`), /<fraudlabspro_error_code>10002</)
  assert.match(
    await xml(`/v1/order/feedback?id=none&action=APPROVE&key=${key}&format=xml`),
    /<fraudlabspro_message>INVALID TRANSACTION ID</,
  )
})

test('e-mail, phone, card and addresses are judged by what they show', async () => {
  const world = await openWorld()
  const names = ['is_free_email', 'is_disposable_email', 'is_domain_exists']
  const mails: [string, string[]][] = [
    ['ada@gmail.com', ['Y', 'N', 'Y']],
    ['ada@mailinator.com', ['Y', 'Y', 'Y']],
    ['ada@sub.mailinator.com', ['Y', 'Y', 'Y']],
    ['ada@shop.example', ['N', 'N', 'N']],
    ['ada@-bad-.com', ['N', 'N', 'N']],
    ['ada@museum.org', ['N', 'N', 'NA']],
  ]
  for (const [email, expected] of mails)
    assert.deepEqual(Object.values(pick(await world.screen({ email }), ...names)), expected, email)
  assert.equal((await world.screen({ email_domain: 'GMAIL.com' })).is_free_email, 'Y')
  const bins: [string, string][] = [
    ['411111', 'Y'],
    ['2720991', 'Y'],
    ['272100', 'N'],
    ['341111', 'Y'],
    ['999999', 'N'],
    ['12', 'NA'],
  ]
  for (const [bin_no, found] of bins) assert.equal((await world.screen({ bin_no })).is_bin_found, found, bin_no)
  const bill = { bill_city: 'New York', bill_state: 'NY', bill_zip_code: '10001', bill_country: 'US' }
  const ship = { ship_city: 'new york', ship_state: 'NJ', ship_zip_code: '10 001', ship_country: 'US' }
  assert.deepEqual(
    pick(
      await world.screen({ ...bill, ...ship }),
      ...['city', 'state', 'country', 'postal'].map((part) => `is_bill_ship_${part}_match`),
    ),
    {
      is_bill_ship_city_match: 'Y',
      is_bill_ship_state_match: 'N',
      is_bill_ship_country_match: 'Y',
      is_bill_ship_postal_match: 'Y',
    },
  )
})

test('addresses are compared in the forms that buyers and their browsers write', async () => {
  const world = await openWorld()
  const cases: [part: string, country: string, bill: string, ship: string, match: string][] = [
    ['state', 'US', 'NY', 'New York', 'Y'],
    ['state', 'US', 'US-NY', 'new york', 'Y'],
    ['state', 'US', 'WA', 'Western Australia', 'N'],
    ['state', 'AU', 'WA', 'Western Australia', 'Y'],
    ['state', 'CA', 'QC', 'Québec', 'Y'],
    ['city', 'GB', 'St. Albans', 'Saint Albans', 'Y'],
    ['city', 'US', 'Ft Worth', 'FORT WORTH', 'Y'],
    ['city', 'DE', 'München', 'Munchen', 'Y'],
    ['city', 'DE', 'MÜNCHEN', 'Muenchen', 'Y'],
    ['city', 'DK', 'Århus', 'Aarhus', 'Y'],
    ['city', 'DE', 'Gießen', 'Giessen', 'Y'],
    ['city', 'PL', 'Łódź', 'Lodz', 'Y'],
    ['city', 'DK', 'Køge', 'Koge', 'Y'],
    ['city', 'FR', "L'Haÿ-les-Roses", 'L Hay les Roses', 'Y'],
    ['city', 'DE', 'Bonn', 'Köln', 'N'],
    ['zip_code', 'US', '10001', '10001-1234', 'Y'],
    ['zip_code', 'US', '100011234', '10001', 'Y'],
    ['zip_code', 'US', '10001-1234', '10002-1234', 'N'],
    ['zip_code', 'GB', 'SW1A 2AA', 'sw1a-2aa', 'Y'],
    ['zip_code', 'DE', 'D-80331', '80331', 'Y'],
  ]
  for (const [part, country, bill, ship, match] of cases) {
    const countries = { bill_country: country, ship_country: country }
    const answer = await world.screen({ ...countries, [`bill_${part}`]: bill, [`ship_${part}`]: ship })
    const shown = part === 'zip_code' ? answer.is_bill_ship_postal_match : answer[`is_bill_ship_${part}_match`]
    assert.equal(shown, match, `${bill} ${ship}`)
  }
})

test('countries are compared and looked up in the public lists', async () => {
  const world = await openWorld()
  const names = ['is_country_match', 'is_high_risk_country', 'is_export_controlled_country', 'fraudlabspro_status']
  const judged = async (order: Record<string, string>) => Object.values(pick(await world.screen(order), ...names))
  assert.deepEqual(await judged({ bill_country: 'us' }), ['Y', 'N', 'N', 'APPROVE'])
  assert.deepEqual(await judged({ bill_country: 'FR' }), ['N', 'N', 'N', 'APPROVE'])
  assert.deepEqual(await judged({ bill_country: 'VE' }), ['N', 'Y', 'N', 'APPROVE'])
  assert.deepEqual(await judged({ ship_country: 'CU' }), ['NA', 'N', 'Y', 'REJECT'])
})

test('the most common passwords and user names are recognised by their hashes', async () => {
  const world = await openWorld()
  const judged = async (order: Record<string, string>) => (await world.screen(order)).is_high_risk_username_password
  // 123456, in the first and in the newer form
  const sha1 = '2c4a2d3b5ae5a9d5c0b1d1a1b2f0c7e9f4a6b8d0'
  assert.equal(await judged({ username: 'Admin' }), 'Y')
  assert.equal(await judged({ username: 'ada.lovelace' }), 'N')
  assert.equal(await judged({ password_hash: sha1 }), 'N')
  assert.equal(await judged({}), 'NA')
})

test('nothing of a buyer is logged', async () => {
  const world = await openWorld({ kit: { filesFolder: folderWith({ 'broken.mmdb': Buffer.from('x') }) } })
  await world.screen({ ...shopper, bin_no: '4111111111111111', card_hash: 'f'.repeat(40), username: 'ada.l' })
  await world.screen({ ...shopper, ip: 'nonsense' })
  const logged = world.logged.join('\n')
  for (const part of ['gmail', '411111', '6502530000', 'Main St', 'ada', '8.8.8.8', 'nonsense', 'ffff', key])
    assert.ok(!logged.includes(part), `${part} in ${logged}`)
})

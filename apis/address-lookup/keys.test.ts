// Keys on each database: what lookups cost, limits, licensees, configurations, usage and the log; and every error of
// the provider with its code.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { failureMembers } from './schemas/failures.ts'
import { type Json, openWorld, type World } from './test/world.ts'

const keys = [
  { key: 'ak_shop', userToken: 'uk_shop', name: 'Shop', lookups: 50, redactDays: 2 },
  { key: 'ak_day', userToken: 'uk_shop', lookups: 50, dailyLimit: 2, monthlyLimit: 3 },
  { key: 'ak_few', userToken: 'uk_few', lookups: 1 },
  { key: 'ak_person', userToken: 'uk_few', lookups: 50, individualLimit: 1 },
  { key: 'ak_page', userToken: 'uk_few', lookups: 50, allowedUrls: ['https://shop.example'] },
  { key: 'ak_resold', userToken: 'uk_few', lookups: 50, licensees: 'required' },
  { key: 'ak_alone', userToken: 'uk_few', lookups: 50, licensees: 'none' },
  { key: 'ak_paf', userToken: 'uk_few', lookups: 50, datasets: ['paf'] },
]
const random = { bytes: randomBytes, int: (min: number) => min }
const person = { name: 'Ada & Co', address: '8 Sample Street', postcode: 'ID1 1QD' }

await eachStore('keys', (database) => {
  let world: World
  before(async () => {
    world = await openWorld({ database: database.store, kit: { config: { keys }, random } })
  })
  const look = async (key: string, call: Parameters<World['ask']>[1] = {}, path = '/udprn/9') => {
    const { status, body } = await world.ask<{ code: number }>(
      `${path}${path.includes('?') ? '&' : '?'}api_key=${key}`,
      call,
    )
    return [status, body.code]
  }
  const details = (key: string, token: string) => world.result(`/keys/${key}/details?user_token=${token}`)
  const remaining = async (key: string, token: string) => Number((await details(key, token)).lookups_remaining)
  const ok = [200, 2000]

  test('a lookup with a result costs one; test values, errors, empty results and suggestions are free', async () => {
    const paid = ['/udprn/9', '/umprn/50', '/addresses?query=alder', '/autocomplete/addresses/paf_8/gbr']
    const free = [
      '/udprn/0',
      '/udprn/7',
      '/addresses?query=zzyzx',
      '/autocomplete/addresses?query=ald',
      '/postcodes/ID11QD',
    ]
    for (const path of [...paid, '/places/geonames_1', '/emails?query=a@b.org', '/phone_numbers?query=44'])
      assert.deepEqual(await look('ak_shop', {}, path), ok, path)
    for (const path of free) await look('ak_shop', {}, path)
    const cleanse = (query: string) => look('ak_shop', { method: 'POST', body: { query } }, '/cleanse/addresses')
    await cleanse('8 sample street, sampleton, id1 1qd')
    await cleanse('8 kumquat wharf, elsewhere')
    assert.equal(await remaining('ak_shop', 'uk_shop'), 50 - paid.length - 3 - 1)
  })

  test('daily and monthly limits end lookups until the next day and month, and availability says so', async () => {
    const isAvailable = async () => (await world.result('/keys/ak_day')).available
    assert.deepEqual([await look('ak_day'), await look('ak_day'), await look('ak_day')], [ok, ok, [402, 4021]])
    assert.equal(await isAvailable(), false)
    world.clock.advance(24 * 3_600_000)
    assert.equal(await isAvailable(), true)
    assert.deepEqual([await look('ak_day'), await look('ak_day')], [ok, [402, 4021]])
    const { daily_limit, monthly_limit } = await details('ak_day', 'uk_shop')
    assert.deepEqual(
      [daily_limit, monthly_limit],
      [
        { limit: 2, consumed: 1 },
        { limit: 3, consumed: 3 },
      ],
    )
    world.clock.set('2026-12-01T12:00:00Z')
    assert.deepEqual(await look('ak_day'), ok)
  })

  test('lookups at the same time never take more than the balance', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => look('ak_few')))
    assert.deepEqual(answers.filter(([status]) => status === 200).length, 1)
    assert.deepEqual(answers.filter(([, code]) => code === 4020).length, 4)
    assert.equal((await world.result('/keys/ak_few')).available, false)
  })

  test('an individual limit counts by the address that the caller reports', async () => {
    const from = (ip: string) => look('ak_person', { headers: { 'idpc-source-ip': ip } })
    assert.deepEqual([await from('192.0.2.1'), await from('192.0.2.1')], [ok, [402, 4021]])
    assert.deepEqual([await from('2001:db8::1'), await from('nobody')], [ok, [400, 40010]])
  })

  test('a key for some pages answers them only', async () => {
    const from = (referer: string) => look('ak_page', { headers: { referer } })
    assert.deepEqual(await from('https://shop.example/checkout'), ok)
    assert.deepEqual(await from('https://shop.example.evil.test/'), [401, 4011])
    assert.deepEqual(await look('ak_page'), [401, 4011])
  })

  test('a key for some data refuses the rest', async () => {
    assert.deepEqual(await look('ak_paf'), ok)
    for (const path of ['/umprn/50', '/emails?query=a@b.org', '/phone_numbers?query=44', '/places/geonames_1'])
      assert.deepEqual(await look('ak_paf', {}, path), [401, 4015], path)
    assert.deepEqual(await look('ak_paf', {}, '/autocomplete/addresses/usps_8%7Csample/gbr'), [401, 4015])
  })

  test('licensees have a key, a daily limit and pages of their own, and cancelled ones no longer look up', async () => {
    const path = '/keys/ak_resold/licensees'
    const token = '?user_token=uk_few'
    const make = (body: object) => world.result(`${path}${token}`, { method: 'POST', body })
    const { key: licensee, id } = await make({ ...person, daily: { limit: 1 } })
    const use = (more = {}) => look('ak_resold', more, `/udprn/9?licensee=${licensee}`)
    assert.deepEqual(await look('ak_resold'), [401, 4013])
    assert.deepEqual([await use(), await use()], [ok, [402, 4021]])
    assert.equal(Object((await world.result(`${path}/${licensee}${token}`)).daily).count, 1)
    const change = { whitelist: ['https://a.example'], daily: { limit: null } }
    await world.result(`${path}/${licensee}${token}`, { method: 'PUT', body: change })
    assert.deepEqual(await use(), [401, 4011])
    assert.deepEqual(await use({ headers: { referer: 'https://a.example/' } }), ok)
    world.clock.advance(1000)
    await make({ ...person, name: 'Grace' })
    const list = (query: string) => world.result<{ licensees: Json[]; hasMore: boolean }>(`${path}${token}${query}`)
    assert.deepEqual(
      (await list('&query=grac')).licensees.map(({ name }) => name),
      ['Grace'],
    )
    assert.equal((await list('&limit=1')).hasMore, true)
    assert.deepEqual((await list(`&starting_after=${id}`)).licensees.length, 1)
    await world.result(`${path}/${licensee}${token}`, { method: 'DELETE' })
    assert.deepEqual(await use(), [401, 4014])
    assert.deepEqual(await world.codeOf(`${path}/${licensee}${token}`), [404, 4045])
    assert.deepEqual(await world.codeOf(`/keys/ak_alone/licensees${token}`), [401, 4013])
    assert.deepEqual(await look('ak_shop', {}, `/udprn/9?licensee=${licensee}`), [401, 4014])
    const { status, body } = await world.ask<{ code: number }>(`${path}${token}`, {
      method: 'POST',
      body: { name: 'x' },
    })
    assert.deepEqual([status, body.code], [400, 4001])
  })

  test('configurations are written with the token and read without it', async () => {
    const path = '/keys/ak_shop/configs'
    const token = '?user_token=uk_shop'
    const post = (to: string, body: object) => world.codeOf(`${to}${token}`, { method: 'POST', body })
    assert.deepEqual(await post(path, { name: 'checkout', payload: '{"a":1}' }), ok)
    assert.deepEqual(await post(path, { name: 'checkout', payload: 'other' }), [400, 4001])
    assert.deepEqual(await post(path, { name: 'x'.repeat(33), payload: 'other' }), [400, 4001])
    assert.equal((await world.result(`${path}/checkout`)).payload, '{"a":1}')
    assert.deepEqual(await post(`${path}/checkout`, { payload: 'b' }), ok)
    assert.equal((await world.result<{ configs: Json[] }>(`${path}${token}`)).configs[0]?.payload, 'b')
    assert.deepEqual(await world.result(`${path}/checkout${token}`, { method: 'DELETE' }), { deleted: 1 })
    assert.deepEqual(await world.codeOf(`${path}/checkout`), [404, 4047])
    assert.deepEqual(await world.codeOf(path), [401, 4011])
  })

  test('usage counts by day, tag and licensee; the log loses what identifies persons after the days of the key', async () => {
    world.clock.set('2027-01-04T12:00:00Z')
    const tagged = { headers: { 'idpc-source-ip': '192.0.2.7', referer: 'https://shop.example/=1' } }
    await look('ak_shop', tagged, '/addresses?query=alder&tags=web,spring')
    world.clock.advance(1000)
    await look('ak_shop', {}, '/udprn/9?tags=web')
    world.clock.advance(24 * 3_600_000 - 1000)
    await look('ak_shop', {}, '/udprn/10')
    const usage = (query = '') => world.result(`/keys/ak_shop/usage?user_token=uk_shop&start=2027-01-01${query}`)
    const day = (date: string, count: number) => ({ date: `2027-01-${date}T00:00:00.000Z`, count })
    assert.deepEqual((await usage()).dailyCount, [day('05', 1), day('04', 2)])
    assert.deepEqual([(await usage('&tags=web')).total, (await usage('&tags=web,spring')).total], [2, 1])
    const log = async () => {
      const path = '/keys/ak_shop/lookups?user_token=uk_shop&start=2027-01-01'
      const { body } = await world.ask<AsyncIterable<string>>(path)
      return (await Array.fromAsync(body)).join('').split('\n')
    }
    assert.deepEqual(await log(), [
      '2027-01-04T12:00:00.000Z,192.0.2.7,alder,https://shop.example/=1,Address Lookup,"web,spring"',
      '2027-01-04T12:00:01.000Z,,9,,UDPRN Lookup,web',
      '2027-01-05T12:00:00.000Z,,10,,UDPRN Lookup,',
      '',
    ])
    world.clock.advance(2 * 24 * 3_600_000)
    assert.equal((await log())[0], '2027-01-04T12:00:00.000Z,,,,Address Lookup,"web,spring"')
  })

  test('what is wrong with a window or tags has a code of its own', async () => {
    const codes: Readonly<Record<string, number>> = {
      'end=never': 4005,
      'start=never': 4006,
      'start=2027-01-02&end=2027-01-01': 4007,
      'start=2026-01-01&end=2026-12-01': 4008,
      'tags=a,b,c,d': 4009,
    }
    for (const [query, code] of Object.entries(codes))
      assert.deepEqual(await world.codeOf(`/keys/ak_shop/usage?user_token=uk_shop&${query}`), [400, code], query)
  })

  test('whoever has not the token of a key does not manage it', async () => {
    assert.deepEqual(await world.codeOf('/keys/ak_shop/details?user_token=uk_nobody'), [401, 4011])
    assert.deepEqual(await world.codeOf('/keys/ak_shop/details?user_token=uk_few'), [401, 4010])
    assert.deepEqual(await world.codeOf('/keys/ak_shop?user_token=uk_few'), [401, 4012])
    assert.deepEqual(await world.codeOf('/keys/ak_nobody'), [404, 4042])
    assert.deepEqual(await world.codeOf('/keys/ak_nobody/details?user_token=uk_few'), [404, 4042])
  })

  test('`stored` and a key of the gateway stand for the first key', async () => {
    for (const key of ['stored', `gh_live_${'0'.repeat(30)}_000000`])
      assert.equal((await details(key, 'uk_shop')).name, 'Shop')
  })

  test('an account needs no user token for its own key', async () => {
    for (const key of ['stored', `gh_live_${'0'.repeat(30)}_000000`]) {
      for (const path of ['details', 'usage', 'configs', 'licensees'])
        assert.ok(await world.result(`/keys/${key}/${path}`), path)
      assert.deepEqual(await world.codeOf(`/keys/${key}/details?user_token=uk_nobody`), [401, 4011])
    }
    assert.deepEqual(await world.codeOf('/keys/ak_shop/details'), [401, 4011])
  })

  test('an account sees nothing of the lookups, licensees and configurations of another', async () => {
    const account = 'acc_other'
    const of = (path: string) => world.result(`/keys/ak_shop/${path}?user_token=uk_shop`, { account })
    assert.deepEqual([(await of('details')).lookups_remaining, (await of('usage')).total], [50, 0])
    assert.deepEqual((await of('configs')).configs, [])
  })

  test('further codes: searches, cleansing, addresses and contacts', async () => {
    const codes: Readonly<Record<string, readonly number[]>> = {
      '/addresses': [400, 40011],
      '/addresses?query=a&limit=100&page=100': [400, 40012],
      '/addresses?query=a&bias_lonlat=x': [400, 40016],
      '/postcodes/ZZ99ZZ': [404, 4040],
      '/umprn/7': [404, 4046],
    }
    for (const [path, code] of Object.entries(codes)) assert.deepEqual(await look('ak_shop', {}, path), code, path)
    const cleanse = (query: string, more = '') =>
      look('ak_shop', { method: 'POST', body: { query } }, `/cleanse/addresses${more}`)
    assert.deepEqual(
      [await cleanse(' '), await cleanse('a', '?context=fra')],
      [
        [400, 40018],
        [401, 4016],
      ],
    )
    assert.deepEqual(await look('ak_shop', { headers: { authorization: 'Bearer abc' } }), [401, 4010])
  })
})

describe('errors of the gateway', () => {
  test("carry the provider's code and message", () => {
    const codeOf = (status: number) =>
      failureMembers({ status, code: 'c', message: 'm', path: '/', requestId: '' }).code
    assert.deepEqual([400, 401, 404, 415, 429, 504, 500].map(codeOf), [4000, 4010, 404, 4150, 4291, 4290, 5001])
  })
})

// Guards the overviews, on both databases: they say what somebody has to look at, and to nobody what is another's.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { operated } from '../admin/operator.fixture.ts'

type Need = Record<string, unknown>
const hourMs = 3_600_000

await eachStore('the overviews', (database) =>
  operated(database, (at) => {
    const needsOf = async (key: string): Promise<Need[]> =>
      Object((await at.as(key, 'GET', '/v1/me/overview')).json.needs).filter(
        ({ listing }: Need) => listing !== 'weather-pro',
      )
    const kindsOf = (needs: readonly Need[]) => needs.map(({ kind, level, window }) => [kind, level, window])

    test('an account sees its calls of the last day, hour by hour, beside the day before', async () => {
      const { key, accountId } = await at.gateway.account()
      for (let call = 0; call < 3; call++) await at.as(key, 'GET', '/v1/proxy/dictionary/define?word=tea')
      const { json } = await at.as(key, 'GET', '/v1/me/overview')
      assert.deepEqual([Object(json.account).id, Object(json.plan).perMinute], [accountId, 1_000_000])
      const { calls, p95 } = Object(json.last24h)
      assert.deepEqual([calls, typeof p95, Object(json.before24h).calls], [3, 'number', 0])
      const hours = Object(json.hours)
      assert.equal(hours.length, 24)
      assert.equal(hours[23].calls + hours[22].calls, 3)
      assert.equal(hours[23].at - hours[0].at, 23 * hourMs)
    })

    test('limits that are nearly used up, and keys that expire or are missing, are needs', async () => {
      const { key, accountId } = await at.gateway.account({ perMinute: 100, perDay: 5 })
      assert.deepEqual(kindsOf(await needsOf(key)), [['provider_key.missing', 'info', undefined]])
      for (let call = 0; call < 4; call++) await at.as(key, 'GET', '/v1/proxy/dictionary/define?word=tea')
      const near = (await needsOf(key)).find(({ kind }) => kind === 'limit.near')
      assert.deepEqual([near?.window, near?.level, near?.used, near?.limit], ['day', 'warning', '4', '5'])
      await at.as(key, 'GET', '/v1/proxy/dictionary/define?word=tea')
      const soon = { name: 'Soon', expiresAt: Date.now() + 10 * 24 * hourMs }
      const { id } = (await at.as(key, 'POST', '/v1/me/keys', soon)).json
      await at.as(key, 'POST', '/v1/me/keys', { name: 'Later', expiresAt: Date.now() + 30 * 24 * hourMs })
      await at.as(key, 'PUT', '/v1/me/listings/weather', { provider: 'live' })
      const needs = await needsOf(key)
      assert.deepEqual(kindsOf(needs), [
        ['limit.near', 'error', 'day'],
        ['provider_key.missing', 'warning', undefined],
        ['key.expiring', 'warning', undefined],
      ])
      assert.equal(needs[2]?.key, id)
      const ofAll: Need[] = Object((await at.admin('GET', '/overview')).json.needs)
      assert.ok(ofAll.some((need) => need.kind === 'account.near_limit' && need.account === accountId))
      assert.ok(ofAll.some((need) => need.kind === 'key.expiring' && need.key === id && need.account === accountId))
      const { key: other } = await at.gateway.account()
      assert.deepEqual(kindsOf(await needsOf(other)), [['provider_key.missing', 'info', undefined]])
    })

    test('a listing whose provider fails is said to be down, with the call that shows it', async () => {
      const { key } = await at.gateway.account()
      await at.as(key, 'PUT', '/v1/me/provider-keys/weather', { key: 'a-key-of-ours' })
      at.upstreamStatus = 503
      const calls = []
      for (let call = 0; call < 10; call++) calls.push(await at.as(key, 'GET', '/v1/proxy/weather/current/Oslo'))
      at.upstreamStatus = 200
      const { listings } = (await at.as(key, 'GET', '/v1/me/health')).json
      const weather = Object(listings).find(({ slug }: { slug: string }) => slug === 'weather')
      assert.deepEqual(
        [weather.state, weather.circuit, weather.live.failed >= 1, weather.lastError.status, weather.provider],
        ['down', 'open', true, 503, 'live'],
      )
      assert.ok(calls.some(({ headers }) => headers.get('x-request-id') === weather.lastError.id))
      assert.ok(weather.resumesAt > Date.now())
      const down = (await needsOf(key)).find(({ kind }) => kind === 'listing.down')
      assert.deepEqual([down?.listing, down?.level], ['weather', 'error'])
      const { key: other } = await at.gateway.account()
      const of = Object((await at.as(other, 'GET', '/v1/me/health')).json.listings)
      assert.equal(of.find(({ slug }: { slug: string }) => slug === 'weather').live, null, 'only its own calls')
    })

    test('a call is in the record with the way it came, and an account finds no call of another', async () => {
      const [mine, other] = [await at.gateway.account(), await at.gateway.account()]
      const headers = { 'x-gateway-key': mine.key, 'x-gateway-surface': 'console' }
      const response = await fetch(`${at.gateway.baseUrl}/v1/proxy/dictionary/define?word=secret`, { headers })
      const id = response.headers.get('x-request-id') ?? ''
      await response.text()
      const seen = await at.as(mine.key, 'GET', `/v1/me/calls/${id}`)
      assert.deepEqual(
        [seen.json.surface, seen.json.status, seen.json.endpoint, seen.json.provider],
        ['console', 200, 'define', 'embedded'],
      )
      assert.ok(!seen.text.includes('secret'))
      assert.equal((await at.as(other.key, 'GET', `/v1/me/calls/${id}`)).status, 404)
      assert.deepEqual((await at.as(other.key, 'GET', '/v1/me/calls')).json.calls, [])
      assert.equal((await at.admin('GET', `/calls/${id}`)).json.account, mine.accountId)
      assert.equal((await at.admin('GET', `/calls/${id}?account=${other.accountId}`)).status, 404)
      for (const query of [
        'status=600',
        'after=nonsense',
        'from=5&to=4',
        'surface=fax',
        'limit=101',
        'id=%00',
        'key=%00',
      ])
        assert.equal((await at.as(mine.key, 'GET', `/v1/me/calls?${query}`)).status, 400, query)
      const byKey = (await at.admin('GET', '/usage?group=key')).json
      assert.equal(Object(byKey.error).code, 'input.invalid')
    })
  }),
)

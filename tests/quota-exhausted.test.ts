// What a caller sees of its plan's quotas: what remains, what happens when they are exhausted, and that they are per
// account. How calls are counted is tested in packages/gateway/src/quota.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { reveal } from '../packages/gateway/src/secret.ts'
import { type OpenGateway, openGateway } from './open-gateway.ts'
import { smallApi } from './small-api.ts'
import { openUpstream, sendJson, type Upstream } from './upstream.ts'

const thing = '/v1/proxy/small/things/one'
const started = '2026-03-04T05:06:45Z'
const secondsOfMinute = 15
/** From 05:06:45 until midnight. */
const secondsOfDay = 18 * 3600 + 53 * 60 + 15

interface World {
  readonly gateway: OpenGateway
  readonly upstream: Upstream
  /** Sets the clock. */
  now(text: string): void
}

async function openWorld(t: TestContext): Promise<World> {
  let nowMs = Date.parse(started)
  const upstream = await openUpstream(t, (_request, response) => sendJson(response, { id: 'live' }))
  const gateway = await openGateway(t, {
    apis: [smallApi()],
    upstreams: { small: upstream.url },
    platform: { clock: () => nowMs },
  })
  const now = (text: string) => {
    nowMs = Date.parse(text)
  }
  return { gateway, upstream, now }
}

async function call(gateway: OpenGateway, key: string, path = thing): Promise<Response> {
  const response = await gateway.call(path, { key, headers: { 'x-gateway-provider': 'live' } })
  await response.clone().arrayBuffer()
  return response
}

async function errorOf(response: Response): Promise<{ code: string; message: string }> {
  return Object(await response.json()).error
}

const left = ({ headers }: Response) => [
  headers.get('x-ratelimit-remaining-minute'),
  headers.get('x-ratelimit-remaining-day'),
]

test('every answer reports the calls left in the minute and on the day, in both formats', async (t) => {
  const { gateway } = await openWorld(t)
  const { key } = await gateway.account({ perMinute: 5, perDay: 100 })
  const { headers } = await call(gateway, key)
  const header = (name: string) => headers.get(name)
  assert.equal(header('x-ratelimit-limit-minute'), '5')
  assert.equal(header('x-ratelimit-limit-day'), '100')
  assert.equal(header('x-ratelimit-remaining-minute'), '4')
  assert.equal(header('x-ratelimit-remaining-day'), '99')
  assert.equal(header('ratelimit'), `"minute";r=4;t=${secondsOfMinute}, "day";r=99;t=${secondsOfDay}`)
  assert.equal(header('ratelimit-policy'), '"minute";q=5;w=60, "day";q=100;w=86400')
  assert.deepEqual(left(await call(gateway, key)), ['3', '98'])
})

test('once the minute is exhausted calls are refused until it ends, and reach no provider', async (t) => {
  const { gateway, upstream, now } = await openWorld(t)
  const { key } = await gateway.account({ perMinute: 3, perDay: 100 })
  for (const remaining of ['2', '1', '0']) assert.equal(left(await call(gateway, key))[0], remaining)
  const refused = await call(gateway, key)
  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('retry-after'), String(secondsOfMinute))
  assert.deepEqual(left(refused), ['0', '97'])
  assert.deepEqual(await errorOf(refused), {
    code: 'quota.minute',
    message: 'The 3 calls of this minute are used up.',
  })
  now('2026-03-04T05:06:59.500Z')
  assert.equal((await call(gateway, key)).headers.get('retry-after'), '1')
  assert.equal(upstream.received.length, 3)
  now('2026-03-04T05:07:00Z')
  assert.deepEqual(left(await call(gateway, key)), ['2', '96'])
})

test('once the day is exhausted calls are refused until midnight UTC', async (t) => {
  const { gateway, upstream, now } = await openWorld(t)
  const { key } = await gateway.account({ perMinute: 100, perDay: 2 })
  for (const remaining of ['1', '0']) assert.equal(left(await call(gateway, key))[1], remaining)
  const refused = await call(gateway, key)
  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('retry-after'), String(secondsOfDay))
  assert.equal((await errorOf(refused)).code, 'quota.day')
  now('2026-03-04T23:59:59Z')
  assert.equal((await call(gateway, key)).status, 429)
  assert.equal(upstream.received.length, 2)
  now('2026-03-05T00:00:00Z')
  assert.deepEqual(left(await call(gateway, key)), ['99', '1'])
})

test('two accounts never share a quota, and all keys of one account do', async (t) => {
  const { gateway } = await openWorld(t)
  const plan = { perMinute: 2, perDay: 2 }
  const [one, other] = [await gateway.account(plan), await gateway.account(plan)]
  const { key } = await gateway.components.keys.create({
    accountId: one.accountId,
    surface: 'hosted',
    name: 'Second key',
  })
  assert.deepEqual(left(await call(gateway, one.key)), ['1', '1'])
  assert.deepEqual(left(await call(gateway, reveal(key))), ['0', '0'])
  for (const text of [one.key, reveal(key)]) assert.equal((await call(gateway, text)).status, 429)
  assert.deepEqual(left(await call(gateway, other.key)), ['1', '1'])
})

test('of many concurrent calls exactly as many are admitted as the plan allows', async (t) => {
  const { gateway, upstream } = await openWorld(t)
  const { key } = await gateway.account({ perMinute: 7, perDay: 100 })
  const answers = await Promise.all(Array.from({ length: 40 }, () => call(gateway, key)))
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 7)
  assert.equal(statuses.filter((status) => status === 429).length, 33)
  assert.equal(upstream.received.length, 7)
})

test('a call that does not fit its declaration counts, a call without a working key does not', async (t) => {
  const { gateway } = await openWorld(t)
  const { key } = await gateway.account({ perMinute: 3, perDay: 100 })
  const wrong = await call(gateway, key, '/v1/proxy/small/things/one?depth=99')
  assert.deepEqual([wrong.status, ...left(wrong)], [400, '2', '99'])
  const nobody = await call(gateway, key.slice(0, -1))
  assert.deepEqual([nobody.status, ...left(nobody)], [401, null, null])
  assert.deepEqual(left(await call(gateway, key)), ['1', '98'])
})

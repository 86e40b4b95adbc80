// What a caller sees of its plan's quotas: what remains, what happens when they are exhausted, and that they are per
// account. How calls are counted is tested in packages/gateway/src/account/quota.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { parseList } from 'structured-headers'
import { defineProvider, type Failure, fail } from '#define'
import { reveal } from '../packages/gateway/src/process/secret.ts'
import { type OpenGateway, openGateway } from './harness/open-gateway.ts'
import { smallApi } from './harness/small-api.ts'
import { openUpstream, sendJson, type Upstream } from './harness/upstream.ts'

const thing = '/v1/proxy/small/things/one'
const started = '2026-03-04T05:06:45Z'
const secondsOfMinute = 15
/** Time from 05:06:45 until midnight. */
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
    message: 'Rate limit reached: 3 calls per minute.',
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

/** An item of a RateLimit field, as the parser of structured fields reads it. */
interface Limit {
  readonly name: unknown
  readonly [parameter: string]: unknown
}

function limitsIn(response: Response, field: 'ratelimit' | 'ratelimit-policy'): Limit[] {
  const text = response.headers.get(field)
  assert.ok(text !== null, `no ${field}`)
  return parseList(text).map(([name, parameters]) => ({ name, ...Object.fromEntries(parameters) }))
}

/** A key of the account with limits of its own. */
async function limitedKey(gateway: OpenGateway, accountId: string, limits: { perMinute?: number; perDay?: number }) {
  const { perMinute = null, perDay = null } = limits
  const all = { perMinute, perDay, usdPerDay: null }
  const { key } = await gateway.components.keys.create({ accountId, surface: 'hosted', name: 'Limited', limits: all })
  return reveal(key)
}

test("a key's own limits are told beside its account's, and what remains is the smaller", async (t) => {
  const { gateway } = await openWorld(t)
  const { accountId, key } = await gateway.account({ perMinute: 10, perDay: 4 })
  const limited = await limitedKey(gateway, accountId, { perMinute: 3, perDay: 5 })
  const first = await call(gateway, limited)
  assert.deepEqual(limitsIn(first, 'ratelimit'), [
    { name: 'minute', r: 9, t: secondsOfMinute },
    { name: 'day', r: 3, t: secondsOfDay },
    { name: 'key-minute', r: 2, t: secondsOfMinute },
    { name: 'key-day', r: 4, t: secondsOfDay },
  ])
  assert.deepEqual(limitsIn(first, 'ratelimit-policy'), [
    { name: 'minute', q: 10, w: 60 },
    { name: 'day', q: 4, w: 86_400 },
    { name: 'key-minute', q: 3, w: 60 },
    { name: 'key-day', q: 5, w: 86_400 },
  ])
  const limits = ['x-ratelimit-limit-minute', 'x-ratelimit-limit-day'].map((name) => first.headers.get(name))
  assert.deepEqual([...left(first), ...limits], ['2', '3', '3', '4'])
  const ofMinute = await call(gateway, await limitedKey(gateway, accountId, { perMinute: 7 }))
  assert.deepEqual(
    limitsIn(ofMinute, 'ratelimit').map(({ name }) => name),
    ['minute', 'day', 'key-minute'],
  )
  assert.deepEqual(left(ofMinute), ['6', '2'])
  assert.deepEqual(
    limitsIn(await call(gateway, key), 'ratelimit').map(({ name }) => name),
    ['minute', 'day'],
  )
})

for (const [code, plan, limits, item] of [
  ['quota.minute', { perMinute: 1, perDay: 9 }, { perMinute: 5 }, 'minute'],
  ['quota.day', { perMinute: 9, perDay: 1 }, { perDay: 5 }, 'day'],
  ['key.minute', { perMinute: 9, perDay: 9 }, { perMinute: 1 }, 'key-minute'],
  ['key.day', { perMinute: 9, perDay: 9 }, { perMinute: 5, perDay: 1 }, 'key-day'],
] as const)
  test(`429 ${code} names the limit in the RateLimit fields and the moment when it ends, and uses nothing up`, async (t) => {
    const { gateway } = await openWorld(t)
    const { accountId } = await gateway.account(plan)
    const key = await limitedKey(gateway, accountId, limits)
    const before = limitsIn(await call(gateway, key), 'ratelimit')
    const refused = await call(gateway, key)
    assert.deepEqual([refused.status, (await errorOf(refused)).code], [429, code])
    const named = limitsIn(refused, 'ratelimit')
    const ended = named.find(({ name }) => name === item)
    assert.deepEqual([ended?.r, String(ended?.t)], [0, refused.headers.get('retry-after')])
    assert.deepEqual(
      named,
      before.filter(({ name }) => named.some((one) => one.name === name)),
    )
    assert.deepEqual(
      limitsIn(refused, 'ratelimit-policy').map(({ name }) => name),
      named.map(({ name }) => name),
    )
    assert.equal(refused.headers.get(`x-ratelimit-remaining-${item.replace('key-', '')}`), '0')
  })

for (const failure of [
  fail('provider.warming', { api: 'Small API' }, { retryAfterS: 5 }),
  fail('provider.busy', { api: 'Small API' }),
  fail('gateway.bodies_full', {}),
])
  test(`a call refused with ${failure.code} counts against no limit of the account or the key`, async (t) => {
    let now: Failure | undefined
    const small = smallApi()
    const answer = () => {
      if (now) throw now
      return { id: 'embedded' }
    }
    const provider = defineProvider(small.api, () =>
      Object.fromEntries(Object.keys(small.api.endpoints).map((id) => [id, answer])),
    )
    const gateway = await openGateway(t, {
      apis: [{ ...small, provider }],
      platform: { clock: () => Date.parse(started) },
    })
    const { accountId } = await gateway.account({ perMinute: 3, perDay: 3 })
    const key = await limitedKey(gateway, accountId, { perMinute: 2, perDay: 2 })
    now = failure
    for (let count = 0; count < 5; count++) {
      const refused = await gateway.call(thing, { key })
      assert.deepEqual([refused.status, ...left(refused)], [503, '2', '2'])
      assert.deepEqual(
        limitsIn(refused, 'ratelimit').map(({ r }) => r),
        [3, 3, 2, 2],
      )
    }
    now = fail('provider.restarted', { api: 'Small API' })
    assert.deepEqual(left(await gateway.call(thing, { key })), ['1', '1'])
    now = undefined
    assert.deepEqual(left(await gateway.call(thing, { key })), ['0', '0'])
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

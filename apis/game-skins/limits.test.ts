// Delays and limits of a key: counted exactly, reported in headers and body, kept over a restart.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { readSample } from './provider/sample/sample.ts'
import { settingsOf } from './provider/settings.ts'
import { openStoreWorld, type SkinWorldOptions, type World } from './test/world.ts'

const [first] = readSample().skins
const body = { url: `https://minesk.in/${first?.uuid}` }
const player = { uuid: readSample().playerByName('Vellum')?.uuid }

const generate = (world: World, key = 'key_test', more: object = {}) =>
  world.ask('/generate/url', { method: 'POST', body: { ...body, ...more }, key })
const copy = (world: World) => world.ask('/generate/user', { method: 'POST', body: player })

await eachStore('limits of game skins', (database) => {
  let accounts = 0
  const openOwn = (options: SkinWorldOptions = {}) =>
    openStoreWorld(database.store, { account: `acc_${++accounts}`, ...options })

  test('a key waits for the delay between two skins, to the millisecond; another key does not', async () => {
    const world = await openOwn()
    assert.equal((await generate(world)).status, 200)
    world.clock.advance(1999)
    const early = await generate(world)
    assert.equal(early.status, 429)
    assert.deepEqual(
      [early.body.errorCode, early.body.error, early.headers['retry-after']],
      ['rate_limit', 'request too soon, next request in 1ms', '1'],
    )
    assert.deepEqual(
      [early.body.delayInfo, early.body.nextRequest, early.body.delay],
      [{ millis: 2000, seconds: 2 }, 2, 2],
    )
    assert.equal((await generate(world, 'key_other')).status, 200)
    world.clock.advance(1)
    assert.equal((await generate(world)).status, 200)
  })

  test('version 1 reports the same delay in its own form', async () => {
    const world = await openOwn()
    assert.equal((await copy(world)).status, 200)
    const early = await copy(world)
    assert.deepEqual(early.body, {
      error: 'Too many requests',
      limiter: 'redis',
      nextRequest: 2,
      delay: 2,
      delayInfo: { millis: 2000, seconds: 2 },
      now: world.clock.now(),
    })
  })

  test('of calls at the same moment exactly one is admitted', async () => {
    const world = await openOwn()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => generate(world)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 429, 429, 429, 429])
  })

  test('a sixth call in ten seconds is refused before anything else, and the window starts again', async () => {
    const world = await openOwn()
    for (let at = 0; at < 5; at++) await generate(world)
    const sixth = await generate(world)
    const limited = { error: 'Too many requests', limiter: 'express', delayInfo: { seconds: 5, millis: 5000 } }
    assert.deepEqual([sixth.status, sixth.body], [429, limited])
    assert.deepEqual((await copy(world)).body, limited)
    for (let at = 0; at < 10; at++) assert.equal((await generate(world, 'key_test', { checkOnly: 1 })).status, 200)
    world.clock.advance(10_000)
    assert.equal((await generate(world)).status, 200)
  })

  test('a key has twenty skins a minute', async () => {
    const world = await openOwn({ kit: { config: { delayMillis: 50 } } })
    const remaining = []
    for (let at = 0; at < 20; at++) {
      const { status, headers } = await generate(world)
      assert.equal(status, 200)
      remaining.push(headers['x-upstream-ratelimit-remaining'])
      world.clock.advance(50)
    }
    assert.deepEqual([remaining[0], remaining[19]], ['19', '0'])
    const refused = await generate(world)
    assert.deepEqual([refused.status, refused.body.error], [429, 'rate limit exceeded, 21 > 20'])
    assert.equal(refused.headers['retry-after'], '59')
    world.clock.advance(59_000)
    assert.equal((await generate(world)).status, 200)
  })

  test('headers of the compatibility layer say what is left, errors included', async () => {
    const world = await openOwn()
    const now = world.clock.now()
    const expected = {
      'mineskin-api-version': 'v1-with-v2-compat',
      'mineskin-api-deprecated': 'true',
      'mineskin-delay': '2',
      'mineskin-delay-seconds': '2',
      'mineskin-delay-millis': '2000',
      'mineskin-timestamp': String(now),
      'x-mineskin-timestamp': String(now),
      'x-upstream-ratelimit-limit': '20',
      'x-upstream-ratelimit-remaining': '19',
      'x-upstream-ratelimit-reset': String(now / 1000 + 60),
      'x-upstream-ratelimit-delay': '2000',
      'x-upstream-ratelimit-nextrequest': String(now + 2000),
    }
    const answers = [await generate(world), await generate(world), await generate(world, 'key_test', { url: 'x' })]
    for (const { headers } of answers) {
      for (const [name, value] of Object.entries(expected)) assert.equal(headers[name], value, name)
      assert.match(headers['mineskin-breadcrumb'] ?? '', /^[0-9a-f]{8}$/)
      assert.equal(headers['x-mineskin-breadcrumb'], headers['mineskin-breadcrumb'])
    }
    assert.deepEqual(answers[0]?.body.rateLimit, {
      next: { absolute: now + 2000, relative: 2000 },
      delay: { millis: 2000, seconds: 2 },
      limit: { limit: 20, remaining: 19, reset: now / 1000 + 60 },
    })
  })

  test('/get/delay reports the next turn, before the first call as after it', async () => {
    const world = await openOwn()
    const now = world.clock.now()
    const delay = { delay: 2, seconds: 2, millis: 2000 }
    assert.deepEqual((await world.ask('/get/delay')).body, {
      ...delay,
      next: now / 1000,
      nextRelative: 0,
      nextRequest: { time: now, relative: 100 },
    })
    await generate(world)
    world.clock.advance(500)
    assert.deepEqual((await world.ask('/get/delay')).body, {
      ...delay,
      next: now / 1000 + 2,
      nextRelative: 2,
      nextRequest: { time: now + 2000, relative: 1500 },
      lastRequest: { time: now },
    })
    world.clock.advance(60_000)
    assert.deepEqual(Object((await world.ask('/get/delay')).body).nextRequest, { time: now + 2000, relative: 100 })
  })

  test('delays and counts survive a restart', async () => {
    const world = await openOwn({ account: 'acc_restarted' })
    await generate(world)
    await world.close()
    const next = await openOwn({ account: 'acc_restarted' })
    assert.equal(next.clock.now(), world.clock.now())
    assert.equal((await generate(next)).status, 429)
    assert.equal(Object((await next.ask('/get/delay')).body).lastRequest.time, next.clock.now())
    next.clock.advance(2000)
    assert.equal((await generate(next)).status, 200)
  })

  test('five checks of players in ten seconds, then none', async () => {
    const world = await openOwn()
    for (let at = 0; at < 5; at++) assert.equal((await world.ask('/validate/name/Vellum')).status, 200)
    const sixth = await world.ask(`/validate/uuid/${player.uuid}`)
    assert.deepEqual([sixth.status, sixth.body], [429, { error: 'Too many requests', limiter: 'express' }])
    assert.equal((await world.ask('/validate/name/Vellum', { key: 'key_other' })).status, 200)
    world.clock.advance(10_000)
    assert.equal((await world.ask('/validate/name/Vellum')).status, 200)
  })
})

test('the file of the operator sets delay, rate and number of skins; a wrong entry is refused at the start', () => {
  assert.deepEqual(settingsOf(undefined), { delayMillis: 2000, perMinute: 20, skinsPerAccount: 5000 })
  assert.deepEqual(settingsOf({ delayMillis: 101, perMinute: 3, skinsPerAccount: 7, other: 1 }), {
    delayMillis: 150,
    perMinute: 3,
    skinsPerAccount: 7,
  })
  for (const [name, value] of Object.entries({ delayMillis: 0, perMinute: '20', skinsPerAccount: 1.5 }))
    assert.throws(() => settingsOf({ [name]: value }), new RegExp(`^Error: game-skins.json: ${name} must be`))
})

// Redis becomes unavailable under gateways that share calls there: calls continue, the metrics show it, and neither a
// minute nor a day is ever exceeded, whatever happens to Redis within it.
import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { ownRedis } from '../../packages/gateway/src/account/quota/redis-server.fixture.ts'
import { load } from '../harness/load.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { newFolder } from '../harness/program.ts'
import { until } from '../harness/until.ts'

const path = '/v1/proxy/randomness/bool'
const noon = Date.UTC(2030, 5, 15, 12)

const redis = await ownRedis()
if (redis) {
  after(() => redis.kill())

  test('Redis down and up again: calls continue, the metrics show it, and counting is exact again', async (t) => {
    const pair = await openPair(t, redis.url)
    const [one, two] = pair
    const { key } = await one.account({ perMinute: 400, perDay: 100_000 })
    await counting(pair, 1)
    assert.equal(await admitted(pair, { key, calls: 100 }), 100)

    await redis.kill()
    t.after(() => redis.start())
    // half of the remaining 300 may have been in Redis, and half of the rest with the gateway that needs no more
    const alone = await admitted(pair, { key, calls: 200 })
    assert.ok(alone <= 200 && alone >= 75, `${alone} of 200: at most what was in Redis is lost`)
    await counting(pair, 0)
    for (const gateway of pair)
      assert.ok(
        gateway.logged.some((line) => /"level":"warn".*"Redis is down/.test(line)),
        'the log reports it',
      )

    await redis.start()
    await counting(pair, 1)
    pair.nextMinute()
    await until(() => pair.every(({ components }) => components.invalidations.hasLease()), 'both renew their leases')
    assert.equal(await admitted(pair, { key, calls: 600 }), 400)
    assert.equal(await admitted([two], { key, calls: 5 }), 0)
  })

  test('Redis down: one gateway admits all that the others leave, and together they never exceed a minute or a day', async (t) => {
    const pair = await openPair(t, redis.url)
    const minute = await pair[0].account({ perMinute: 300, perDay: 100_000 })
    const day = await pair[0].account({ perMinute: 100_000, perDay: 500 })
    await counting(pair, 1)
    assert.equal(await admitted(pair, { key: day.key, calls: 50 }), 50)
    await redis.kill()
    t.after(() => redis.start())
    await counting(pair, 0)
    assert.equal(await admitted([pair[1]], { key: minute.key, calls: 400 }), 300)
    assert.equal(await admitted([pair[0]], { key: minute.key, calls: 100 }), 0)
    const rest = await admitted(pair, { key: day.key, calls: 900 })
    assert.ok(rest > 400 && rest <= 450, `50 and ${rest}`)
  })

  for (const [fault, harm] of [
    ['is flushed', () => redis.flush()],
    ['is killed and comes back empty', () => redis.kill().then(() => redis.start())],
    ['stalls for longer than calls wait', () => redis.stall(400)],
  ] as const)
    test(`Redis that ${fault} within a minute, under uneven load on three gateways: never more than the plan`, async (t) => {
      const three = await openPair(t, redis.url, 3)
      t.after(() => redis.start())
      const { key } = await three[0].account({ perMinute: 600, perDay: 100_000 })
      await counting(three, 1)
      let total = 0
      for (const calls of [10, 60, 20, 120, 40, 200]) {
        const loads = three.map((gateway, index) => admitted([gateway], { key, calls: Math.ceil(calls / 3 ** index) }))
        await harm()
        total += (await Promise.all(loads)).reduce((sum, count) => sum + count, 0)
      }
      total += await admitted(three, { key, calls: 900 })
      assert.ok(total <= 600, `${total} of 600`)
      assert.ok(total >= 300, `${total} of 600`)
    })

  test('Redis that hangs does not hold calls, and is used again when it responds', async (t) => {
    const pair = await openPair(t, redis.url)
    const { key } = await pair[0].account({ perMinute: 100_000, perDay: 100_000 })
    await counting(pair, 1)
    await admitted(pair, { key, calls: 20 })
    redis.freeze()
    t.after(() => redis.resume())
    assert.equal(await admitted(pair, { key, calls: 100 }), 100)
    redis.resume()
    await counting(pair, 1)
  })
}

type Pair = [OpenGateway, OpenGateway, ...OpenGateway[]] & { nextMinute(): void }

/** Gateways on one database and one Redis, at noon. */
async function openPair(t: TestContext, redisUrl: string, count: 2 | 3 = 2): Promise<Pair> {
  const dataDir = newFolder(t)
  const begunMs = performance.now()
  let minutes = 0
  const platform = { clock: () => Math.round(noon + 60_000 * minutes + performance.now() - begunMs) }
  const options = { dataDir, platform, environment: { GATEHOUSE_REDIS_URL: redisUrl } }
  const one = await openGateway(t, options)
  const two = await openGateway(t, options)
  const others = count === 3 ? [await openGateway(t, options)] : []
  const all: [OpenGateway, OpenGateway, ...OpenGateway[]] = [one, two, ...others]
  await until(() => all.every(({ components }) => components.invalidations.liveProcesses() === count))
  const nextMinute = () => {
    minutes++
  }
  return Object.assign(all, { nextMinute })
}

/** Waits until the metrics of both report that they count in Redis (1), or do not (0). */
async function counting(pair: readonly OpenGateway[], available: 0 | 1): Promise<void> {
  for (const { baseUrl } of pair)
    await until(async () => {
      const text = await (await fetch(`${baseUrl}/metrics`)).text()
      return text.includes(`gatehouse_redis_available ${available}\n`)
    })
}

/**
 * Returns the number of admitted calls, of `calls`, half of them at each gateway; the others were refused for the
 * quota.
 */
async function admitted(
  gateways: readonly OpenGateway[],
  { key, calls }: { key: string; calls: number },
): Promise<number> {
  const each = calls / gateways.length
  const loads = await Promise.all(
    gateways.map(({ baseUrl }) => load({ url: baseUrl + path, key, atOnce: 10, goOn: (started) => started < each })),
  )
  const statuses = loads.flatMap(({ answers }) => answers.map(({ status }) => status))
  assert.equal(statuses.length, calls)
  assert.ok(
    statuses.every((status) => status === 200 || status === 429),
    String(new Set(statuses)),
  )
  return statuses.filter((status) => status === 200).length
}

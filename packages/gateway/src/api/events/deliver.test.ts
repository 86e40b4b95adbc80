// How events are delivered: schedule, Retry-After, when a webhook is switched off, limits, and two secrets at once.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { present } from '#define/present'
import { createWebhooksRepository } from '#store'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { until } from '../../../../../tests/harness/until.ts'
import { type NamedFetch, NamedFetchError } from '../../upstream/named-fetch.ts'
import { type EventsWorld, openEventsWorld } from './events-world.fixture.ts'
import type { Owner } from './sending.ts'
import { signedHeaders } from './signature.ts'

const minute = 60_000
const hour = 60 * minute

interface Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

await eachStore('deliveries', (database) => {
  let world: EventsWorld
  let sent: Sent[]
  let answer: (one: Sent) => { status: number; retryAfter?: string } | Promise<{ status: number; retryAfter?: string }>

  beforeEach(async () => {
    sent = []
    answer = () => ({ status: 204 })
    const fetch: NamedFetch = {
      problemOf: () => undefined,
      async post(url, { headers, body }) {
        const one = { url, headers, body }
        sent.push(one)
        const { status, retryAfter } = await answer(one)
        if (status === 0) throw new NamedFetchError('The host refuses the connection.')
        return { status, retryAfter, bytes: Buffer.from('its answer') }
      },
    }
    world = await openEventsWorld(database, { fetch })
    for (const { id } of await createWebhooksRepository(world.store).enabled({ limit: 100 }))
      await createWebhooksRepository(world.store).remove(id)
  })

  afterEach(() => world.deliverer.stop())

  const make = async (owner: Owner = world.account, more: object = {}) => {
    const order = { url: 'https://example.com/hook', events: '*', format: 'standard', enabled: true } as const
    const { webhook, secret } = await world.webhooks.create(owner, { ...order, ...more })
    return { id: webhook.id, secret }
  }
  const rowOf = async (id: string, owner: Owner = world.account) =>
    (await world.webhooks.deliveries(owner, id, {})).at(0)
  /** Lets the deliverer look until nothing is due. */
  const settle = async (id: string, attempts: number, owner: Owner = world.account) => {
    world.ticks.tick()
    await until(async () => (await rowOf(id, owner))?.attempts.length === attempts, `${attempts} attempts`, 10_000)
    await until(async () => (await rowOf(id, owner))?.state !== undefined)
  }

  test('an event is tried ten times, later each time, with one id, and then has failed', async () => {
    answer = () => ({ status: 500 })
    const { id } = await make()
    const event = await world.webhooks.test(world.account, id, 'ping')
    const delays: number[] = []
    for (let attempt = 1; attempt <= 10; attempt++) {
      await settle(id, attempt)
      const row = await rowOf(id)
      assert.equal(row?.state, attempt === 10 ? 'failed' : 'waits')
      if (row?.state !== 'waits') break
      delays.push(row.dueAt - world.clock())
      world.clock.nowMs = row.dueAt
    }
    const expected = [5000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]
    assert.deepEqual(delays, expected)
    assert.deepEqual(new Set(sent.map(({ headers }) => headers['webhook-id'])), new Set([event]))
    await world.webhooks.retry(world.account, id, event)
    answer = () => ({ status: 200 })
    await settle(id, 11)
    assert.equal((await rowOf(id))?.state, 'delivered')
  })

  test('a later Retry-After is kept, an earlier one is not, and none goes beyond a day', async () => {
    const { id } = await make()
    let next = world.clock()
    const due = async (retryAfterAt: (now: number) => string, attempts: number) => {
      const retryAfter = retryAfterAt(next)
      answer = () => ({ status: 429, retryAfter })
      // from here on the next try may be made, whoever looks
      world.clock.nowMs = next
      await settle(id, attempts)
      const row = await rowOf(id)
      assert.ok(row)
      next = row.dueAt
      return row.dueAt - world.clock()
    }
    const aMinute = () => '60'
    answer = () => ({ status: 429, retryAfter: aMinute() })
    await world.webhooks.test(world.account, id, 'ping')
    assert.equal(await due(aMinute, 1), minute)
    assert.equal(await due(aMinute, 2), 5 * minute)
    assert.equal(await due((now) => new Date(now + 3 * hour).toUTCString(), 3), 3 * hour)
    assert.equal(await due(() => '99999999', 4), 24 * hour)
  })

  test('410 switches a webhook off at once, and the others of its account are told', async () => {
    answer = ({ url }) => ({ status: url.endsWith('gone') ? 410 : 204 })
    const { id } = await make(world.account, { url: 'https://example.com/gone' })
    const other = await make()
    const stranger = await make({ account: 'acc_b', key: 'key_b' })
    await world.webhooks.test(world.account, id, 'ping')
    await settle(id, 1)
    await settle(other.id, 1)
    const webhook = await world.webhooks.get(world.account, id)
    assert.deepEqual([webhook.enabled, webhook.disabledBecause], [false, 'It answered 410.'])
    const told = await rowOf(other.id)
    assert.equal(told?.type, 'webhook.disabled')
    assert.deepEqual(await world.webhooks.deliveries({ account: 'acc_b', key: 'key_b' }, stranger.id, {}), [])
    assert.match(sent.at(-1)?.body ?? '', /"host":"example.com","because":"It answered 410."/)
    await assert.rejects(world.webhooks.test(world.account, id, 'ping'), { code: 'thing.conflict' })
  })

  test('five days of failures alone switch a webhook off; one success in between does not', async () => {
    const { id } = await make()
    const attempt = async (status: number) => {
      const before = sent.length
      answer = () => ({ status })
      await world.webhooks.test(world.account, id, 'ping')
      await until(() => sent.length > before)
      await until(async () => (await rowOf(id))?.attempts.length === 1)
      world.clock.nowMs += 1000
    }
    await attempt(503)
    world.clock.nowMs += 4 * 24 * hour
    await attempt(204)
    await until(async () => (await world.webhooks.get(world.account, id)).failingSince === null)
    await attempt(0)
    world.clock.nowMs += 5 * 24 * hour
    await attempt(503)
    await until(async () => !(await world.webhooks.get(world.account, id)).enabled, 'it is switched off')
    assert.equal((await world.webhooks.get(world.account, id)).disabledBecause, 'It has only failed for five days.')
    const missed = await world.announce({
      ...{ type: 'key.expired', account: 'acc_a', guard: async () => true },
      data: { account: 'acc_a', key: 'key_a', name: 'CI', expiresAt: 1 },
    })
    world.clock.nowMs += 10_000
    await world.webhooks.update(world.account, id, { enabled: true })
    answer = () => ({ status: 204 })
    assert.ok((await world.webhooks.recover(world.account, id, world.clock() - hour)) >= 1)
    world.ticks.tick()
    await until(() => sent.some(({ headers }) => headers['webhook-id'] === missed), 'what was missed')
  })

  test('a try that began before its owner enabled a webhook again, or before a success, switches nothing off', async () => {
    for (const status of [410, 503]) {
      const { id } = await make()
      const webhooks = createWebhooksRepository(world.store)
      if (status === 503) await webhooks.noteFailing(id, world.clock() - 6 * 24 * hour)
      const held = Promise.withResolvers<{ status: number }>()
      const ofWebhook = sent.length
      answer = () => held.promise
      await world.webhooks.test(world.account, id, 'ping')
      await until(() => sent.length > ofWebhook, 'a try is under way')
      world.clock.nowMs += 1000
      await world.webhooks.update(world.account, id, { enabled: false })
      await world.webhooks.update(world.account, id, { enabled: true })
      held.resolve({ status })
      await settle(id, 1)
      // an answer of the next one shows that all that follows from the first has been done
      answer = () => ({ status: 204 })
      await world.webhooks.test(world.account, id, 'ping')
      await until(async () => (await webhooks.get(id))?.failingSince === null, 'its success is noted')
      assert.deepEqual((await webhooks.get(id))?.enabled, true)
    }
    const { id } = await make()
    const webhooks = createWebhooksRepository(world.store)
    const since = world.clock() - 6 * 24 * hour
    await webhooks.noteFailing(id, since)
    const seen = await webhooks.get(id)
    await webhooks.noteFailing(id, null)
    assert.ok(seen)
    assert.equal(await webhooks.switchOff({ ...seen, failingSince: since }, 'It fails.', world.clock()), false)
  })

  test('two tries at a time to one webhook; one that hangs delays no other', async () => {
    const hanging = await make(world.account, { url: 'https://example.com/hangs' })
    const { id } = await make()
    let release = () => {}
    const hangs = new Promise<void>((resolve) => {
      release = resolve
    })
    answer = async ({ url }) => {
      if (url.endsWith('hangs')) await hangs
      return { status: 204 }
    }
    for (let at = 0; at < 5; at++) await world.webhooks.test(world.account, hanging.id, 'ping')
    const toHanging = () => sent.filter(({ url }) => url.endsWith('hangs')).length
    await until(() => toHanging() === 2)
    await world.webhooks.test(world.account, id, 'ping')
    await settle(id, 1)
    assert.equal(toHanging(), 2)
    release()
    await until(() => toHanging() === 5, 'the others')
  })

  test('an account whose many receivers hang delays itself: the next place is for another one', async () => {
    const releases: (() => void)[] = []
    let hangs = true
    answer = async ({ url }) => {
      if (hangs && url.endsWith('hangs')) await new Promise<void>((resolve) => void releases.push(resolve))
      return { status: 204 }
    }
    const other = { account: 'acc_b', key: 'key_b' }
    try {
      const { id } = await make(other)
      for (let at = 0; at < 9; at++) {
        const hanging = await make(world.account, { url: 'https://example.com/hangs' })
        for (let more = 0; more < 5; more++) await world.webhooks.test(world.account, hanging.id, 'ping')
      }
      await until(() => releases.length === 16, 'all places are taken')
      await world.webhooks.test(other, id, 'ping')
      world.ticks.tick()
      releases[0]?.()
      await settle(id, 1, other)
      assert.equal((await rowOf(id, other))?.state, 'delivered')
    } finally {
      hangs = false
      for (const release of releases) release()
    }
    await until(() => sent.length === 46, 'all are sent')
  })

  test('after a rotation messages are signed by both secrets, and later by the new one alone', async () => {
    const { id, secret } = await make()
    const next = await world.webhooks.rotate(world.account, id, hour)
    const signatures = async () => {
      const before = sent.length
      await world.webhooks.test(world.account, id, 'ping')
      await until(() => sent.length > before)
      const { headers, body } = present(sent.at(-1))
      const message = { id: String(headers['webhook-id']), at: Number(headers['webhook-timestamp']) * 1000, body }
      const by = (one: typeof secret) => signedHeaders(message, [one])['webhook-signature'] ?? ''
      const list = headers['webhook-signature']?.split(' ') ?? []
      return [list.length, list.includes(by(secret)), list.includes(by(next.secret))]
    }
    assert.deepEqual(await signatures(), [2, true, true])
    world.clock.nowMs += hour
    assert.deepEqual(await signatures(), [1, false, true])
  })

  test('a message for Slack is its sentence, unsigned; answers are kept for the operator alone', async () => {
    const { id } = await make(world.operator, { format: 'slack' })
    await world.webhooks.test(world.operator, id, 'key.expired')
    await settle(id, 1, world.operator)
    const { headers, body } = present(sent[0])
    assert.equal(headers['webhook-signature'], undefined)
    assert.equal(body, '{"text":"The key Dashboard has expired; calls with it are refused."}')
    assert.equal((await rowOf(id, world.operator))?.attempts[0]?.answer, 'its answer')
    const own = await make()
    await world.webhooks.test(world.account, own.id, 'ping')
    await settle(own.id, 1)
    assert.equal((await rowOf(own.id))?.attempts[0]?.answer, undefined)
  })

  test('the operator is told of all accounts, an account of itself alone and of what it asks for', async () => {
    const operator = await make(world.operator)
    const own = await make(world.account, { events: ['key.*'] })
    const other = await make({ account: 'acc_b', key: 'key_b' })
    const of = (account: string) => ({
      ...{ type: 'key.expired' as const, account, guard: async () => true },
      data: { account, key: 'key_a', name: 'CI', expiresAt: 1 },
    })
    await world.announce(of('acc_a'))
    await world.announce({ ...of('acc_a'), type: 'limit.reached', data: limitData })
    const rows = await Promise.all([
      world.webhooks.deliveries(world.operator, operator.id, {}),
      world.webhooks.deliveries(world.account, own.id, {}),
      world.webhooks.deliveries({ account: 'acc_b', key: 'key_b' }, other.id, {}),
    ])
    assert.deepEqual(
      rows.map((all) => all.map(({ type }) => type).sort()),
      [['key.expired', 'limit.reached'], ['key.expired'], []],
    )
  })

  test('an outage is told to accounts whose calls go to the live provider, and to no other', async () => {
    const { id } = await make()
    const down = {
      ...{ type: 'listing.down' as const, account: null, guard: async () => true },
      data: { listing: 'weather', title: 'Weather', since: 1, processes: 1, ofProcesses: 1 },
    }
    await world.announce(down)
    assert.equal((await world.webhooks.deliveries(world.account, id, {})).length, 0)
    world.live.push({ slug: 'weather', provider: 'live' })
    await world.announce(down)
    assert.equal((await world.webhooks.deliveries(world.account, id, {})).length, 1)
  })
})

const limitData = {
  ...{ account: 'acc_a', key: null, surface: 'hosted' as const },
  ...{ used: 5, limit: 5, percent: 100 as const, resetsAt: 1 },
}

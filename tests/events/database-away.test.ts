// A database that rejects every statement for ten minutes of the clock, between and during tries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import type { Store } from '#store'
import { openEventsWorld } from '../../packages/gateway/src/api/events/events-world.fixture.ts'
import type { NamedFetch } from '../../packages/gateway/src/upstream/named-fetch.ts'
import { eachStore } from '../harness/services.ts'
import { until } from '../harness/until.ts'

const s = 1000

await eachStore('a database that is away', (database) => {
  test('loses no event, sends none under two ids, and leaves every delivery its place', async () => {
    let isAway = false
    let answer: () => number | Promise<number> = () => 500
    const sent: { id: string; body: string }[] = []
    const fetch: NamedFetch = {
      problemOf: () => undefined,
      async post(_url, { headers, body }) {
        sent.push({ id: String(headers['webhook-id']), body })
        return { status: await answer(), retryAfter: undefined, bytes: Buffer.alloc(0) }
      },
    }
    const rejecting: KyselyPlugin = {
      transformQuery({ node }) {
        if (isAway) throw new Error('the database is away')
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const livesAs = (store: Store) => ({ ...store, db: store.db.withPlugin(rejecting) })
    const world = await openEventsWorld(database, { fetch, livesAs })
    const { webhook } = await world.webhooks.create(world.account, {
      ...{ url: 'https://example.com/', events: '*', format: 'standard', enabled: true },
    })
    const deliveries = () => world.webhooks.deliveries(world.account, webhook.id, {})
    const begin = async () => {
      const data = { account: 'acc_a', key: 'key_a', name: 'CI', expiresAt: 1 }
      const id = await world.announce({ type: 'key.expired', account: 'acc_a', data, guard: async () => true })
      assert.ok(id !== undefined)
      world.ticks.tick()
      return id
    }
    const tried = (id: string, times: number) =>
      until(async () => (await deliveries()).find(({ eventId }) => eventId === id)?.attempts.length === times)

    // one has been tried twice, one once, and one is on its way
    const twice = await begin()
    await tried(twice, 1)
    world.clock.nowMs += 5 * s
    world.ticks.tick()
    await tried(twice, 2)
    const once = await begin()
    await tried(once, 1)
    const held = Promise.withResolvers<number>()
    answer = () => held.promise
    const onItsWay = await begin()
    await until(() => sent.some(({ id }) => id === onItsWay))
    await world.count('acc_a', 4800)

    isAway = true
    held.resolve(204)
    await until(() => world.logged.some((line) => line.startsWith('a delivery failed')))
    const before = sent.length
    for (let second = 1; second <= 600; second++) {
      world.clock.nowMs += s
      world.ticks.tick()
      if (second % 30 === 0) await assert.rejects(world.sweep(), /the database is away/)
      await turn()
    }
    assert.equal(sent.length, before)

    isAway = false
    answer = () => 204
    await world.sweep()
    const isOver = async () => {
      world.ticks.tick()
      return (await deliveries()).every(({ state }) => state === 'delivered')
    }
    await until(isOver, 'everything is delivered')
    await world.deliverer.stop()

    const events = await world.happened()
    const percents = events.flatMap(({ data }) => JSON.parse(data).percent ?? [])
    assert.deepEqual(percents.sort(), [80, 95])
    for (const { id, body } of sent) assert.equal(JSON.parse(body).id, id)
    for (const { id } of events) {
      const bodies = sent.filter((one) => one.id === id).map(({ body }) => body)
      assert.equal(bodies.length, { [twice]: 3, [once]: 2, [onItsWay]: 2 }[id] ?? 1)
      assert.equal(new Set(bodies).size, 1)
    }
    // two at a time, so that those that are due come in any order
    const triesBefore = sent.slice(before).map(({ id }) => ({ [twice]: 2, [once]: 1 })[id] ?? 0)
    assert.deepEqual(triesBefore.sort(), [0, 0, 0, 1, 2])
    const attempts = new Map((await deliveries()).map(({ eventId, tries }) => [eventId, tries]))
    // the try whose end could not be written is not counted
    assert.deepEqual(
      [twice, once, onItsWay].map((id) => attempts.get(id)),
      [3, 2, 1],
    )
  })
})

// What a process reports of itself: outages while circuits are not closed, keys that providers refuse, and calls to
// endpoints that are deprecated.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownKey } from '#define'
import { present } from '#define/present'
import { insertProcess, listOutages } from '#store'
import { openGateway } from '../../../../../tests/harness/open-gateway.ts'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { smallApi } from '../../../../../tests/harness/small-api.ts'
import { until } from '../../../../../tests/harness/until.ts'
import { openUpstream } from '../../../../../tests/harness/upstream.ts'
import type { CircuitState } from '../../upstream/circuit.ts'
import { createTicks, openEventsWorld } from './events-world.fixture.ts'
import { startObserver } from './observe.ts'

await eachStore('the observer', (database) => {
  test('an outage lasts from the first look at an open circuit to the first at closed ones', async () => {
    const world = await openEventsWorld(database)
    const { store, clock } = world
    await insertProcess(store.db, { id: 'p1', seenAt: 1, acknowledged: 0 })
    let states: CircuitState[] = ['closed', 'open']
    const ticks = createTicks()
    const stop = startObserver({
      ...{ store, processId: 'p1', vault: world.vault, announce: world.announce, clock, timers: ticks },
      pools: { circuitStates: () => [{ listing: 'weather', states }] },
      deprecatedEndpoints: { take: () => [] },
      refusedKeys: { note: () => {}, take: () => [], setKnown: () => {} },
      log: { warn: (message) => assert.fail(message) },
    })
    const since = clock()
    const look = async (isOpen: boolean) => {
      await until(async () => {
        // each time again: a tick during the work of the previous tick does nothing
        ticks.tick()
        const [row] = await listOutages(store.db)
        return row !== undefined && (row.endedAt === null) === isOpen
      })
      return present((await listOutages(store.db))[0])
    }
    await look(true)
    clock.nowMs += 10_000
    states = ['trial']
    assert.equal((await look(true)).since, since)
    states = ['closed']
    assert.deepEqual(await look(false), { processId: 'p1', listing: 'weather', since, endedAt: clock() })
    await stop()
    await world.deliverer.stop()
  })

  test('of many processes that see a deprecated endpoint called, one says so, and a failure is made up for', async () => {
    const world = await openEventsWorld(database)
    await world.deliverer.stop()
    const use = {
      ...{ account: 'acc_a', listing: 'small', endpoint: 'thing', advice: 'Use findThings.' },
      ...{ deprecatedAt: 1000, endsAt: Date.UTC(2027, 0, 1) },
    }
    const logged: string[] = []
    let isDown = true
    const observers = [1, 2, 3].map((at) => {
      const ticks = createTicks()
      const uses = [use, { ...use, account: 'acc_b' }]
      const stop = startObserver({
        ...{ store: world.store, processId: `d${at}`, vault: world.vault, clock: world.clock, timers: ticks },
        announce: (one) => (isDown ? Promise.reject(new Error('the database is away')) : world.announce(one)),
        pools: { circuitStates: () => [] },
        refusedKeys: { note: () => {}, take: () => [], setKnown: () => {} },
        deprecatedEndpoints: { take: () => uses.splice(0) },
        log: { warn: (_message, fields) => void logged.push(String(fields?.cause)) },
      })
      return { tick: ticks.tick, stop }
    })
    const tick = () => observers.forEach((one) => void one.tick())
    tick()
    await until(() => logged.length === 3)
    isDown = false
    await until(async () => {
      tick()
      return (await world.happened()).length === 2
    })
    tick()
    for (const { stop } of observers) await stop()
    const events = await world.happened()
    assert.deepEqual(
      events.map(({ type, accountId, data }) => [type, accountId, JSON.parse(data)]).sort(),
      ['acc_a', 'acc_b'].map((account) => ['endpoint.deprecated', account, { ...use, account }]),
    )
    assert.equal(
      events[0]?.sentence,
      'The endpoint small.thing, which you call, is deprecated. It stops working on 2027-01-01. Use findThings.',
    )
  })
})

test('calls to deprecated endpoints are told once per account and endpoint, with the dates of the provider', {
  timeout: 60_000,
}, async (t) => {
  let headers: Record<string, string> = {}
  const upstream = await openUpstream(
    t,
    (_request, response) => void response.writeHead(200, headers).end('{"id":"a"}'),
  )
  const api = smallApi({ deprecated: 'Use findThings.' })
  const gateway = await openGateway(t, { apis: [api], upstreams: { small: upstream.url } })
  const [first, second] = [await gateway.account(), await gateway.account()]
  const call = async ({ key }: { key: string }, path: string, provider: string, method = 'GET') => {
    const init = { key, method, headers: { 'x-gateway-provider': provider } }
    assert.equal((await gateway.call(`/v1/proxy/small${path}`, init)).status, 200)
  }
  for (let at = 0; at < 3; at++) await call(first, '/things/a', 'embedded')
  await call(second, '/things/a', 'live')
  await call(first, '/things?name=a', 'live')
  headers = { deprecation: '@1767225600', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' }
  await call(first, '/things?name=a', 'live')
  headers = { deprecation: 'true', sunset: 'soon' }
  await call(first, '/things/a', 'live', 'POST')
  await call(first, '/things?name=a', 'live')
  const told = async () => {
    const rows = await gateway.components.store.db.selectFrom('events').select(['type', 'data']).execute()
    return rows.map(({ type, data }) => ({ type, ...JSON.parse(data) }))
  }
  await until(async () => (await told()).length >= 4, 'four events', 20_000)
  const use = { type: 'endpoint.deprecated', listing: 'small', advice: null, deprecatedAt: null, endsAt: null }
  const expected = [
    { ...use, account: first.accountId, endpoint: 'thing', advice: 'Use findThings.' },
    { ...use, account: second.accountId, endpoint: 'thing', advice: 'Use findThings.' },
    {
      ...{ ...use, account: first.accountId, endpoint: 'findThings' },
      ...{ deprecatedAt: Date.UTC(2026, 0, 1), endsAt: Date.UTC(2027, 0, 1) },
    },
    { ...use, account: first.accountId, endpoint: 'addByPath' },
  ]
  const sorted = (all: { account: string; endpoint: string }[]) =>
    all.toSorted((a, b) => (a.account + a.endpoint < b.account + b.endpoint ? -1 : 1))
  assert.deepEqual(sorted(await told()), sorted(expected))
})

test('three refusals of the stored key in a row, and its first success after them, are events', {
  timeout: 60_000,
}, async (t) => {
  let status = 401
  const upstream = await openUpstream(t, (_request, response) => void response.writeHead(status).end('{"id":"a"}'))
  const api = smallApi({ auth: ownKey.header('x-key') })
  const gateway = await openGateway(t, { apis: [api], upstreams: { small: upstream.url } })
  const { accountId, key } = await gateway.account()
  await gateway.storeKey(accountId, 'small', 'a-stored-key-of-the-test')
  const thing = async (answer: number) => {
    status = answer
    const headers = { 'x-gateway-provider': 'live' }
    assert.equal((await gateway.call('/v1/proxy/small/things/a', { key, headers })).status, answer)
  }
  const types = async () => {
    const rows = await gateway.components.store.db.selectFrom('events').select(['type', 'account_id', 'data']).execute()
    return rows.map(({ type, account_id, data }) => [type, account_id, JSON.parse(data)])
  }
  for (const answer of [401, 403, 200, 401, 401]) await thing(answer)
  await thing(403)
  const of = { account: accountId, api: 'small', version: 1 }
  const refused = ['provider_key.refused', accountId, of]
  await until(async () => (await types()).length === 1, 'the refusal')
  assert.deepEqual(await types(), [refused])
  await thing(200)
  await until(async () => (await types()).length === 2, 'the success')
  assert.deepEqual(await types(), [refused, ['provider_key.works', accountId, of]])
})

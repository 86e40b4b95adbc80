// What a process reports of itself: outages while circuits are not closed, and keys that providers refuse.
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
      refusedKeys: { note: () => {}, take: () => [], setKnown: () => {} },
      log: { warn: (message) => assert.fail(message) },
    })
    const since = clock()
    const look = async (isOpen: boolean) => {
      ticks.tick()
      await until(async () => {
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

// Guards that an event happens once and is delivered under limits, whichever process asks, on both databases.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { createAccountsRepository } from './accounts.ts'
import {
  addDeliveries,
  addMissedDeliveries,
  hasDue,
  listDeliveries,
  retryDelivery,
  retryFailed,
  settleDelivery,
  takeDeliveries,
} from './deliveries.ts'
import {
  claimsBeginning,
  insertEvent,
  listEvents,
  pruneEvents,
  releaseClaim,
  takeClaim,
  takenClaims,
} from './events.ts'
import { beginOutage, endOutage, forgetOutages, listOutages } from './outages.ts'
import { insertProcess } from './processes.ts'
import { createWebhooksRepository, type WebhookRow } from './webhooks.ts'

await eachStore('events and their delivery', (database) => {
  const db = () => database.store.db
  const webhooks = () => createWebhooksRepository(database.store)
  const webhook = (id: string, more: Partial<WebhookRow> = {}): WebhookRow => ({
    ...{ id, accountId: 'acc_a', url: 'https://example.com/', events: '*', format: 'standard', enabled: true },
    ...{ disabledBecause: null, secretVersion: 1, sealed: Buffer.from('one'), previousSealed: null },
    ...{ previousUntil: null, failingSince: null, createdAt: 1, updatedAt: 1 },
    ...more,
  })
  const event = (id: string, more: object = {}) =>
    insertEvent(db(), { id, at: 1, type: 'ping', accountId: 'acc_a', data: '{}', sentence: 'Hello.', ...more })
  const attempt = { at: 1, ms: 1, status: 200, error: null }
  const take = (now: number, limits: { perWebhook?: number; inAll?: number } = {}) =>
    takeDeliveries(database.store, { now, leasedUntil: now + 60, perWebhook: 2, inAll: 16, ...limits })

  before(async () => {
    const accounts = createAccountsRepository(db())
    await accounts.upsertPlan({ id: 'free', perMinute: 1, perDay: 1, createdAt: 1 })
    const more = { planId: 'free', isDemo: false, provider: null, enabled: true, createdAt: 1 }
    for (const id of ['acc_a', 'acc_b']) await accounts.create({ id, name: id, ...more })
  })

  test('one of many concurrent processes takes a claim, and none again until it is released', async () => {
    const stores = [database.store, await database.another()]
    const claim = { name: 'limit/acc_a/1/80', at: 1, expiresAt: 100 }
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => takeClaim((stores[index % 2] ?? database.store).db, claim)),
    )
    assert.equal(all.filter(Boolean).length, 1)
    assert.deepEqual(await takenClaims(db(), ['limit/acc_a/1/80', 'limit/acc_a/1/95']), new Set(['limit/acc_a/1/80']))
    assert.equal(await releaseClaim(db(), claim.name), true)
    assert.equal(await releaseClaim(db(), claim.name), false)
    assert.equal(await takeClaim(db(), claim), true)
  })

  test('claims are found by how they begin, in any letter case of their rest', async () => {
    for (const name of ['listing.down/a', 'listing.down/B', 'listing.up/a', 'listing-down/a'])
      await takeClaim(db(), { name, at: 1, expiresAt: 100 })
    assert.deepEqual((await claimsBeginning(database.store, 'listing.down/', 10)).sort(), [
      'listing.down/B',
      'listing.down/a',
    ])
  })

  test('an account lists its own events and common ones, in order, and not those that are too young', async () => {
    await event('evt_1')
    await event('evt_2', { accountId: 'acc_b' })
    await event('evt_3', { accountId: null, type: 'listing.down' })
    await event('evt_4', { accountId: null, type: 'ping' })
    await event('evt_5', { at: 50 })
    const list = async (search: object) => (await listEvents(db(), { before: 50, ...search })).map(({ id }) => id)
    assert.deepEqual(await list({ accountId: 'acc_a', common: ['listing.down'] }), ['evt_1', 'evt_3'])
    assert.deepEqual(await list({ accountId: 'acc_a', common: ['listing.down'], after: 'evt_1' }), ['evt_3'])
    assert.deepEqual(await list({}), ['evt_1', 'evt_2', 'evt_3', 'evt_4'])
    assert.deepEqual(await list({ before: 51, after: 'evt_4' }), ['evt_5'])
  })

  test('at most two deliveries of a webhook and as many in all as allowed are under lease, in all processes', async () => {
    for (const id of ['hook_a', 'hook_b', 'hook_c']) await webhooks().add(webhook(id), 20)
    await webhooks().add(webhook('hook_off', { enabled: false }), 20)
    const ids = ['evt_a', 'evt_b', 'evt_c', 'evt_d']
    for (const id of ids) {
      await event(id)
      const webhookIds = ['hook_a', 'hook_b', 'hook_c', 'hook_off', 'hook_gone']
      await addDeliveries(db(), { eventId: id, webhookIds, at: 10 })
    }
    assert.equal(await hasDue(db(), 9), false)
    assert.equal(await hasDue(db(), 10), true)
    const other = await database.another()
    const options = { now: 10, leasedUntil: 70, perWebhook: 2, inAll: 5 }
    const taken = (
      await Promise.all([0, 1, 2, 3].map((at) => takeDeliveries(at % 2 === 0 ? database.store : other, options)))
    ).flat()
    assert.equal(taken.length, 5)
    const perWebhook = Map.groupBy(taken, ({ webhookId }) => webhookId)
    assert.ok([...perWebhook.values()].every((rows) => rows.length <= 2))
    assert.ok(!perWebhook.has('hook_off'))
    assert.equal(new Set(taken.map(({ webhookId, eventId }) => `${webhookId}/${eventId}`)).size, 5)
  })

  test('a lease that has ended is taken by another process, and what the first one writes then is dropped', async () => {
    const [again] = await take(71, { inAll: 1 })
    assert.ok(again)
    const late = { ...again, leasedUntil: 70 }
    const outcome = { state: 'delivered', dueAt: 0, attempt } as const
    assert.equal(await settleDelivery(db(), late, outcome), false)
    assert.equal(await settleDelivery(db(), again, outcome), true)
    const [row] = (await listDeliveries(db(), { webhookId: again.webhookId, state: 'delivered' })).filter(
      ({ eventId }) => eventId === again.eventId,
    )
    assert.deepEqual([row?.state, row?.tries, row?.attempts], ['delivered', 1, [attempt]])
  })

  test('a retry makes a delivery due, and a recovery all that have failed since', async () => {
    const [taken] = await take(200, { inAll: 1 })
    assert.ok(taken)
    await settleDelivery(db(), taken, { state: 'failed', dueAt: 0, attempt })
    assert.equal(await retryDelivery(db(), { webhookId: taken.webhookId, eventId: 'evt_none', at: 300 }), false)
    assert.equal(await retryFailed(db(), { webhookId: taken.webhookId, since: 2, at: 300 }), 0)
    assert.equal(await retryFailed(db(), { webhookId: taken.webhookId, since: 1, at: 300 }), 1)
    const missed = { webhookId: 'hook_off', eventIds: ['evt_a', 'evt_b'], at: 300 }
    assert.equal(await addMissedDeliveries(db(), missed), 2)
    assert.equal(await addMissedDeliveries(db(), missed), 0)
  })

  test('a secret is replaced by its next version alone, and kept beside it', async () => {
    const secret = (version: number) => ({ version, sealed: Buffer.from(`${version}`), previousUntil: 9, at: 5 })
    assert.equal(await webhooks().rotate('hook_a', secret(3)), false)
    assert.equal(await webhooks().rotate('hook_a', secret(2)), true)
    const row = await webhooks().get('hook_a')
    assert.deepEqual([String(row?.sealed), String(row?.previousSealed)], ['2', 'one'])
  })

  test('an account has at most as many webhooks as allowed, also when they are added at once', async () => {
    const added = await Promise.all(
      Array.from({ length: 6 }, (_, at) => webhooks().add(webhook(`hook_${at}`, { accountId: 'acc_b' }), 3)),
    )
    assert.equal(added.filter(Boolean).length, 3)
  })

  test('a webhook is switched off once; switching it on forgets its failures', async () => {
    await webhooks().noteFailing('hook_b', 4)
    await webhooks().noteFailing('hook_b', 7)
    assert.equal((await webhooks().get('hook_b'))?.failingSince, 4)
    const seen = await webhooks().get('hook_b')
    assert.ok(seen)
    const { id, updatedAt } = seen
    for (const earlier of [
      { id, updatedAt: updatedAt - 1 },
      { id, updatedAt, failingSince: 3 },
    ])
      assert.equal(await webhooks().switchOff(earlier, 'It answered 410.', 9), false)
    assert.equal(await webhooks().switchOff({ id, updatedAt }, 'It answered 410.', 9), true)
    assert.equal(await webhooks().switchOff({ id, updatedAt: 9 }, 'It answered 410.', 9), false)
    const on = await webhooks().update('hook_b', { enabled: true }, 10)
    assert.deepEqual([on?.failingSince, on?.disabledBecause], [null, null])
  })

  test('outages of processes that are gone are forgotten', async () => {
    await insertProcess(db(), { id: 'p1', seenAt: 1, acknowledged: 0 })
    await beginOutage(db(), { processId: 'p1', listing: 'weather', since: 5 })
    await beginOutage(db(), { processId: 'gone', listing: 'weather', since: 5 })
    const row = { processId: 'p1', listing: 'weather', since: 5, endedAt: null }
    assert.deepEqual(await listOutages(db()), [row])
    await forgetOutages(db(), 'weather')
    await endOutage(db(), { processId: 'p1', listing: 'weather', at: 8 })
    assert.deepEqual(await listOutages(db()), [{ ...row, endedAt: 8 }])
    await forgetOutages(db(), 'weather')
    assert.deepEqual(await listOutages(db()), [])
  })

  test('old events go with their deliveries, and a webhook with its own', async () => {
    assert.ok((await listDeliveries(db(), { webhookId: 'hook_c' })).length > 0)
    assert.equal(await pruneEvents(db(), 2, 2), 2)
    while ((await pruneEvents(db(), 2, 100)) > 0);
    assert.deepEqual(await listDeliveries(db(), { webhookId: 'hook_c' }), [])
    assert.equal(await webhooks().remove('hook_c'), true)
    assert.equal(await webhooks().get('hook_c'), undefined)
  })
})

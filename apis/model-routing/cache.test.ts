// The answer cache on each database: exact matches, on request, per account, bounded; and what it must never hold.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { type AnswerCache, createAnswerCache, readCacheHeader } from './provider/router/cache/answer-cache.ts'
import { ModelError } from './provider/wire/model-error.ts'
import type { StreamEvent } from './provider/wire/stream-event.ts'
import { openVendor } from './test/vendor.ts'
import { bodyOf, openGatewayWorld, openStoreWorld, type StoreWorld } from './test/world.ts'

const events: StreamEvent[] = [{ kind: 'start', model: 'm' }, { kind: 'text', choice: 0, text: 'low' }, { kind: 'end' }]
const accepted = { read: true, maxAgeMs: 60_000 }

await eachStore('cached answers', (database) => {
  let world: StoreWorld
  let cache: AnswerCache
  before(async () => {
    world = await openStoreWorld(database.store)
    cache = createAnswerCache(world.kit)
  })
  const key = (account: string, hash: string) => ({ account, hash })
  const store = (account: string, hash: string, maxAgeMs = 60_000) =>
    cache.store({ account, hash }, { model: 'm', events, maxAgeMs })

  test('an answer is returned to its own account only, until it is too old for the caller or expires', async () => {
    await store('a', 'x')
    world.clock.advance(30_000)
    assert.deepEqual(await cache.find(key('a', 'x'), accepted), { model: 'm', events, ageS: 30 })
    assert.equal(await cache.find(key('b', 'x'), accepted), undefined)
    assert.equal(await cache.find(key('a', 'x'), { read: true, maxAgeMs: 30_000 }), undefined)
    assert.equal(await cache.find(key('a', 'x'), { read: false, maxAgeMs: 60_000 }), undefined)
    world.clock.advance(30_000)
    assert.equal(await cache.find(key('a', 'x'), { read: true, maxAgeMs: 600_000 }), undefined)
  })

  test('an account keeps its newest thousand answers, and other accounts lose none', async () => {
    await store('other', 'y', 600_000)
    for (let count = 0; count < 1005; count++) {
      world.clock.advance(1)
      await store('many', `h${count}`)
    }
    const { rows } = await world.kit.db
      .selectFrom('model_routing_answers')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('account', '=', 'many')
      .executeTakeFirstOrThrow()
    assert.equal(Number(rows), 1000)
    assert.equal(await cache.find(key('many', 'h0'), accepted), undefined)
    assert.ok(await cache.find(key('many', 'h1004'), accepted))
    assert.ok(await cache.find(key('other', 'y'), accepted))
  })

  test('expired answers of every account are deleted', async () => {
    await store('c', 'z', 1000)
    world.clock.advance(120_000)
    await cache.deleteExpired()
    const remaining = await world.kit.db.selectFrom('model_routing_answers').select('account').distinct().execute()
    assert.deepEqual(
      remaining.map(({ account }) => account),
      ['other'],
    )
  })
})

test('the header is parsed strictly', () => {
  const read = (text: string) => readCacheHeader({ 'x-gateway-cache': text })
  assert.equal(readCacheHeader({}), undefined)
  assert.equal(read('off'), undefined)
  assert.deepEqual(read('on'), { read: true, maxAgeMs: 300_000 })
  assert.deepEqual(read('refresh'), { read: false, maxAgeMs: 300_000 })
  assert.deepEqual(read('max-age=60'), { read: true, maxAgeMs: 60_000 })
  for (const wrong of ['', 'yes', 'max-age=0', 'max-age=604801', 'max-age=-1'])
    assert.throws(
      () => read(wrong),
      (error) => error instanceof ModelError && error.status === 400,
      wrong,
    )
})

test('a second call with the header is answered from the cache, complete or streamed, and costs nothing', async (t) => {
  const vendor = await openVendor(t, 'openai')
  const prices = { m: { input: '1', output: '1' } }
  const { post, ledger } = await openGatewayWorld(t, {
    channels: [{ name: 'only', base: vendor.base, models: ['m'], prices }],
  })
  const request = { model: 'm', messages: [{ role: 'user', content: 'tide?' }] }
  const on = { 'x-gateway-cache': 'on' }
  const first = await post('/v1/chat/completions', request, on)
  assert.deepEqual([first.headers.get('x-gateway-cache'), first.headers.get('x-gateway-cost')], ['miss', '0.000018'])
  const { id: _first, ...answer } = await bodyOf(first)
  const second = await post('/v1/chat/completions', request, on)
  assert.deepEqual([second.headers.get('x-gateway-cache'), second.headers.get('x-gateway-cost')], ['hit', '0'])
  const { id: _second, ...again } = await bodyOf(second)
  assert.deepEqual({ ...again, created: 0 }, { ...answer, created: 0 })
  const streamed = await (await post('/v1/chat/completions', { ...request, stream: true }, on)).text()
  assert.match(streamed, /The tide is low\./)
  assert.equal(vendor.received.length, 1)
  assert.equal((await ledger()).length, 1)
  const plain = await post('/v1/chat/completions', request)
  assert.equal(plain.headers.get('x-gateway-cache'), 'off')
  const other = await post('/v1/chat/completions', { ...request, temperature: 1 }, on)
  assert.equal(other.headers.get('x-gateway-cache'), 'miss')
  const refreshed = await post('/v1/chat/completions', request, { 'x-gateway-cache': 'refresh' })
  assert.equal(refreshed.headers.get('x-gateway-cache'), 'miss')
  assert.equal(vendor.received.length, 4)
})

test('an answer that is cut short is not cached', async (t) => {
  const chunk = {
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta: { content: 'low' } }],
  }
  const vendor = await openVendor(t, 'openai', (_one, count) =>
    count === 1 ? { frames: [`data: ${JSON.stringify(chunk)}\n\n`], end: 'cut' } : undefined,
  )
  const { post } = await openGatewayWorld(t, { channels: [{ name: 'only', base: vendor.base, models: ['m'] }] })
  const request = { model: 'm', stream: true, messages: [{ role: 'user', content: 'tide?' }] }
  await (await post('/v1/chat/completions', request, { 'x-gateway-cache': 'on' })).text()
  const second = await post('/v1/chat/completions', request, { 'x-gateway-cache': 'on' })
  assert.equal(second.headers.get('x-gateway-cache'), 'miss')
  assert.match(await second.text(), /The tide/)
})

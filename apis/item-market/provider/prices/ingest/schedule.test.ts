// When sources are read on schedule: each when it is due, not while it is turned off, and one failure does not stop
// others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cleanup } from '../../../../../tests/harness/upstream.ts'
import { csfloatFeed, openMarketplace, skinportFeed } from '../../../test/marketplace.ts'
import { openPriceWorld } from '../../../test/world.ts'
import { sourceByKey, sources } from '../connectors/sources.ts'
import { setEnabled } from '../store/reading-store.ts'
import { ingestJobName, priceJobs, removeOldDaysName } from './job-schedules.ts'

async function open(t: Cleanup) {
  const world = await openPriceWorld(t)
  const marketplace = await openMarketplace(t, ({ url }) => {
    if (url.startsWith('/v1/items?app_id=730')) return skinportFeed({ 'Item 1': 5 })
    return url.startsWith('/api/v1/listings') ? csfloatFeed({ 'Item 1': 5 }) : { status: 500 }
  })
  world.allow({ config: marketplace.config })
  const readings = (path: string) =>
    marketplace.received.filter(({ url }) => url.startsWith(path) && !url.endsWith('/doppler')).length
  const run = (key: string) => world.runJob(ingestJobName(key))
  return { world, marketplace, readings, run }
}
const skinport = '/v1/items?app_id=730'
const csfloat = '/api/v1/listings/price-list'

test('a source is read when it is due, and not before', async (t) => {
  const { world, readings, run } = await open(t)
  await run('skinport')
  await run('skinport')
  world.setClock(15 * 60_000 - 1)
  await run('skinport')
  assert.equal(readings(skinport), 1)
  world.setClock(1)
  await run('skinport')
  assert.equal(readings(skinport), 2)
})

test('at a first start the other sources wait for the one with a documented unit', async (t) => {
  const { marketplace, readings, run } = await open(t)
  await run('csfloat')
  assert.equal(marketplace.received.length, 0)
  await run('skinport')
  await run('csfloat')
  assert.deepEqual([readings(skinport), readings(csfloat)], [1, 1])
  const without = await open(t)
  await setEnabled(without.world.kit.db, sourceByKey('skinport')?.id ?? 0, false)
  await without.run('csfloat')
  assert.equal(without.readings(csfloat), 1)
})

test('a source that failed is tried again when it is next due, and the others continue', async (t) => {
  const { world, marketplace, readings, run } = await open(t)
  for (const { key } of sources) await run(key)
  assert.equal(readings(csfloat), 1)
  const before = marketplace.received.length
  for (const { key } of sources) await run(key)
  assert.equal(marketplace.received.length, before)
  world.setClock(24 * 3_600_000)
  await Promise.all(sources.map(({ key }) => run(key)))
  assert.equal(marketplace.received.length, 2 * before)
})

test('a source that is turned off is not read, one that is turned on is', async (t) => {
  const { world, readings, run } = await open(t)
  const [off, on] = [sourceByKey('skinport'), sourceByKey('csgo_trader')]
  assert.ok(off && on)
  await run('csgo_trader')
  assert.equal(readings('/latest'), 0)
  await setEnabled(world.kit.db, off.id, false)
  await setEnabled(world.kit.db, on.id, true)
  await run('skinport')
  await run('csgo_trader')
  assert.deepEqual([readings(skinport), readings('/latest')], [0, 1])
})

test('old days are removed without calling out, those of the last year never', async (t) => {
  const { world, run, marketplace } = await open(t)
  await run('skinport')
  world.setClock(400 * 86_400_000)
  const received = marketplace.received.length
  await world.runJob(removeOldDaysName)
  const days = () => world.kit.db.selectFrom('item_market_days').selectAll().execute()
  assert.equal((await days()).length, 1)
  world.setClock(86_400_000)
  await world.runJob(removeOldDaysName)
  assert.equal((await days()).length, 0)
  assert.equal(marketplace.received.length, received)
  assert.equal(priceJobs[removeOldDaysName]?.offline, true)
})

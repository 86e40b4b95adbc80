// The scheduled refresh: when it fetches, which file, and that a failure does no harm.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import provider from '../../provider.ts'
import { fixture, openWorld, type World } from '../../test/world.ts'
import { dueDay } from './refresh.ts'

const folder = 'https://www.ecb.europa.eu/stats/eurofxref/'
const ok = (bytes: Buffer) => () => ({ status: 200, contentType: 'text/xml', bytes })

async function withHistory(): Promise<World> {
  const world = await openWorld()
  await world.importFile(fixture('eurofxref-hist.csv'))
  return world
}

test('the refresh runs every hour, and only where calls out are allowed', () => {
  assert.deepEqual(provider.jobs, { refresh: { everyMs: 3_600_000 } })
})

test('rates are due after 16:00 in Frankfurt on publication days', () => {
  const cases: Record<string, string> = {
    '2024-11-06T14:59:59Z': '2024-11-05', // winter: 15:59
    '2024-11-06T15:00:00Z': '2024-11-06',
    '2024-07-10T13:59:59Z': '2024-07-09', // summer: 15:59
    '2024-07-10T14:00:00Z': '2024-07-10',
    '2024-11-09T20:00:00Z': '2024-11-08', // Saturday
    '2024-11-11T08:00:00Z': '2024-11-08', // Monday morning
    '2024-04-01T20:00:00Z': '2024-03-28', // Easter Monday, after Good Friday
    '2025-05-01T20:00:00Z': '2025-04-30',
    '2024-12-26T20:00:00Z': '2024-12-24',
    '2026-01-01T20:00:00Z': '2025-12-31',
    '2024-11-05T23:30:00Z': '2024-11-05', // past midnight in Frankfurt
  }
  for (const [moment, day] of Object.entries(cases)) assert.equal(dueDay(Date.parse(moment)), day, moment)
})

test('nothing is fetched while the newest due day is stored', async () => {
  const world = await withHistory()
  await world.runJob('refresh')
  assert.deepEqual(world.fetched, [])
})

test('the next day is fetched once it is due, from the daily file, and answered at once', async () => {
  const world = await withHistory()
  world.clock.set('2024-11-06T15:10:00Z')
  world.setFetch(ok(fixture('eurofxref-daily.xml')))
  await world.runJob('refresh')
  await world.runJob('refresh')
  assert.deepEqual(world.fetched, [`${folder}eurofxref-daily.xml`])
  assert.equal(Reflect.get(Object((await world.ask('/latest')).body), 'date'), '2024-11-06')
})

test('a gap of some days is closed from the 90 days, a longer one and the sample from the history', async () => {
  const world = await withHistory()
  world.clock.set('2024-11-08T16:00:00Z')
  await world.runJob('refresh')
  world.clock.set('2025-03-03T16:00:00Z')
  await world.runJob('refresh')
  const sampled = await openWorld()
  await sampled.seed()
  await sampled.runJob('refresh')
  assert.deepEqual(world.fetched, [`${folder}eurofxref-hist-90d.xml`, `${folder}eurofxref-hist.zip`])
  assert.deepEqual(sampled.fetched, [`${folder}eurofxref-hist.zip`])
})

test('a failed or refused fetch is logged, leaves everything as it was, and is tried again', async () => {
  const world = await withHistory()
  world.clock.set('2024-11-06T15:10:00Z')
  const before = await world.ask('/1999-01-04..')
  await world.runJob('refresh')
  world.setFetch(() => ({ status: 503, contentType: 'text/xml', bytes: fixture('eurofxref-daily.xml') }))
  await world.runJob('refresh')
  world.setFetch(ok(Buffer.from('<html>')))
  await world.runJob('refresh')
  assert.equal(world.fetched.length, 3)
  assert.equal(world.logged.length, 3)
  assert.deepEqual(await world.ask('/1999-01-04..'), before)
})

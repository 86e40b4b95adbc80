// The sample: a schedule without gaps over changes of the clock, the same whenever it is computed, and availability
// that moves with the clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flags } from './provider/catalogue/broadcasts.ts'
import { generateSample } from './provider/sample/generate.ts'
import { daysAhead, daysBack } from './provider/sample/shown-days.ts'
import { broadcastDay, startOfDay } from './provider/times.ts'
import { openProgrammes } from './test/world.ts'

const seconds = (time: string) => Date.parse(time) / 1000
const autumn = await generateSample(seconds('2026-11-02T12:00:00Z'))

test('every service is filled for 400 broadcast days without gap or overlap, over both changes of the clock', () => {
  const { broadcasts } = autumn
  const lastEnd = new Map<string, number>()
  const firstStart = new Map<string, number>()
  for (let row = 0; row < broadcasts.count; row++) {
    if (((broadcasts.flags[row] ?? 0) & flags.isWindow) !== 0) continue
    const sid = broadcasts.services[broadcasts.service[row] ?? -1] ?? ''
    const start = broadcasts.start[row] ?? 0
    assert.equal(lastEnd.get(sid) ?? start, start, `${sid} at ${new Date(start * 1000).toISOString()}`)
    if (!firstStart.has(sid)) firstStart.set(sid, start)
    lastEnd.set(sid, broadcasts.end[row] ?? 0)
    assert.ok((broadcasts.programme[row] ?? -1) >= 0 && (broadcasts.version[row] ?? -1) >= 0)
  }
  assert.equal(daysBack + 1 + daysAhead, 400)
  assert.ok(lastEnd.size >= 12)
  assert.deepEqual([...new Set(firstStart.values())], [seconds('2025-10-13T05:00:00Z')])
  assert.deepEqual([...new Set(lastEnd.values())], [seconds('2026-11-17T06:00:00Z')])
  assert.equal(new Set(broadcasts.pid).size, broadcasts.count)
})

test('a broadcast day begins at 06:00 in London; it has 23 hours when the clocks go forward and 25 when they go back', () => {
  const hours = (day: string, next: string) => (startOfDay(next) - startOfDay(day)) / 3600
  assert.equal(startOfDay('2026-07-01'), seconds('2026-07-01T05:00:00Z'))
  assert.equal(startOfDay('2026-12-01'), seconds('2026-12-01T06:00:00Z'))
  assert.deepEqual([hours('2026-03-28', '2026-03-29'), hours('2026-03-29', '2026-03-30')], [23, 24])
  assert.deepEqual([hours('2026-10-24', '2026-10-25'), hours('2026-10-25', '2026-10-26')], [25, 24])
  assert.equal(broadcastDay(seconds('2026-07-01T04:59:59Z')), '2026-06-30')
  assert.equal(broadcastDay(seconds('2026-07-01T05:00:00Z')), '2026-07-01')
})

test('a day is filled the same way whenever it is computed, under the same pids', async () => {
  const later = await generateSample(seconds('2027-03-29T12:00:00Z'))
  const rowsOf = ({ broadcasts, programmes }: typeof autumn) => {
    const rows: string[] = []
    const [from, to] = [startOfDay('2026-09-01'), startOfDay('2026-09-03')]
    for (let row = 0; row < broadcasts.count; row++) {
      const start = broadcasts.start[row] ?? 0
      const programme = programmes.rows[broadcasts.programme[row] ?? -1]
      if (start >= from && start < to)
        rows.push(`${broadcasts.pid[row]} ${start} ${programme?.pid} ${programme?.title}`)
    }
    return rows
  }
  assert.ok(rowsOf(autumn).length > 400)
  assert.deepEqual(rowsOf(later), rowsOf(autumn))
})

test('availability is pending before its start, available until its end and revoked afterwards, as the clock moves', async () => {
  const world = await openProgrammes()
  const [soap = ''] = await world.pids('/programmes?entity_type=brand&q=title:weirgate')
  const path = `/programmes?descendants_of=${soap}&availability=P1D&entity_type=episode`
  const [episode] = (await world.page(path)).results.items ?? []
  const pid = episode?.pid ?? ''
  const statusOf = async () => {
    const path = `/availabilities?descendants_of=${pid}&page_size=1&sort_direction=ascending`
    return (await world.page(path)).results.items?.[0]?.status
  }
  const found = async (availability: string) =>
    (await world.pids(`/programmes?pid=${pid}&availability=${availability}`)).length
  assert.deepEqual([await statusOf(), await found('pending'), await found('available')], ['pending', 1, 0])
  world.clock.advance(86_400_000)
  assert.deepEqual([await statusOf(), await found('pending'), await found('available')], ['available', 0, 1])
  world.clock.advance(100 * 86_400_000)
  assert.deepEqual([await statusOf(), await found('pending'), await found('available')], ['revoked', 0, 0])
})

test('answers from the sample say so', async () => {
  const world = await openProgrammes()
  const { headers } = await world.ask('/services')
  assert.equal(headers['x-gateway-sample'], 'true')
})

test('no version is playable twice at once, even if several services show it at the same time', () => {
  const repeated = autumn.versions.rows.filter(({ availabilities = [] }) => {
    const times = availabilities.map(({ type, payment, start, end }) => `${type} ${payment} ${start} ${end}`)
    return new Set(times).size < times.length
  })
  assert.ok(autumn.versions.rows.length > 1000)
  assert.deepEqual(
    repeated.map(({ pid }) => pid),
    [],
  )
})

// Days as numbers compared with the platform's own, Easter with tables, the sun with Japan's formula, other calendars
// with published days.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../tests/harness/seed.ts'
import { dateOf, dayOf, isoDate, weekdayOf } from './days.ts'
import { orthodoxEaster, westernEaster } from './easter.ts'
import { type Calendar, createLunarCalendars } from './lunar-calendars.ts'
import { sunDay } from './sun.ts'

const dayMs = 86_400_000
const calendars = createLunarCalendars()

function lunar(calendar: Calendar, month: string, day: number, year: number): string[] {
  return calendars.daysOf(calendar, { month, day }, year).map(isoDate)
}

test('days, dates, weekdays and strings equal the platform’s for any day of twenty centuries', () => {
  fc.assert(
    fc.property(fc.integer({ min: -719_000, max: 80_000 }), (day) => {
      const platform = new Date(day * dayMs)
      const [year, month, date] = [platform.getUTCFullYear(), platform.getUTCMonth() + 1, platform.getUTCDate()]
      assert.deepEqual(dateOf(day), { year, month, day: date })
      assert.equal(dayOf(year, month, date), day)
      assert.equal(weekdayOf(day), platform.getUTCDay())
      if (year >= 1000) assert.equal(isoDate(day), platform.toISOString().slice(0, 10))
    }),
    { numRuns: sampled(2000) },
  )
})

test('Easter of both churches falls on the known Sundays', () => {
  const western = {
    1900: '04-15',
    1943: '04-25',
    1954: '04-18',
    1981: '04-19',
    2000: '04-23',
    2008: '03-23',
    2038: '04-25',
    2076: '04-19',
  }
  const orthodox = {
    1900: '04-22',
    1983: '05-08',
    2010: '04-04',
    2013: '05-05',
    2024: '05-05',
    2025: '04-20',
    2100: '05-02',
  }
  for (const [year, day] of Object.entries(western))
    assert.equal(isoDate(westernEaster(Number(year))), `${year}-${day}`)
  for (const [year, day] of Object.entries(orthodox))
    assert.equal(isoDate(orthodoxEaster(Number(year))), `${year}-${day}`)
  for (let year = 1900; year <= 2100; year++)
    assert.deepEqual([weekdayOf(westernEaster(year)), weekdayOf(orthodoxEaster(year))], [0, 0])
})

test('equinoxes fall on the days of the Japanese almanac’s formula', () => {
  for (let year = 1980; year <= 2099; year++) {
    const drift = 0.242194 * (year - 1980) - Math.floor((year - 1980) / 4)
    assert.equal(sunDay(0, year, 9), dayOf(year, 3, Math.floor(20.8431 + drift)), `March ${year}`)
    assert.equal(sunDay(180, year, 9), dayOf(year, 9, Math.floor(23.2488 + drift)), `September ${year}`)
  }
})

test('the sun reaches equinoxes and solstices within four minutes of the published instants', () => {
  const published = [
    [0, '2000-03-20T07:35'],
    [90, '2000-06-21T01:48'],
    [270, '2010-12-21T23:38'],
    [0, '2015-03-20T22:45'],
    [180, '2019-09-23T07:50'],
    [270, '2023-12-22T03:27'],
    [0, '2024-03-20T03:06'],
    [90, '2025-06-21T02:42'],
    [180, '2026-09-23T00:05'],
  ] as const
  for (const [longitude, instant] of published) {
    const moment = new Date(`${instant}Z`)
    const minuteOfDay = moment.getUTCHours() * 60 + moment.getUTCMinutes()
    const day = Math.floor(moment.getTime() / dayMs)
    // the result changes to the next day once the event is after local midnight
    const before = sunDay(longitude, moment.getUTCFullYear(), (-minuteOfDay - 4) / 60)
    const after = sunDay(longitude, moment.getUTCFullYear(), (-minuteOfDay + 4) / 60)
    assert.deepEqual([before, after], [day - 1, day], instant)
  }
})

test('solstices and solar terms fall on the local day', () => {
  assert.equal(isoDate(sunDay(90, 2025, -4)), '2025-06-20')
  assert.equal(isoDate(sunDay(90, 2025, 0)), '2025-06-21')
  assert.equal(isoDate(sunDay(270, 2023, 0)), '2023-12-22')
  assert.equal(isoDate(sunDay(315, 2025, 8)), '2025-02-03')
  for (let year = 1976; year <= 2096; year += 4) assert.equal(isoDate(sunDay(15, year, 8)), `${year}-04-04`)
})

test('days of other calendars equal the published ones', () => {
  assert.deepEqual(lunar('islamic-umalqura', '10', 1, 2026), ['2026-03-20'])
  assert.deepEqual(lunar('chinese', '1', 1, 2026), ['2026-02-17'])
  assert.deepEqual(lunar('dangi', '8', 15, 2026), ['2026-09-25'])
  assert.deepEqual(lunar('hebrew', 'Tishri', 1, 2026), ['2026-09-12'])
  assert.deepEqual(lunar('ethiopic', '1', 1, 2027), ['2027-09-12'])
  assert.deepEqual(lunar('persian', '1', 1, 2026), ['2026-03-21'])
  assert.deepEqual(lunar('coptic', '4', 29, 2026), ['2026-01-07'])
})

test('a short year can contain a day twice, a short month has no thirtieth, and a leap month is a separate month', () => {
  assert.deepEqual(lunar('islamic-umalqura', '10', 1, 2000), ['2000-01-08', '2000-12-27'])
  assert.deepEqual(lunar('chinese', '6', 1, 2025), ['2025-06-25'])
  assert.deepEqual(lunar('chinese', '12', 30, 2025), [])
})

test('the Chinese new year is the published one even where the platform misses midnight by minutes', () => {
  const published = { 1954: '02-03', 1985: '02-20', 2027: '02-06', 2030: '02-03', 2033: '01-31', 2057: '02-04' }
  for (const [year, day] of Object.entries(published))
    assert.deepEqual(lunar('chinese', '1', 1, Number(year)), [`${year}-${day}`])
})

test('months follow each other without a gap in every calendar', () => {
  for (const calendar of ['islamic-umalqura', 'chinese', 'dangi', 'hebrew', 'ethiopic', 'persian'] as const)
    for (const year of [1900, 1987, 2024, 2100]) {
      const starts = calendars.monthStarts(calendar, year).map(({ start }) => start)
      assert.ok((starts[0] ?? 0) <= dayOf(year, 1, 1) && (starts.at(-1) ?? 0) > dayOf(year, 12, 31))
      for (const [index, start] of starts.slice(1).entries()) {
        const length = start - (starts[index] ?? 0)
        assert.ok(length === 5 || length === 6 || (length >= 29 && length <= 31), `${calendar} ${year}: ${length}`)
      }
    }
})

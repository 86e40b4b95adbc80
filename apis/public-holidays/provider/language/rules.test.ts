// What each word of a rule means.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayOf, isoDate, weekdayOf, weekdays } from './days.ts'
import { holidaysOf } from './evaluate.ts'
import { createLunarCalendars } from './lunar-calendars.ts'
import { readMonthDay, readWeekdayPhrase } from './phrases.ts'
import {
  afterMovedDay,
  chinese,
  easter,
  fixed,
  islamic,
  listed,
  moon,
  nearestMonday,
  nearestWorkday,
  on,
  orthodoxEaster,
  type Rule,
  sun,
  sundayToMonday,
  weekendToMonday,
} from './rules.ts'

const calendars = createLunarCalendars()

/** Observed days of a rule in a year. */
function observed(rule: Rule, year: number): string[] {
  return holidaysOf([rule], year, calendars).map((holiday) => isoDate(holiday.observed))
}
function originals(rule: Rule, year: number): string[] {
  return holidaysOf([rule], year, calendars).map((holiday) => isoDate(holiday.original))
}

test('a fixed day is the same every year, and the leap day only of leap years', () => {
  assert.deepEqual(observed(fixed('05-01', 'May'), 1999), ['1999-05-01'])
  assert.deepEqual(observed(fixed('02-29', 'Leap'), 2024), ['2024-02-29'])
  assert.deepEqual(observed(fixed('02-29', 'Leap'), 2100), [])
})

test('weekdays of a month count from its start or its end; a missing fifth is skipped', () => {
  assert.deepEqual(observed(on('3rd monday of january', 'A'), 2026), ['2026-01-19'])
  assert.deepEqual(observed(on('last monday of may', 'A'), 2026), ['2026-05-25'])
  assert.deepEqual(observed(on('last thursday of december', 'A'), 2026), ['2026-12-31'])
  assert.deepEqual(observed(on('5th friday of may', 'A'), 2026), ['2026-05-29'])
  assert.deepEqual(observed(on('5th friday of june', 'A'), 2026), [])
})

test('weekdays near a date stay on their side of it, for any date, weekday and year', () => {
  const spans = {
    'on or after': [0, 6],
    after: [1, 7],
    'on or before': [-6, 0],
    before: [-7, -1],
    nearest: [-3, 3],
  } as const
  const relations = ['on or after', 'after', 'on or before', 'before', 'nearest'] as const
  fc.assert(
    fc.property(
      fc.constantFrom(...weekdays),
      fc.constantFrom(...relations),
      fc.integer({ min: 1900, max: 2100 }),
      fc.integer({ min: 40, max: 320 }),
      (weekday, relation, year, shift) => {
        const from = dayOf(year, 1, 1) + shift
        const rule = on(`${weekday} ${relation} ${isoDate(from).slice(5)}`, 'A')
        const [holiday] = holidaysOf([rule], year, calendars)
        const distance = (holiday?.original ?? 0) - from
        const [least, most] = spans[relation]
        assert.ok(distance >= least && distance <= most, `${distance}`)
        assert.equal(weekdays[weekdayOf(holiday?.original ?? 0)], weekday)
      },
    ),
  )
})

test('days are counted from western or eastern Easter', () => {
  assert.deepEqual(observed(easter(-2, 'Good Friday'), 2026), ['2026-04-03'])
  assert.deepEqual(observed(easter(60, 'Corpus Christi'), 2026), ['2026-06-04'])
  assert.deepEqual(observed(orthodoxEaster(50, 'Whit Monday'), 2026), ['2026-06-01'])
})

test('years bound a rule: from, until, only, every, except', () => {
  const held = (rule: Rule) => [2018, 2019, 2020, 2021, 2022, 2024].filter((year) => observed(rule, year).length > 0)
  const day = fixed('05-08', 'A')
  assert.deepEqual(held(day.from(2020)), [2020, 2021, 2022, 2024])
  assert.deepEqual(held(day.until(2020)), [2018, 2019, 2020])
  assert.deepEqual(held(day.only(2021)), [2021])
  assert.deepEqual(held(day.from(2018).every(6)), [2018, 2024])
  assert.deepEqual(held(day.except(2019, 2021)), [2018, 2020, 2022, 2024])
})

test('one or several moved days replace the rule in a year, and an empty list skips it', () => {
  const day = on('1st monday of may', 'A').moved({ 2020: '05-08', 2021: '05-03 05-04', 2022: '' })
  assert.deepEqual(
    [2019, 2020, 2021, 2022].map((year) => originals(day, year)),
    [['2019-05-06'], ['2020-05-08'], ['2021-05-03', '2021-05-04'], []],
  )
  assert.deepEqual(originals(listed({ 2026: '07-10' }, 'A'), 2025), [])
})

test('an observed day is shifted by weekday from the stated year on, and the original stays', () => {
  const day = fixed('12-26', 'A').observed(sundayToMonday, 1990).observed(weekendToMonday, 2000)
  assert.deepEqual(
    [1983, 1993, 1999, 2004, 2010, 2021].flatMap((year) => observed(day, year)),
    ['1983-12-26', '1993-12-27', '1999-12-27', '2004-12-27', '2010-12-27', '2021-12-27'],
  )
  assert.deepEqual(observed(fixed('12-26', 'A').observed(weekendToMonday, 2000), 1998), ['1998-12-26'])
  assert.deepEqual(originals(day, 2010), ['2010-12-26'])
})

test('the named shifts move days as their names say', () => {
  const january1 = (rule: Rule) => [2022, 2023, 2024, 2025, 2026, 2027, 2030].flatMap((year) => observed(rule, year))
  assert.deepEqual(january1(fixed('01-01', 'A').observed(nearestWorkday)).slice(0, 2), ['2021-12-31', '2023-01-02'])
  assert.deepEqual(january1(fixed('01-02', 'A').observed(afterMovedDay)).slice(0, 3), [
    '2022-01-04',
    '2023-01-03',
    '2024-01-02',
  ])
  for (const day of january1(fixed('01-15', 'A').observed(nearestMonday)))
    assert.equal(weekdayOf(Date.parse(day) / 86_400_000), 1)
})

test('days can be counted from another day, even across New Year of a lunar calendar', () => {
  assert.deepEqual(observed(on('4th thursday of november', 'A').plus(1), 2026), ['2026-11-27'])
  assert.deepEqual(observed(chinese('01-01', 'A').plus(-31), 2022), ['2022-01-01', '2022-12-22'])
  assert.deepEqual(observed(islamic('10-01', 'A').plus(7), 2000), ['2000-01-15'])
  assert.deepEqual(observed(islamic('10-01', 'A').plus(7), 2001), ['2001-01-03', '2001-12-23'])
})

test('a rule can apply on certain weekdays only, and the moon and the sun can set the day', () => {
  assert.deepEqual(observed(fixed('09-17', 'A').ifOn('monday', 'friday'), 2018), ['2018-09-17'])
  assert.deepEqual(observed(fixed('09-17', 'A').ifOn('monday', 'friday'), 2019), [])
  assert.deepEqual(observed(moon('new', '10-18', 'A'), 2024), ['2024-11-01'])
  assert.deepEqual(observed(moon('full', '02-27', 'A'), 2025), ['2025-03-14'])
  assert.deepEqual(observed(sun({ longitude: 0, utcOffsetHours: 9 }, 'A'), 2026), ['2026-03-20'])
})

test('regions, kinds and names are kept, and a rule is not modified by the methods chained to it', () => {
  const plain = fixed('01-06', 'Epiphany', 'Heilige Drei Könige')
  const [holiday] = holidaysOf([plain.in('BW BY').as('Observance', 'Bank')], 2026, calendars)
  assert.deepEqual(
    [holiday?.counties, holiday?.types, holiday?.localName],
    [['BW', 'BY'], ['Bank', 'Observance'], 'Heilige Drei Könige'],
  )
  assert.deepEqual([plain.details.counties, plain.details.types], [null, ['Public']])
  assert.equal(fixed('01-01', 'Day').details.localName, 'Day')
})

test('holidays are in the order of their original days, those of one day in the order of the rules', () => {
  const rules = [fixed('05-01', 'B'), fixed('01-01', 'A').observed({ thursday: 200 }), fixed('05-01', 'C')]
  assert.deepEqual(
    holidaysOf(rules, 2026, calendars).map(({ name }) => name),
    ['A', 'B', 'C'],
  )
})

test('an invalid phrase fails when the rule is created', () => {
  for (const wrong of ['1-1', '13-01', '01-32', 'may 1']) assert.throws(() => readMonthDay(wrong), RangeError)
  for (const wrong of [
    '6th monday of may',
    '1st moonday of may',
    '1st monday of mai',
    'monday around 05-01',
    'monday after 5-1',
  ])
    assert.throws(() => readWeekdayPhrase(wrong), RangeError)
})

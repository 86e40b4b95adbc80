// When budget events occur: compared with luxon's independent calendar, and with days written out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DateTime } from 'luxon'
import { sampled } from '../../../../../tests/harness/seed.ts'
import { type DayNumber, formatDay, parseDay, parseStoredDay, unixSeconds } from '../../days.ts'
import {
  continuedFrom,
  numberFrom,
  occurrence,
  occurrencesWithin,
  type Recurrence,
  type RepeatType,
  recurrenceFrom,
  repeatTypes,
  takesPlaceOn,
} from './recurrence.ts'

function days(start: string, type: RepeatType, { interval = 1, until = '2026-12-31' } = {}): string[] {
  const rule = recurrenceFrom(parseStoredDay(start), type, interval)
  return [...occurrencesWithin(rule, { start: parseStoredDay(start), end: parseStoredDay(until) })].map(formatDay)
}

test('the 31st becomes the last day of shorter months and returns in longer ones', () => {
  assert.deepEqual(days('2026-01-31', 'monthly', { until: '2026-06-30' }), [
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
  ])
})

test('29 February becomes 28 February in other years', () => {
  assert.deepEqual(days('2024-02-29', 'yearly', { until: '2028-12-31' }), [
    '2024-02-29',
    '2025-02-28',
    '2026-02-28',
    '2027-02-28',
    '2028-02-29',
  ])
})

test('a series that continues from a shortened month returns to the 31st', () => {
  const rule = continuedFrom(recurrenceFrom(parseStoredDay('2026-01-31'), 'monthly', 1), parseStoredDay('2026-02-28'))
  const occurrences = [...occurrencesWithin(rule, { start: rule.start, end: parseStoredDay('2026-03-31') })]
  assert.deepEqual(occurrences.map(formatDay), ['2026-02-28', '2026-03-31'])
})

test('each weekday is Monday to Friday, and starts on Monday when set on a weekend', () => {
  const week = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-30']
  assert.deepEqual(days('2026-11-21', 'each weekday', { until: '2026-11-30' }), week)
  assert.deepEqual(days('2026-11-22', 'each weekday', { until: '2026-11-30' }), week)
  assert.deepEqual(days('2026-11-26', 'each weekday', { interval: 2, until: '2026-12-08' }), [
    '2026-11-26',
    '2026-11-27',
    '2026-12-07',
    '2026-12-08',
  ])
})

test('once is one day, whatever the interval', () => {
  assert.deepEqual(days('2026-03-01', 'once', { interval: 7 }), ['2026-03-01'])
})

test('an id carries the Unix seconds of the day at 00:00 UTC', () => {
  assert.equal(unixSeconds(parseStoredDay('2020-10-06')), 1601942400)
  assert.equal(unixSeconds(parseStoredDay('2020-07-06')), 1593993600)
})

test('days that do not exist are not parsed', () => {
  for (const text of [
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '1899-12-31',
    '3000-01-01',
    '',
    '20260101',
    '2026-01-01x',
  ])
    assert.equal(parseDay(text), undefined, text)
  assert.equal(parseDay('2026-01-31T23:59:59+13:00'), parseStoredDay('2026-01-31'))
})

const someDay = fc.integer({ min: parseStoredDay('1990-01-01'), max: parseStoredDay('2090-12-31') })
const someRule = fc
  .record({ wished: someDay, type: fc.constantFrom(...repeatTypes), interval: fc.integer({ min: 1, max: 20 }) })
  .map(({ wished, type, interval }) => recurrenceFrom(wished, type, interval))

/** The first forty occurrences by luxon's arithmetic, which is independent of ours. */
function expected(rule: Recurrence): DayNumber[] {
  const start = DateTime.fromISO(formatDay(rule.start), { zone: 'utc' })
  const numbers = Array.from({ length: 40 }, (_, number) => number)
  const steps = {
    daily: (count: number) => ({ days: count }),
    weekly: (count: number) => ({ weeks: count }),
    fortnightly: (count: number) => ({ weeks: 2 * count }),
    monthly: (count: number) => ({ months: count }),
    yearly: (count: number) => ({ years: count }),
  }
  const { type, interval } = rule
  if (type === 'once') return [rule.start]
  if (type !== 'each weekday')
    return numbers.map((number) => parseStoredDay(start.plus(steps[type](number * interval)).toISODate() ?? ''))
  const expected: DayNumber[] = []
  for (let day = start; expected.length < 40; day = day.plus({ days: 1 })) {
    const weeks = Math.round(day.startOf('week').diff(start.startOf('week'), 'weeks').weeks)
    if (day.weekday <= 5 && weeks % interval === 0) expected.push(parseStoredDay(day.toISODate() ?? ''))
  }
  return expected
}

test('occurrences are those of the calendar, for every recurrence and interval', () => {
  fc.assert(
    fc.property(someRule, (rule) => {
      const expectedDays = expected(rule)
      const last = expectedDays.at(-1) ?? rule.start
      assert.deepEqual([...occurrencesWithin(rule, { start: rule.start - 40, end: last })], expectedDays)
    }),
    { seed: 1, numRuns: sampled(300) },
  )
})

test('a span has exactly the occurrences within it', () => {
  fc.assert(
    fc.property(
      someRule,
      fc.integer({ min: -50, max: 4000 }),
      fc.integer({ min: 0, max: 400 }),
      (rule, from, length) => {
        const span = { start: rule.start + from, end: rule.start + from + length }
        const all = [...occurrencesWithin(rule, { start: rule.start, end: span.end })]
        assert.deepEqual(
          [...occurrencesWithin(rule, span)],
          all.filter((day) => day >= span.start),
        )
        for (const day of all) assert.ok(takesPlaceOn(rule, day))
      },
    ),
    { seed: 2, numRuns: sampled(300) },
  )
})

test('the number of an occurrence follows from its day, also before the start', () => {
  const repeating = someRule.filter(({ type }) => type !== 'once')
  fc.assert(
    fc.property(repeating, fc.integer({ min: -300, max: 300 }), (rule, number) => {
      const day = occurrence(rule, number)
      assert.equal(numberFrom(rule, day), number)
      assert.equal(numberFrom(rule, day + 1), number + 1)
      assert.ok(occurrence(rule, number + 1) > day)
    }),
    { seed: 3, numRuns: sampled(500) },
  )
})

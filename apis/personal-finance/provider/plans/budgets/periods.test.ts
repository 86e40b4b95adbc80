// How time is divided into periods: the examples of SOURCES 8.5, and invariants of every division.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../../tests/harness/seed.ts'
import { formatDay, monthOf, parseStoredDay, type Span, weekday } from '../../days.ts'
import { type RepeatType, recurrenceFrom, repeatTypes, takesPlaceOn } from '../series/recurrence.ts'
import {
  type CalendarType,
  calendarPeriods,
  eventPeriods,
  periodLimit,
  type Repeating,
  TooManyPeriods,
} from './periods.ts'

const spanOf = (start: string, end: string): Span => ({ start: parseStoredDay(start), end: parseStoredDay(end) })
const shown = (spans: readonly Span[]) => spans.map(({ start, end }) => `${formatDay(start)}..${formatDay(end)}`)

function calendar(type: CalendarType, interval: number, [start, end]: [string, string], weekStartDay = 1): string[] {
  return shown(calendarPeriods({ type, interval }, spanOf(start, end), weekStartDay))
}
function repeating(
  start: string,
  type: RepeatType,
  { interval = 1, end }: { interval?: number; end?: string } = {},
): Repeating {
  return {
    rule: recurrenceFrom(parseStoredDay(start), type, interval),
    end: end === undefined ? undefined : parseStoredDay(end),
  }
}
function events(series: readonly Repeating[], [start, end]: [string, string], interval = 1): string[] | string {
  const periods = eventPeriods(series, spanOf(start, end), interval)
  return 'spans' in periods ? shown(periods.spans) : `${periods.instead.interval} ${periods.instead.type}`
}

test('both ends are extended to whole weeks of the user, months and years', () => {
  assert.deepEqual(calendar('weeks', 1, ['2016-11-01', '2016-11-10']), [
    '2016-10-31..2016-11-06',
    '2016-11-07..2016-11-13',
  ])
  assert.deepEqual(calendar('weeks', 1, ['2016-11-01', '2016-11-05'], 0), ['2016-10-30..2016-11-05'])
  assert.deepEqual(calendar('weeks', 2, ['2016-11-01', '2016-11-14']), [
    '2016-10-31..2016-11-13',
    '2016-11-14..2016-11-27',
  ])
  assert.deepEqual(calendar('months', 1, ['2016-02-15', '2016-03-01']), [
    '2016-02-01..2016-02-29',
    '2016-03-01..2016-03-31',
  ])
  assert.deepEqual(calendar('months', 3, ['2016-11-15', '2017-02-01']), [
    '2016-11-01..2017-01-31',
    '2017-02-01..2017-04-30',
  ])
  assert.deepEqual(calendar('years', 1, ['1969-05-01', '1970-01-01']), [
    '1969-01-01..1969-12-31',
    '1970-01-01..1970-12-31',
  ])
})

test('event periods run from one event to the day before the next, and the last end is extended', () => {
  assert.deepEqual(events([repeating('2016-09-01', 'weekly')], ['2016-09-01', '2016-09-16']), [
    '2016-09-01..2016-09-07',
    '2016-09-08..2016-09-14',
    '2016-09-15..2016-09-21',
  ])
  assert.deepEqual(events([repeating('2016-09-01', 'weekly')], ['2016-09-05', '2016-09-09'], 2), [
    '2016-09-01..2016-09-14',
  ])
  assert.deepEqual(events([repeating('2026-01-31', 'monthly')], ['2026-02-01', '2026-03-01']), [
    '2026-01-31..2026-02-27',
    '2026-02-28..2026-03-30',
  ])
})

test('time before the first and after the last event is divided as if the series continued', () => {
  const series = [repeating('2026-03-02', 'weekly', { end: '2026-03-09' })]
  assert.deepEqual(events(series, ['2026-02-25', '2026-03-24']), [
    '2026-02-23..2026-03-01',
    '2026-03-02..2026-03-08',
    '2026-03-09..2026-03-15',
    '2026-03-16..2026-03-22',
    '2026-03-23..2026-03-29',
  ])
})

test('a series may follow another, at once or after a pause', () => {
  const weekly = repeating('2026-03-02', 'weekly', { end: '2026-03-09' })
  assert.deepEqual(events([weekly, repeating('2026-03-16', 'monthly')], ['2026-03-02', '2026-04-01']), [
    '2026-03-02..2026-03-08',
    '2026-03-09..2026-03-15',
    '2026-03-16..2026-04-15',
  ])
  assert.deepEqual(events([weekly, repeating('2026-03-20', 'weekly')], ['2026-03-09', '2026-03-21']), [
    '2026-03-09..2026-03-15',
    '2026-03-16..2026-03-19',
    '2026-03-20..2026-03-26',
  ])
})

test('events on the same days share bounds; others at the same time have none, and a calendar period is suggested', () => {
  const window: [string, string] = ['2026-03-01', '2026-04-30']
  const fortnights = [repeating('2026-03-02', 'weekly', { interval: 2 }), repeating('2026-02-16', 'fortnightly')]
  assert.equal(events(fortnights, window).length, 6)
  assert.equal(events([repeating('2026-03-02', 'weekly'), repeating('2026-03-03', 'weekly')], window), '1 weeks')
  assert.equal(events([repeating('2026-03-02', 'weekly'), repeating('2026-03-02', 'fortnightly')], window), '2 weeks')
  assert.equal(events([repeating('2026-03-02', 'weekly'), repeating('2026-03-01', 'monthly')], window), '1 months')
  assert.equal(events([repeating('2026-03-02', 'yearly'), repeating('2026-03-01', 'monthly')], window), '1 years')
  assert.equal(
    events([repeating('2026-03-02', 'daily', { interval: 10 }), repeating('2026-03-04', 'daily')], window),
    '2 weeks',
  )
})

test('a span within one period still shows that other events do not align', () => {
  const series = [repeating('2026-03-02', 'weekly'), repeating('2026-03-05', 'weekly')]
  assert.equal(events(series, ['2026-03-10', '2026-03-11']), '1 weeks')
  // the next event of both is on 28 February, the previous ones are on different days
  const months = [repeating('2026-01-28', 'monthly'), repeating('2026-01-30', 'monthly')]
  assert.equal(events(months, ['2026-02-10', '2026-02-12']), '1 months')
})

test('a series that begins inside the last period of another overlaps it', () => {
  const series = [repeating('2026-03-02', 'weekly', { end: '2026-03-09' }), repeating('2026-03-11', 'weekly')]
  assert.equal(events(series, ['2026-03-02', '2026-03-31']), '1 weeks')
})

test('without an event that repeats there are no event periods', () => {
  assert.equal(events([], ['2026-03-01', '2026-03-31']), '1 months')
  assert.equal(events([repeating('2026-03-10', 'once')], ['2026-03-01', '2026-03-31']), '1 months')
  const withOnce = [repeating('2026-03-10', 'once'), repeating('2026-03-02', 'fortnightly')]
  assert.deepEqual(events(withOnce, ['2026-03-02', '2026-03-03']), ['2026-03-02..2026-03-15'])
})

test('too many periods are refused before they are built', () => {
  const long = spanOf('1900-01-01', '2999-12-31')
  assert.throws(() => calendarPeriods({ type: 'weeks', interval: 1 }, long, 1), TooManyPeriods)
  assert.throws(() => eventPeriods([repeating('1950-01-01', 'daily')], long, 1000), TooManyPeriods)
})

test('the longest periods end with the last day of any plan', () => {
  const slow = [repeating('2026-01-01', 'yearly', { interval: 1000 })]
  assert.deepEqual(events(slow, ['2026-01-01', '2026-12-31'], 1000), ['2026-01-01..2999-12-31'])
})

const someSpan = fc
  .record({ start: fc.integer({ min: -10_000, max: 40_000 }), length: fc.integer({ min: 0, max: 900 }) })
  .map(({ start, length }) => ({ start, end: start + length }))

test('periods have no gaps and cover the span, and none is entirely outside of it', () => {
  const types: readonly CalendarType[] = ['weeks', 'months', 'years']
  fc.assert(
    fc.property(
      fc.constantFrom(...types),
      fc.integer({ min: 1, max: 60 }),
      someSpan,
      fc.nat(6),
      (type, interval, span, first) => {
        const spans = calendarPeriods({ type, interval }, span, first)
        assertCovers(spans, span)
        for (const { start, end } of spans) {
          if (type === 'weeks') assert.deepEqual([weekday(start), end - start + 1], [first, 7 * interval])
          else assert.equal(monthOf(end + 1).month - monthOf(start).month, interval * (type === 'years' ? 12 : 1))
          if (type !== 'weeks') assert.equal(monthOf(start).dayOfMonth, 1)
        }
      },
    ),
    { seed: 5, numRuns: sampled(400) },
  )
})

test('event periods do the same, and each begins with an event of a single series', () => {
  const types = repeatTypes.filter((type) => type !== 'once')
  const rule = fc
    .record({
      wished: fc.integer({ min: -9000, max: 40_000 }),
      type: fc.constantFrom(...types),
      interval: fc.integer({ min: 1, max: 9 }),
    })
    .map(({ wished, type, interval }) => recurrenceFrom(wished, type, interval))
  fc.assert(
    fc.property(rule, someSpan, fc.integer({ min: 1, max: 5 }), (own, span, interval) => {
      const actual = eventPeriods([{ rule: own, end: undefined }], span, interval)
      if (!('spans' in actual)) return assert.ok(own.start > span.end)
      assert.ok(actual.spans.length <= periodLimit)
      assertCovers(actual.spans, span)
      for (const { start } of actual.spans) if (start >= own.start) assert.ok(takesPlaceOn(own, start))
    }),
    { seed: 6, numRuns: sampled(400) },
  )
})

function assertCovers(spans: readonly Span[], covered: Span): void {
  const [first, last] = [spans[0], spans.at(-1)]
  assert.ok(first && last && first.start <= covered.start && last.end >= covered.end)
  assert.ok(first.end >= covered.start && last.start <= covered.end)
  for (const [position, { start }] of spans.entries())
    if (position > 0) assert.equal(start, (spans[position - 1]?.end ?? 0) + 1)
}

// What one, forward and all do to a series: against a plain list of events that is changed event by event.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../../tests/harness/seed.ts'
import { type DayNumber, formatDay, parseStoredDay } from '../../days.ts'
import { type RepeatType, recurrenceFrom, repeatTypes } from './recurrence.ts'
import {
  type Behaviour,
  behaviours,
  type Change,
  changeSeries,
  changesRhythm,
  isInfinite,
  type Occurrence,
  occurrenceOn,
  occurrencesOf,
  removeFromSeries,
  type Series,
} from './series.ts'

function seriesFrom(start: string, type: RepeatType, amount = -100): Series {
  const rule = recurrenceFrom(parseStoredDay(start), type, 1)
  return { rule, end: undefined, amount, note: 'as planned', exceptions: new Map() }
}

function shown(series: Series | undefined, until: string): string[] {
  if (!series) return []
  const span = { start: parseStoredDay('2020-01-01'), end: parseStoredDay(until) }
  return [...occurrencesOf(series, span)].map(({ day, amount, note }) => `${formatDay(day)} ${amount} ${note}`)
}

test('one changes a single event, forward cuts the series there, all changes every event', () => {
  const series = seriesFrom('2026-01-31', 'monthly')
  const february = parseStoredDay('2026-02-28')
  const one = changeSeries(series, february, 'one', { amount: -5, note: null })
  assert.deepEqual(shown(one.remaining, '2026-03-31'), [
    '2026-01-31 -100 as planned',
    '2026-02-28 -5 null',
    '2026-03-31 -100 as planned',
  ])
  const forward = changeSeries(series, february, 'forward', { amount: -7 })
  assert.deepEqual(shown(forward.remaining, '2026-12-31'), ['2026-01-31 -100 as planned'])
  assert.deepEqual(shown(forward.added, '2026-03-31'), ['2026-02-28 -7 as planned', '2026-03-31 -7 as planned'])
  const all = changeSeries(series, february, 'all', { note: 'new' })
  assert.equal(all.added, undefined)
  assert.deepEqual(shown(all.remaining, '2026-02-28'), ['2026-01-31 -100 new', '2026-02-28 -100 new'])
})

test('forward on the first event keeps the series', () => {
  const { remaining, added } = changeSeries(
    seriesFrom('2026-01-05', 'weekly'),
    parseStoredDay('2026-01-05'),
    'forward',
    {
      amount: -1,
    },
  )
  assert.equal(added, undefined)
  assert.deepEqual(shown(remaining, '2026-01-12'), ['2026-01-05 -1 as planned', '2026-01-12 -1 as planned'])
})

test('a new amount for all covers single changes of the amount and leaves single notes and removals', () => {
  const [first, second, third] = ['2026-01-05', '2026-01-12', '2026-01-19'].map(parseStoredDay)
  assert.ok(first !== undefined && second !== undefined && third !== undefined)
  const changed = changeSeries(seriesFrom('2026-01-05', 'weekly'), second, 'one', { amount: -5, note: 'own' }).remaining
  assert.ok(changed)
  const removed = removeFromSeries(changed, third, 'one').remaining
  assert.ok(removed)
  const all = changeSeries(removed, first, 'all', { amount: -9 }).remaining
  assert.deepEqual(shown(all, '2026-01-26'), [
    '2026-01-05 -9 as planned',
    '2026-01-12 -9 own',
    '2026-01-26 -9 as planned',
  ])
})

test('another recurrence applies from the start of the series and drops single changes', () => {
  const removed = removeFromSeries(seriesFrom('2026-01-05', 'weekly'), parseStoredDay('2026-01-12'), 'one').remaining
  assert.ok(removed)
  const { remaining } = changeSeries(removed, parseStoredDay('2026-01-19'), 'all', { type: 'fortnightly' })
  assert.deepEqual(shown(remaining, '2026-02-02'), [
    '2026-01-05 -100 as planned',
    '2026-01-19 -100 as planned',
    '2026-02-02 -100 as planned',
  ])
  const monthly = changeSeries(seriesFrom('2026-01-31', 'monthly'), parseStoredDay('2026-02-28'), 'forward', {
    interval: 2,
  })
  assert.deepEqual(shown(monthly.added, '2026-06-30').length, 3)
  assert.ok(shown(monthly.added, '2026-08-31').includes('2026-08-31 -100 as planned'))
})

test('a series whose first event is removed starts on the next one', () => {
  const { remaining } = removeFromSeries(seriesFrom('2026-01-31', 'monthly'), parseStoredDay('2026-01-31'), 'one')
  assert.equal(remaining && formatDay(remaining.rule.start), '2026-02-28')
  assert.deepEqual(shown(remaining, '2026-03-31'), ['2026-02-28 -100 as planned', '2026-03-31 -100 as planned'])
})

test('a series without any event left is removed', () => {
  const once = seriesFrom('2026-01-05', 'once')
  for (const behaviour of behaviours)
    assert.equal(removeFromSeries(once, once.rule.start, behaviour).remaining, undefined)
  const weekly = seriesFrom('2026-01-05', 'weekly')
  assert.equal(removeFromSeries(weekly, weekly.rule.start, 'forward').remaining, undefined)
  const two = removeFromSeries(weekly, parseStoredDay('2026-01-19'), 'forward').remaining
  assert.ok(two)
  const one = removeFromSeries(two, parseStoredDay('2026-01-05'), 'one').remaining
  assert.ok(one)
  assert.equal(removeFromSeries(one, parseStoredDay('2026-01-12'), 'one').remaining, undefined)
})

test('nothing is planned after the year 2999', () => {
  const yearly = seriesFrom('2999-06-01', 'yearly')
  assert.equal(removeFromSeries(yearly, yearly.rule.start, 'one').remaining, undefined)
})

test('a recurrence without a day before the end leaves nothing of the series', () => {
  const ended = removeFromSeries(seriesFrom('2026-01-03', 'weekly'), parseStoredDay('2026-01-17'), 'forward').remaining
  assert.ok(ended)
  const last = changeSeries(ended, parseStoredDay('2026-01-10'), 'forward', { type: 'each weekday' })
  assert.deepEqual(last, { remaining: undefined, added: undefined })
})

test('an event that does not repeat is its whole series', () => {
  const once = seriesFrom('2026-01-05', 'once')
  assert.equal(isInfinite(once), false)
  const { remaining } = changeSeries(once, once.rule.start, 'one', { type: 'weekly' })
  assert.ok(remaining && isInfinite(remaining))
})

/** Events of all series derived from one, each with its series. */
interface Model {
  series: Map<number, Series>
  events: Map<DayNumber, Occurrence>
}
type Step =
  | { readonly kind: 'change'; readonly behaviour: Behaviour; readonly at: number; readonly change: Change }
  | { readonly kind: 'remove'; readonly behaviour: Behaviour; readonly at: number }

const someChange = fc.record(
  { amount: fc.integer({ min: -99, max: 99 }), note: fc.constantFrom('a', 'b', null) },
  { requiredKeys: [] },
)
const someStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('change' as const),
    behaviour: fc.constantFrom(...behaviours),
    at: fc.nat(),
    change: someChange,
  }),
  fc.record({
    kind: fc.constant('remove' as const),
    behaviour: fc.constantFrom('one' as const, 'forward' as const),
    at: fc.nat(),
  }),
)

test('random changes and removals leave the same events as in a plain list', () => {
  const types = repeatTypes.filter((type) => type !== 'once')
  fc.assert(
    fc.property(
      fc.constantFrom(...types),
      fc.integer({ min: 20_000, max: 21_000 }),
      fc.array(someStep, { maxLength: 12 }),
      (type, start, steps) => {
        const rule = recurrenceFrom(start, type, 1)
        const span = { start: rule.start, end: rule.start + 400 }
        const first: Series = { rule, end: undefined, amount: 1, note: null, exceptions: new Map() }
        const model: Model = { series: new Map([[1, first]]), events: new Map() }
        for (const event of occurrencesOf(first, span)) model.events.set(event.day, event)
        let nextId = 2
        for (const step of steps) {
          const days = [...model.events.keys()].sort((a, b) => a - b)
          const day = days[step.at % Math.max(days.length, 1)]
          if (day === undefined) break
          const [id, series] = [...model.series].find(([, own]) => occurrenceOn(own, day)) ?? []
          assert.ok(id !== undefined && series, `the event of ${formatDay(day)} belongs to a series`)
          const own = new Set([...occurrencesOf(series, span)].map((event) => event.day))
          const touched = days.filter((other) => {
            if (step.behaviour === 'one') return other === day
            return own.has(other) && (step.behaviour === 'all' || other >= day)
          })
          const edited =
            step.kind === 'change'
              ? changeSeries(series, day, step.behaviour, step.change)
              : removeFromSeries(series, day, step.behaviour)
          if (edited.remaining) model.series.set(id, edited.remaining)
          else model.series.delete(id)
          if (edited.added) model.series.set(nextId++, edited.added)
          for (const other of touched) applyTo(model.events, other, step)
        }
        const left = [...model.series.values()].flatMap((own) => [...occurrencesOf(own, span)])
        const expected = [...model.events.values()].sort((a, b) => a.day - b.day)
        assert.deepEqual(
          left.sort((a, b) => a.day - b.day),
          expected,
        )
        for (const own of model.series.values())
          assert.ok(occurrenceOn(own, own.rule.start), 'a series starts on an event')
      },
    ),
    { seed: 4, numRuns: sampled(400) },
  )
})

function applyTo(events: Map<DayNumber, Occurrence>, day: DayNumber, step: Step): void {
  const before = events.get(day)
  if (!before) return
  if (step.kind === 'remove') events.delete(day)
  else {
    const { amount = before.amount, note = before.note } = step.change
    events.set(day, { day, amount, note })
  }
}

test('a recurrence counts as changed only when it differs', () => {
  const weekly = seriesFrom('2026-01-05', 'weekly')
  assert.equal(changesRhythm(weekly, { type: 'weekly', interval: 1, amount: 5 }), false)
  assert.equal(changesRhythm(weekly, { type: 'monthly' }), true)
  assert.equal(changesRhythm(weekly, { interval: 2 }), true)
})

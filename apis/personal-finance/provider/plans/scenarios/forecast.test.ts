// The forecast of a scenario: small cases by hand, and compared with a plain walk through the days.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { sampled } from '../../../../../tests/harness/seed.ts'
import { parseStoredDay } from '../../days.ts'
import { unitsPerWhole } from '../../money.ts'
import { forecast, type Interest } from './forecast.ts'

const span = { start: parseStoredDay('2026-01-01'), end: parseStoredDay('2026-12-31') }

function shown(balance: number, events: readonly [string, number][], interest?: Partial<Interest>) {
  const { closing, safe } = forecast({
    balance: new Decimal(balance),
    span,
    events: events.map(([day, amount]) => ({ day: parseStoredDay(day), amount: amount * unitsPerWhole })),
    interest: interest && { rate: new Decimal(12), repeatId: 4, from: parseStoredDay('2025-12-31'), ...interest },
    digits: 2,
  })
  return { closing: closing.toNumber(), safe: safe.toNumber() }
}

test('events inside the year add up, the first and the last day included, and those outside do not count', () => {
  const events: [string, number][] = [
    ['2025-12-31', -1],
    ['2026-01-01', -10],
    ['2026-12-31', 5],
    ['2027-01-01', 100],
  ]
  assert.equal(shown(100, events).closing, 95)
})

test('the safe balance is the lowest before the next income', () => {
  const events: [string, number][] = [
    ['2026-01-10', -30],
    ['2026-01-20', -50],
    ['2026-01-31', 500],
    ['2026-02-10', -560],
  ]
  assert.deepEqual(shown(100, events), { closing: -40, safe: 20 })
  assert.equal(shown(100, []).safe, 100)
})

test('interest is due at its own interval, and on last days when it starts on the last day of a month', () => {
  assert.equal(shown(1000, [], { repeatId: 5 }).closing, 1120)
  // 1 % on each of twelve month ends, each time rounded to cents: a cent more than 1000 * 1.01^12 = 1126.825
  assert.equal(shown(1000, [], {}).closing, 1126.84)
  assert.equal(shown(1000, [], { repeatId: 7 }).closing, 1125.51)
  assert.equal(shown(1000, [], { repeatId: 0 }).closing, 1000)
  assert.equal(shown(-1000, [], { repeatId: 5 }).closing, -1120)
})

test('no interest is due on the day of the deposit', () => {
  assert.equal(shown(1000, [], { repeatId: 5, from: parseStoredDay('2026-01-01') }).closing, 1000)
})

test('random events yield the balances of a walk through every day', () => {
  const event = fc.record({
    offset: fc.integer({ min: -5, max: 60 }),
    cents: fc.integer({ min: -50_000, max: 50_000 }),
  })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), fc.integer({ min: -100_000, max: 100_000 }), (events, opening) => {
      const short = { start: span.start, end: span.start + 50 }
      let balance = opening
      let safe = opening
      let untilIncome = true
      for (let day = short.start; day <= short.end; day++) {
        const own = events.filter(({ offset }) => short.start + offset === day)
        balance += own.reduce((sum, { cents }) => sum + cents, 0)
        if (own.some(({ cents }) => cents > 0)) untilIncome = false
        if (untilIncome) safe = Math.min(safe, balance)
      }
      const actual = forecast({
        balance: new Decimal(opening).dividedBy(100),
        span: short,
        events: events.map(({ offset, cents }) => ({
          day: short.start + offset,
          amount: (cents * unitsPerWhole) / 100,
        })),
        interest: undefined,
        digits: 2,
      })
      assert.deepEqual(
        [actual.closing.times(100).toNumber(), actual.safe.times(100).toNumber()],
        [balance + 0, safe + 0],
      )
    }),
    { seed: 8, numRuns: sampled(300) },
  )
})

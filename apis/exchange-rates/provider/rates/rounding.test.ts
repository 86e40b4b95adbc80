// The provider's rounding table, and exact ties.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../tests/harness/seed.ts'
import { roundRate } from './rounding.ts'

test("numbers are rounded by their size as in the provider's table", () => {
  const table: [number, number][] = [
    [5000.123456, 5000],
    [4999.123456, 4999.12],
    [80.123456, 80.12],
    [79.123456, 79.123],
    [20.123456, 20.123],
    [19.123456, 19.1235],
    [1.123456, 1.1235],
    [0.123456, 0.12346],
    [0.0000655, 0.000066],
    [5000, 5000],
    [80, 80],
    [20, 20],
    [1, 1],
    [0.0001, 0.0001],
    [0, 0],
  ]
  for (const [value, rounded] of table) assert.equal(roundRate(value), rounded, String(value))
})

test('an exact tie goes to the even digit, anything else to the nearest', () => {
  assert.equal(roundRate(100.125), 100.12)
  assert.equal(roundRate(100.375), 100.38)
  assert.equal(roundRate(20.0625), 20.062)
  assert.equal(roundRate(1.03125), 1.0312)
  assert.equal(roundRate(0.015625), 0.01562)
  // Not a tie: the number nearest to 1.00005 is above it, and that nearest to 1.00015 below.
  assert.equal(roundRate(1.00005), Number((1.00005).toFixed(4)))
  assert.equal(roundRate(1.00015), Number((1.00015).toFixed(4)))
})

test('the result is the decimal nearest to the number, for every number', () => {
  const decimals = (value: number) => (value > 80 ? 2 : value > 20 ? 3 : value > 1 ? 4 : value > 0.0001 ? 5 : 6)
  fc.assert(
    fc.property(fc.double({ min: 0, max: 5000, noNaN: true }), (value) => {
      const tie = Number.isInteger(value * 2 ** (decimals(value) + 1))
      return tie || roundRate(value) === Number(value.toFixed(decimals(value)))
    }),
    { numRuns: sampled(2000), seed: 20241106 },
  )
})

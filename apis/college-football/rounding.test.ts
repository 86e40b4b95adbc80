// Figures are rounded as their decimal digits would be, without writing the digits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSeededRandom } from '#provider/test'
import { round } from './provider/metrics/tally.ts'

const byDigits = (value: number, digits: number) => Number(value.toFixed(digits)) + 0

test('numbers are rounded as `toFixed` rounds them, halves and huge ones included', () => {
  const random = createSeededRandom(7)
  for (let count = 0; count < 200_000; count++) {
    const digits = count % 5
    const value = (random.int(-500_000, 500_000) / 1_000_003) * 10 ** (count % 14)
    const half = Math.round(value) / 2 / 10 ** digits
    assert.ok(Object.is(round(value, digits), byDigits(value, digits)), `${value} to ${digits}`)
    assert.ok(Object.is(round(half, digits), byDigits(half, digits)), `${half} to ${digits}`)
  }
  for (const value of [0, -0, -0.0001, 1.005, 2.675, 1e21, Number.NaN, Number.POSITIVE_INFINITY])
    assert.ok(Object.is(round(value, 2), byDigits(value, 2)), String(value))
})

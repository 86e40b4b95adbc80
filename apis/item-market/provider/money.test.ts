// Amounts become integer units without rounding errors, and anything else is rejected.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countOf, medianOf, mostUnits, unitsOfDollars, unitsOfParts } from './money.ts'
import { unitsOfAmount } from './prices/feeds/steam-price.ts'

test('any amount of up to four decimals is exact, from a string and from a number', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(9999), (whole, part) => {
      const units = whole * 10_000 + part
      const text = `${whole}.${String(part).padStart(4, '0')}`
      const expected = units === 0 ? undefined : units
      assert.equal(unitsOfDollars(text), expected)
      assert.equal(unitsOfDollars(Number(text)), expected)
    }),
  )
})

test('more decimals round half up, and cents and thousandths are exact', () => {
  assert.equal(unitsOfDollars('0.00005'), 1)
  assert.equal(unitsOfDollars('0.00004'), undefined)
  assert.equal(unitsOfDollars('1.23456'), 12_346)
  assert.equal(unitsOfParts(1234, 100), 123_400)
  assert.equal(unitsOfParts('1234', 1000), 12_340)
})

test('anything but an amount above zero within bounds is undefined', () => {
  for (const value of [
    null,
    undefined,
    '',
    'free',
    '1,5',
    '-1',
    '1e3',
    0,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    {},
    [],
    true,
  ])
    assert.equal(unitsOfDollars(value), undefined, String(value))
  assert.equal(unitsOfDollars(mostUnits / 10_000), mostUnits)
  assert.equal(unitsOfDollars(mostUnits / 10_000 + 1), undefined)
  for (const value of [null, '1.5', -1, 0, Number.NaN, {}])
    assert.equal(unitsOfParts(value, 100), undefined, String(value))
})

test('counts are non-negative integers, with or without commas', () => {
  assert.equal(countOf('1,234'), 1234)
  assert.equal(countOf(12.9), 12)
  for (const value of [null, undefined, '', 'many', -1, Number.NaN]) assert.equal(countOf(value), null, String(value))
})

test('half of the numbers are not below and half not above the median', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1 }), (values) => {
      const middle = medianOf(values) ?? 0
      assert.ok(values.filter((value) => value <= middle).length * 2 >= values.length)
      // Rounded up by half a unit at most.
      assert.ok(values.filter((value) => value + 1 > middle).length * 2 >= values.length)
    }),
  )
  assert.equal(medianOf([]), undefined)
})

test('amounts of the primary marketplace are read in the ways it writes them', () => {
  const cases: Record<string, number | undefined> = {
    '$1.23': 12_300,
    '$1,234.56': 12_345_600,
    '1.234,56€': 12_345_600,
    '0,03€': 300,
    $12: 120_000,
    '$1,234': 12_340_000,
    '12 345,67 pуб.': 123_456_700,
    '$0.00': undefined,
    free: undefined,
  }
  for (const [text, units] of Object.entries(cases)) assert.equal(unitsOfAmount(text), units, text)
})

// Which rows count towards one price.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FeedError } from '../feeds/feed-error.ts'
import { checkPlausible } from '../ingest/plausibility.ts'
import type { PriceRow } from '../store/price-row.ts'
import { unify } from './unify.ts'

const nowMs = Date.parse('2026-11-02T12:00:00Z')
const hourMs = 3_600_000
const staleMs = () => 6 * hourMs
const row = (market: string, price: number, overrides: Partial<PriceRow> = {}): PriceRow => ({
  quantity: 1,
  atMs: nowMs,
  simulated: false,
  ...overrides,
  market,
  price,
})

test('rows are sorted lowest first, and lowest, median and average cover all of them when all count', () => {
  const { rows, lowest, median, average } = unify([row('b', 120), row('a', 100), row('c', 111)], nowMs, staleMs)
  assert.deepEqual(
    rows.map(({ market }) => market),
    ['a', 'c', 'b'],
  )
  assert.equal(lowest?.market, 'a')
  assert.equal(median, 111)
  assert.equal(average, 110)
})

test('a row older than its marketplace is expected to be is stale and does not count', () => {
  const old = row('old', 10, { atMs: nowMs - 6 * hourMs - 1 })
  const { rows, lowest, median } = unify([old, row('a', 100), row('b', 102)], nowMs, staleMs)
  assert.deepEqual(
    rows.map(({ stale }) => stale),
    [true, false, false],
  )
  assert.equal(lowest?.market, 'a')
  assert.equal(median, 101)
  assert.equal(unify([row('edge', 10, { atMs: nowMs - 6 * hourMs })], nowMs, staleMs).lowest?.market, 'edge')
  assert.equal(unify([old], nowMs, staleMs).lowest, undefined)
})

test('a price three times off the median of three or more fresh rows is an outlier and does not count', () => {
  const { rows, lowest, average } = unify(
    [row('far', 301), row('a', 100), row('b', 99), row('low', 33)],
    nowMs,
    staleMs,
  )
  assert.deepEqual(
    rows.map(({ market, outlier }) => [market, outlier]),
    [
      ['low', true],
      ['b', false],
      ['a', false],
      ['far', true],
    ],
  )
  assert.equal(lowest?.market, 'b')
  assert.equal(average, 100)
})

test('with two prices neither is an outlier', () => {
  const { rows } = unify([row('a', 100), row('b', 1000)], nowMs, staleMs)
  assert.ok(rows.every(({ outlier }) => !outlier))
})

test('the highest bid is among rows that count', () => {
  const bids = [row('a', 100, { bid: 80 }), row('b', 100, { bid: 90 }), row('c', 100, { bid: 95, atMs: 0 })]
  assert.equal(unify(bids, nowMs, staleMs).highestBid?.market, 'b')
  assert.equal(unify([row('a', 1)], nowMs, staleMs).highestBid, undefined)
})

test('lowest, median and average are within the prices that count, whatever the rows', () => {
  const rows = fc.array(
    fc.record({ market: fc.string(), price: fc.integer({ min: 1, max: 10_000_000 }), age: fc.nat(20 * hourMs) }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(rows, (offers) => {
      const unified = unify(
        offers.map(({ market, price, age }) => row(market, price, { atMs: nowMs - age })),
        nowMs,
        staleMs,
      )
      const counted = unified.rows.filter(({ stale, outlier }) => !stale && !outlier).map(({ price }) => price)
      assert.equal(unified.rows.length, offers.length)
      assert.equal(unified.lowest?.price, counted.length === 0 ? undefined : Math.min(...counted))
      for (const value of [unified.median, unified.average])
        assert.ok(
          counted.length === 0
            ? value === undefined
            : value !== undefined && value >= Math.min(...counted) && value <= Math.max(...counted),
        )
    }),
  )
})

/** A feed of `count` items, of which the other sources have the first `common` at 1000. */
const feed = (count: number, price: (at: number) => number, { common = 0, itemsBefore = 0 } = {}) => ({
  items: count,
  itemsBefore,
  prices: Array.from({ length: count }, (_, at) => ({ price: price(at), middle: at < common ? 1000 : undefined })),
})
const refused = (error: unknown) => error instanceof FeedError && error.reason === 'implausible'

test('a feed is refused when its median ratio to the others is off, as soon as twenty names are in common', () => {
  for (const price of [250, 999, 1000, 4000]) checkPlausible(feed(100, () => price, { common: 20 }))
  for (const price of [100, 240, 4010, 10_000, 100_000])
    assert.throws(() => checkPlausible(feed(100, () => price, { common: 20 })), refused, String(price))
})

test('some odd prices do not make a feed implausible, and with too few names in common nothing is concluded', () => {
  checkPlausible(feed(100, (at) => (at % 3 === 0 ? 100_000 : 1000), { common: 100 }))
  checkPlausible(feed(100, () => 10_000, { common: 19 }))
})

test('a feed that has shrunk to less than a tenth is refused, an empty one always', () => {
  checkPlausible(feed(100, () => 5, { itemsBefore: 1000 }))
  assert.throws(() => checkPlausible(feed(99, () => 5, { itemsBefore: 1000 })), refused)
  assert.throws(() => checkPlausible(feed(0, () => 5)), refused)
})

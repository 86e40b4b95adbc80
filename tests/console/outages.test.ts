// The outages that the console shows are those that were announced, whatever is missing at either end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outagesOf } from '../../packages/console/src/operator/outages.ts'

const minuteMs = 60_000
const from = Date.parse('2026-11-01T00:00:00Z')
const now = from + 100 * minuteMs
const event = (type: 'down' | 'up', minute: number, data: object = {}) => ({
  type: `listing.${type}` as const,
  timestamp: new Date(from + minute * minuteMs).toISOString(),
  data: { listing: 'weather', title: 'Weather', ...data },
})
const since = (minute: number) => ({ since: from + minute * minuteMs })
const outages = (...events: ReturnType<typeof event>[]) =>
  outagesOf(events, from, now).map((one) => [one.listing, (one.from - from) / minuteMs, (one.to - from) / minuteMs])

test('an outage lasts from when the provider began to fail until it was announced to answer', () => {
  assert.deepEqual(outages(event('up', 20), event('down', 6, since(5))), [['weather', 5, 20]])
})

test('one that began before is counted from the beginning, and one that lasts until now', () => {
  assert.deepEqual(outages(event('up', 20)), [['weather', 0, 20]])
  assert.deepEqual(outages(event('down', 1, since(-30))), [['weather', 0, 100]])
})

test('a second announcement of one outage does not end it, and listings are apart', () => {
  const other = { listing: 'news', title: 'News' }
  const events = [event('down', 6, since(5)), event('down', 9, since(8)), event('up', 10, other), event('up', 30)]
  assert.deepEqual(outages(...events), [
    ['news', 0, 10],
    ['weather', 5, 30],
  ])
})

test('events that somebody sent to try a webhook are no outages', () => {
  assert.deepEqual(outages(event('down', 1, { ...since(0), test: true }), event('up', 2, { test: true })), [])
})

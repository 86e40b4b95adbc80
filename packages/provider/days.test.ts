import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, daysBetween, isDay, utcDay, weekday } from './days.ts'

test('the UTC day of a moment changes at midnight UTC', () => {
  assert.equal(utcDay(Date.parse('2026-11-22T23:59:59.999Z')), '2026-11-22')
  assert.equal(utcDay(Date.parse('2026-11-23T00:00:00Z')), '2026-11-23')
})

test('only days of the calendar in the form YYYY-MM-DD are days', () => {
  for (const day of ['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31']) assert.equal(isDay(day), true, day)
  for (const other of [
    '2023-02-29',
    '1900-02-29',
    '2024-04-31',
    '2024-13-01',
    '2024-00-10',
    '2024-2-29',
    '20240229',
    '',
  ])
    assert.equal(isDay(other), false, other)
})

test('adding days crosses months, years and leap days in both directions', () => {
  assert.equal(addDays('2024-02-28', 1), '2024-02-29')
  assert.equal(addDays('2023-12-31', 1), '2024-01-01')
  assert.equal(addDays('2024-03-01', -1), '2024-02-29')
  assert.equal(addDays('2024-03-01', 0), '2024-03-01')
})

test('the distance of two days is the count that leads from one to the other', () => {
  assert.equal(daysBetween('2024-01-01', '2024-12-31'), 365)
  assert.equal(daysBetween('2024-03-01', '2024-02-28'), -2)
})

test('weekdays count from Sunday', () => {
  assert.equal(weekday('2026-11-22'), 0)
  assert.equal(weekday('2026-11-28'), 6)
})

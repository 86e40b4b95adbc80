// The histogram of call times and the count of errors, in the Prometheus text format.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCallTimes } from './call-times.ts'

test('buckets are cumulative by listing, with sum and count', () => {
  const times = createCallTimes()
  for (const ms of [0.5, 1, 1.1, 30, 90_000]) times.record('dice', ms, undefined)
  times.record('rates', 3, undefined)
  const text = times.text()
  const bucket = (listing: string, le: string) =>
    Number(
      new RegExp(`^gatehouse_call_seconds_bucket\\{listing="${listing}",le="${le}"\\} (\\d+)$`, 'm').exec(text)?.[1],
    )
  assert.deepEqual(
    ['0.001', '0.0025', '0.025', '0.05', '60', '\\+Inf'].map((le) => bucket('dice', le)),
    [2, 3, 3, 4, 4, 5],
  )
  assert.equal(bucket('rates', '0.005'), 1)
  assert.match(text, /^gatehouse_call_seconds_count\{listing="dice"\} 5$/m)
  assert.match(text, /^gatehouse_call_seconds_sum\{listing="rates"\} 0\.003$/m)
})

test('errors of the gateway are counted by code', () => {
  const times = createCallTimes()
  for (const code of ['quota.minute', undefined, 'quota.minute', 'key.invalid']) times.record('dice', 1, code)
  assert.match(times.text(), /^gatehouse_errors_total\{code="quota\.minute"\} 2$/m)
  assert.match(times.text(), /^gatehouse_errors_total\{code="key\.invalid"\} 1$/m)
})

test('refusals by quota are counted from the start', () => {
  const times = createCallTimes()
  assert.match(times.text(), /^gatehouse_quota_refusals_total\{quota="day"\} 0$/m)
  for (const code of ['quota.minute', 'quota.day', 'quota.minute', 'key.invalid']) times.record('dice', 1, code)
  assert.match(times.text(), /^gatehouse_quota_refusals_total\{quota="minute"\} 2$/m)
  assert.match(times.text(), /^gatehouse_quota_refusals_total\{quota="day"\} 1$/m)
})

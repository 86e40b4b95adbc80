// How long a retry waits, and how many there may be.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRetryBudget, retryDelayMs } from './retry-policy.ts'

const nowMs = Date.UTC(2030, 0, 1)

for (const [what, retryAfter, delayMs] of [
  ['a number of seconds', '2', 2000],
  ['no seconds', '0', 0],
  ['a date', new Date(nowMs + 3000).toUTCString(), 3000],
  ['a date in the past', new Date(nowMs - 3000).toUTCString(), 0],
] as const)
  test(`a Retry-After of ${what} is the delay, whatever the number of attempts`, () => {
    for (const attempts of [1, 2]) assert.equal(retryDelayMs(retryAfter, { attempts, nowMs }), delayMs)
  })

test('without a Retry-After that can be read, the delay grows with each attempt', () => {
  for (const retryAfter of [undefined, 'soon', '-1x', ''])
    assert.deepEqual(
      [1, 2].map((attempts) => retryDelayMs(retryAfter, { attempts, nowMs })),
      [100, 200],
    )
})

test('a budget has a reserve of ten retries, and ten calls deposit one more', () => {
  const budget = createRetryBudget()
  const withdrawn = () => Array.from({ length: 12 }, () => budget.withdraw()).filter(Boolean).length
  assert.equal(withdrawn(), 10)
  for (let calls = 0; calls < 11; calls++) budget.deposit()
  assert.equal(withdrawn(), 1)
  for (let calls = 0; calls < 1000; calls++) budget.deposit()
  assert.equal(withdrawn(), 10, 'never more than the reserve')
})

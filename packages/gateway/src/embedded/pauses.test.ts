// Pauses of accounts whose calls cost a thread.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#define'
import { createPauses } from './pauses.ts'

function open() {
  let nowMs = 0
  const pauses = createPauses({ api: 'Lamps', firstMs: 10_000, now: () => nowMs })
  /** Seconds until the account is admitted; 0 when it is. */
  const waiting = (account: string): number => {
    try {
      pauses.admit(account)
      return 0
    } catch (error) {
      assert.ok(error instanceof Failure && error.code === 'provider.paused')
      return error.notes.retryAfterS ?? -1
    }
  }
  return { pauses, waiting, pass: (seconds: number) => (nowMs += seconds * 1000) }
}

test('each is twice as long as the previous one, up to ten minutes, and of one account', () => {
  const { pauses, waiting, pass } = open()
  const seen = Array.from({ length: 8 }, () => {
    pauses.lengthen('acc_a')
    const seconds = waiting('acc_a')
    assert.equal(waiting('acc_b'), 0)
    pass(seconds - 1)
    assert.equal(waiting('acc_a'), 1)
    pass(1)
    assert.equal(waiting('acc_a'), 0)
    return seconds
  })
  assert.deepEqual(seen, [10, 20, 40, 80, 160, 320, 600, 600])
})

test('an hour without another forgives all', () => {
  const { pauses, waiting, pass } = open()
  for (let times = 0; times < 5; times++) pauses.lengthen('acc_a')
  pass(3601)
  pauses.lengthen('acc_a')
  assert.equal(waiting('acc_a'), 10)
})

test('those of a thousand accounts are remembered, the oldest first forgotten', () => {
  const { pauses, waiting } = open()
  for (let at = 0; at <= 1000; at++) pauses.lengthen(`acc_${at}`)
  assert.deepEqual([waiting('acc_0'), waiting('acc_1'), waiting('acc_1000')], [0, 10, 10])
})

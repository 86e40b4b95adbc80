// A cancellation and a signal say the same, whichever of them was there first.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Cancellation, SignalCancellation, signalOf } from './cancellation.ts'

/** Counts how often it is notified. */
function listener() {
  const notified = { times: 0, abort: () => void notified.times++ }
  return notified
}

test('a listener is notified once that the signal was aborted, unless it was removed', () => {
  const controller = new AbortController()
  const cancellation = new SignalCancellation(controller.signal)
  const [stays, leaves] = [listener(), listener()]
  cancellation.add(stays)
  cancellation.add(leaves)
  cancellation.remove(leaves)
  assert.equal(cancellation.aborted, false)
  controller.abort('because')
  controller.abort('again')
  assert.deepEqual([stays.times, leaves.times], [1, 0])
  assert.deepEqual([cancellation.aborted, cancellation.reason], [true, 'because'])
})

test('the signal of a cancellation is aborted with it, for its reason, and at once when that is over', () => {
  const controller = new AbortController()
  const cancellation: Cancellation = new SignalCancellation(controller.signal)
  const signal = signalOf(cancellation)
  assert.equal(signal.aborted, false)
  controller.abort('because')
  assert.deepEqual([signal.aborted, signal.reason], [true, 'because'])
  assert.equal(signalOf(cancellation).aborted, true)
})

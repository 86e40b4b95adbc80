// How an aborted call is reported.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { abortedCall } from './errors.ts'

test('a call past its deadline is a 504, one whose caller disconnected a 499', async () => {
  const disconnect = new AbortController()
  const overdue = AbortSignal.any([disconnect.signal, AbortSignal.timeout(1)])
  await once(overdue, 'abort')
  assert.deepEqual(
    [abortedCall(overdue, undefined).status, abortedCall(overdue, undefined).code],
    [504, 'call_timeout'],
  )
  disconnect.abort()
  const left = abortedCall(disconnect.signal, overdue.reason)
  assert.deepEqual([left.status, left.code, left.cause], [499, 'caller_left', overdue.reason])
})

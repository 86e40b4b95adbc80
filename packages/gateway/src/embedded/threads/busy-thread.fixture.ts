// A thread whose requests take a millisecond each. Once a timer that the first one started has run, each is answered
// with the number of requests that came before it.
import assert from 'node:assert/strict'
import { parentPort } from 'node:worker_threads'
import { createPeer } from './peer.ts'

assert.ok(parentPort)
let served = 0
let beforeTimer: number | undefined

createPeer(parentPort, async () => {
  if (served++ === 0)
    setTimeout(() => {
      beforeTimer = served
    }, 1)
  const startedAt = performance.now()
  while (performance.now() - startedAt < 1);
  return { value: beforeTimer }
})

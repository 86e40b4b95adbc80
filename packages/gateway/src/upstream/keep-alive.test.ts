// What is learned of the time for which a provider keeps idle connections.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeepAlive } from './keep-alive.ts'

function learning() {
  let nowMs = 0
  const times: number[] = []
  const keepAlive = createKeepAlive(
    () => times.push(keepAlive.ms),
    () => nowMs,
  )
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { keepAlive, times, pass }
}

test('it doubles from a second to 32 while idle connections are not closed', () => {
  const { keepAlive, times } = learning()
  assert.equal(keepAlive.ms, 1000)
  for (let close = 0; close < 8; close++) keepAlive.outlived(keepAlive.ms)
  assert.deepEqual(times, [2000, 4000, 8000, 16_000, 32_000])
  keepAlive.outlived(10)
  assert.equal(keepAlive.ms, 32_000, 'a connection that was closed early says nothing')
})

test('it is half of the time after which the provider closed one, which is forgotten after minutes', () => {
  const { keepAlive, times, pass } = learning()
  keepAlive.closedAfter(300)
  for (let close = 0; close < 3; close++) keepAlive.outlived(keepAlive.ms)
  assert.deepEqual(times, [150])
  pass(300_000)
  keepAlive.outlived(150)
  assert.equal(keepAlive.ms, 300)
})

test('a provider that closes connections at once is taken to restart', () => {
  const { keepAlive } = learning()
  keepAlive.closedAfter(5)
  assert.equal(keepAlive.ms, 1000)
})
